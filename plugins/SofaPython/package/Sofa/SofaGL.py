# SPDX-License-Identifier: Apache-2.0
"""Scenes in the OpenGL context of another program: of pygame, pyglet, Qt and the like.

What is drawn is a picture as large as the viewport, seen as the context's matrices say: it hides what was drawn before, and
has no depth for what is drawn after. The context needs OpenGL's old functions (a compatibility profile).
"""
import ctypes
import math
from concurrent.futures import ThreadPoolExecutor

import numpy

from Sofa import Picture

_VIEWPORT, _MODELVIEW, _PROJECTION, _CLEAR_COLOUR = 0x0BA2, 0x0BA6, 0x0BA7, 0x0C22
_RGB, _BYTES, _ALIGNMENT, _PROGRAM, _EVERYTHING = 0x1907, 0x1401, 0x0CF5, 0x8B8D, 0x000FFFFF
_DEPTH_TEST, _LIGHTING, _BLEND, _TEXTURE, _SCISSOR = 0x0B71, 0x0B50, 0x0BE2, 0x0DE1, 0x0C11

_library, _drawer = None, None


def _gl():
    global _library
    if _library is None:
        try:
            _library = ctypes.CDLL("libGL.so.1")
        except OSError as problem:
            raise RuntimeError("Sofa.SofaGL needs libGL.so.1 (Debian: libgl1): %s" % problem) from None
    return _library


def glewInit():
    """Nothing is to be prepared: 0."""
    return 0


def _numbers(read, what, kind, count):
    values = (kind * count)()
    read(what, values)
    return numpy.array(values)


def _camera(modelview, projection):
    """Position, orientation x y z w and vertical angle (degrees) of the context; None where it has no perspective."""
    if projection[3, 2] != -1 or not projection[1, 1] > 0:
        return None, None, None
    turn, shift = modelview[:3, :3], modelview[:3, 3]
    back = turn.T
    return -back @ shift, _quaternion(back), 2 * math.degrees(math.atan(1 / projection[1, 1]))


def _quaternion(rotation):
    """x y z w, by the greatest of them, which is far from zero."""
    m = rotation
    squares = numpy.array([1 + m[0, 0] - m[1, 1] - m[2, 2], 1 - m[0, 0] + m[1, 1] - m[2, 2], 1 - m[0, 0] - m[1, 1] + m[2, 2],
                           1 + m[0, 0] + m[1, 1] + m[2, 2]])
    i = int(squares.argmax())
    if i == 3:
        q = numpy.array([m[2, 1] - m[1, 2], m[0, 2] - m[2, 0], m[1, 0] - m[0, 1], squares[3]])
    else:
        j, k = (i + 1) % 3, (i + 2) % 3
        q = numpy.zeros(4)
        q[[i, j, k, 3]] = squares[i], m[j, i] + m[i, j], m[k, i] + m[i, k], m[k, j] - m[j, k]
    return q / numpy.linalg.norm(q)


def draw(node):
    """Draws an initialised scene into the viewport of the current context."""
    global _drawer
    gl = _gl()
    x, y, width, height = map(int, _numbers(gl.glGetIntegerv, _VIEWPORT, ctypes.c_int, 4))
    if width < 1 or height < 1:
        raise RuntimeError("no OpenGL context is current in this thread, or its viewport is empty")
    modelview, projection = (_numbers(gl.glGetDoublev, what, ctypes.c_double, 16).reshape(4, 4).T for what in (_MODELVIEW, _PROJECTION))
    position, orientation, angle = _camera(modelview, projection)
    background = _numbers(gl.glGetFloatv, _CLEAR_COLOUR, ctypes.c_float, 4)[:3]
    if _drawer is None:     # a context of its own in a thread of its own: that of the caller stays as it is
        _drawer = ThreadPoolExecutor(1, "SofaGL")
    pixels = _drawer.submit(Picture._draw, node, width, height, position, None, angle, background, orientation).result()
    _copy(gl, x, y, numpy.ascontiguousarray(pixels[::-1]))


def _copy(gl, x, y, pixels):
    program = int(_numbers(gl.glGetIntegerv, _PROGRAM, ctypes.c_int, 1)[0])
    gl.glPushAttrib(_EVERYTHING)
    gl.glPushClientAttrib(1)
    for state in (_DEPTH_TEST, _LIGHTING, _BLEND, _TEXTURE, _SCISSOR):
        gl.glDisable(state)
    if program:
        gl.glUseProgram(0)
    gl.glPixelStorei(_ALIGNMENT, 1)
    gl.glWindowPos2i(x, y)
    gl.glDrawPixels(pixels.shape[1], pixels.shape[0], _RGB, _BYTES, ctypes.c_void_p(pixels.ctypes.data))
    if program:
        gl.glUseProgram(program)
    gl.glPopClientAttrib()
    gl.glPopAttrib()
