# SPDX-License-Identifier: Apache-2.0
"""Plugins, files and times."""
import atexit
import json
import os
import sys
import time

import Sofa
from Sofa import Helper, _core, _paths, _scene
from Sofa import (formatStackForSofa, getPythonCallingPoint, getSofaFormattedStringFromException, getStackForSofa,  # noqa: F401
                  sendMessageFromException, unloadModules)
from Sofa.Helper import _DataRepository, _PluginRepository

DataRepository, PluginRepository = _DataRepository(), _PluginRepository()


_viewers = ("SofaImGui", "SofaGLFW", "SofaQt", "SofaGuiQt")     # of SOFA, in whose place the viewer here is


def importPlugin(name):
    """True, or False after an error message. The components of the framework are always there, and a viewer."""
    isThere = name in _viewers or _core.import_plugin(name)
    if isThere and os.path.dirname(name):
        _paths.add_modules_of([os.path.dirname(os.path.abspath(name)), os.path.dirname(os.path.dirname(os.path.abspath(name)))])
    return isThere


def unload_plugin(name):
    """False: what a plugin registered stays as long as the program."""
    Helper.msg_warning("SofaRuntime", "The plugin %s stays loaded until the program ends." % name)
    return False


def load_plugins_from_ini_file(path):
    with open(path) as f:
        return [importPlugin(line.split()[0]) for line in f if line.strip() and line[0] != "#"]


def auto_load_plugins():
    """Loads the plugins that runSofa loads by itself: those of plugin_list.conf among the libraries."""
    libraries = os.path.abspath(os.path.join(os.path.dirname(_core.__file__), "..", "..", ".."))
    for name in ("plugin_list.conf", "plugin_list.conf.default"):
        path = os.path.join(libraries, name)
        if os.path.exists(path):
            return load_plugins_from_ini_file(path)
    return []


def init():
    """From now on errors of components are raised by addObject."""
    _core.raise_errors(True)


def getCategories(className):
    return _core.categories_of_class(className)


def _begin():
    """runSofa starts the interpreter."""
    _paths.add_all(Helper.Utils.getSofaPathPrefix())
    init()
    _scene.forget_from_now()


def _end():
    """runSofa ends."""
    atexit._run_exitfuncs()
    sys.stdout.flush()
    sys.stderr.flush()


class Timer:
    """Times of what happens between begin(id) and end(id), in milliseconds, of the thread that calls it."""
    _enabled, _intervals, _outputs, _ends = {}, {}, {}, {}
    _path, _starts, _running = [], {}, False

    @classmethod
    def clear(cls):
        cls._path, cls._starts, cls._ends = [], {}, {}
        if cls._running:
            _core.stop_times()
        cls._running = False

    @classmethod
    def isEnabled(cls, name): return cls._enabled.get(name, False)
    @classmethod
    def setEnabled(cls, name, on): cls._enabled[name] = bool(on)
    @classmethod
    def getInterval(cls, name): return cls._intervals.get(name, 0)
    @classmethod
    def setInterval(cls, name, steps): cls._intervals[name] = steps

    @classmethod
    def setOutputType(cls, name, kind):
        """What end(id) prints, once in each interval: "stdout" a table, "json" and "ljson" the records, "gui" nothing."""
        if kind not in ("stdout", "json", "ljson", "gui"):
            Helper.msg_warning("SofaRuntime", "Timer.setOutputType: there is no output %r but 'stdout', 'json', 'ljson' and 'gui'; "
                               "'stdout' is taken." % (kind,))
            kind = "stdout"
        cls._outputs[name] = kind

    @classmethod
    def begin(cls, name):
        if cls._running:
            cls.clear()
        if cls.isEnabled(name):
            cls._running = True
            _core.start_times()

    @classmethod
    def stepBegin(cls, name):
        if cls._running:
            cls._path.append(name)
            cls._starts.setdefault(tuple(cls._path), {"start_time": time.perf_counter() * 1e3})
            _core.enter_time(name)

    @classmethod
    def stepEnd(cls, name):
        if cls._running and cls._path:
            _core.leave_time()
            cls._starts[tuple(cls._path)]["end_time"] = time.perf_counter() * 1e3
            cls._path.pop()

    @classmethod
    def end(cls, name):
        if not cls._running:
            return
        while cls._path:
            cls.stepEnd(cls._path[-1])
        cls._ends[name] = cls._ends.get(name, 0) + 1
        interval = cls.getInterval(name)
        if cls._outputs.get(name, "gui") != "gui" and interval > 0 and cls._ends[name] % interval == 0:
            print(_core.time_table() if cls._outputs[name] == "stdout" else json.dumps(cls.getRecords(name)))
        _core.stop_times()
        cls._running, cls._starts = False, {}

    @classmethod
    def getRecords(cls, name):
        """Label -> dict with total_time, calls, and the labels within, each again such a dict, or a list of them where several share it.

        A step's parts stand beside each other, what a node's solver did is "Mechanical (node)", and where a system was solved
        iteratively there is "CG iterations". Steps of the script have start_time and end_time too.
        """
        def record(times, path):
            label, calls, seconds, within = times
            made = {"total_time": seconds * 1e3, "calls": calls, **cls._starts.get(path, {})}
            return fill(made, within, path)

        def fill(made, within, path):
            for child in within:
                label = child[0]
                if label == "Simulation::animate":
                    fill(made, child[3], path + (label,))
                    continue
                if label == "MatrixFreeProduct":
                    made["CG iterations"] = child[1]
                if path[-1:] in (("solve",), ("FreeMotion",)) and label.startswith("/"):
                    label = "Mechanical (%s)" % (label.split("/")[-2] or "root")
                one = record(child, (*path, child[0]))
                before = made.get(label)
                made[label] = one if before is None else [*(before if isinstance(before, list) else [before]), one]
            return made
        return fill({}, _core.times()[3], ()) if cls._running else {}
