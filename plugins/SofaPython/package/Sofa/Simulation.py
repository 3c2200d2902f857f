"""Running a scene."""
import os

from Sofa import _core
from Sofa._core import animate, animateNSteps, init, initRoot, reset, unload, updateVisual


def load(path):
    """The scene of a file, not initialised; None after an error message."""
    return _core.load(os.fspath(path))


def initVisual(root):
    updateVisual(root)


def initTextures(root):
    updateVisual(root)


def _tree(node, indent=""):
    lines = [indent + (node.getName() or "(no name)") + "/"]
    lines += [indent + "  " + o.getName() + " (" + o.getClassName() + ")" for o in node.objects]
    for child in node.children:
        lines += _tree(child, indent + "  ")
    return lines


_print = print


def print(node):
    """Prints the tree of nodes and components."""
    _print("\n".join(_tree(node)))
