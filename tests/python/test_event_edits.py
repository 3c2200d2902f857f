# SPDX-License-Identifier: Apache-2.0
"""Components and nodes that scripts remove, put back, move, replace, add and re-parent in the middle of a step: in every event, and in
methods of force fields, mappings and engines that solvers call. Nothing of it may crash or hang.

Each edit runs in a process of its own. A sample by default; EVENT_EDITS_ALL=1 tries all, EVENT_EDITS_SEED and EVENT_EDITS_COUNT choose others and
more, and
EVENT_EDITS_ONLY="scene;moment;edit;number" one of them here, under a debugger for instance."""
import os
import random
import signal
import sys
import tempfile
import traceback
import unittest
from pathlib import Path

import numpy

import Sofa
import Sofa.Simulation

SEED = os.environ.get("EVENT_EDITS_SEED", "1")
SAMPLE = int(os.environ.get("EVENT_EDITS_COUNT", "300"))
HANGS = 30          # seconds, for one


# --- Scenes ----------------------------------------------------------------------------------------------------------

def solve(node, direct=False, ode="EulerImplicitSolver"):
    node.addObject(ode, name="ode")
    if direct:
        node.addObject("SparseLDLSolver", name="solver", template="CompressedRowSparseMatrixMat3x3d")
    else:
        node.addObject("CGLinearSolver", name="solver", iterations=20, tolerance=1e-9, threshold=1e-9)


def beam(root, direct=False, ode="EulerImplicitSolver"):
    root.addObject("DefaultAnimationLoop", name="loop")
    body = root.addChild("body")
    solve(body, direct, ode)
    body.addObject("RegularGridTopology", name="grid", n=[3, 2, 2], min=[0, 0, 0], max=[2, 1, 1])
    body.addObject("MechanicalObject", name="dofs")
    body.addObject("UniformMass", name="mass", totalMass=1)
    body.addObject("HexahedronFEMForceField", name="fem", youngModulus=100, poissonRatio=0.3)
    body.addObject("FixedProjectiveConstraint", name="fix", indices=[0, 3, 6, 9])
    points = body.addChild("points")
    points.addObject("MechanicalObject", name="dofs", position=[[0.5, .5, .5], [1.5, .5, .5]])
    points.addObject("BarycentricMapping", name="map")
    points.addObject("ConstantForceField", name="push", indices=[0], forces=[[0, 1, 0]])
    return body


def static(root):
    root.addObject("DefaultAnimationLoop", name="loop")
    body = root.addChild("body")
    body.addObject("NewtonRaphsonSolver", name="newton", maxNbIterationsNewton=3)
    solve(body, True, "StaticSolver")
    body.addObject("MechanicalObject", name="dofs", position=[[0, 0, 0], [1, 0, 0]])
    body.addObject("UniformMass", name="mass", totalMass=1)
    body.addObject("RestShapeSpringsForceField", name="rest", stiffness=[10])
    return body


def surgery(root):
    root.addObject("DefaultAnimationLoop", name="loop")
    body = root.addChild("body")
    solve(body)
    body.addObject("TetrahedronSetTopologyContainer", name="mesh", position=[[0, 0, 0], [1, 0, 0], [0, 1, 0], [0, 0, 1], [1, 1, 1]],
                   tetrahedra=[[0, 1, 2, 3], [1, 2, 3, 4]])
    body.addObject("TetrahedronSetTopologyModifier", name="modifier")
    body.addObject("MechanicalObject", name="dofs")
    body.addObject("DiagonalMass", name="mass", totalMass=1)
    body.addObject("TetrahedronFEMForceField", name="fem", youngModulus=100, poissonRatio=0.3)
    surface = body.addChild("surface")
    surface.addObject("TriangleSetTopologyContainer", name="mesh")
    surface.addObject("Tetra2TriangleTopologicalMapping", name="skin", input="@../mesh", output="@mesh")
    return body


def springs(root):
    root.addObject("DefaultAnimationLoop", name="loop")
    pair = root.addChild("pair")
    solve(pair)
    for name in "ab":
        one = pair.addChild(name)
        one.addObject("MechanicalObject", name="dofs", position=[[0, 0, 0], [1, 0, 0]])
        one.addObject("UniformMass", name="mass", totalMass=1)
    pair.addObject("SpringForceField", name="springs", object1="@a/dofs", object2="@b/dofs", spring=[0, 0, 10, 1, 1])
    return pair.a


def contacts(root, loop="FreeMotionAnimationLoop", solver="BlockGaussSeidelConstraintSolver", response="FrictionContactConstraint"):
    root.addObject(loop, name="loop")
    if solver:
        root.addObject(solver, name="constraints", tolerance=1e-6)
    root.addObject("CollisionPipeline", name="pipeline")
    root.addObject("BruteForceBroadPhase", name="broad")
    root.addObject("BVHNarrowPhase", name="narrow")
    root.addObject("LocalMinDistance", name="distance", alarmDistance=.3, contactDistance=.1)
    root.addObject("CollisionResponse", name="response", response=response)
    floor = root.addChild("floor")
    floor.addObject("MeshTopology", name="mesh", position=[[-5, 0, -5], [-5, 0, 5], [5, 0, 5], [5, 0, -5]], triangles=[[0, 1, 2], [0, 2, 3]])
    floor.addObject("MechanicalObject", name="dofs")
    floor.addObject("TriangleCollisionModel", name="model", simulated=False, moving=False)
    ball = root.addChild("ball")
    solve(ball)
    ball.addObject("MechanicalObject", name="frame", template="Rigid3d", position=[[0, .55, 0, 0, 0, 0, 1]])
    ball.addObject("UniformMass", name="mass", totalMass=1)
    if solver:
        ball.addObject("UncoupledConstraintCorrection", name="correction", defaultCompliance=1)
    points = ball.addChild("points")
    points.addObject("MechanicalObject", name="dofs", position=[[0, 0, 0]])
    points.addObject("SphereCollisionModel", name="model", radius=.5)
    points.addObject("RigidMapping", name="map")
    return points


def bilateral(root, solver="BlockGaussSeidelConstraintSolver", loop="FreeMotionAnimationLoop"):
    root.addObject(loop, name="loop")
    root.addObject(solver, name="constraints", maxIterations=50, tolerance=1e-6)
    for name in "ab":
        one = root.addChild(name)
        solve(one, True)
        one.addObject("MechanicalObject", name="dofs", position=[[0, 0, 0], [1, 0, 0]])
        one.addObject("UniformMass", name="mass", totalMass=1)
        one.addObject("RestShapeSpringsForceField", name="rest", stiffness=[10])
        one.addObject("GenericConstraintCorrection", name="correction")
    root.addObject("BilateralLagrangianConstraint", name="joint", object1="@a/dofs", object2="@b/dofs", first_point=[0], second_point=[1])
    root.a.addObject("FixedLagrangianConstraint", name="held", indices=[1])
    return root.a


SCENES = {
    "beam": beam, "beam by LDL": lambda root: beam(root, True), "beam by Euler": lambda root: beam(root, False, "EulerExplicitSolver"),
    "beam by Runge-Kutta": lambda root: beam(root, False, "RungeKutta4Solver"), "beam by Newmark": lambda root: beam(root, False, "NewmarkImplicitSolver"),
    "static": static, "surgery": surgery, "springs": springs, "contacts": contacts,
    "penalties": lambda root: contacts(root, "DefaultAnimationLoop", None, "PenalityContactForceField"),
    "several steps": lambda root: contacts(root, "MultiStepAnimationLoop", None, "PenalityContactForceField"),
    "multipliers": lambda root: contacts(root, solver="LCPConstraintSolver"), "bilateral": bilateral,
    "bilateral by SOR": lambda root: bilateral(root, "ImprovedJacobiConstraintSolver"),
    "bilateral unbuilt": lambda root: bilateral(root, "UnbuiltGaussSeidelConstraintSolver"),
    "constraint loop": lambda root: bilateral(root, loop="ConstraintAnimationLoop"),
}

# --- Moments ---------------------------------------------------------------------------------------------------------

EVENTS = ("AnimateBegin", "AnimateEnd", "CollisionBegin", "CollisionEnd", "IntegrateBegin", "IntegrateEnd", "UpdateMappingEnd",
          "BuildConstraintSystemEnd", "SolveConstraintSystemEnd")
METHODS = ("addForce", "addDForce", "addKToMatrix", "apply", "applyJ", "applyJT", "getJ", "update")


class Trigger:
    """Does the edit the first time that the moment comes in the second step."""

    def __init__(self, moment, edit):
        self.moment, self.edit, self.isArmed = moment, edit, False

    def at(self, moment):
        if self.isArmed and moment == self.moment:
            self.isArmed = False
            try:
                self.edit()
            except (TypeError, ValueError, IndexError, KeyError, AttributeError, RuntimeError) as problem:
                print("refused:", problem)


class Ear(Sofa.Core.Controller):
    def __init__(self, trigger):
        super().__init__(name="ear")
        self.trigger = trigger

    def onEvent(self, event):
        self.trigger.at(event["type"].removesuffix("Event"))


class Force(Sofa.Core.ForceFieldVec3d):
    def __init__(self, trigger):
        super().__init__(name="script")
        self.trigger = trigger

    def addForce(self, m, f, x, v):
        self.trigger.at("addForce")

    def addDForce(self, m, df, dx):
        self.trigger.at("addDForce")

    def addKToMatrix(self, m, points, size):
        self.trigger.at("addKToMatrix")
        return numpy.zeros((0, 3))


class Twice(Sofa.Core.Mapping_Vec3d_Vec3d):
    def __init__(self, trigger, **keywords):
        super().__init__(name="script", **keywords)
        self.trigger = trigger

    @staticmethod
    def double(source, to):
        count = min(len(source), len(to))   # edits may change either
        to[:count] += 2 * source[:count]

    def apply(self, m, out, x):
        self.trigger.at("apply")
        with out.writeable() as mapped:
            mapped[:] = 0
            self.double(x.value, mapped)

    def applyJ(self, m, out, x):
        self.trigger.at("applyJ")
        with out.writeable() as mapped:
            mapped[:] = 0
            self.double(x.value, mapped)

    def applyJT(self, m, out, force):
        self.trigger.at("applyJT")
        with out.writeable() as forces:
            self.double(force.value, forces)

    def getJ(self):
        self.trigger.at("getJ")
        return 2 * numpy.eye(self.findLink("input").getLinkedBase().velocity.size)


class Computes(Sofa.Core.DataEngine):
    def __init__(self, trigger):
        super().__init__(name="engine")
        self.trigger = trigger
        self.addData("time", type="double", value=0.0)
        self.addData("force", type="vector<double>", value=[0.0])
        self.addInput(self.time)
        self.addOutput(self.force)

    def update(self):
        self.trigger.at("update")
        self.force.value = [0.0, 0.1, 0.0]


def build(name, trigger):
    root = Sofa.Core.Node("root")
    root.dt = 0.01
    node = SCENES[name](root)
    root.addObject(Ear(trigger))
    if node.getMechanicalState().getTemplateName() == "Vec3d":
        node.addObject(Force(trigger))
        below = node.addChild("script")
        below.addObject("MechanicalObject", name="dofs", position=[[0, 0, 0]] * max(2, len(node.getMechanicalState().position)))
        below.addObject(Twice(trigger, input=node.getMechanicalState().getLinkPath(), output="@dofs"))
        below.addObject("RestShapeSpringsForceField", name="held", stiffness=[1])
        engine = below.addObject(Computes(trigger))
        engine.time.setParent(root.time)
        below.addObject("ConstantForceField", name="computed", indices=[0], totalForce=[0, 0, 0]).totalForce.setParent(engine.force)
    return root


# --- Edits -----------------------------------------------------------------------------------------------------------

def nodes(node):
    return [node] + [below for child in node.children for below in nodes(child)]


def components(root):
    return [c for node in nodes(root) for c in node.objects]


def remove(component, root):
    component.getContext().removeObject(component)


def put_back(component, root):
    node = component.getContext()
    node.removeObject(component)
    node.addObject(component)


def move(component, root):
    component.getContext().removeObject(component)
    nodes(root)[-1].addObject(component)


def move_up(component, root):
    component.getContext().removeObject(component)
    root.addObject(component)


def replace(component, root):
    node = component.getContext()
    node.removeObject(component)
    node.addObject(component.getClassName(), name=component.getName())


def add(component, root):
    component.getContext().addObject(component.getClassName(), name="more")


def add_and_init(component, root):
    component.getContext().addObject(component.getClassName(), name="more").init()


def remove_node(component, root):
    component.getContext().detachFromGraph()


def move_node(component, root):
    node, root = component.getContext(), root
    node.detachFromGraph()
    nodes(root)[-1].addChild(node)


def put_node_back(component, root):
    node = component.getContext()
    above = list(node.parents)[0]
    above.removeChild(node)
    above.addChild(node)


def lower_node(component, root):
    """A node between it and its parent."""
    node = component.getContext()
    above = list(node.parents)[0]
    above.removeChild(node)
    above.addChild("between").addChild(node)


EDITS = {f.__name__: f for f in (remove, put_back, move, move_up, replace, add, add_and_init, remove_node, move_node, put_node_back, lower_node)}


def play(scene, moment, edit, number):
    root = None

    def do():
        component = components(root)[number]
        print(edit, component.getPathName(), component.getClassName(), flush=True)
        EDITS[edit](component, root)

    trigger = Trigger(moment, do)
    root = build(scene, trigger)
    Sofa.Simulation.initRoot(root)
    Sofa.Simulation.animate(root)
    trigger.isArmed = True
    try:
        Sofa.Simulation.animateNSteps(root, 3)
        root.computeEnergy()
        Sofa.Simulation.reset(root)
        Sofa.Simulation.animate(root)
    except (RuntimeError, TypeError, ValueError, AttributeError, IndexError) as problem:
        print("refused:", problem)
    Sofa.Simulation.unload(root)


def status_of(folder, case):
    """Status of a process that does it, and what it said."""
    said = Path(folder, "said")
    child = os.fork()
    if child == 0:
        os.chdir(folder)
        out = os.open(said, os.O_WRONLY | os.O_CREAT | os.O_TRUNC)
        os.dup2(out, 1)
        os.dup2(out, 2)
        signal.alarm(HANGS)
        try:
            play(*case)
        except BaseException:
            traceback.print_exc()
            os._exit(1)
        os._exit(0)
    return os.waitpid(child, 0)[1], said.read_text(errors="replace")


def cases():
    for scene in SCENES:
        count = len(components(build(scene, Trigger("", None))))
        for moment in EVENTS + METHODS:
            for edit in EDITS:
                for number in range(count):
                    yield scene, moment, edit, number


class EventEdits(unittest.TestCase):
    def test_nothing_crashes_or_hangs(self):
        chosen = list(cases())
        if "EVENT_EDITS_ALL" not in os.environ:
            chosen = random.Random(SEED).sample(chosen, SAMPLE)
        failed = []
        with tempfile.TemporaryDirectory() as folder:
            for case in chosen:
                status, said = status_of(folder, case)
                if status != 0:
                    failed.append("%s: status %d\n%s" % (";".join(map(str, case)), status, said[-300:]))
        self.assertFalse(failed, "%d of %d:\n%s" % (len(failed), len(chosen), "\n".join(failed)))

    def test_what_was_removed_in_a_step_takes_no_part_any_more(self):
        root = None

        class Once(Sofa.Core.Controller):
            def onAnimateBeginEvent(self, event):
                if root.time.value > 0.15 and "push" in [o.getName() for o in root.objects]:
                    root.removeObject(root.push)
        root = Sofa.Core.Node("root")
        root.dt, root.gravity = 0.1, [0, 0, 0]
        root.addObject("DefaultAnimationLoop")
        root.addObject("EulerExplicitSolver")
        root.addObject("MechanicalObject", name="dofs", position=[[0, 0, 0]])
        root.addObject("UniformMass", vertexMass=1.0)
        root.addObject("ConstantForceField", name="push", indices=[0], forces=[[1, 0, 0]])
        root.addObject(Once(name="once"))
        Sofa.Simulation.initRoot(root)
        Sofa.Simulation.animateNSteps(root, 5)
        self.assertAlmostEqual(root.dofs.velocity.value[0, 0], 0.2)


if __name__ == "__main__":
    if "EVENT_EDITS_ONLY" in os.environ:
        scene, moment, edit, number = os.environ["EVENT_EDITS_ONLY"].split(";")
        sys.exit(play(scene, moment, edit, int(number)))
    unittest.main()
