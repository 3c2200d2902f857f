# SPDX-License-Identifier: Apache-2.0
"""Pictures of scenes, where OpenGL can draw without a window."""
import os
import tempfile
import threading
import unittest

import numpy

import Sofa
import Sofa.Gui
from Sofa import Learning, Picture, Study


def ball(root, colour="1 0 0 1"):
    root.gravity = [0, 0, 0]
    root.addObject("MeshTopology", name="mesh", position=[[-1, -1, 0], [1, -1, 0], [1, 1, 0], [-1, 1, 0]], quads=[[0, 1, 2, 3]])
    root.addObject("OglModel", name="skin", position="@mesh.position", quads="@mesh.quads", color=colour)


try:
    Picture.picture(Study.build(ball), 8, 8)
    reason = None
except RuntimeError as problem:
    reason = str(problem)


@unittest.skipIf(reason, reason)
class Pictures(unittest.TestCase):
    front = dict(position=[0, 0, 10], lookAt=[0, 0, 0], background=[0, 0, 1])

    def test_a_red_square_before_blue(self):
        pixels = Picture.picture(Study.build(ball), 60, 40, **self.front)
        self.assertEqual((pixels.shape, pixels.dtype), ((40, 60, 3), numpy.uint8))
        middle, corner = pixels[20, 30].astype(int), pixels[1, 1].astype(int)
        self.assertGreater(middle[0], middle[2] + 50)
        self.assertGreater(corner[2], corner[0] + 50)
        self.assertTrue((Picture.picture(Study.build(ball), 60, 40, **self.front) == pixels).all())

    def test_it_shows_what_moved(self):
        root = Study.build(ball)
        before = Picture.picture(root, 60, 40, **self.front)
        root.mesh.position = numpy.array(root.mesh.position.value) + [100, 0, 0]
        self.assertFalse((Picture.picture(root, 60, 40, **self.front) == before).all())

    def test_all_of_a_scene_is_seen_by_default(self):
        pixels = Picture.picture(Study.build(ball), 60, 40)
        self.assertGreater(pixels.reshape(-1, 3).std(axis=0).max(), 5)

    def test_in_a_thread_and_wrong_sizes(self):
        shapes = []
        root = Study.build(ball)
        thread = threading.Thread(target=lambda: shapes.append(Picture.picture(root, 10, 10).shape))
        thread.start()
        thread.join()
        self.assertEqual(shapes, [(10, 10, 3)])
        for size in ((0, 10), (10, -1), (10 ** 6, 10)):
            with self.assertRaises(ValueError):
                Picture.picture(root, *size)
        with self.assertRaises(TypeError):
            Picture.picture(None)

    def test_within_a_step_it_is_refused(self):
        class Shoot(Sofa.Core.Controller):
            def onAnimateEndEvent(self, event):
                try:
                    Picture.picture(self.getContext(), 8, 8)
                except RuntimeError as problem:
                    self.said = str(problem)
        root = Study.build(ball)
        shoot = root.addObject(Shoot(name="shoot"))
        Sofa.Simulation.animate(root)
        self.assertIn("being simulated", shoot.said)

    def test_files(self):
        with tempfile.TemporaryDirectory() as folder:
            file = os.path.join(folder, "picture.png")
            Sofa.Gui.GUIManager.createGUI(Study.build(ball))
            Sofa.Gui.GUIManager.SetDimension(32, 24)
            Sofa.Gui.GUIManager.SaveScreenshot(file)
            Sofa.Gui.GUIManager.closeGUI()
            with open(file, "rb") as f:
                self.assertEqual(f.read(8), b"\x89PNG\r\n\x1a\n")
            with self.assertRaisesRegex(RuntimeError, "cannot be written"):
                Picture.save("/proc/no/picture.png", numpy.zeros((2, 2, 3)))
            with self.assertRaises(TypeError):
                Picture.save(file, numpy.zeros((2, 2)))

    def test_environments_render(self):
        class Seen(Learning.Environment):
            observation_space = action_space = Learning.Box(0, 1, (1,))
            def createScene(self, root): ball(root)
            def act(self, action): pass
            def observe(self): return [0]
            def reward(self): return 0
        with Seen(render_mode="rgb_array") as environment:
            environment.reset()
            self.assertEqual(environment.render().shape, (240, 320, 3))
        self.assertIsNone(Seen().render())


if __name__ == "__main__":
    unittest.main()
