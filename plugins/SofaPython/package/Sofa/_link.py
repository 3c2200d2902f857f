# SPDX-License-Identifier: Apache-2.0
"""Links of objects, and the places of a node that behave like links."""
from Sofa import _core
from Sofa._common import caller, public
from Sofa._data import LinkPath


def _persistence(link):
    """By name, kept with the owner: a link has a Python object only while somebody holds it."""
    owner = link.getOwnerBase()
    if "_persistentLinks" not in owner.__dict__:
        owner._persistentLinks = {}
    return owner._persistentLinks


class _Forwarding:
    """What has the attributes of the object that it leads to."""

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

    @property
    def value(self):
        return self.getValueString()

    @property
    def linkpath(self):
        return LinkPath(self._target())

    def isPersistent(self):
        return _persistence(self).get(self.getName(), self._isPersistentFirst)

    def setPersistent(self, persistent):
        _persistence(self)[self.getName()] = bool(persistent)


@public
class Link(_Forwarding, _core.LinkRef):
    """Reference of an object to others: its attributes are those of the object that it leads to."""
    _isPersistentFirst = True

    def isReadOnly(self):
        return False


class Slot(_Forwarding):
    """What an object is linked to by its place in the scene, as if it were a link: a node's state, mass, lists of members."""
    _isPersistentFirst = False

    def __init__(self, owner, name):
        self.__dict__.update(_owner=owner, _name=name, _shown=name, _help=slots[name][1])

    def _targets(self):
        return slots[self._name][0](self._owner)

    def getName(self): return self._shown
    def setName(self, name): self.__dict__["_shown"] = name
    def getHelp(self): return self._help
    def setHelp(self, text): self.__dict__["_help"] = text
    def getOwnerBase(self): return self._owner
    def getSize(self): return len(self._targets())
    def isMultiLink(self): return self._name not in _single
    def getPathName(self): return self._owner.getPathName() + "." + self._shown
    def getValueString(self): return " ".join(t.getLinkPath() for t in self._targets())
    def isReadOnly(self): return not self.isPersistent()

    def getLinkedBase(self, index=0):
        targets = self._targets()
        return targets[index] if 0 <= index < len(targets) else None

    def getLinkedPath(self, index=0):
        target = self.getLinkedBase(index)
        return "" if target is None else target.getLinkPath()

    def getValueTypeString(self):
        """The contract of what it leads to."""
        return slots[self._name][2]

    def setLinkedBase(self, target):
        self.read("")

    def read(self, path):
        """False: where things are decides what this leads to."""
        _core.send_message(3, self._owner, "The link %s follows from where nodes and components are: use addObject(), addChild() "
                           "and their opposites." % self._name, *caller())
        return False


def _kind(*kinds):
    return lambda node: [c for c in node.objects if not set(kinds).isdisjoint(c.getCategories())]


def _class(*names):
    return lambda node: [c for c in node.objects if c.getClassName() in names]


def _present(target):
    return [] if target is None else [target]


def _one(name):
    return lambda node: _present(_core.slot(node, name))


#: of nodes, and context, slaves and master of components: what it leads to, what it is for, the contract
slots = {
    "child": (lambda n: _core.list_members(n, 1), "The child nodes", "Node"),
    "object": (lambda n: _core.list_members(n, 0), "The components of the node", "BaseObject"),
    "parents": (lambda n: _core.list_members(n, 2), "The nodes that have this one as a child", "Node"),
    "behaviorModel": (_kind("BehaviorModel"), "Components that move by themselves before each step", "BehaviorModel"),
    "mapping": (_kind("Mapping"), "The mappings of this node", "BaseMapping"),
    "odeSolver": (_kind("OdeSolver"), "Solvers that integrate the node and all below", "OdeSolver"),
    "constraintSolver": (lambda n: [c for c in _kind("ConstraintSolver")(n) if hasattr(type(c), "W")],
                         "Solvers of constraints", "ConstraintSolver"),
    "linearSolver": (_kind("LinearSolver"), "Solvers of linear systems", "BaseLinearSolver"),
    "topologyObject": (_kind("TopologyObject"), "What changes the mesh or measures it", "BaseTopologyObject"),
    "forceField": (_kind("ForceField", "Mass"), "Forces on the state, masses included", "BaseForceField"),
    "interactionForceField": (_kind("InteractionForceField"), "Forces between two states", "BaseInteractionForceField"),
    "projectiveConstraintSet": (_kind("ProjectiveConstraintSet"), "Constraints that positions and velocities are projected to",
                                "BaseProjectiveConstraintSet"),
    "constraintSet": (_kind("ConstraintSet"), "Constraints with multipliers", "BaseConstraintSet"),
    "contextObject": (_kind("ContextObject"), "What changes gravity or the like for the node", "ContextObject"),
    "configurationSetting": (_kind("ConfigurationSetting"), "Settings", "ConfigurationSetting"),
    "shaders": (_class("OglShader", "CompositingVisualLoop"), "Shaders of what is drawn below", "Shader"),
    "visualModel": (_kind("VisualModel"), "What is drawn", "VisualModel"),
    "visualManager": (_class("OglViewport", "OglOITShader", "OrderIndependentTransparencyManager", "PostProcessManager"),
                      "What changes how all is drawn", "VisualManager"),
    "collisionModel": (_kind("CollisionModel"), "What can touch others", "CollisionModel"),
    "unsorted": (_kind("_Miscellaneous"), "Components of no kind", "BaseObject"),
    "animationLoop": (_one("animationLoop"), "What orders a time step", "BaseAnimationLoop"),
    "visualLoop": (_one("visualLoop"), "What orders the drawing", "VisualLoop"),
    "visualStyle": (_class("VisualStyle"), "What is shown below the node", "VisualStyle"),
    "topology": (_one("topology"), "The mesh of the node", "Topology"),
    "meshTopology": (_one("meshTopology"), "The mesh of the node", "BaseMeshTopology"),
    "state": (_one("state"), "The State attached to this node, mechanical or visual", "BaseState"),
    "mechanicalState": (_one("mechanicalState"), "The MechanicalState attached to this node (storing all state vectors)",
                        "BaseMechanicalState"),
    "mechanicalMapping": (_one("mechanicalMapping"), "The mapping that moves the mechanical state of the node", "BaseMapping"),
    "mass": (_one("mass"), "The mass of the node", "BaseMass"),
    "collisionPipeline": (_one("collisionPipeline"), "What detects collisions and answers them", "Pipeline"),
    "context": (lambda c: _present(_core.context_of(c)), "The node that holds the component", "BaseContext"),
    "slaves": (lambda c: c.getSlaves(), "Components that belong to this one", "BaseObject"),
    "master": (lambda c: _present(c.getMaster()), "The component that this one belongs to", "BaseObject"),
}
_single = {"animationLoop", "visualLoop", "visualStyle", "topology", "meshTopology", "state", "mechanicalState", "mechanicalMapping", "mass",
           "collisionPipeline", "context", "master"}
ofComponents = ("context", "slaves", "master")
ofNodes = tuple(name for name in slots if name not in ofComponents)
