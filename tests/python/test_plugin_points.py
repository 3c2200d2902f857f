# SPDX-License-Identifier: Apache-2.0
"""States of a kind of point that a plugin brings (tests/plugins/AffineBodies)."""
import unittest

import numpy

import Sofa


class AffineBodies(unittest.TestCase):
    def setUp(self):
        self.root = root = Sofa.Core.Node("root")
        root.dt, root.gravity = 0.01, [0, -10, 0]
        root.addObject("RequiredPlugin", pluginName="AffineBodies")
        root.addObject("DefaultAnimationLoop")
        root.addObject("EulerImplicitSolver")
        root.addObject("CGLinearSolver", iterations=100, tolerance=1e-12, threshold=1e-20)
        root.addObject("MechanicalObject", name="dofs", template="Affine3d", position=[[0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1]] * 2)
        root.addObject("AffineMass", mass=2, size=[1, 0.5, 0.4])
        root.addObject("AffineStiffness")
        Sofa.Simulation.initRoot(root)

    def test_positions_have_a_row_of_twelve_numbers_for_each_body(self):
        Sofa.Simulation.animateNSteps(self.root, 4)
        x = self.root.dofs.position.value
        self.assertEqual(x.shape, (2, 12))
        numpy.testing.assert_allclose(x[1], [0, -0.01, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1], atol=1e-12)

    def test_velocities_are_written_in_place(self):
        with self.root.dofs.velocity.writeable() as v:
            v[0, 2] = 3
        Sofa.Simulation.animateNSteps(self.root, 1)
        numpy.testing.assert_allclose(self.root.dofs.position.value[:, 2], [0.03, 0], atol=1e-12)


if __name__ == "__main__":
    unittest.main()
