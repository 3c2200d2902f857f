# SPDX-License-Identifier: Apache-2.0
"""Scenes one after the other, side by side, and given to runSofa."""
import gc
import json
import os
import subprocess
import sys
import tempfile
import textwrap
import threading
import unittest
import weakref

import numpy

from scenes import falling
import Sofa
import SofaRuntime

RUNSOFA = os.environ.get("RUNSOFA")


class Modules(unittest.TestCase):
    """Modules that plugins bring, and what an installation lists."""

    def module(self, *folders):
        folder = os.path.join(self.folder.name, *folders)
        os.makedirs(folder)
        with open(os.path.join(folder, "module_of_%s.py" % folders[0]), "w", encoding="utf8") as f:
            f.write("name = %r\n" % folders[0])

    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.addCleanup(self.folder.cleanup)
        path = list(sys.path)
        self.addCleanup(lambda: sys.path.__setitem__(slice(None), path))

    def test_of_plugins_and_of_lists(self):
        from Sofa import _paths
        self.module("a", "lib", "python3", "site-packages")
        self.module("b", "python%d.%d" % sys.version_info[:2], "site-packages")
        self.module("c", "anywhere")
        os.makedirs(os.path.join(self.folder.name, "etc", "sofa", "python.d"))
        with open(os.path.join(self.folder.name, "etc", "sofa", "python.d", "list"), "w", encoding="utf8") as f:
            f.write("# of a test\nc/anywhere\nno/such/folder\n")
        Repository = SofaRuntime.PluginRepository
        Repository.addFirstPath(self.folder.name)
        self.addCleanup(Repository.removePath, self.folder.name)
        import module_of_a
        import module_of_b
        _paths.add_all(self.folder.name)
        _paths.add_all(self.folder.name)
        import module_of_c
        self.assertEqual([m.name for m in (module_of_a, module_of_b, module_of_c)], ["a", "b", "c"])
        self.assertEqual(sum(p.startswith(self.folder.name) for p in sys.path), 3)

    @unittest.skipUnless(RUNSOFA, "RUNSOFA is not set")
    def test_in_run_sofa(self):
        self.module("a", "lib", "python3", "site-packages")
        self.module("b")
        scene = os.path.join(self.folder.name, "scene.py")
        with open(scene, "w", encoding="utf8") as f:
            f.write("import module_of_a, module_of_b\ndef createScene(root):\n    print('from', module_of_a.name, module_of_b.name)\n")
        environment = os.environ | {"SOFA_PLUGIN_PATH": self.folder.name, "SOFAPYTHON3_PLUGINS_PATH": os.path.join(self.folder.name, "b")}
        done = subprocess.run([RUNSOFA, "-g", "batch", "-n", "1", scene], capture_output=True, text=True, check=False, env=environment)
        self.assertIn("from a b", done.stdout, done.stdout + done.stderr)


class Several(unittest.TestCase):
    def test_ten_scenes_one_after_the_other(self):
        for n in range(1, 11):
            root = falling(n)
            Sofa.Simulation.animateNSteps(root, n)
            numpy.testing.assert_allclose(root.dofs.velocity.value, [[0, -n, 0]] * n)
            Sofa.Simulation.unload(root)

    def test_two_at_a_time_in_threads(self):
        results = {}

        def work(name):
            root = falling(200)
            for _ in range(100):
                Sofa.Simulation.animate(root, 0.01)
            results[name] = root.dofs.position.value.copy()

        threads = [threading.Thread(target=work, args=(i,)) for i in range(2)]
        for t in threads:
            t.start()
        for t in threads:
            t.join()
        work("alone")
        self.assertTrue(numpy.array_equal(results[0], results["alone"]) and numpy.array_equal(results[1], results["alone"]))

    def test_one_scene_is_for_one_thread(self):
        class Again(Sofa.Core.Controller):
            def onAnimateBeginEvent(self, event):
                try:
                    Sofa.Simulation.animate(self.getContext())
                except RuntimeError as problem:
                    self.said = str(problem)
        root = falling()
        again = root.addObject(Again(name="again"))
        Sofa.Simulation.animate(root)
        self.assertIn("being simulated", again.said)

    def test_components_go_with_their_scene(self):
        class C(Sofa.Core.Controller):
            pass
        root = falling()
        probe = weakref.ref(root.addObject(C(name="c")))
        gc.collect()
        self.assertIs(probe(), root.c)
        Sofa.Simulation.unload(root)
        gc.collect()
        self.assertIsNone(probe())


class ScriptExit(unittest.TestCase):
    def test_with_scenes_alive_and_an_exception(self):
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "s.py")
            with open(path, "w") as f:
                f.write("import Sofa\nclass C(Sofa.Core.Controller): pass\nroot = Sofa.Core.Node('r')\nroot.me = root\n"
                        "root.addObject(C(name='c')).node = root\nraise KeyError('on purpose')\n")
            p = subprocess.run([sys.executable, path], capture_output=True, text=True)
        self.assertEqual(p.returncode, 1)
        self.assertIn("on purpose", p.stderr + p.stdout)


@unittest.skipUnless(RUNSOFA, "RUNSOFA is not set")
class InRunSofa(unittest.TestCase):
    def run_scene(self, text, *options, name="scene.py", steps=2):
        with tempfile.TemporaryDirectory() as folder:
            with open(os.path.join(folder, name), "w") as f:
                f.write(textwrap.dedent(text))
            out = os.path.join(folder, "out.json")
            p = subprocess.run([RUNSOFA, "-g", "batch", "-n", str(steps), "--state-out", out, *options,
                                os.path.join(folder, name)], capture_output=True, text=True)
            states = []
            if os.path.exists(out):
                with open(out) as f:
                    states = json.load(f)["frames"][-1]["states"]
        return p.returncode, p.stdout + p.stderr, states

    def test_a_scene_with_arguments(self):
        status, text, states = self.run_scene("""
            import sys
            def createScene(root):
                root.addObject("MechanicalObject", name="m", position=[float(a) for a in sys.argv[1:]])
        """, "--argv", "1,2", "--argv", "3")
        self.assertEqual((status, states[0]["path"], states[0]["position"]), (0, "/m", [1, 2, 3]), text)

    def test_an_exception_tells_where(self):
        status, text, states = self.run_scene("""
            def createScene(root):
                root.addObject("MechanicalObject", name="m", positon=[0, 0, 0])
        """)
        self.assertEqual(status, 1)
        for words in ("scene.py", "line 3", "TypeError", "positon", "'position'"):
            self.assertIn(words, text)

    def test_an_exception_of_a_controller_names_it(self):
        status, text, states = self.run_scene("""
            import Sofa
            class C(Sofa.Core.Controller):
                def onAnimateEndEvent(self, event):
                    raise RuntimeError("on purpose")
            def createScene(root):
                root.addObject("MechanicalObject", name="m")
                root.addObject(C(name="c"))
        """)
        self.assertEqual(status, 1)
        for words in ("C(/c)", "on purpose", "onAnimateEndEvent", "line 5"):
            self.assertIn(words, text)

    def test_a_force_without_a_state_is_told(self):
        status, text, states = self.run_scene("""
            import Sofa
            def createScene(root):
                root.addObject("DefaultAnimationLoop")
                root.addObject(Sofa.Core.ForceFieldVec3d(name="lonely"))
        """)
        self.assertEqual(status, 1, text)
        self.assertIn("/lonely: no mechanical state", text)

    def test_a_force_that_raises_stops_the_run(self):
        status, text, states = self.run_scene("""
            import Sofa
            class F(Sofa.Core.ForceFieldVec3d):
                def addForce(self, m, f, x, v):
                    raise LookupError("no force today")
            def createScene(root):
                root.addObject("DefaultAnimationLoop")
                root.addObject("EulerExplicitSolver")
                root.addObject("MechanicalObject", name="m")
                root.addObject("UniformMass")
                root.addObject(F(name="f"))
        """, steps=5)
        self.assertEqual(status, 1, text)
        self.assertIn("no force today", text)


if __name__ == "__main__":
    unittest.main()
