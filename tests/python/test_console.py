# SPDX-License-Identifier: Apache-2.0
"""The console of the viewer, without the viewer."""
import threading
import time
import unittest

from scenes import falling
import Sofa
from Sofa._console import Console


class Commands(unittest.TestCase):
    def setUp(self):
        self.console, self.root, self.said = Console(), falling(), []

    def run_(self, source, whole=False, selected=None):
        self.said.clear()
        outcome = self.console.run(source, whole, self.root, selected, self.said.append)
        return outcome, "".join(self.said)

    def test_values_are_shown(self):
        self.assertEqual(self.run_("1 + 1"), ("done", "2\n"))
        self.assertEqual(self.run_("a = 3"), ("done", ""))
        self.assertEqual(self.run_("a\n"), ("done", "3\n"))
        self.assertEqual(self.run_("_ + 1"), ("done", "4\n"))
        self.assertEqual(self.run_("b = 5; print(b)\nb"), ("done", "5\n5\n"))
        self.assertEqual(self.run_("None"), ("done", ""))

    def test_the_scene_has_names(self):
        self.assertEqual(self.run_("root.dofs.position.value[0, 0]")[1], "0.0\n")
        self.assertEqual(self.run_("Sofa.Simulation.animate(root); root.time.value > 0")[1], "True\n")
        self.assertEqual(self.run_("selected.getName()", selected=self.root.dofs)[1], "'dofs'\n")
        self.run_("root.dofs.position[0] = [1, 2, 3]")
        self.assertEqual(self.root.dofs.position.value[0].tolist(), [1, 2, 3])
        self.assertEqual(self.run_("np.pi > 3")[1], "True\n")

    def test_several_lines(self):
        self.assertEqual(self.run_("for i in range(2):")[0], "incomplete")
        self.assertEqual(self.run_("for i in range(2):\n    print(i)")[0], "incomplete")
        self.assertEqual(self.run_("for i in range(2):\n    print(i)\n    "), ("done", "0\n1\n"))
        self.assertEqual(self.run_("for i in range(2):\n    print(i)", whole=True), ("done", "0\n1\n"))
        self.assertEqual(self.run_("print([1,")[0], "incomplete")
        self.assertEqual(self.run_("print([1,\n2])"), ("done", "[1, 2]\n"))
        self.assertEqual(self.run_("text = '''a")[0], "incomplete")
        self.assertEqual(self.run_("def f(x):\n    return 2 * x\n\nf(4)"), ("done", "8\n"))
        self.assertEqual(self.run_("print([1,", whole=True)[0], "failed")

    def test_errors_are_told_with_their_lines(self):
        outcome, said = self.run_("def f():\n    return root.nothing\n\nf()")
        self.assertEqual(outcome, "failed")
        self.assertTrue(said.startswith("Traceback (most recent call last):\n  File \"<console 1>\", line 4, in <module>"), said)
        self.assertIn("return root.nothing", said)
        self.assertIn("AttributeError: ", said)
        self.assertNotIn("_console.py", said)
        outcome, said = self.run_("1 +")
        self.assertEqual(outcome, "failed")
        self.assertIn("SyntaxError", said)
        self.assertNotIn("_console.py", said)
        self.assertEqual(self.run_("raise SystemExit")[0], "failed")
        import sys
        self.assertIs(sys.stdout, sys.__stdout__)

    def test_a_command_is_interrupted(self):
        for source in ("while True: pass", "Sofa.Simulation.animateNSteps(root, 10**9)"):
            timer = threading.Thread(target=self.stop)
            timer.start()
            outcome, said = self.run_(source)
            timer.join()
            self.assertEqual(outcome, "failed")
            self.assertIn("KeyboardInterrupt", said)
        self.console.interrupt()            # nothing runs: nothing happens
        self.assertEqual(self.run_("1"), ("done", "1\n"))

    def stop(self):
        while self.console._thread is None:
            time.sleep(0.01)
        time.sleep(0.1)
        self.console.interrupt()


class Completion(unittest.TestCase):
    def words(self, text):
        start, words = self.console.complete(text, self.root)
        self.assertLessEqual(start, len(text))
        return text[:start], words

    def setUp(self):
        self.console, self.root = Console(), falling()

    def test_of_names_and_attributes(self):
        self.assertEqual(self.words("ro")[1], ["root", "round"])
        before, words = self.words("print(root.dofs.pos")
        self.assertEqual((before, words), ("print(root.dofs.", ["position"]))
        self.assertIn("rest_position", self.words("root.dofs.")[1])
        self.assertFalse([w for w in self.words("root.dofs.")[1] if w.startswith("_")])
        self.assertIn("__data__", self.words("root.__da")[1])
        self.assertIn("getName", self.words("root.objects[0].getN")[1])
        self.assertIn("animate", self.words("Sofa.Simulation.ani")[1])

    def test_of_classes_and_members(self):
        self.assertEqual(self.words('root.addObject("UniformMa'), ('root.addObject("', ["UniformMass"]))
        self.assertEqual(self.words('root.objects["do'), ('root.objects["', ["dofs"]))

    def test_what_has_no_value_raises_no_more_than_a_name_error(self):
        with self.assertRaises(NameError):
            self.words("nothing.at.all")


if __name__ == "__main__":
    unittest.main()
