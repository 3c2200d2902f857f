# SPDX-License-Identifier: Apache-2.0
"""Changes of the graph of a scene that runs, as scripts make them: nothing is initialised, nobody is told."""
import unittest

from scenes import falling
import Sofa


class Warnings(Sofa.Helper.MessageHandler):
    def __init__(self):
        super().__init__()
        self.texts = []

    def process(self, message):
        if message["type"] == "Warning":
            self.texts.append(message["message"])


class Changes(unittest.TestCase):
    def test_what_was_added_is_initialised_before_the_next_step(self):
        root = Sofa.Core.Node("root")
        root.dt, root.gravity = 0.1, [0, -10, 0]
        root.addObject("DefaultAnimationLoop")
        root.addObject("MechanicalObject", name="dofs", position=[[0, 0, 0]])
        root.addObject("UniformMass", vertexMass=1.0)
        Sofa.Simulation.initRoot(root)
        root.addObject("EulerExplicitSolver")
        mesh = root.addChild("mesh")
        mesh.addObject("TetrahedronSetTopologyContainer", position=[[0, 0, 0], [1, 0, 0], [0, 1, 0], [0, 0, 1]], tetrahedra=[[0, 1, 2, 3]])
        mesh.addObject("MechanicalObject", name="dofs")
        mesh.addObject("TetrahedronFEMForceField", youngModulus=[100], poissonRatio=[0.3])
        root.computeEnergy()
        Sofa.Simulation.animate(root)
        self.assertAlmostEqual(root.dofs.velocity.value[0, 1], -1)
        self.assertEqual(len(mesh.dofs.position), 4)
        root.computeEnergy()

    def test_a_node_that_was_off_at_the_start_is_initialised_when_it_is_switched_on(self):
        root = falling()
        body = root.addChild("body", activated=False)
        body.addObject("EulerImplicitSolver")
        body.addObject("SparseLDLSolver")
        dofs = body.addObject("MechanicalObject", position=[[0, 0, 0]])
        body.addObject("UniformMass", vertexMass=1.0)
        Sofa.Simulation.initRoot(root)
        Sofa.Simulation.animate(root, 0.01)
        self.assertEqual(dofs.position.value[0, 1], 0)
        body.activated = True
        Sofa.Simulation.animateNSteps(root, 2, 0.01)
        self.assertLess(dofs.position.value[0, 1], 0)

    def test_what_is_added_to_a_node_that_is_off_waits_with_it(self):
        root = falling()
        Sofa.Simulation.initRoot(root)
        body = root.addChild("body", activated=False)
        Sofa.Simulation.animate(root, 0.01)
        body.addObject("EulerExplicitSolver")
        dofs = body.addObject("MechanicalObject", position=[[0, 0, 0]])
        body.addObject("UniformMass", vertexMass=1.0).init()
        Sofa.Simulation.animate(root, 0.01)
        body.activated = True
        body.init()
        Sofa.Simulation.animate(root, 0.01)
        self.assertLess(dofs.position.value[0, 1], 0)

    def test_what_was_added_far_away_is_not_taken_for_a_divergence(self):
        root = falling()
        root.dt = 0.001
        far = root.addChild("far")
        far.addObject("MechanicalObject", name="dofs", position=[[0, 0, 0]], translation=[0, 1000, 0])
        far.addObject("UniformMass", vertexMass=1.0)
        with Warnings() as warnings:
            Sofa.Simulation.animate(root)
        self.assertEqual([text for text in warnings.texts if "diverged" in text], [])

    def test_what_is_linked_to_a_node_that_leaves_lets_go(self):
        root = falling()
        below = root.addChild("below")
        below.addObject("MechanicalObject", name="dofs", position=[[0, 0, 0]])
        root.addObject("SpringForceField", name="springs", object1="@dofs", object2="@below/dofs", spring=[0, 0, 0, 0, 1])
        Sofa.Simulation.initRoot(root)
        Sofa.Simulation.animate(root)
        root.removeChild(below)
        Sofa.Simulation.animateNSteps(root, 2)
        self.assertIn("The link object2 led to", root.springs.getLoggedMessagesAsString())
        self.assertAlmostEqual(root.dofs.velocity.value[0, 1], -3)

    def test_a_link_that_is_led_elsewhere_or_nowhere(self):
        for lead in (lambda solver: solver.newtonSolver.read("@nowhere"), lambda solver: solver.newtonSolver.setLinkedBase(None)):
            root = Sofa.Core.Node("root")
            root.addObject("DefaultAnimationLoop")
            root.addObject("NewtonRaphsonSolver", name="newton")
            root.addObject("StaticSolver", name="solver", newtonSolver="@newton")
            root.addObject("CGLinearSolver", iterations=10, tolerance=1e-9, threshold=1e-9)
            root.addObject("MechanicalObject", name="dofs", position=[[0, 0, 0]])
            root.addObject("RestShapeSpringsForceField", stiffness=[10])
            Sofa.Simulation.initRoot(root)
            Sofa.Simulation.animate(root)
            lead(root.solver)
            Sofa.Simulation.animateNSteps(root, 2)


if __name__ == "__main__":
    unittest.main()
