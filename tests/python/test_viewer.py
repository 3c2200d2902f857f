# SPDX-License-Identifier: Apache-2.0
"""The viewer's window as scripts open it, each in a program of its own; Qt's platform "offscreen" needs no display."""
import os
import subprocess
import sys
import tempfile
import textwrap
import unittest
from pathlib import Path

from Sofa import _core

SCENE = """
    import sys, threading, time
    import Sofa, Sofa.Gui
    from Sofa.Gui import GUIManager

    def createScene(root):
        root.addObject("DefaultAnimationLoop")
        root.addObject("EulerExplicitSolver")
        root.addObject("MechanicalObject", name="dofs", position=[[0, 0, 0]])
        root.addObject("UniformMass", vertexMass=1.0)

    class Ends(Sofa.Core.Controller):
        def onAnimateEndEvent(self, event):
            self.steps = getattr(self, "steps", 0) + 1
            if self.steps == 5:
                GUIManager.closeGUI()

    def show(name="qt"):
        root = Sofa.Core.Node("root", animate=True)
        createScene(root)
        ends = root.addObject(Ends(name="ends"))
        Sofa.Simulation.initRoot(root)
        GUIManager.Init("program", name)
        print("created", GUIManager.createGUI(root))
        GUIManager.SetDimension(320, 240)
        print("shown", GUIManager.MainLoop(root))
        GUIManager.closeGUI()
        return root, ends
"""


@unittest.skipUnless("qt" in _core.front_ends(), "this build has no viewer")
class Window(unittest.TestCase):
    def run_(self, program, environment=None, timeout=120, status=0):
        with tempfile.TemporaryDirectory() as folder:
            file = Path(folder) / "program.py"
            file.write_text(textwrap.dedent(SCENE) + textwrap.dedent(program))
            # The display of whoever runs the tests, and where it remembers things, are none of theirs.
            clean = {k: v for k, v in os.environ.items() if k not in ("DISPLAY", "WAYLAND_DISPLAY", "QT_QPA_PLATFORM")}
            clean.update(environment if environment is not None else {"QT_QPA_PLATFORM": "offscreen"},
                         XDG_CONFIG_HOME=folder, LIBGL_ALWAYS_SOFTWARE="1")
            done = subprocess.run([sys.executable, str(file)], env=clean, capture_output=True, text=True, timeout=timeout, cwd=folder)
        self.assertEqual(done.returncode, status, done.stdout + done.stderr)
        return done.stdout + done.stderr

    def test_the_window_shows_the_scene_and_leaves_it_as_it_is(self):
        said = self.run_("""
            root, ends = show()
            assert ends.steps >= 5 and root.time.value > 0
            assert root.dofs.velocity.value[0, 1] < 0, root.dofs.velocity.value
            Sofa.Simulation.animate(root)
            print("alive", root.time.value)
        """)
        self.assertIn("created 0", said)
        self.assertIn("shown 0", said)
        self.assertIn("alive", said)

    def test_one_after_the_other(self):
        said = self.run_("""
            for k in range(2):
                show("qglviewer")
        """)
        self.assertEqual(said.count("shown 0"), 2, said)

    def test_other_threads_go_on(self):
        said = self.run_("""
            counts = [0]
            def count():
                while counts[0] >= 0:
                    counts[0] += 1
                    time.sleep(0.001)
            thread = threading.Thread(target=count)
            thread.start()
            show()
            print("counted", counts[0] > 10)
            counts[0] = -1
        """)
        self.assertIn("counted True", said)

    def test_an_interrupt_from_the_keyboard_closes_it(self):
        said = self.run_("""
            import os, signal
            root = Sofa.Core.Node("root")
            createScene(root)
            Sofa.Simulation.initRoot(root)
            GUIManager.Init("program", "qt")
            GUIManager.createGUI(root)
            threading.Timer(2, lambda: os.kill(os.getpid(), signal.SIGINT)).start()
            try:
                GUIManager.MainLoop(root)
            except KeyboardInterrupt:
                print("interrupted")
        """)
        self.assertIn("interrupted", said)

    def test_without_a_display_the_remedy_is_named(self):
        said = self.run_("""
            root = Sofa.Core.Node("root")
            createScene(root)
            GUIManager.Init("program", "imgui")
            print("created", GUIManager.createGUI(root))
            print("shown", GUIManager.MainLoop(root))
        """, environment={})
        self.assertIn("created 1", said)
        self.assertIn("shown 1", said)
        self.assertIn("there is no display", said)
        self.assertIn("xvfb-run", said)

    def test_batch_needs_none(self):
        said = self.run_("""
            GUIManager._steps = 10
            for name in ("batch", ""):
                root, ends = show(name)
                assert ends.steps == 10, ends.steps
        """, environment={})
        self.assertEqual(said.count("shown 0"), 2)

    def test_not_in_another_thread(self):
        said = self.run_("""
            thread = threading.Thread(target=show)
            thread.start()
            thread.join()
        """)
        self.assertIn("created 1", said)
        self.assertIn("main thread", said)

    def test_without_a_scene(self):
        self.assertIn("no scene to show", self.run_("print(GUIManager.MainLoop())"))


@unittest.skipUnless(os.environ.get("RUNSOFA"), "RUNSOFA names no program")
class SceneScripts(unittest.TestCase):
    def test_a_scene_that_shows_itself_is_shown_once(self):
        with tempfile.TemporaryDirectory() as folder:
            file = Path(folder) / "scene.py"
            file.write_text(textwrap.dedent("""
                import Sofa, Sofa.Gui
                def createScene(root):
                    root.addObject("DefaultAnimationLoop")
                    Sofa.Gui.GUIManager.Init("scene", "qt")
                    print("created", Sofa.Gui.GUIManager.createGUI(root, __file__))
                    Sofa.Gui.GUIManager.SetDimension(400, 300)
                    print("shown", Sofa.Gui.GUIManager.MainLoop(root))
            """))
            done = subprocess.run([os.environ["RUNSOFA"], "-g", "batch", "-n", "2", str(file)], capture_output=True, text=True)
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
        self.assertIn("created 0", done.stdout)
        self.assertIn("shown 0", done.stdout)


if __name__ == "__main__":
    unittest.main()
