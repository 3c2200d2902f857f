# SPDX-License-Identifier: Apache-2.0
"""Components written in Python."""
from Sofa import _core
from Sofa._common import public
from Sofa._object import BaseForceField, BaseMapping, Object


@public
class Component(Object):
    """A component whose methods init, reinit and on...Event are called."""

    def __init__(self, *arguments, **keywords):
        _core.make_controller(self)
        self._takeArguments(arguments, keywords)

    def init(self):
        """Override it: what it does here is nothing."""

    def reinit(self):
        """Override it: what it does here is nothing."""


@public
class Controller(Component):
    """A component that follows and steers the simulation: see docs/manual/python.md, "Controllers"."""

    def getCategories(self):
        return ["Controller"]


@public
class DataEngine(Object):
    """Computes Data from others when one of them is read: override update()."""

    def __init__(self, *arguments, **keywords):
        _core.make_engine(self)
        self._takeArguments(arguments, keywords)

    def addInput(self, data): _core.add_input(self, data)
    def addOutput(self, data): _core.add_output(self, data)

    def getCategories(self):
        return ["Engine"]


def _makeForceField(types):
    def __init__(self, *arguments, **keywords):
        _core.make_force_field(self, types)
        self._takeArguments(arguments, keywords)
    return type("ForceField" + types, (BaseForceField,), {"__module__": "Sofa.Core", "__init__": __init__,
                "__doc__": "Forces on a state of type %s: override addForce, addDForce, addKToMatrix." % types})


def _makeMapping(name):
    def __init__(self, *arguments, **keywords):
        _core.make_mapping(self, name)
        self._takeArguments(arguments, keywords)
    return type("Mapping_" + name, (BaseMapping,), {"__module__": "Sofa.Core", "__init__": __init__,
                "__doc__": "Maps a state to another: override apply, applyJ, applyJT."})


for _types in ("Vec1d", "Vec2d", "Vec3d", "Vec6d", "Rigid2d", "Rigid3d"):
    globals()["ForceField" + _types] = _makeForceField(_types)
for _name in _core.mapping_names():
    globals()["Mapping_" + _name] = _makeMapping(_name)
