# SPDX-License-Identifier: Apache-2.0
"""Types of the arguments and results of the functions that are made of C++, for help() and for the stubs."""
import re

from Sofa import _core

_BASE = """
getName() -> str | The name that scripts and paths use.
setName(name: str) -> None
getClassName() -> str | "Node", the class of a component, or that of a script.
getTemplateName() -> str | "Vec3d", "Rigid3d"..., or nothing.
getPathName() -> str | "/body/dofs".
getLinkPath() -> str | "@/body/dofs".
getData(name: str) -> "Data | None"
findData(name: str) -> "Data | None"
findLink(name: str) -> "Link | None"
getDataFields() -> "list[Data]"
getLinks() -> "list[Link]"
addLink(name: str, value: "str | Base | LinkPath | None" = None, help: str = "") -> "Link"
getTarget() -> str | The module of the class: "Sofa.Component.Mass".
getInstanciationFileName() -> str
getInstanciationSourceFilePos() -> int
"""
_DATA = """
setValue(value: object) -> None | Converts and assigns: docs/manual/python.md, "Writing".
array() -> "numpy.ndarray" | A view that cannot be written to.
read(text: str) -> bool | Reads the text of a scene; False if it holds no value of that kind.
getValueString() -> str
getValueVoidPtr() -> int
getName() -> str
setName(name: str) -> None
getHelp() -> str
setHelp(text: str) -> None
getGroup() -> str
getDefaultString() -> str
getOwner() -> "Base"
getPathName() -> str | "/body/dofs.position".
getLinkPath() -> str | "@/body/dofs.position".
getAsACreateObjectParameter() -> str
typeName() -> str | "d" for double, "vector<Vec3d>"...
getValueTypeString() -> str
getCounter() -> int | Counts the changes.
isSet() -> bool | Given by a scene or a script, rather than the default.
unset() -> None
isDirty() -> bool
updateIfDirty() -> None
hasChanged() -> bool
isRequired() -> bool
isReadOnly() -> bool
setReadOnly(readOnly: bool) -> None
hasParent() -> bool
getParent() -> "Data | None" | The Data that it follows.
setParent(parent: "Data | LinkPath | str | None") -> None
"""
_LINK = """
getName() -> str
setName(name: str) -> None
getHelp() -> str
setHelp(text: str) -> None
getOwnerBase() -> "Base"
isMultiLink() -> bool
getSize() -> int
getValueString() -> str | "@/body/dofs".
getValueTypeString() -> str
getPathName() -> str
getLinkedBase(index: int = 0) -> "Base | None"
getLinkedPath(index: int = 0) -> str
setLinkedBase(target: "Base | None") -> None
read(path: str) -> bool
"""
_MODULE = """
initRoot(root: "Sofa.Core.Node") -> None | Initialises a scene.
init(node: "Sofa.Core.Node") -> None | Initialises what lies below a node.
animate(root: "Sofa.Core.Node", dt: float = 0.0) -> None | One step; dt=0 takes that of the root.
animateNSteps(root_node: "Sofa.Core.Node", n_steps: int = 1, dt: float = 0.0) -> None | So many steps.
reset(root: "Sofa.Core.Node") -> None | Brings a scene back to where it was initialised.
updateVisual(root: "Sofa.Core.Node") -> None | Brings what is drawn up to date.
unload(root: "Sofa.Core.Node") -> None | Empties a scene.
"""
_LINE = re.compile(r'(\w+)\((.*?)\) -> ("[^"]*"|\w+)(?: \| (.*))?$')


def _parse(table):
    """Name -> (arguments, result, help)."""
    lines = [_LINE.match(line) for line in table.split("\n") if line]
    return {found[1]: (found[2], found[3], found[4] or "") for found in lines}


ofBase, ofData, ofLink, ofModule = map(_parse, (_BASE, _DATA, _LINK, _MODULE))


def _tell(owner, table, isMethod):
    for name, (arguments, result, help) in table.items():
        function = vars(owner).get(name)
        if function is None:
            continue
        self = ["self"] if isMethod else []
        text = "%s(%s) -> %s" % (name, ", ".join(self + [arguments] * bool(arguments)), result)
        _core.set_doc(function, (re.sub(r'"([A-Z][^"]*|list[^"]*|numpy[^"]*)"', r"\1", text) + "\n\n" + help).rstrip())


def tell():
    """Has help() show them."""
    for owner, table in ((_core.Handle, ofBase), (_core.DataRef, ofData), (_core.LinkRef, ofLink)):
        _tell(owner, table, True)
    _tell(_core, ofModule, False)
    _tellTopology()


def _tellTopology():
    """Elements, points and places are numbers, and so is what is around them."""
    from Sofa._object import BaseMeshTopology
    for name, function in list(vars(BaseMeshTopology).items()):
        text = getattr(function, "__doc__", None) or ""
        if "self: handle" not in text:
            continue
        item = "float" if name == "getPoint" else "int"
        for old, new in (("self: handle", "self"), ("arg0: List[float[3]]", "point: list[float]"), ("arg0: int", "index: int"),
                         ("-> list\n", "-> list[%s]\n" % item), ("List[int]", "list[int]"), ("-> tuple", "-> tuple[int, float, float, float]")):
            text = text.replace(old, new)
        _core.set_doc(function, text.rstrip())
