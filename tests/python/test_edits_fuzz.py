# SPDX-License-Identifier: Apache-2.0
"""Random edits of running examples: values, links, components, nodes, which of them take part. Nothing of it may crash or hang.

Each scene runs in a process of its own. EDITS_FUZZ_SEED and EDITS_FUZZ_COUNT choose others and more; EDITS_FUZZ_ONLY=N repeats one here,
under a debugger for instance."""
import os
import random
import signal
import sys
import tempfile
import time
import unittest
from pathlib import Path

import numpy

import Sofa
import Sofa.Simulation
from Sofa import Study

EXAMPLES = Path(__file__).resolve().parents[2] / "examples"
SEED = os.environ.get("EDITS_FUZZ_SEED", "1")
COUNT = int(os.environ.get("EDITS_FUZZ_COUNT", "150"))
SECONDS = 40        # for all
HANGS = 30          # seconds, for one
NUMBERS = [-1, 0, float("nan"), float("inf"), 1e300, 999999, 1e-320]
INDICES = [-1, 0, 999999, 2 ** 31, 2 ** 32 - 1, 2 ** 40]
ADDED = ["UniformMass", "MechanicalObject", "EulerImplicitSolver", "EulerExplicitSolver", "CGLinearSolver", "SparseLDLSolver", "MeshTopology",
         "TetrahedronFEMForceField", "SpringForceField", "RestShapeSpringsForceField", "FixedProjectiveConstraint", "FixedLagrangianConstraint",
         "BarycentricMapping", "IdentityMapping", "SphereCollisionModel", "FreeMotionAnimationLoop", "UncoupledConstraintCorrection", "BoxROI",
         "RegularGridTopology", "OglModel", "TriangleSetTopologyContainer"]


def nodes(node):
    return [node] + [below for child in node.children for below in nodes(child)]


def components(root):
    return [c for node in nodes(root) for c in node.objects if c.getClassName() not in ("RequiredPlugin", "InfoComponent")]


def spoil(value, rng):
    """The array with one entry, or its length, changed."""
    how = rng.choice(["one", "empty", "short", "long", "twice"])
    if how == "one" and value.size:
        flat = value.reshape(-1).astype(object)
        flat[rng.randrange(value.size)] = rng.choice(INDICES if value.dtype.kind in "iu" else NUMBERS)
        return flat.reshape(value.shape).tolist()
    return {"empty": value[:0], "short": value[:-1], "twice": numpy.concatenate([value, value])}.get(how, numpy.concatenate([value, value[-1:]]))


def set_value(root, rng):
    data = rng.choice([d for d in rng.choice(components(root)).getDataFields() if d.getName() not in ("name", "bbox", "componentState")])
    value = data.value
    if isinstance(value, numpy.ndarray):
        data.value = spoil(value, rng)
    elif isinstance(value, (int, float)):
        data.value = rng.choice(INDICES[:3] if isinstance(value, int) else NUMBERS)
    else:
        data.read(rng.choice(["", "nonsense", "1 2 3", "@nowhere"]))


def remove(root, rng):
    component = rng.choice(components(root))
    component.getContext().removeObject(component)


def move(root, rng):
    component = rng.choice(components(root))
    component.getContext().removeObject(component)
    rng.choice(nodes(root)).addObject(component)


def add(root, rng):
    made = rng.choice(nodes(root)).addObject(rng.choice(ADDED))
    if rng.random() < 0.5:
        made.init()


def move_node(root, rng):
    node = rng.choice(nodes(root))
    node.detachFromGraph()
    rng.choice(nodes(root)).addChild(node)


def lead(root, rng):
    links = rng.choice(components(root)).getLinks()
    if links:
        rng.choice(links).read(rng.choice(["@nowhere", "@/", "@" + rng.choice(components(root)).getPathName()]))


def switch(root, rng):
    """On, off, asleep or awake."""
    node, name = rng.choice(nodes(root)), rng.choice(["activated", "sleeping"])
    setattr(node, name, not getattr(node, name).value)


EDITS = [switch, switch, set_value, set_value, set_value, remove, move, add, add, lead, move_node, lambda root, rng: rng.choice(nodes(root)).detachFromGraph(),
         lambda root, rng: Sofa.Simulation.reset(root), lambda root, rng: Study.restore(root, Study.save(root)),
         lambda root, rng: rng.choice(components(root)).reinit(), lambda root, rng: Sofa.Simulation.initRoot(root)]


def attempt(call, *arguments):
    """Exceptions are what wrong edits are answered with."""
    try:
        call(*arguments)
    except (TypeError, ValueError, IndexError, KeyError, AttributeError, RuntimeError, MemoryError) as problem:
        print("refused:", problem)


def play(number):
    rng = random.Random("%s/%d" % (SEED, number))
    scene = rng.choice([path for path in sorted(EXAMPLES.rglob("*.scn")) if path.stat().st_size < 3000 and path.parent.name != "plugin"])
    print(scene, flush=True)
    root = Sofa.Simulation.load(str(scene))
    Sofa.Simulation.initRoot(root)
    Sofa.Simulation.animate(root)
    for _ in range(rng.choice([1, 2, 3])):
        attempt(rng.choice(EDITS), root, rng)
        attempt(Sofa.Simulation.animateNSteps, root, 2)
    attempt(root.computeEnergy)
    Sofa.Simulation.unload(root)


class Edits(unittest.TestCase):
    def test_nothing_crashes_or_hangs(self):
        end = time.monotonic() + SECONDS
        with tempfile.TemporaryDirectory() as folder:
            for number in range(COUNT):
                if time.monotonic() > end:
                    break
                said = Path(folder, "said")
                child = os.fork()
                if child == 0:
                    os.chdir(folder)
                    out = os.open(said, os.O_WRONLY | os.O_CREAT | os.O_TRUNC)
                    os.dup2(out, 1)
                    os.dup2(out, 2)
                    signal.alarm(HANGS)
                    play(number)
                    os._exit(0)
                status = os.waitpid(child, 0)[1]
                self.assertEqual(status, 0, "edit %s/%d: %s" % (SEED, number, said.read_text(errors="replace")[-2000:]))


if __name__ == "__main__":
    if "EDITS_FUZZ_ONLY" in os.environ:
        sys.exit(play(int(os.environ["EDITS_FUZZ_ONLY"])))
    unittest.main()
