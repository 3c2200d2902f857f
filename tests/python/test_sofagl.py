# SPDX-License-Identifier: Apache-2.0
"""Scenes drawn into the OpenGL context of another program, here one of EGL without a window."""
import ctypes
import math
import os
import unittest

os.environ.setdefault("LIBGL_ALWAYS_SOFTWARE", "1")

import numpy

import Sofa
import Sofa.SofaGL
from Sofa import Picture, Study

EGL = {"NONE": 0x3038, "SURFACE_TYPE": 0x3033, "PBUFFER_BIT": 1, "RENDERABLE_TYPE": 0x3040, "OPENGL_BIT": 8, "WIDTH": 0x3057,
       "HEIGHT": 0x3056, "RED_SIZE": 0x3024, "GREEN_SIZE": 0x3023, "BLUE_SIZE": 0x3022, "OPENGL_API": 0x30A2,
       "PLATFORM_SURFACELESS": 0x31DD}
WIDTH, HEIGHT, ANGLE = 96, 64, 40.0


def context():
    """Makes a context with the old functions current; skips the test where there is none."""
    try:
        egl = ctypes.CDLL("libEGL.so.1")
        ctypes.CDLL("libGL.so.1")
    except OSError as problem:
        raise unittest.SkipTest(str(problem))
    for name in ("eglGetPlatformDisplay", "eglCreatePbufferSurface", "eglCreateContext"):
        getattr(egl, name).restype = ctypes.c_void_p

    def attributes(kind, **values):
        flat = [word for name, value in values.items() for word in (EGL[name], value)]
        return (kind * (len(flat) + 1))(*flat, EGL["NONE"])
    display = ctypes.c_void_p(egl.eglGetPlatformDisplay(EGL["PLATFORM_SURFACELESS"], None, None))
    if not egl.eglInitialize(display, None, None) or not egl.eglBindAPI(EGL["OPENGL_API"]):
        raise unittest.SkipTest("EGL draws nothing here")
    config, count = ctypes.c_void_p(), ctypes.c_int()
    egl.eglChooseConfig(display, attributes(ctypes.c_int, SURFACE_TYPE=EGL["PBUFFER_BIT"], RENDERABLE_TYPE=EGL["OPENGL_BIT"],
                                            RED_SIZE=8, GREEN_SIZE=8, BLUE_SIZE=8), ctypes.byref(config), 1, ctypes.byref(count))
    surface = ctypes.c_void_p(egl.eglCreatePbufferSurface(display, config, attributes(ctypes.c_int, WIDTH=WIDTH, HEIGHT=HEIGHT)))
    made = ctypes.c_void_p(egl.eglCreateContext(display, config, None, None))
    if not surface or not made or not egl.eglMakeCurrent(display, surface, surface, made):
        raise unittest.SkipTest("EGL gives no context with the old functions of OpenGL")
    return egl, display, surface, made


def ball(root):
    root.addObject("DefaultAnimationLoop")
    root.addObject("VisualStyle", displayFlags="showVisual showBehavior")
    root.addObject("MechanicalObject", name="dofs", position=[[0, 0, 0], [0.5, 0.5, 0]], showObject=True, showObjectScale=0.4, drawMode=2)


class Contexts(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.context = context()
        cls.gl = ctypes.CDLL("libGL.so.1")

    def look(self, eye, turn):
        """Matrices of a camera at `eye`, turned about y by `turn`."""
        gl, c, s = self.gl, math.cos(turn), math.sin(turn)
        near, far, f = 0.1, 100.0, 1 / math.tan(math.radians(ANGLE) / 2)
        projection = numpy.array([[f * HEIGHT / WIDTH, 0, 0, 0], [0, f, 0, 0], [0, 0, (far + near) / (near - far), 2 * far * near / (near - far)],
                                  [0, 0, -1, 0]])
        back = numpy.array([[c, 0, s], [0, 1, 0], [-s, 0, c]])
        modelview = numpy.eye(4)
        modelview[:3, :3], modelview[:3, 3] = back.T, -back.T @ eye
        for mode, matrix in ((0x1701, projection), (0x1700, modelview)):
            gl.glMatrixMode(mode)
            gl.glLoadMatrixd((ctypes.c_double * 16)(*matrix.T.ravel()))

    def pixels(self):
        data = numpy.zeros((HEIGHT, WIDTH, 3), dtype=numpy.uint8)
        self.gl.glPixelStorei(0x0D05, 1)
        self.gl.glReadPixels(0, 0, WIDTH, HEIGHT, 0x1907, 0x1401, ctypes.c_void_p(data.ctypes.data))
        return data[::-1].astype(int)

    def draw(self, root):
        gl = self.gl
        gl.glViewport(0, 0, WIDTH, HEIGHT)
        gl.glClearColor(*map(ctypes.c_float, (0.2, 0.4, 0.6, 1)))
        gl.glClear(0x4100)
        gl.glEnable(0x0B71)
        self.assertEqual(Sofa.SofaGL.glewInit(), 0)
        Sofa.SofaGL.draw(root)
        gl.glFinish()
        return self.pixels()

    def test_what_the_matrices_say_is_seen(self):
        root = Study.build(ball)
        self.look(numpy.array([0, 0, 5.0]), 0)
        drawn = self.draw(root)
        self.assertLess(numpy.abs(drawn[0, 0] - [51, 102, 153]).max(), 3, "the context's background")
        same = Picture.picture(root, WIDTH, HEIGHT, position=[0, 0, 5], lookAt=[0, 0, 0], fieldOfView=ANGLE, background=[0.2, 0.4, 0.6])
        middle = drawn[HEIGHT // 2, WIDTH // 2]
        self.assertLess(numpy.abs(middle - same[HEIGHT // 2, WIDTH // 2]).max(), 12)
        self.assertGreater(numpy.abs(middle - [51, 102, 153]).max(), 40, "the ball")
        # The second ball is up and to the right.
        up, right = HEIGHT // 2 - int(HEIGHT / 2 * 0.1 / math.tan(math.radians(ANGLE / 2))), WIDTH // 2 + 9
        self.assertGreater(numpy.abs(drawn[up, right] - [51, 102, 153]).max(), 40)

    def test_a_camera_that_turns_looks_elsewhere(self):
        root = Study.build(ball)
        self.look(numpy.array([5.0, 0, 0]), math.pi / 2)
        towards = self.draw(root)
        self.look(numpy.array([5.0, 0, 0]), -math.pi / 2)
        away = self.draw(root)
        self.assertGreater(numpy.abs(towards[HEIGHT // 2, WIDTH // 2] - [51, 102, 153]).max(), 40)
        self.assertLess(numpy.abs(away - [51, 102, 153]).max(), 3)

    def test_the_state_of_the_context_stays(self):
        root = Study.build(ball)
        self.look(numpy.array([0, 0, 5.0]), 0)
        self.draw(root)
        self.assertTrue(self.gl.glIsEnabled(0x0B71))
        self.assertEqual(self.gl.glGetError(), 0)
        for turn in (0, 1, 2, 3, 4, 5):
            back = numpy.array([[math.cos(turn), 0, math.sin(turn)], [0, 1, 0], [-math.sin(turn), 0, math.cos(turn)]])
            q = Sofa.SofaGL._quaternion(back)
            self.assertAlmostEqual(abs(q[1]), abs(math.sin(turn / 2)))
            self.assertAlmostEqual(abs(q[3]), abs(math.cos(turn / 2)))


if __name__ == "__main__":
    unittest.main()
