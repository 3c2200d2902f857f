# SPDX-License-Identifier: Apache-2.0
"""What help(), notebooks and the prompt show of nodes, components and Data."""
import html

from Sofa import _core

_long = 60


def short(text):
    text = " ".join(text.split())
    return text if len(text) <= _long else text[:_long - 3] + "..."


class Doc:
    """The documentation of a class, and of each of its objects what the object tells."""

    def __init__(self, text, ofObject):
        self._text, self._ofObject = text, ofObject

    def __get__(self, instance, cls):
        return self._text if instance is None else self._ofObject(instance)


def kind(d):
    """What a Data is to a script: "float", "list of str", "float array (n, 3)"."""
    value, name = d.value, d.typeName()
    if isinstance(value, (list, tuple)):
        return "list of bool" if name == "vector<bool>" else "list of str"
    if not hasattr(value, "dtype"):
        return type(value).__name__
    shape = ["n" if name.startswith("vector<") else str(value.shape[0]), *map(str, value.shape[1:])] if value.shape else []
    number = {"f": "float", "i": "int", "u": "int", "b": "bool"}.get(value.dtype.kind, value.dtype.name)
    return "%s array (%s)" % (number, ", ".join(shape) + ("," if len(shape) == 1 else ""))


def types(d):
    """The same, and what scenes call it, where that says more."""
    plain = ("bool", "string", "d", "f", "i", "I", "vector<d>", "vector<f>", "vector<i>", "vector<I>", "vector<bool>", "vector<string>")
    return kind(d) if d.typeName() in plain else "%s, %s" % (kind(d), d.typeName())


def data(d):
    """Path, type, help, default and value of a Data."""
    lines = ["%s (%s)" % (d.getPathName(), types(d)), d.getHelp(), "", "value    %s" % short(d.getValueString()),
             "default  %s" % short(d.getDefaultString())]
    parent = d.getParent()
    if parent is not None:
        lines.append("follows  %s" % parent.getPathName())
    return "\n".join(lines)


def _fields(component):
    return [(d.getName(), types(d), short(d.getValueString()), d.getHelp()) for d in component.getDataFields()]


def _columns(rows):
    widths = [max(map(len, column)) for column in list(zip(*rows))[:-1]]
    return ["  " + "  ".join([*(cell.ljust(w) for cell, w in zip(row, widths)), row[-1]]).rstrip() for row in rows]


def title(component):
    template = component.getTemplateName()
    return "%s %s%s" % (component.getClassName(), component.getPathName(), " of template " + template if template else "")


def component(c):
    """Class, help, all Data with type, value and help, links."""
    entry = _core.class_entry(c.getClassName(), False)
    lines = [title(c)]
    if entry:
        lines += [entry["description"], "in " + entry["target"]]
    elif isinstance(vars(type(c)).get("__doc__"), str):
        lines.append(type(c).__doc__)
    lines += ["", "Data:", *_columns(_fields(c))]
    links = [(link.getName(), link.getValueString() or "-", link.getHelp()) for link in _core.Handle.getLinks(c)]
    if links:
        lines += ["", "Links:", *_columns(links)]
    return "\n".join(lines)


def tree(node, indent=""):
    lines = ["%s%s/" % (indent, node.getName() or "(no name)")]
    lines += ["%s  %s (%s)" % (indent, o.getName(), o.getClassName()) for o in node.objects]
    for child in node.children:
        lines += tree(child, indent + "  ")
    return lines


def node(n):
    """The components and nodes below."""
    return "Node %s\n\n%s\n\nData:\n%s" % (n.getPathName(), "\n".join(tree(n)), "\n".join(_columns(_fields(n))))


def nodeRepr(n):
    parts = ["%d component%s" % (len(n.objects), "" if len(n.objects) == 1 else "s")]
    if len(n.children):
        parts.append("%d child%s" % (len(n.children), "" if len(n.children) == 1 else "ren"))
    return "<Node %s: %s>" % (n.getPathName(), ", ".join(parts))


def componentHtml(c):
    rows = "".join("<tr><td><b>%s</b></td><td>%s</td><td>%s</td><td>%s</td></tr>" % tuple(map(html.escape, row)) for row in _fields(c))
    return "<b>%s</b><table><tr><th>Data</th><th>type</th><th>value</th><th></th></tr>%s</table>" % (html.escape(title(c)), rows)


def nodeHtml(n):
    objects = "".join("<li>%s <i>%s</i></li>" % (html.escape(o.getName()), html.escape(o.getClassName())) for o in n.objects)
    children = "".join("<li>%s</li>" % nodeHtml(child) for child in n.children)
    return "<b>%s</b><ul>%s%s</ul>" % (html.escape(n.getName() or "/"), objects, children)
