"""Links of objects, and the places of a node that behave like links."""
from Sofa import _core
from Sofa._common import public
from Sofa._data import LinkPath


@public
class Link(_core.LinkRef):
    """Reference of an object to others: its attributes are those of the object that it leads to."""

    def _target(self):
        target = self.getLinkedBase()
        if target is None:
            raise RuntimeError("The link %s of %s leads to nothing" % (self.getName(), self.getOwnerBase().getPathName()))
        return target

    def __getattr__(self, name):
        if name.startswith("__"):
            raise AttributeError(name)
        return getattr(self._target(), name)

    def __setattr__(self, name, value):
        setattr(self._target(), name, value)

    def isPersistent(self):
        return self.getOwnerBase().__dict__.get("_persistentLinks", {}).get(self.getName(), True)

    def setPersistent(self, persistent):
        owner = self.getOwnerBase()
        if "_persistentLinks" not in owner.__dict__:
            owner._persistentLinks = {}
        owner._persistentLinks[self.getName()] = bool(persistent)

    def isReadOnly(self):
        return False

    @property
    def value(self):
        return self.getValueString()

    @property
    def linkpath(self):
        return LinkPath(self._target())


class Slot:
    """A place of a node as if it were a link: the state, the mass, the lists of its members."""

    def __init__(self, node, name):
        self.__dict__.update(_node=node, _name=name, _isPersistent=False)

    def getName(self):
        return self._name

    def getHelp(self):
        return slots[self._name]

    def getOwnerBase(self):
        return self._node

    def _targets(self):
        if self._name in _members:
            return _core.list_members(self._node, _members[self._name])
        isContext = self._name == "context"
        target = _core.context_of(self._node) if isContext else _core.slot(self._node, self._name)
        return [] if target is None else [target]

    def getLinkedBase(self, index=0):
        targets = self._targets()
        return targets[index] if index < len(targets) else None

    def getLinkedPath(self, index=0):
        target = self.getLinkedBase(index)
        return "" if target is None else target.getLinkPath()

    def getSize(self):
        return len(self._targets())

    def isMultiLink(self):
        return self._name in _members

    def getValueString(self):
        return " ".join(t.getLinkPath() for t in self._targets())

    def isPersistent(self):
        return self._isPersistent

    def setPersistent(self, persistent):
        self.__dict__["_isPersistent"] = persistent

    def isReadOnly(self):
        return not self._isPersistent

    def __getattr__(self, name):
        target = self.getLinkedBase()
        if target is None:
            raise RuntimeError("The link %s of %s leads to nothing" % (self._name, self._node.getPathName()))
        return getattr(target, name)


_members = {"object": 0, "child": 1, "parents": 2}
slots = {
    "child": "The child nodes", "object": "The components of the node", "parents": "The nodes that have this one as a child",
    "behaviorModel": "The component that moves by itself before each step", "mapping": "The mapping of this node",
    "odeSolver": "The solver that integrates the node and all below", "linearSolver": "The solver of linear systems",
    "contextObject": "The component that changes gravity or the like for the node", "animationLoop": "What orders a time step",
    "visualLoop": "What orders the drawing", "topology": "The mesh of the node", "meshTopology": "The mesh of the node",
    "state": "The State attached to this node, mechanical or visual",
    "mechanicalState": "The MechanicalState attached to this node (storing all state vectors)",
    "mechanicalMapping": "The mapping that moves the mechanical state of the node", "mass": "The mass of the node",
    "collisionPipeline": "What detects collisions and answers them",
}
