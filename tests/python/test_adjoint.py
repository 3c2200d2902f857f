# SPDX-License-Identifier: Apache-2.0
"""Gradients of runs, against differences of runs."""
import unittest

import numpy

import Sofa
from Sofa import Study
from Sofa.Adjoint import gradients

STEPS = 6
RNG = numpy.random.default_rng(4)


def begin(root, positions=None, **implicit):
    root.dt, root.gravity = 0.03, [0.5, -9, 1]
    root.addObject("DefaultAnimationLoop")
    root.addObject("EulerImplicitSolver", **{"rayleighStiffness": 0.02, "rayleighMass": 0.1, **implicit})
    root.addObject("SparseLDLSolver", name="solver", template="CompressedRowSparseMatrixMat3x3d")
    if positions is not None:
        root.addObject("MechanicalObject", name="dofs", position=positions)


def springs(root):
    """A chain whose springs have dampers, held at one end."""
    begin(root, [[0, 0, 0], [1, 0.3, 0], [2.1, 0, 0.4], [3, 0.1, 0]])
    root.addObject("UniformMass", vertexMass=0.7)
    root.addObject("SpringForceField", name="force", spring=[[i, i + 1, 60 + 10 * i, 0.8, 0.9] for i in range(3)])
    root.addObject("RestShapeSpringsForceField", name="rest", stiffness=[5.0])
    root.addObject("FixedProjectiveConstraint", indices=[0])


def solid(method):
    def scene(root):
        begin(root)
        root.addObject("RegularGridTopology", n=[3, 2, 2], min=[0, 0, 0], max=[2, 1, 1])
        root.addObject("MechanicalObject", name="dofs")
        root.addObject("MeshMatrixMass", totalMass=3)
        root.addObject("HexahedronFEMForceField", name="force", youngModulus=400, poissonRatio=0.3, method=method)
        root.addObject("BoxROI", name="box", box=[-0.1, -0.1, -0.1, 0.1, 1.1, 1.1])
        root.addObject("FixedProjectiveConstraint", indices="@box.indices")
    return scene


def hyperelastic(root):
    begin(root, [[0, 0, 0], [1, 0.1, 0], [0, 1, 0.2], [0.1, 0, 1], [1, 1, 1]])
    root.addObject("TetrahedronSetTopologyContainer", name="mesh", position="@dofs.position", tetrahedra=[[0, 1, 2, 3], [1, 2, 3, 4]])
    root.addObject("UniformMass", vertexMass=1.0)
    root.addObject("TetrahedronHyperelasticityFEMForceField", name="force", materialName="NeoHookean", ParameterSet=[100, 300])
    root.addObject("FixedProjectiveConstraint", indices=[0])


class Objective:
    """Weighted squares of where the points end, and of how fast."""

    def __init__(self, count, size=3):
        self.a, self.b = RNG.normal(size=(2, count, size))

    def __call__(self, x, v):
        return 0.5 * (self.a * x ** 2).sum() + 0.1 * (self.b * v ** 2).sum(), self.a * x, 0.2 * self.b * v


def build(scene):
    root = Study.build(scene)
    with root.dofs.velocity.writeable() as v:
        v[1:] += numpy.linspace(-0.5, 0.6, v[1:].size).reshape(v[1:].shape)
    return root


def outcome(scene, objective, change):
    root = build(scene)
    change(root)
    Sofa.Simulation.animateNSteps(root, STEPS)
    return objective(root.dofs.position.value, root.dofs.velocity.value)[0]


def slope(scene, objective, change, size):
    return (outcome(scene, objective, lambda root: change(root, size)) - outcome(scene, objective, lambda root: change(root, -size))) / (2 * size)


def move(data, direction):
    def change(root, size):
        with root.dofs.getData(data).writeable() as values:
            values += size * direction
    return change


class AgainstDifferences(unittest.TestCase):
    def check(self, scene, parameter=None):
        root = build(scene)
        count = len(root.dofs.position)
        objective = Objective(count)
        found = gradients(root, objective, STEPS, [root.force.getData(parameter)] if parameter else ())
        self.assertAlmostEqual(found.value, outcome(scene, objective, lambda root: None), places=9)
        direction = RNG.normal(size=(count, 3))
        direction[root.FixedProjectiveConstraint.indices.value] = 0
        for name, gradient in (("position", found.position), ("velocity", found.velocity)):
            expected = slope(scene, objective, move(name, direction), 1e-5)
            self.assertAlmostEqual((gradient * direction).sum(), expected, delta=2e-5 * max(1, abs(expected)), msg=name)
        if parameter:
            def change(root, size):
                root.force.getData(parameter).value = numpy.asarray(root.force.getData(parameter).value) + size
                root.force.reinit()
            expected = slope(scene, objective, change, 1e-2)
            self.assertAlmostEqual(found.parameters[0].sum(), expected, delta=1e-4 * max(abs(expected), 1e-6), msg=parameter)

        def pull(root, size):
            root.addObject("ConstantForceField", name="pull", indices=list(range(count)), forces=size * direction)
            root.pull.init()
        expected = slope(scene, objective, pull, 1e-3)
        self.assertAlmostEqual((found.forces.sum(axis=0) * direction).sum(), expected, delta=2e-5 * max(1, abs(expected)))
        return root

    def test_springs_with_dampers(self): self.check(springs)
    def test_small_strains(self): self.check(solid("small"), "youngModulus")
    def test_corotational_hexahedra(self): self.check(solid("large"), "youngModulus")
    def test_a_hyperelastic_solid(self): self.check(hyperelastic)

    def test_the_scene_is_left_at_the_end(self):
        root = build(springs)
        gradients(root, Objective(4), STEPS)
        other = build(springs)
        Sofa.Simulation.animateNSteps(other, STEPS)
        self.assertEqual(root.dofs.position.value.tolist(), other.dofs.position.value.tolist())
        self.assertEqual(root.time.value, other.time.value)

    def test_a_step_length_of_its_own(self):
        root = build(springs)
        self.assertEqual(gradients(root, Objective(4), 2, dt=0.01).forces.shape, (2, 4, 3))
        self.assertAlmostEqual(root.time.value, 0.02)


class Refused(unittest.TestCase):
    def refused(self, text, change, kind=ValueError):
        def scene(root):
            springs(root)
            change(root)
        root = Study.build(scene)
        with self.assertRaisesRegex(kind, text):
            gradients(root, Objective(4), 2)

    def test_pieces_are_named(self):
        class NoTangent(Sofa.Core.ForceFieldVec3d):
            def addForce(self, m, f, x, v): pass

        class Nudge(Sofa.Core.Controller):
            pass

        def other(name, **options):
            def change(root):
                root.removeObject(root.solver)
                root.addObject(name, name="solver", **options)
            return change
        rough = dict(iterations=2, tolerance=1e-3, threshold=1e-9)

        def loop(root):
            root.removeObject(root.DefaultAnimationLoop)
            root.addObject("FreeMotionAnimationLoop", name="loop")
        self.refused("/without .*tangent", lambda root: root.addObject(NoTangent(name="without")))
        self.refused("/nudge .*Controller", lambda root: root.addObject(Nudge(name="nudge")))
        self.refused("/solver .*no matrix", other("CGLinearSolver", iterations=50, tolerance=1e-12, threshold=1e-12))
        self.refused("/solver .*approximate", other("CGLinearSolver", template="CompressedRowSparseMatrixMat3x3d", **rough))
        self.refused("/EulerImplicitSolver .*trapezoidalScheme", lambda root: setattr(root.EulerImplicitSolver, "trapezoidalScheme", True))
        self.refused("category Mass", lambda root: root.removeObject(root.UniformMass))

    def test_what_is_not_followed_is_noticed(self):
        self.refused("something else moves the scene", lambda root: root.addObject(
            "LinearVelocityProjectiveConstraint", indices=[3], keyTimes=[0, 1], velocities=[[0, 0, 0], [1, 0, 0]]), RuntimeError)

    def test_parameters(self):
        root = build(springs)
        with self.assertRaisesRegex(ValueError, "/UniformMass"):
            gradients(root, Objective(4), 1, [root.UniformMass.vertexMass])
        with self.assertRaisesRegex(TypeError, "no real numbers"):
            gradients(root, Objective(4), 1, [root.rest.points])


if __name__ == "__main__":
    unittest.main()
