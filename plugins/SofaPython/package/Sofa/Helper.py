# SPDX-License-Identifier: Apache-2.0
"""Messages, files and other services."""
import os
import sys
from types import ModuleType

from Sofa import _core, _paths


def GetVersion():
    """Of the behaviour that scripts can rely on."""
    return "v26.06"


def _message(severity):
    def send(*arguments):
        forms = {1: (str,), 2: (object, str), 3: (str, str, int), 4: (object, str, str, int)}
        if len(arguments) not in forms or not all(isinstance(a, t) for a, t in zip(arguments, forms[len(arguments)])):
            raise TypeError("messages are given as (text), (emitter, text), (text, file, line) or (emitter, text, file, line)")
        emitter = arguments[0] if len(arguments) % 2 == 0 else "PythonScript"
        text, *place = arguments[len(arguments) % 2 == 0:]
        if not isinstance(emitter, (str, _core.Handle)):
            raise TypeError("the emitter of a message is a str, a node or a component")
        _core.send_message(severity, emitter, text, *(place or ("", 0)))
    return send


msg_info, msg_deprecated, msg_warning, msg_error, msg_fatal = map(_message, (0, 2, 3, 4, 5))


def allowWrites(folder: "str | os.PathLike[str]") -> None:
    """Lets scenes that are read from files write in a folder and below, beside their own and the working folder: what the option
    --allow-writes of runSofa does. For all scenes of this process from now on."""
    if not os.path.isdir(folder):
        raise NotADirectoryError(f"allowWrites: there is no folder {os.fspath(folder)!r}")
    _core.allow_writes(os.path.abspath(folder))


class MessageHandler:
    """Gets messages while a block runs: override process(self, message), message being a dict."""

    def process(self, message):
        raise NotImplementedError("override process(self, message)")

    def __enter__(self):
        _core.add_handler(self)
        return self

    def __exit__(self, *exception):
        _core.remove_handler(self)
        return False


class FileRepository:
    """Folders in which files are searched."""

    def __init__(self, envVar="SOFA_DATA_PATH", relativePath=None, fileKeyMaps=()):
        self._folders = [f for f in os.environ.get(envVar, "").split(":") if f]
        self.direct_access_protocol_prefix = []

    def getPaths(self): return list(self._folders)
    def addFirstPath(self, path): self._folders.insert(0, path)
    def addLastPath(self, path): self._folders.append(path)
    def removePath(self, path): self._folders = [f for f in self._folders if f != path]

    def clear(self):
        for path in self.getPaths():
            self.removePath(path)

    def getFirstPath(self): return (self.getPaths() or [""])[0]
    def getPathsJoined(self): return ":".join(self.getPaths())

    def _find(self, name, base):
        for folder in [base or os.getcwd(), *self.getPaths()]:
            path = os.path.normpath(os.path.join(folder, name))
            if os.path.exists(path):
                return path
        return None

    def findFile(self, name, basedir=""): return self._find(name, basedir) is not None
    def getFile(self, name, basedir=""): return self._find(name, basedir) or name
    def findFileFromFile(self, name, base): return self.findFile(name, os.path.dirname(base))
    def print(self): sys.stdout.write(self.getPathsJoined() + "\n")

    @staticmethod
    def relativeToPath(path, reference): return os.path.relpath(path, reference)

    @staticmethod
    def entrySeparator(): return ":"


class _DataRepository(FileRepository):
    """The data path of the framework."""

    def __init__(self): self.direct_access_protocol_prefix = []
    def getPaths(self): return _core.data_folders()
    def addFirstPath(self, path): _core.add_data_folder(path, True)
    def addLastPath(self, path): _core.add_data_folder(path, False)
    def removePath(self, path): _core.remove_data_folder(path)


class _PluginRepository(FileRepository):
    def __init__(self): FileRepository.__init__(self, "SOFA_PLUGIN_PATH")

    def addFirstPath(self, path):
        FileRepository.addFirstPath(self, path)
        self._added(path)

    def addLastPath(self, path):
        FileRepository.addLastPath(self, path)
        self._added(path)

    def _added(self, path):
        _core.add_plugin_folder(path)
        _paths.add_modules_of([path])

    def removePath(self, path):
        FileRepository.removePath(self, path)
        _core.remove_plugin_folder(path)


System = sys.modules["Sofa.Helper.System"] = ModuleType("Sofa.Helper.System")
System.FileRepository = FileRepository


class Utils:
    """Where things are."""
    @staticmethod
    def getExecutablePath(): return sys.executable
    @staticmethod
    def getExecutableDirectory(): return os.path.dirname(sys.executable)

    @staticmethod
    def getSofaPathPrefix():
        """The folder of the installation: it has lib and share."""
        return os.path.abspath(os.path.join(os.path.dirname(os.path.realpath(_core.__file__)), *[".."] * 4))

    @classmethod
    def getSofaPathTo(cls, path): return os.path.join(cls.getSofaPathPrefix(), path)
    @classmethod
    def getPluginDirectory(cls): return cls.getSofaPathTo("lib")
    @classmethod
    def getSofaDataDirectory(cls): return cls.getSofaPathTo(os.path.join("share", "sofa"))
    @staticmethod
    def getSofaUserLocalDirectory(): return os.path.join(os.environ.get("XDG_CONFIG_HOME", os.path.expanduser("~/.config")), "Sofa")


for _name in ("int", "uint", "float", "double"):
    globals()["Vector" + _name] = type("Vector" + _name, (list,), {"__module__": "Sofa.Helper"})
