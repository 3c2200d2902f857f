# SPDX-License-Identifier: Apache-2.0
"""The console of the viewer: commands, of one line or many, that see the scene."""
import ast
import builtins
import codeop
import ctypes
import keyword
import linecache
import re
import sys
import threading
import traceback

import Sofa
from Sofa import _core, _scene


class _Writer:
    """A text file whose content goes to a function, as it is written."""
    encoding = "utf-8"

    def __init__(self, write):
        self._write = write

    def write(self, text):
        if text:
            self._write(text)
        return len(text)

    def flush(self): pass
    def isatty(self): return False


class Console:
    greeting = ("Python %s. root is the scene, selected what is selected; Sofa and np are there.\n"
                "Tab completes, up and down go through what was written, Shift+Enter adds a line." % sys.version.split()[0])

    def __init__(self):
        import numpy
        self.names = {"__name__": "__console__", "__doc__": None, "Sofa": Sofa, "np": numpy, "numpy": numpy}
        self._thread, self._count = None, 0
        self._lock = threading.Lock()

    # -- running
    def _belongsToMore(self, source):
        """Whether the user is about to go on: in the middle of a statement, or of a block that no blank line ended."""
        if codeop.compile_command(source, "<console>", "exec") is None:
            return True
        last = source.split("\n")[-1]
        return "\n" in source and last[:1].isspace() and bool(last.strip())

    def run(self, source, whole, root, selected, write):
        """"done", "failed" or "incomplete"."""
        self.names.update(root=root, selected=selected)
        before = sys.stdout, sys.stderr
        sys.stdout = sys.stderr = _Writer(write)
        try:
            if not whole and self._belongsToMore(source):
                return "incomplete"
            with self._lock:
                self._thread = threading.get_ident()
            self._execute(source)
            return "done"
        except SystemExit:
            write("The viewer is closed by its window.\n")
            return "failed"
        except BaseException as problem:
            write(self._text(problem))
            return "failed"
        finally:
            with self._lock:
                self._thread = None
            sys.stdout, sys.stderr = before

    def _execute(self, source):
        """Statement by statement, so that the value of a last expression is shown."""
        self._count += 1
        file = "<console %d>" % self._count
        linecache.cache[file] = (len(source), None, source.splitlines(True), file)
        tree = ast.parse(source, file)
        last = tree.body.pop() if tree.body and isinstance(tree.body[-1], ast.Expr) else None
        exec(compile(tree, file, "exec"), self.names)
        if last is not None:
            value = eval(compile(ast.Expression(last.value), file, "eval"), self.names)
            if value is not None:
                print(repr(value))
                self.names["_"] = value

    @staticmethod
    def _text(problem):
        """The traceback, without what the console does itself."""
        trace = problem.__traceback__
        while trace is not None and trace.tb_frame.f_code.co_filename in (__file__, ast.__file__, codeop.__file__):
            trace = trace.tb_next
        if trace is None:
            return "".join(traceback.format_exception_only(type(problem), problem))
        return _scene.trace_text(problem.with_traceback(trace)) + "\n"

    def interrupt(self):
        with self._lock:
            if self._thread is not None:
                _core.interrupt_steps()
                ctypes.pythonapi.PyThreadState_SetAsyncExc(ctypes.c_ulong(self._thread), ctypes.py_object(KeyboardInterrupt))

    # -- completing
    def complete(self, text, root):
        """Where the last word of the text begins, and what it could become."""
        self.names["root"] = root
        created = re.search(r"(?:addObject|getComponent)\(\s*[\"'](\w*)$", text)
        if created:
            return created.start(1), [n for n in _core.class_names() if n.startswith(created.group(1))]
        item = re.search(r"([A-Za-z_][\w.]*(?:\[[^][()]*\][\w.]*)*)\[[\"'](\w*)$", text)
        if item and item.group(1):
            return item.start(2), self._items(item.group(1), item.group(2))
        path = re.search(r"((?:[A-Za-z_]\w*(?:\[[^][()]*\])*\.)*)([A-Za-z_]\w*)?$", text)
        owner, word = path.group(1)[:-1], path.group(2) or ""
        start = len(text) - len(word)
        if not owner:
            names = [*self.names, *dir(builtins), *keyword.kwlist] if word else []
        else:
            names = dir(eval(owner, self.names))
        names = sorted(set(n for n in names if n.startswith(word)))
        return start, names if word.startswith("_") else [n for n in names if not n.startswith("_")]

    def _items(self, owner, word):
        value = eval(owner, self.names)
        keys = value.keys() if isinstance(value, dict) else getattr(value, "_ipython_key_completions_", list)()
        return sorted(k for k in keys if isinstance(k, str) and k.startswith(word))
