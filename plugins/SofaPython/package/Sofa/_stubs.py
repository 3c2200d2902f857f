# SPDX-License-Identifier: Apache-2.0
"""Writes type stubs for editors and type checkers: python3 -m Sofa._stubs FOLDER. The build does it.

Components are known to the factory only, so that their Data are told here: each class of components becomes a class with its
Data as attributes, and Node.addObject("Class", ...) one that takes them as keyword arguments.
"""
import inspect
import keyword
import os
import re
import sys

from Sofa import _core, _node, _signatures
from Sofa import Core

_HEAD = '"""Made by Sofa._stubs of what the program holds: edits are lost."""\n'
_ALIASES = '''from typing import Any, Generic, Literal, Sequence, TypeVar, Union, overload

from numpy.typing import ArrayLike

from Sofa._data import Data, DataContainer, DataString, DataVectorString, LinkPath
from Sofa._link import Link
from Sofa._object import (Base, BaseForceField, BaseMapping, BaseMass, BaseMechanicalState, BaseMeshTopology, ConstraintSolver,
                          LinearSolver, LinearSystem, Object)
'''
_TYPES = '''
Text = Union[str, Data, LinkPath]
Switch = Union[bool, Text]
Integer = Union[int, Text]
Number = Union[float, Text]
Numbers = Union[ArrayLike, Text]
Words = Union[str, Sequence[str], Data, LinkPath]
Reference = Union[str, Base, LinkPath, Sequence[Any]]
Other = Union[Text, ArrayLike]
'''
_FIELDS = '''
Read = TypeVar("Read")
Write = TypeVar("Write")


class Field(Generic[Read, Write]):
    """What an attribute gives, and what may be assigned to it."""
    def __get__(self, owner: Any, cls: Any) -> Read: ...
    def __set__(self, owner: Any, value: Write) -> None: ...


LinkField = Field[Link, Reference]
'''
_BASES = [("MechanicalState", "BaseMechanicalState"), ("Mass", "BaseMass"), ("ForceField", "BaseForceField"),
          ("InteractionForceField", "BaseForceField"), ("Mapping", "BaseMapping"), ("Topology", "BaseMeshTopology"),
          ("LinearSolver", "LinearSolver"), ("LinearSystem", "LinearSystem")]


_FULL = {"d": "double", "f": "float", "i": "int", "I": "unsigned"}     # names of types as Data tell them


def _isName(text):
    return text.isidentifier() and not keyword.iskeyword(text)


def _kinds(typeName):
    """What a Data of a type is as an attribute, and what it takes as a keyword argument or when it is assigned."""
    if typeName == "bool":
        return "Data", "Switch"
    if typeName in ("int", "unsigned int", "unsigned_int", "unsigned", "long", "char", "short", "unsigned short"):
        return "Data", "Integer"
    if typeName in ("double", "float"):
        return "Data", "Number"
    if typeName in ("string", "filename", "path"):
        return "DataString", "Text"
    if typeName.startswith(("vector<string", "set<", "TagSet")):
        return "DataVectorString", "Words"
    if typeName.startswith(("vector<", "Vec", "Rigid", "Quat", "Mat", "fixed_array", "RGBAColor", "BoundingBox")):
        return "DataContainer", "Numbers"
    return "Data", "Other"


def _description(name):
    """(help, templates, base class, Data by name, links by name) of a class of the factory."""
    entry = _core.class_entry(name, True)
    data, links, base = {}, {}, "Object"
    for creator in entry["creator"].values():
        for field in creator["object"]["data"]:
            data.setdefault(field["name"], field)
        for link in creator["object"]["link"]:
            links.setdefault(link["name"], link)
        categories = creator["class"]["categories"]
        base = next((cls for category, cls in _BASES if category in categories), base)
    return entry["description"], entry["templates"], base, data, links


def _classes():
    return [(name, _description(name)) for name in _core.class_names() if _isName(name)]


def _quoted(text):
    return repr(" ".join(text.split()))


def _componentStub(name, description):
    help, _, base, data, links = description
    taken = set(dir(getattr(Core, base)))
    lines = ["class %s(%s):" % (name, base), "    %s" % _quoted(help or name)]
    for field in data.values():
        if _isName(field["name"]) and field["name"] not in taken:
            lines.append("    %s: Field[%s, %s]  # %s" % (field["name"], *_kinds(field["type"]), " ".join(field["help"].split())[:200]))
    lines += ["    %s: LinkField  # %s" % (link, " ".join(links[link]["help"].split())[:200])
              for link in links if _isName(link) and link not in taken and link not in data]
    return "\n".join(lines) + "\n"


def _overload(name, description):
    _, templates, _, data, links = description
    arguments = {"name": "str"}
    if any(templates):
        arguments["template"] = "str"
    arguments["src"] = "Text"
    arguments.update({f: _kinds(field["type"])[1] for f, field in data.items() if _isName(f) and f not in ("self", "what")})
    arguments.update({link: "Reference" for link in links if _isName(link)})
    text = ", ".join("%s: %s = ..." % item for item in arguments.items())
    return '    @overload\n    def addObject(self, what: Literal["%s"], *, %s) -> %s: ...\n' % (name, text, name)


# --- classes that are there at run time ------------------------------------------------------------------------------

def _signature(function):
    try:
        parameters = inspect.signature(function).parameters.values()
    except (TypeError, ValueError):
        return "(self, *arguments: Any, **keywords: Any)"
    parts = []
    for p in parameters:
        star = {p.VAR_POSITIONAL: "*", p.VAR_KEYWORD: "**"}.get(p.kind, "")
        if p.kind == p.KEYWORD_ONLY and not any(part.startswith("*") for part in parts):
            parts.append("*")
        told = p.annotation if isinstance(p.annotation, str) else getattr(p.annotation, "__name__", "Any")
        hint = "" if p.name in ("self", "cls") else ": " + ("Any" if p.annotation is p.empty else told)
        parts.append(star + p.name + hint + (" = ..." if p.default is not p.empty else ""))
    return "(%s)" % ", ".join(parts)


def _result(function):
    """What a function says that it returns."""
    if function.__name__ in ("__init__", "__exit__"):
        return "None"
    result = getattr(function, "__annotations__", {}).get("return", "Any")
    return result if isinstance(result, str) else "None" if result is None else result.__name__


def _member(name, value):
    if isinstance(value, staticmethod):
        return "    @staticmethod\n    def %s%s -> %s: ...\n" % (name, _signature(value.__func__), _result(value.__func__))
    if isinstance(value, property):
        return "    @property\n    def %s(self) -> %s: ...\n" % (name, _result(value.fget))
    if callable(value):
        return "    def %s%s -> %s: ...\n" % (name, _signature(value), _result(value))
    return "    %s: Any\n" % name


def _class(cls, bases, extra=""):
    shown = [name for name in vars(cls) if _isName(name) and (not name.startswith("_") or name in (
        "__init__", "__enter__", "__exit__", "__getitem__", "__len__", "__iter__", "__contains__", "__getattr__"))]
    body = "".join(_member(name, vars(cls)[name]) for name in shown if name not in ("addObject", "addChild"))
    return "class %s%s:\n%s" % (cls.__name__, "(%s)" % bases if bases else "", body + extra or "    ...\n")


def _typed(cls, table):
    """A class of the compiled part, with the types that help() shows."""
    text = _class(cls, "")
    for name, (arguments, result, _) in table.items():
        line = "    def %s(self%s) -> %s: ...\n" % (name, ", " + arguments if arguments else "", result)
        text = re.sub(r"    def %s\(.*\n" % name, line.replace("\\", "\\\\"), text)
    return text


def _coreStub():
    anything = "    def __getattr__(self, name: str) -> Any: ...\n    def __setattr__(self, name: str, value: Any) -> None: ...\n"
    handle = _typed(_core.Handle, _signatures.ofBase).replace("    def __getattr__(self, *arguments: Any, **keywords: Any) -> Any: ...\n", "")
    return _HEAD + "from typing import Any\n\nimport numpy\nimport Sofa.Core\nfrom Sofa._data import Data, LinkPath\nfrom Sofa._link import Link\nfrom Sofa._object import Base\n\n\ndef __getattr__(name: str) -> Any: ...\n\n\n" + "\n\n".join(
        [handle + anything, _typed(_core.DataRef, _signatures.ofData) + anything, _typed(_core.LinkRef, _signatures.ofLink) + anything,
         "".join("def %s(%s) -> %s: ...\n" % (name, *types[:2]) for name, types in _signatures.ofModule.items())])


def _addChildStub():
    """The Data of nodes are keyword arguments too."""
    fields = {f.getName(): _kinds(_FULL.get(f.typeName(), f.typeName()))[1] for f in _node.Node("n").getDataFields()}
    arguments = ", ".join("%s: %s = ..." % (name, kind) for name, kind in fields.items() if _isName(name) and name != "name")
    return ("    @overload\n    def addChild(self, what: str, *, %s) -> Node: ...\n"
            "    @overload\n    def addChild(self, what: Node) -> Node: ...\n" % arguments)


def _nodeStub(classes):
    overloads = "".join(_overload(*c) for c in classes)
    overloads += "    @overload\n    def addObject(self, what: Object) -> Any: ...\n"
    overloads += "    @overload\n    def addObject(self, what: ClassName, **arguments: Any) -> Any: ...\n"
    overloads += _addChildStub()
    parts = ["class ClassName(str):\n    %s\n" % _quoted(_node.ClassName.__doc__), _class(_node.NodeIterator, ""), _class(_node.BaseContext, "Base"), _class(_node.Context, "BaseContext"),
             _class(_node.BaseNode, "Context"), _class(_node.Node, "BaseNode", overloads)]
    imports = "from Sofa._components import (%s)\n" % ", ".join(name for name, _ in classes)
    return _HEAD + _ALIASES + imports + _TYPES + "\n\n" + "\n\n".join(parts)


def write(folder):
    """Writes the stubs into the folder of the package, or one that mirrors it."""
    classes = _classes()
    files = {"_core.pyi": _coreStub(), "_node.pyi": _nodeStub(classes), "py.typed": "",
             "_components.pyi": _HEAD + _ALIASES + _TYPES + _FIELDS + "\n\n" + "\n\n".join(_componentStub(*c) for c in classes)}
    os.makedirs(folder, exist_ok=True)
    for name, text in files.items():
        with open(os.path.join(folder, name), "w", encoding="utf8") as f:
            f.write(text)
    return sorted(files)


if __name__ == "__main__":
    write(sys.argv[1])
