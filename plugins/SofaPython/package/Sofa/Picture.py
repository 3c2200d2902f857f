# SPDX-License-Identifier: Apache-2.0
"""Pictures of scenes as arrays, without a window."""
import atexit
import threading

from Sofa import _core

_painters = threading.local()  # what draws belongs to its thread


def _painter():
    if not hasattr(_painters, "painter"):
        try:
            from Sofa import _picture
        except ImportError as problem:
            raise RuntimeError("this build has no pictures: it was made without OpenGL (%s)" % problem) from None
        _painters.painter = _picture.Painter()
        if threading.current_thread() is threading.main_thread():
            atexit.register(_end)
    return _painters.painter


def _end():
    _painters.__dict__.clear()


def picture(root, width=640, height=480, position=None, lookAt=None, fieldOfView=None, background=None):
    """What is seen of an initialised scene: an array of bytes (height, width, 3), red, green, blue.

    It is seen from the scene's camera, else so that all of it is in the picture; `position` and `lookAt` say from where and
    whereto (m), `fieldOfView` the vertical angle (degrees), `background` its red, green and blue from 0 to 1.
    """
    return _draw(root, width, height, position, lookAt, fieldOfView, background, None)


def _draw(root, width, height, position, lookAt, fieldOfView, background, orientation):
    painter = _painter()
    eye, target, colour, turn = [None if v is None else [float(c) for c in v] for v in (position, lookAt, background, orientation)]
    return _core.exclusively(root, lambda scene: painter.draw(scene, width, height, eye, target, fieldOfView, colour, turn))


def save(file, pixels):
    """Writes such an array as a png."""
    from Sofa import _picture
    _picture.write_png(str(file), pixels)
