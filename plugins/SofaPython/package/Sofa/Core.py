# SPDX-License-Identifier: Apache-2.0
"""Nodes, components, Data and links of a scene, and the base classes of components written in Python."""
import os
import sys
from types import ModuleType

from Sofa import _core
from Sofa._data import (ArrayLike, Data, DataContainer, DataDict, DataString, DataVectorString, LinkPath,  # noqa: F401
                        PrefabLink, StateVector)
from Sofa._link import Link  # noqa: F401
from Sofa._object import (Base, BaseForceField, BaseMass, BaseMechanicalState, BaseMapping, BaseMeshTopology,  # noqa: F401
                          ConstraintSolver, LinearSolver, LinearSystem, Object, PointSetTopologyModifier, Topology, _triplets)
from Sofa._node import BaseContext, BaseNode, ClassName, Context, Node, NodeIterator  # noqa: F401
from Sofa import _scripted, _springs  # noqa: F401
from Sofa._drawing import DrawTool, VisualParams  # noqa: F401
from Sofa._services import Camera, ContactListener, Exporter  # noqa: F401
from Sofa._scripted import Component, Controller, DataEngine  # noqa: F401
from Sofa._prefab import BasePrefab, Prefab, RawPrefab  # noqa: F401

globals().update({n: c for n, c in vars(_scripted).items() if n.startswith(("ForceField", "Mapping_"))})
DataLink = Link
globals().update({"Mass" + types: BaseMass for types in ("Vec1d", "Vec2d", "Vec3d", "Vec6d", "Rigid2d", "Rigid3d")})


#: classes with a second name; names that a class had in the past are found by getComponent(), and are none of these
_aliases = {"VisualModelImpl": ["VisualModel"]}


class ClassEntry:
    """What the factory knows of a class."""

    def __init__(self, description):
        self.__dict__.update(description)
        self.targets = [self.target]
        self.authors = self.license = ""
        self.aliases = _aliases.get(self.className, [])


class ObjectFactory:
    @staticmethod
    def getComponent(name):
        entry = _core.class_entry(name, False)
        return None if entry is None else ClassEntry(entry)

    @staticmethod
    def getComponentsFromTarget(target):
        return [e for e in map(ObjectFactory.getComponent, _core.class_names()) if e.target == target]

    @staticmethod
    def shortName(name):
        return name[:1].lower() + name[1:]

    @staticmethod
    def dump_json():
        import json
        return json.dumps([_core.class_entry(n, True) for n in _core.class_names()])


class _FactoryLists(type):
    @property
    def components(cls):
        return [ObjectFactory.getComponent(n) for n in _core.class_names()]

    @property
    def targets(cls):
        return sorted({e.target for e in cls.components})


ObjectFactory = _FactoryLists("ObjectFactory", (), dict(ObjectFactory.__dict__))
BaseClass = ClassEntry

TaskScheduler = sys.modules["Sofa.Core.TaskScheduler"] = ModuleType("Sofa.Core.TaskScheduler")
TaskScheduler.init = lambda count=0: _core.set_thread_count(count or os.cpu_count())
TaskScheduler.getThreadCount = _core.thread_count
TaskScheduler.stop = lambda: _core.set_thread_count(1)
TaskScheduler.GetHardwareThreadsCount = os.cpu_count
