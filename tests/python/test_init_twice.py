# SPDX-License-Identifier: Apache-2.0
"""Scenes that are initialised twice, as where a script calls init() of a node to read what its components select: nothing new is said, and
they move as if they had been initialised once."""
import os
import signal
import tempfile
import time
import unittest
from pathlib import Path

import numpy
import Sofa
import Sofa.Simulation

ROOT = Path(__file__).resolve().parents[2]
SECONDS = 60        # for all
HANGS = 60          # seconds, for one


class Warnings(Sofa.Helper.MessageHandler):
    def __init__(self):
        super().__init__()
        self.said = set()

    def process(self, message):
        if message["type"] in ("Warning", "Error", "Deprecated", "Advice"):
            self.said.add((message["sender"], message["message"]))


def states(node):
    own = {o.getPathName(): numpy.array(o.position.value, dtype=float) for o in node.objects if o.getClassName() == "MechanicalObject"}
    for child in node.children:
        own.update(states(child))
    return own


def run(scene, times):
    with Warnings() as warnings:
        root = Sofa.Simulation.load(str(scene))
        for _ in range(times):
            Sofa.Simulation.initRoot(root)
        Sofa.Simulation.animateNSteps(root, 3)
    return warnings.said, states(root)


def compare(scene):
    """What differs; empty if nothing does."""
    once, twice = run(scene, 1), run(scene, 2)
    differences = ["said: %s: %s" % new for new in sorted(twice[0] - once[0])]
    for path, before in once[1].items():
        after = twice[1].get(path)
        if after is None or after.shape != before.shape:
            differences.append("%s has other points" % path)
        elif before.size and not numpy.allclose(after, before, rtol=1e-9, atol=1e-9, equal_nan=True):
            differences.append("%s is elsewhere by %g" % (path, numpy.nanmax(abs(after - before))))
    return differences


class Twice(unittest.TestCase):
    def test_mass_that_the_first_initialisation_computed(self):
        root = Sofa.Core.Node("root")
        root.addObject("DefaultAnimationLoop")
        body = root.addChild("body")
        body.addObject("MechanicalObject", position=[[0, 0, 0], [1, 0, 0]])
        body.addObject("UniformMass", name="mass", totalMass=1)
        body.init()
        Sofa.Simulation.initRoot(root)
        self.assertEqual(body.mass.vertexMass.value, 0.5)
        self.assertEqual(body.mass.getLoggedMessagesAsString(), "")

    def test_what_a_script_gives_in_between_counts(self):
        root = Sofa.Core.Node("root")
        root.addObject("DefaultAnimationLoop")
        root.addObject("MechanicalObject", position=[[0, 0, 0], [1, 0, 0]])
        root.addObject("UniformMass", name="mass")
        root.init()
        root.mass.vertexMass = 3
        Sofa.Simulation.initRoot(root)
        self.assertEqual(root.mass.totalMass.value, 6)

    def test_positions_are_moved_once(self):
        root = Sofa.Core.Node("root")
        root.addObject("DefaultAnimationLoop")
        root.addObject("MechanicalObject", name="dofs", position=[[1, 0, 0], [2, 0, 0]], translation=[0, 1, 0], rotation=[0, 0, 90], scale3d=[2, 1, 1])
        for _ in range(3):
            root.init()
        numpy.testing.assert_allclose(root.dofs.position.value, [[0, 3, 0], [0, 5, 0]], atol=1e-12)

    def test_examples(self):
        end, differences = time.monotonic() + SECONDS, []
        with tempfile.TemporaryDirectory() as folder:
            for scene in sorted((ROOT / "examples").rglob("*.scn")):
                if time.monotonic() > end or scene.stat().st_size > 4000 or scene.parent.name == "plugin":
                    continue
                said = Path(folder, "said")
                child = os.fork()
                if child == 0:
                    signal.alarm(HANGS)
                    os.chdir(folder)
                    try:
                        said.write_text("\n".join(compare(scene)))
                    except BaseException as problem:
                        said.write_text(repr(problem))
                    os._exit(0)
                self.assertEqual(os.waitpid(child, 0)[1], 0, scene)
                if text := said.read_text():
                    differences.append("%s: %s" % (scene.relative_to(ROOT), text))
        self.assertEqual(differences, [])


if __name__ == "__main__":
    unittest.main()
