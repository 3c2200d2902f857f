# SPDX-License-Identifier: Apache-2.0
"""What solvers, mappings and constraint solvers tell of what they solved."""
import unittest

import numpy

from scenes import Double, DoubleByProducts, falling
import Sofa

DT = 0.1


def held(solver="BlockGaussSeidelConstraintSolver", **options):
    """Two points of mass 2 that fall; the second is held where it is, by three constraints."""
    root = Sofa.Core.Node("root")
    root.dt, root.gravity = DT, [0, -10, 0]
    root.addObject("FreeMotionAnimationLoop")
    root.addObject(solver, name="constraints", maxIterations=100, tolerance=1e-12, **options)
    body = root.addChild("body")
    body.addObject("EulerImplicitSolver", rayleighStiffness=0, rayleighMass=0)
    body.addObject("SparseLDLSolver", name="linear", template="CompressedRowSparseMatrixMat3x3d")
    body.addObject("MechanicalObject", name="dofs", position=[[0, 0, 0], [1, 0, 0]])
    body.addObject("UniformMass", vertexMass=2.0)
    body.addObject("LinearSolverConstraintCorrection")
    body.addObject("FixedLagrangianConstraint", indices=[1])
    Sofa.Simulation.initRoot(root)
    return root


class LinearSystems(unittest.TestCase):
    def sprung(self, solver, **options):
        root = Sofa.Core.Node("root")
        root.dt, root.gravity = DT, [0, 0, 0]
        root.addObject("DefaultAnimationLoop")
        root.addObject("EulerImplicitSolver", rayleighStiffness=0, rayleighMass=0)
        root.addObject("MatrixLinearSystem", name="system", template="CompressedRowSparseMatrixMat3x3d")
        root.addObject(solver, name="solver", template="CompressedRowSparseMatrixMat3x3d", linearSystem="@system", **options)
        root.addObject("MechanicalObject", name="dofs", position=[[0, 0, 0], [1, 0, 0]], rest_position=[[0, 0, 0], [0, 0, 0]])
        root.addObject("UniformMass", vertexMass=2.0)
        root.addObject("RestShapeSpringsForceField", stiffness=[30.0])
        Sofa.Simulation.initRoot(root)
        return root

    def test_the_system_of_an_implicit_step(self):
        exact = dict(iterations=100, tolerance=1e-14, threshold=1e-30)
        for solver, options in (("SparseLDLSolver", {}), ("EigenSparseLU", {}), ("CGLinearSolver", exact),
                                ("MinResLinearSolver", dict(iterations=100, tolerance=1e-14))):
            with self.subTest(solver=solver):
                root = self.sprung(solver, **options)
                Sofa.Simulation.animate(root)
                a, b, x = root.solver.A(), root.solver.b(), root.solver.x()
                # (m + h^2 k) dv = h f: the second point is pulled back by 30
                numpy.testing.assert_allclose(a.toarray(), (2 + DT * DT * 30) * numpy.eye(6), atol=1e-12)
                numpy.testing.assert_allclose(b, [0, 0, 0, -30 * DT, 0, 0], atol=1e-12)
                numpy.testing.assert_allclose(a @ x, b, atol=1e-9)
                for method in (root.system.b, root.system.get_rhs_vector):
                    self.assertEqual(method().tolist(), b.tolist())
                self.assertEqual(root.system.get_solution_vector().tolist(), x.tolist())

    def test_they_are_copies(self):
        root = self.sprung("SparseLDLSolver")
        Sofa.Simulation.animate(root)
        first = root.solver.x()
        kept = first.tolist()
        Sofa.Simulation.animate(root)
        self.assertEqual(first.tolist(), kept)
        self.assertNotEqual(root.solver.x().tolist(), kept)

    def test_without_a_matrix_there_are_none(self):
        root = self.sprung("SparseLDLSolver")
        self.assertEqual(len(root.solver.x()), 0)                    # nothing solved yet
        free = falling()
        free.addObject("CGLinearSolver", name="cg", iterations=10, tolerance=1e-9, threshold=1e-9)
        free.cg.init()
        for method in (free.cg.A, free.cg.b, free.cg.x):
            with self.assertRaisesRegex(AttributeError, "/cg"):
                method()


class Constraints(unittest.TestCase):
    def test_compliance_multipliers_and_violations(self):
        for solver in ("BlockGaussSeidelConstraintSolver", "UnbuiltGaussSeidelConstraintSolver", "NNCGConstraintSolver",
                       "ImprovedJacobiConstraintSolver"):
            with self.subTest(solver=solver):
                root = held(solver)
                self.assertEqual([root.constraints.W().size, root.constraints.dfree().size], [0, 0])
                Sofa.Simulation.animate(root)
                w, force, free = root.constraints.W(), root.constraints.lambda_force(), root.constraints.dfree()
                # an impulse moves the point by h / m, gravity in a free step by h^2 g
                numpy.testing.assert_allclose(w, DT / 2 * numpy.eye(3), atol=1e-14)
                numpy.testing.assert_allclose(free, [0, -10 * DT * DT, 0], atol=1e-14)
                numpy.testing.assert_allclose(force, [0, 20 * DT, 0], atol=1e-8)

    def test_directions_and_forces_on_a_state(self):
        root = held()
        dofs = root.body.dofs
        self.assertEqual(dofs.constraint.value.shape, (0, 6))
        Sofa.Simulation.animate(root)
        j = dofs.constraint.value
        self.assertEqual((j.shape, j.nnz), ((3, 6), 3))
        numpy.testing.assert_allclose(abs(j.toarray()[:, 3:]), numpy.eye(3))
        self.assertIs(type(dofs.getData("constraint").value), type(j))
        numpy.testing.assert_allclose(dofs.getData("lambda").value, [[0, 0, 0], [0, 20 * DT, 0]], atol=1e-8)

    def test_mappings_of_scripts_carry_them(self):
        for kind in (Double, DoubleByProducts):
            root = held()
            root.body.removeObject(root.body.FixedLagrangianConstraint)
            child = root.body.addChild("child")
            child.addObject("MechanicalObject", name="doubled", position=[[0, 0, 0], [2, 0, 0]])
            child.addObject(kind(name="map", input="@../dofs", output="@doubled"))
            child.addObject("FixedLagrangianConstraint", indices=[1])
            Sofa.Simulation.initRoot(root)
            Sofa.Simulation.animateNSteps(root, 3)
            numpy.testing.assert_allclose(root.body.dofs.position.value, [[0, -0.6, 0], [1, 0, 0]], atol=1e-9)
            self.assertEqual(root.body.dofs.constraint.value.toarray()[:, 3:].tolist(), (2 * numpy.eye(3)).tolist())

    def test_events_tell_when_they_are_complete(self):
        class Watch(Sofa.Core.Controller):
            def __init__(self, solver, **keywords):
                super().__init__(**keywords)
                self.solver, self.seen = solver, []

            def onBuildConstraintSystemEndEvent(self, event):
                self.seen.append(("W", self.solver.W().shape, abs(self.solver.lambda_force()).max()))

            def onSolveConstraintSystemEndEvent(self, event):
                self.seen.append(("lambda", abs(self.solver.lambda_force()).max()))
        root = held()
        watch = root.addObject(Watch(root.constraints, name="watch"))
        Sofa.Simulation.animate(root)
        self.assertEqual(watch.seen[0], ("W", (3, 3), 0))
        self.assertEqual(watch.seen[1][0], "lambda")
        self.assertAlmostEqual(watch.seen[1][1], 20 * DT)


class Jacobians(unittest.TestCase):
    def test_of_a_mapping(self):
        root = falling(2)
        child = root.addChild("child")
        child.addObject("MechanicalObject", name="middle", position=[[0.25, 0, 0]])
        child.addObject("SubsetMapping", name="map", indices=[1], handleTopologyChange=False, input="@../dofs", output="@middle")
        Sofa.Simulation.initRoot(root)
        (j,) = child.map.getJs()
        self.assertEqual(j.toarray().tolist(), numpy.eye(6)[3:].tolist())

    def test_of_one_written_in_python(self):
        root = falling(2)
        child = root.addChild("child")
        child.addObject("MechanicalObject", name="doubled", position=numpy.zeros((2, 3)))
        child.addObject(Double(name="map", input="@../dofs", output="@doubled"))
        Sofa.Simulation.initRoot(root)
        self.assertEqual(child.map.getJs()[0].toarray().tolist(), (2 * numpy.eye(6)).tolist())


class Files(unittest.TestCase):
    def test_a_file_in_share_stands_for_a_class(self):
        root = falling(3)
        box = root.addObject("BoxConstraint", box=[0.5, -1, -1, 9, 1, 1])
        self.assertEqual((box.getClassName(), box.box.value.tolist()), ("BoxROI", [[0.5, -1, -1, 9, 1, 1]]))
        self.assertTrue(any(o.getClassName() == "FixedProjectiveConstraint" for o in root.objects))
        with self.assertRaises(ValueError):
            root.addObject("NoSuchFile")


if __name__ == "__main__":
    unittest.main()
