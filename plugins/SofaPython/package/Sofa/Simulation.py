# SPDX-License-Identifier: Apache-2.0
"""Running a scene."""
import os

from Sofa import _core, _describe
from Sofa._core import animate, animateNSteps, init, initRoot, reset, unload, updateVisual


def load(path):
    """The scene of a file, not initialised; None after an error message."""
    return _core.load(os.fspath(path))


def keepGoing(on: bool = True) -> None:
    """From now on an exception in a controller is an error message, and the step goes on, as SOFA v26.06 does. Without it, animate() and its
    like raise the exception, and a run of runSofa ends with status 1; runSofa --keep-going does the same there."""
    _core.keep_going(on)


def initVisual(root):
    updateVisual(root)


def initTextures(root):
    updateVisual(root)


class SceneCheck:
    """Something that the framework looks for in a scene."""

    def __init__(self, name, description):
        self._name, self._description = name, description

    def getName(self): return self._name
    def getDesc(self): return self._description


_checks = [
    ("SceneCheckNames", "nodes without a name, several objects of one name in a node, special characters in names"),
    ("SceneCheckMapping", "mappings whose output lies in another node"),
    ("SceneCheckDeprecatedComponents", "components that are deprecated"),
    ("SceneCheckCollisionPipeline", "collision models without a pipeline and the reverse, several CollisionResponse"),
]


class SceneCheckMainRegistry:
    @staticmethod
    def getRegisteredSceneChecks():
        """What checkScene() looks for."""
        return [SceneCheck(*check) for check in _checks]


def checkScene(root):
    """Warns of what is probably not meant in a scene, and changes nothing."""
    _core.check_scene(root)


_print = print


def print(node):
    """Prints the tree of nodes and components."""
    _print("\n".join(_describe.tree(node)))
