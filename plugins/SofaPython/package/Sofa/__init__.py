# SPDX-License-Identifier: Apache-2.0
"""Scenes of interactive physical simulation in Python: docs/manual/python.md."""
import sys

from Sofa import _importable  # tells what is missing, before anything is
from Sofa import _core, _signatures
from Sofa import constants, Helper, Types, Core, Simulation
from Sofa._common import caller
from Sofa._prefab import Prefab, PrefabBuilder
from Sofa._scene import import_scene as import_sofa_python_scene
from Sofa._scene import format_exception as getSofaFormattedStringFromException
from Sofa.Helper import GetVersion
import SofaTypes

__version__ = _core.version

def _message(severity):
    def send(*arguments):
        file, line = caller()
        target, text = arguments if len(arguments) == 2 else ("PythonScript", *arguments)
        _core.send_message(severity, target, text, file, line)
    return send


msg_info, msg_deprecated, msg_warning, msg_error = map(_message, (0, 2, 3, 4))


def sendMessageFromException(exception):
    Helper.msg_error("SofaPython3", getSofaFormattedStringFromException(exception))


def getStackForSofa():
    import inspect
    return inspect.stack()


def formatStackForSofa(stack):
    return "\n".join("  File %s, line %d, in %s" % (f.filename, f.lineno, f.function) for f in stack)


def getPythonCallingPoint():
    file, line = caller()
    return "File %s, line %d" % (file, line)


def unloadModules():
    from Sofa import _scene
    _scene.unload_modules()


def _tellException(kind, value, trace):
    if issubclass(kind, KeyboardInterrupt):
        return sys.__excepthook__(kind, value, trace)
    _core.send_message(4, "SofaPython3", getSofaFormattedStringFromException(value), "", 0)


_signatures.tell()
_core.accept_former_names()
sys.excepthook = _tellException
_core.read_scenes_in_python()
