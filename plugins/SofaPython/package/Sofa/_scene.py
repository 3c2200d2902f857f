# SPDX-License-Identifier: Apache-2.0
"""Scene files written in Python."""
import os
import sys
import traceback
from types import ModuleType

from Sofa import _core

_known = None  # modules that stay from one scene to the next; None: all, as a script decides by itself what it imports


def forget_from_now():
    """Modules imported from now on are imported again with each scene, so that edits of them count."""
    global _known
    _known = set(sys.modules)


def runs_in_program():
    """Whether runSofa runs the scene, rather than Python the program."""
    return _known is not None


def unload_modules():
    for name in set(sys.modules) - (_known or set(sys.modules)):
        del sys.modules[name]


_package = os.path.dirname(os.path.abspath(__file__)) + os.sep


def _isOwn(frame):
    return os.path.abspath(frame.filename).startswith(_package)


def _leaveOutOwn(told):
    """Lines of the package tell users nothing, unless there are no others."""
    for one in (told, told.__cause__, told.__context__):
        if one is None or one.stack is None:
            continue
        if one is not told:
            _leaveOutOwn(one)
        elif not all(map(_isOwn, one.stack)):
            one.stack[:] = [frame for frame in one.stack if not _isOwn(frame)]


def trace_text(exception):
    """The traceback as users need it: the lines of their scripts."""
    told = traceback.TracebackException.from_exception(exception)
    if isinstance(exception, SyntaxError) and all(map(_isOwn, told.stack)):
        return "".join(told.format_exception_only()).rstrip()
    _leaveOutOwn(told)
    return "".join(told.format()).rstrip()


def format_exception(exception):
    text, trace = "".join(traceback.format_exception_only(type(exception), exception)).strip(), trace_text(exception)
    return text if trace.strip() == text else text + "\n" + trace


def _module(path):
    path = os.path.abspath(path)
    module = ModuleType(os.path.splitext(os.path.basename(path))[0])
    module.__file__ = path
    with open(path, "rb") as f:
        code = compile(f.read(), path, "exec")
    exec(code, module.__dict__)
    return module


def import_scene(path):
    """A scene file as a module."""
    module = _module(path)
    if not hasattr(module, "createScene"):
        raise Exception("%s has no function createScene(root)" % path)
    return module


def load(path, arguments=()):
    """The scene of a file, as far as it could be built."""
    from Sofa._node import Node
    unload_modules()
    path = os.path.abspath(path)
    folder, base = os.path.split(path)
    sys.argv = [os.path.splitext(base)[0], *arguments]
    root = Node("root")
    root._setLocation(path, 1)
    _core.set_folder(root, folder)
    before, search = os.getcwd(), list(sys.path)
    os.chdir(folder)
    if "" not in sys.path:
        sys.path.insert(0, "")
    try:
        module = _module(path)
        if hasattr(module, "createScene"):
            module.createScene(root)
        else:
            _core.send_message(4, "SofaPython3", "The scene file %s has no function createScene(root)." % path, path, 1)
    except BaseException as problem:
        _core.send_message(4, "SofaPython3", "Unable to completely load the scene from file '%s': %s" % (
            path, format_exception(problem)), path, 0)
    finally:
        os.chdir(before)
        sys.path[:] = search
    return root
