# SPDX-License-Identifier: Apache-2.0
"""Nodes."""
from Sofa import _core, _describe
from Sofa._common import caller, public, raise_problem
from Sofa._link import Slot, ofNodes
from Sofa._object import Base, Object


class NodeIterator:
    """The members of a node of one kind, as they are at the moment."""

    def __init__(self, node, kind, remove):
        self._node, self._kind, self._remove = node, kind, remove

    def _list(self):
        return _core.list_members(self._node, self._kind)

    def __len__(self) -> int:
        return _core.count_members(self._node, self._kind)

    def __iter__(self):
        return iter(self._list())

    def __getitem__(self, key):
        if isinstance(key, str):
            found = _core.member_by_name(self._node, self._kind, key)
            if found is None:
                raise IndexError("%s has no %r here.%s" % (self._node.getPathName(), key, _core.similar(key, [m.getName() for m in self])))
            return found
        return self._list()[key]

    at = __getitem__

    def __contains__(self, item) -> bool:
        if isinstance(item, str):
            return _core.member_by_name(self._node, self._kind, item) is not None
        return any(m is item for m in self)

    def remove_at(self, index):
        if self._remove is None:
            raise RuntimeError("a node is taken from its parents by removeChild() of the parent, or by detachFromGraph()")
        self._remove(self._list()[index])

    def _ipython_key_completions_(self):
        return [m.getName() for m in self]

    def __repr__(self):
        return repr([m.getName() for m in self])


class BaseContext(Base):
    SearchUp, Local, SearchDown, SearchRoot, SearchParents = range(5)

    def getTime(self) -> float: return self.getData("time").value
    def getDt(self) -> float: return self.getData("dt").value
    def getAnimate(self) -> bool: return self.getData("animate").value
    def isActive(self) -> bool: return self.getData("activated").value
    def isSleeping(self) -> bool: return self.getData("sleeping").value
    def canChangeSleepingState(self) -> bool: return self.getData("canChangeSleepingState").value
    def setDt(self, v): self.getData("dt").value = v
    def setAnimate(self, v): self.getData("animate").value = v
    def setActive(self, v): self.getData("activated").value = v
    def setSleeping(self, v): self.getData("sleeping").value = v
    def setChangeSleepingState(self, v): self.getData("canChangeSleepingState").value = v
    def setGravity(self, v): self.getData("gravity").value = list(v)
    def getRootContext(self): return _core.root_of(self)
    def getState(self): return _core.slot(self, "state")
    def getTopology(self): return _core.slot(self, "topology")

    def getGravity(self):
        import SofaTypes
        return SofaTypes.Vec3d(self.getData("gravity").value.tolist())

    def getMeshTopology(self, direction=0):
        return _core.slot(self, "meshTopology") if direction == self.Local else _core.mesh_topology(self)


class Context(BaseContext):
    pass


class BaseNode(Context):
    pass


for _class in (BaseContext, Context, BaseNode):
    _class.__module__ = "Sofa.Core"


class ClassName(str):
    """The name of a class that type checkers cannot know: of a plugin, or one that is computed. addObject(ClassName("Mine"), a=1)."""


def _unknown(node, name):
    return TypeError("Unknown Attribute(s): - Unable to set attribute '%s' of node %s.%s" % (
        name, node.getPathName(), _core.similar(name, node._members())))


@public
class Node(BaseNode):
    """A node of a scene: Node("root") is a scene of its own until it is added to another one."""

    def __init__(self, name="unnamed", **attributes):
        _core.make_node(self)
        self.setName(name)
        for key, value in attributes.items():
            if self.getData(key) is not None:
                self._setField(key, value) if not isinstance(value, str) else self._setText(key, value)
            elif type(self) is Node and _core.similar(key, self._members()):  # other names are the script's own
                raise _unknown(self, key)

    def __repr__(self): return _describe.nodeRepr(self)
    def _repr_html_(self): return _describe.nodeHtml(self)
    def _ipython_key_completions_(self): return self._members()

    def __enter__(self):
        enter = getattr(type(self), "onCtxEnter", None)
        if enter:
            enter(self)
        return self

    def __exit__(self, *exception):
        leave = getattr(type(self), "onCtxExit", None)
        if leave:
            leave(self)
        return False

    # -- building
    def addObject(self, what: "str | Object", **arguments: object) -> "Object":
        """addObject("Class", attribute=value...) creates a component; addObject(component) adds one made in Python."""
        if isinstance(what, Object):
            if arguments:
                raise TypeError("addObject(component) takes no attributes: give %s to the component's class, or assign %s to it" % (
                    ", ".join(arguments), "them" if len(arguments) > 1 else "it"))
            self._checkName(what.getName())
            if what._isOwned() and not what.getInstanciationFileName():
                what._setLocation(*caller())
            if not what.getName():
                what.setName("unnamed")
            return what if _core.add_object(self, what) else None
        if not isinstance(what, str):
            raise TypeError("addObject takes the name of a class or a component, not a %s" % type(what).__name__)
        if "name" in arguments:
            self._checkName(str(arguments["name"]))
        made = []
        problem = _core.create_object(self, what, arguments, *caller(), made)
        if problem:
            raise_problem(problem)
        return made[0]

    def addChild(self, what: "str | Node", **attributes: object) -> "Node":
        if isinstance(what, Node):
            if attributes:
                raise TypeError("addChild(node) takes no attributes: assign %s to the node" % ", ".join(attributes))
            child = what
            self._checkName(child.getName())
            _core.add_child(self, child)
        else:
            self._checkName(what)
            child = Node(what)
            _core.add_child(self, child)
            for name, value in attributes.items():
                text = isinstance(value, str)
                if not (child._setText(name, value) if text else child._setField(name, value)):
                    raise _unknown(child, name)
        child._setLocation(*caller())
        return child

    def add(self, what, **arguments):
        if isinstance(what, str) or isinstance(what, Object):
            return self.addObject(what, **arguments)
        if isinstance(what, Node):
            return self.addChild(what)
        if not callable(what):
            raise TypeError("add takes the name of a class, a component, a node or a function")
        made = what(self, **arguments)
        if not isinstance(made, Base):
            raise ValueError("add: the function has to return the node or component that it made")
        if isinstance(made, Node) and made is not self and not len(made.parents):
            return self.addChild(made)
        if isinstance(made, Object) and made.getContext() is None:
            return self.addObject(made)
        return made

    def createObject(self, *arguments, **keywords):
        self._deprecated("createObject", "addObject")
        return self.addObject(*arguments, **keywords)

    def createChild(self, *arguments, **keywords) -> "Node":
        self._deprecated("createChild", "addChild")
        return self.addChild(*arguments, **keywords)

    def _deprecated(self, old, new):
        _core.send_message(2, self, "%s is deprecated; write %s instead." % (old, new), *caller())

    # -- access
    @property
    def children(self) -> "NodeIterator":
        return NodeIterator(self, 1, self.removeChild)

    @property
    def objects(self) -> "NodeIterator":
        return NodeIterator(self, 0, self.removeObject)

    @property
    def parents(self) -> "NodeIterator":
        return NodeIterator(self, 2, None)

    def __getattr__(self, name):
        try:
            return _core.Handle.__getattr__(self, name)
        except AttributeError:
            if name in ofNodes:
                return Slot(self, name)
            raise

    def getLinks(self):
        return [Slot(self, name) for name in ofNodes] + _core.Handle.getLinks(self)

    def findLink(self, name):
        found = _core.Handle.findLink(self, name)
        return Slot(self, name) if found is None and name in ofNodes else found

    def __getitem__(self, path):
        here, parts = self, [p for p in path.split(".") if p]
        if not parts:
            raise ValueError("an empty path leads to nothing")
        for part in parts:
            found = None
            if isinstance(here, Node):
                found = here.getChild(part)
                found = here.getObject(part) if found is None else found
            if found is None and isinstance(here, Base):
                found = here.getData(part)
            if found is None:
                near = _core.similar(part, here._members()) if isinstance(here, Base) else ""
                raise ValueError("%r: there is no %r in %s.%s" % (path, part, here.getPathName(), near))
            here = found
        return here

    def getObject(self, name: str, **ignored: object) -> "Any":
        return _core.member_by_name(self, 0, name)

    def getChild(self, name: str, **ignored: object) -> "Any":
        return _core.member_by_name(self, 1, name)

    def hasObject(self, name: str) -> bool:
        return self.getObject(name) is not None

    def getRoot(self) -> "Node": return _core.root_of(self)
    def getMass(self): return _core.slot(self, "mass")
    def getMechanicalState(self): return _core.slot(self, "mechanicalState")
    def getMechanicalMapping(self): return _core.slot(self, "mechanicalMapping")
    def getForceField(self, i): return _core.force_field(self, i)
    def hasODESolver(self) -> bool: return _core.slot(self, "odeSolver") is not None
    def computeEnergy(self) -> "tuple[float, float]": return _core.computeEnergy(self)

    def getRootPath(self) -> str:
        depth, node = 0, self
        while len(node.parents):
            depth, node = depth + 1, node.parents[0]
        return "../" * depth

    # -- changing the graph
    def removeObject(self, component: "Object | str") -> None:
        _core.remove_object(self, self.objects[component] if isinstance(component, str) else component)

    def removeChild(self, child: "Node | str") -> "Node":
        child = self.children[child] if isinstance(child, str) else child
        _core.remove_child(self, child)
        return child

    def moveChild(self, child: "Node", oldParent: "Node | None" = None) -> "Node":
        for parent in list(child.parents) if oldParent is None else [oldParent]:
            parent.removeChild(child)
        return self.addChild(child)

    def detachFromGraph(self) -> None: _core.detach(self)
    def init(self) -> None: _core.init_node(self)
    def isInitialized(self) -> bool: return _core.is_initialised(self)
    def sendEvent(self, userData: object, name: str) -> None: _core.send_event(self, userData, name)
