# SPDX-License-Identifier: Apache-2.0
"""Nodes with parameters: change one and the content is built again."""
import inspect

from Sofa import _core
from Sofa._data import Data
from Sofa._node import Node


class BasePrefab(Node):
    pass


class RawPrefab(BasePrefab):
    """A node that calls init() of its class, or doReInit(), when a parameter changes."""

    def __init__(self, *arguments, **keywords):
        Node.__init__(self, *arguments[:1], **{k: v for k, v in keywords.items() if k == "name"})
        self._tracked = set()

    def addPrefabParameter(self, name, help="", type="", default=None):
        value = self._given.pop(name, default) if hasattr(self, "_given") else default
        data = self._parameter(name, value, help, type, "Prefab's properties", default)
        self._tracked.add(name)
        return data

    def setSourceTracking(self, file):
        """From now on, when that file of Python has changed, it is loaded again and the content built anew."""
        if "_source" not in self.__dict__:
            from Sofa._source import SourceTracking
            self._source = SourceTracking(self)
        self._source.add(file)

    def _parameter(self, name, value, help, type, group, default=None):
        isPath = isinstance(value, str) and value.startswith("@") and type not in ("Link", "PrefabLink")
        if isPath or isinstance(value, Data):
            data = self.addData(name, value=value, help=help, group=group, type="")
        else:
            data = self.addData(name, value=value, default=default, help=help, group=group, type=type)
        return data

    def _setField(self, name, value):
        done = Node._setField(self, name, value)
        self._parameterChanged(name)
        return done

    def __setattr__(self, name, value):
        Node.__setattr__(self, name, value)
        if not name.startswith("_"):
            self._parameterChanged(name)

    def _parameterChanged(self, name):
        if name in self.__dict__.get("_tracked", ()) and self.__dict__.get("_built"):
            self._build()

    def _build(self):
        isRunning = self.isInitialized()
        for child in list(self.children):
            self.removeChild(child)
        for component in list(self.objects):
            if component is not self.__dict__.get("_source"):
                self.removeObject(component)
        builds = getattr(type(self), "doReInit", None)
        if type(self).init not in _plain and not (builds and self.__dict__.get("_built")):
            builds = type(self).init
        self._built = False  # what building assigns builds nothing
        try:
            if builds:
                builds(self)
            if isRunning:
                Node.init(self)
        except Exception as problem:
            from Sofa._scene import format_exception
            _core.send_message(4, self, "The prefab cannot be built: " + format_exception(problem), "", 0)
        self._built = True

    def init(self):
        """The first time it has the content built, by doReInit(), if nobody did before."""
        if not self.__dict__.get("_built"):
            self._build()
        Node.init(self)

    def reinit(self):
        """Builds the content again."""
        self._build()

    def getData(self, name):
        return self._watched(Node.getData(self, name))

    def __getattr__(self, name):
        return self._watched(Node.__getattr__(self, name))

    def _watched(self, data):
        """Has a parameter tell when its value is assigned."""
        if isinstance(data, Data) and data.getName() in self.__dict__.get("_tracked", ()):
            object.__setattr__(data, "__class__", _tracking(type(data)))
        return data


_classes = {}


def _tracking(cls):
    """The class of a Data that has its prefab built again after a change."""
    if getattr(cls, "_isTracking", False):
        return cls
    if cls not in _classes:
        class Tracking(cls):
            _isTracking = True

            def setValue(self, value):
                cls.setValue(self, value)
                self.getOwner()._parameterChanged(self.getName())

            @property
            def value(self):
                return self._value()

            def _touch(self):
                cls._touch(self)
                self.getOwner()._parameterChanged(self.getName())
        Tracking.__name__, Tracking.__qualname__, Tracking.__module__ = cls.__name__, cls.__qualname__, cls.__module__
        _classes[cls] = Tracking
    return _classes[cls]


class Prefab(RawPrefab):
    """Class lists prefabParameters and prefabData say which Data it has; init() builds the content."""
    prefabParameters, prefabData = [], []

    def __init__(self, *arguments, **keywords):
        name = keywords.get("name", arguments[0] if arguments and isinstance(arguments[0], str) else type(self).__name__)
        RawPrefab.__init__(self, name)
        self._given = dict(keywords)
        parents = keywords.get("parents", [keywords["parent"]] if keywords.get("parent") is not None else [])
        if "parent" in keywords and "parents" in keywords:
            _core.send_message(4, self, "give either parent or parents, not both", "", 0)
        for parent in parents:
            parent.addChild(self)
        self.addData("prefabname", value=type(self).__name__, type="string", help="class of the prefab", group="Infos")
        self.addData("docstring", value=type(self).__doc__ or "", type="string", help="what it is for", group="Infos")
        old = getattr(self, "properties", None) if "properties" in dir(type(self)) else None
        if old:
            _core.send_message(2, self, "properties is deprecated; write prefabParameters instead", "", 0)
        for p in [*self.prefabParameters, *(old or [])]:
            self.addPrefabParameter(p["name"], p.get("help", ""), p["type"], p.get("default"))
        for p in self.prefabData:
            self._parameter(p["name"], keywords.get(p["name"], p["default"]), p.get("help", ""), p["type"], p.get("group", ""), p["default"])
        self._build()

    def init(self):
        if self.__dict__.get("_built"):
            Node.init(self)


_plain = (RawPrefab.init, Prefab.init)  # which build nothing themselves


def _typeOf(value):
    if isinstance(value, bool):
        return "bool"
    if isinstance(value, (list, tuple)):
        return "Vec3d" if len(value) == 3 else "vector<double>"
    return {str: "string", int: "int"}.get(type(value), "double")


def PrefabBuilder(function):
    """A function f(self, parameter=default...) as a kind of prefab."""
    parameters = [p for p in list(inspect.signature(function).parameters.values())[1:]]

    def init(self):
        function(self, **{p.name: self.getData(p.name).value for p in parameters})

    described = [{"name": p.name, "type": _typeOf(p.default), "help": "", "default": p.default} for p in parameters]
    made = type(function.__name__, (Prefab,), {"init": init, "prefabParameters": described, "__doc__": function.__doc__,
                                               "__module__": function.__module__})
    return made
