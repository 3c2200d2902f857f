# SPDX-License-Identifier: Apache-2.0
"""Prefabs whose files are edited while the scene runs."""
import os
import sys
import time
import types

from Sofa import _core
from Sofa._scripted import Controller

_seconds = 0.2  # of real time between two looks at the files


class SourceTracking(Controller):
    """Looks before each step whether a file of a prefab has changed; then loads it, and has the prefab built again by its new
    class. What cannot be loaded is told, and the prefab stays as it is."""

    def __init__(self, prefab):
        super().__init__(name="sourceTracking")
        self.prefab, self.files, self.next = prefab, {}, 0.0
        prefab.addObject(self)

    def add(self, file):
        path = os.path.abspath(file)
        self.files[path] = _stamp(path)

    def onAnimateBeginEvent(self, event):
        if time.monotonic() < self.next:
            return
        self.next = time.monotonic() + _seconds
        changed = [path for path, stamp in self.files.items() if _stamp(path) not in (stamp, None)]
        for path in changed:
            self.files[path] = _stamp(path)
        if changed and all(map(self._load, changed)):
            self.prefab.reinit()

    def _load(self, path):
        cls = type(self.prefab)
        try:
            names = [n for n, m in list(sys.modules.items()) if os.path.abspath(getattr(m, "__file__", None) or "") == path]
            for name in names or [cls.__module__]:
                module = _executed(name, path)
                if name == cls.__module__ and hasattr(module, cls.__name__):
                    self.prefab.__class__ = getattr(module, cls.__name__)
                if name in names and name != "__main__":
                    sys.modules[name].__dict__.update(module.__dict__)
        except Exception:
            from Sofa._scene import format_exception
            _core.send_message(4, self.prefab, "%s has changed and cannot be loaded: %s" % (path, format_exception(sys.exc_info()[1])), "", 0)
            return False
        return True


def _stamp(path):
    """When a file was written and how long it is; none while an editor replaces it."""
    try:
        status = os.stat(path)
    except OSError:
        return None
    return status.st_mtime_ns, status.st_size


def _executed(name, path):
    """A module made of the file as it is now. `if __name__ == "__main__":` is not entered again."""
    module = types.ModuleType(name if name != "__main__" else "reloaded")
    module.__file__ = path
    with open(path, encoding="utf8") as f:
        code = compile(f.read(), path, "exec")  # not by the loader, which may find what it compiled within the same second
    exec(code, module.__dict__)
    return module
