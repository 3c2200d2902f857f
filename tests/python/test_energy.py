# SPDX-License-Identifier: Apache-2.0
"""Force fields written as an energy."""
import unittest

import numpy

import Sofa
from Sofa.Energy import EnergyVec2d, EnergyVec3d

POINTS = [[0, 0, 0], [1.1, 0.2, 0], [0.1, 0.9, -0.1], [0, 0.2, 1.2], [1.0, 1.0, 0.9]]


class Springs(EnergyVec3d):
    stiffness, rest = 40.0, 0.8

    def energy(self, x):
        d = x[:, 1] - x[:, 0]
        return 0.5 * self.stiffness * (numpy.sqrt((d * d).sum(axis=1)) - self.rest) ** 2


class WithGradient(Springs):
    def gradient(self, x):
        d = x[:, 1] - x[:, 0]
        length = numpy.sqrt((d * d).sum(axis=1))
        g = (self.stiffness * (length - self.rest) / length)[:, None] * d
        return numpy.stack([-g, g], axis=1)


class WithoutComplexNumbers(Springs):
    derivative = "difference"

    def energy(self, x):
        return 0.5 * self.stiffness * (numpy.linalg.norm(x[:, 1] - x[:, 0], axis=1) - self.rest) ** 2


def scene(*forces, positions=POINTS, steps=0, **options):
    root = Sofa.Core.Node("root")
    root.dt, root.gravity = 0.02, [0, -3, 0]
    root.addObject("DefaultAnimationLoop")
    root.addObject("EulerImplicitSolver", rayleighStiffness=0, rayleighMass=0)
    root.addObject("SparseLDLSolver", template="CompressedRowSparseMatrixMat3x3d")
    root.addObject("MechanicalObject", name="dofs", position=positions)
    root.addObject("UniformMass", vertexMass=1.0)
    root.addObject("FixedProjectiveConstraint", indices=[0])
    for force in forces:
        root.addObject(force) if isinstance(force, Sofa.Core.Object) else root.addObject(force, **options)
    Sofa.Simulation.initRoot(root)
    Sofa.Simulation.animateNSteps(root, steps)
    return root


class Energies(unittest.TestCase):
    edges = [[0, 1], [1, 2], [2, 3], [3, 4], [0, 4]]

    def test_springs_move_as_the_component_does(self):
        spring = [[a, b, 40, 0, 0.8] for a, b in self.edges]
        expected = scene("SpringForceField", spring=spring, steps=20).dofs.position.value
        for kind, digits in ((Springs, 9), (WithGradient, 12), (WithoutComplexNumbers, 7)):
            with self.subTest(kind=kind.__name__):
                moved = scene(kind(self.edges, name="energy"), steps=20).dofs.position.value
                numpy.testing.assert_allclose(moved, expected, atol=10.0 ** -digits)

    def test_stiffness_and_energy(self):
        spring = [[a, b, 40, 0, 0.8] for a, b in self.edges]
        reference = scene("SpringForceField", spring=spring)
        expected = reference.SpringForceField.assembleKMatrix().toarray()
        for kind, digits in ((Springs, 6), (WithGradient, 11), (WithoutComplexNumbers, 3)):
            root = scene(kind(self.edges, name="energy"))
            numpy.testing.assert_allclose(root.energy.assembleKMatrix().toarray(), expected, atol=10.0 ** -digits)
            x = numpy.array(POINTS)
            lengths = [numpy.linalg.norm(x[a] - x[b]) for a, b in self.edges]
            self.assertAlmostEqual(root.energy.getPotentialEnergy({}, root.dofs.position), sum(20 * (l - 0.8) ** 2 for l in lengths))
            root.removeObject(root.UniformMass)
            self.assertAlmostEqual(root.computeEnergy()[1], sum(20 * (l - 0.8) ** 2 for l in lengths))

    def test_tetrahedra_of_a_neo_hookean_solid(self):
        """Without strain there is no force, and under strain it is minus the difference of the energy."""
        rest = numpy.array(POINTS)[[[0, 1, 2, 3]]]

        class Solid(EnergyVec3d):
            inverse = numpy.linalg.inv((rest[:, 1:] - rest[:, :1]).transpose(0, 2, 1))
            volume = numpy.linalg.det((rest[:, 1:] - rest[:, :1]).transpose(0, 2, 1)) / 6

            def energy(self, x):
                f = (x[:, 1:] - x[:, :1]).transpose(0, 2, 1) @ self.inverse
                j = numpy.einsum("ei,ei->e", f[:, 0], numpy.cross(f[:, 1], f[:, 2]))
                return self.volume * (5 * ((f * f).sum(axis=(1, 2)) - 3) - 10 * numpy.log(j) + 8 * numpy.log(j) ** 2)
        force = Solid([[0, 1, 2, 3]], name="solid")
        numpy.testing.assert_allclose(force._gradients(rest), 0, atol=1e-13)
        x = rest + 0.1 * numpy.random.default_rng(2).normal(size=rest.shape)
        gradient = force._gradients(x)
        d = numpy.random.default_rng(3).normal(size=rest.shape)
        slope = (force.energy(x + 1e-6 * d) - force.energy(x - 1e-6 * d)) / 2e-6
        self.assertAlmostEqual((gradient * d).sum(), slope[0], places=6)
        self.assertAlmostEqual(abs(gradient.sum(axis=1)).max(), 0)

    def test_positive_stiffness(self):
        squeezed = numpy.array(POINTS) * 0.3
        for positive, test in ((False, lambda largest: self.assertGreater(largest, 1)), (True, lambda largest: self.assertLess(largest, 1e-9))):
            root = scene(WithGradient(self.edges, name="energy", positive=positive), positions=squeezed)
            test(numpy.linalg.eigvalsh(root.energy.assembleKMatrix().toarray()).max())

    def test_in_the_plane(self):
        class Pull(EnergyVec2d):
            def energy(self, x): return 3 * x[:, 0, 0] ** 2
        force = Pull([[0], [2]], name="pull")
        numpy.testing.assert_allclose(force._gradients(numpy.array([[[2.0, 5]], [[1, 1]]])), [[[12, 0]], [[6, 0]]])

    def test_what_is_wrong_is_said(self):
        with self.assertRaisesRegex(TypeError, "elements are an array of integers"):
            Springs([0.5, 1])
        with self.assertRaisesRegex(ValueError, "derivative"):
            Springs(self.edges, derivative="symbolic")

        class OneNumber(EnergyVec3d):
            def energy(self, x): return x.sum()

        class Real(EnergyVec3d):
            def energy(self, x): return numpy.linalg.norm(x[:, 0], axis=1)

        class WrongGradient(Springs):
            def gradient(self, x): return x[:, 0]
        for force, kind, text in ((OneNumber(self.edges), ValueError, "one number for each element"),
                                  (Real(self.edges), TypeError, 'derivative = "difference"'),
                                  (WrongGradient(self.edges), ValueError, "gradient"),
                                  (Springs([[0, 9]]), IndexError, "point 9"), (Springs(), ValueError, "no elements")):
            root = scene(force)
            with self.assertRaisesRegex(kind, text):
                Sofa.Simulation.animate(root)


if __name__ == "__main__":
    unittest.main()
