# SPDX-License-Identifier: Apache-2.0
"""Components written in Python, and nodes with parameters."""
import gc
import sys
import tempfile
import time
import unittest
from pathlib import Path

import numpy

from scenes import Double, falling
import Sofa


def body(name="root", solver="CGLinearSolver", **options):
    """A node with implicit Euler and two points."""
    root = Sofa.Core.Node(name)
    root.gravity = [0, 0, 0]
    root.addObject("DefaultAnimationLoop")
    root.addObject("EulerImplicitSolver")
    root.addObject(solver, **(options or dict(iterations=50, tolerance=1e-14, threshold=1e-20)))
    root.addObject("MechanicalObject", name="dofs", position=[[0, 0, 0], [1, 0.5, 0]], velocity=[[1, 0, 0], [0, 0, 2]],
                   rest_position=[[0, 0, 0], [0, 0, 0]])
    root.addObject("UniformMass", vertexMass=1.0)
    return root


class Spring(Sofa.Core.ForceFieldVec3d):
    stiffness = 30.0

    def addForce(self, m, f, x, v):
        with f.writeable() as forces:
            forces -= self.stiffness * x.value


class WithProduct(Spring):
    def addDForce(self, m, df, dx):
        with df.writeable() as changes:
            changes -= self.stiffness * m["kFactor"] * dx.value


class WithMatrix(Spring):
    def addKToMatrix(self, m, points, size):
        return numpy.array([[i, i, -self.stiffness * m["kFactor"]] for i in range(points * size)])


class Controllers(unittest.TestCase):
    def test_events_come_in_order_and_only_to_methods(self):
        class Watch(Sofa.Core.Controller):
            def __init__(self, **keywords):
                super().__init__(**keywords)
                self.seen = []

            def init(self): self.seen.append("init")
            def onAnimateBeginEvent(self, event): self.seen.append(("begin", event["dt"]))
            def onAnimateEndEvent(self, event): self.seen.append(("end", self.getContext().time.value))
            def onPythonScriptEvent(self, event): self.seen.append((event["event_name"], event["userData"]))
        root = falling()
        watch = root.addObject(Watch(name="watch"))
        root.init()
        Sofa.Simulation.animate(root, 0.5)
        root.sendEvent([1], "hello")
        self.assertEqual(watch.seen, ["init", ("begin", 0.5), ("end", 0.5), ("hello", [1])])

    def test_a_forgotten_base_constructor_is_told(self):
        class Forgets(Sofa.Core.Controller):
            def __init__(self):
                pass
        with self.assertRaisesRegex(TypeError, "__init__.*must be called"):
            Sofa.Core.Node("n").addObject(Forgets())

    def test_overrides_survive_when_python_lets_go(self):
        class Count(Sofa.Core.Controller):
            steps = 0
            def onAnimateEndEvent(self, event): self.steps += 1
        root = falling()
        root.addObject(Count(name="count"))
        gc.collect()
        Sofa.Simulation.animateNSteps(root, 3)
        self.assertEqual(root.count.steps, 3)


class Forces(unittest.TestCase):
    def moved(self, force, **solver):
        root = body(**solver)
        root.addObject(force)
        Sofa.Simulation.initRoot(root)
        Sofa.Simulation.animateNSteps(root, 10)
        return root.dofs.position.value.copy()

    def test_product_and_matrix_give_the_motion_of_a_component(self):
        root = body()
        root.addObject("RestShapeSpringsForceField", stiffness=[30.0])
        Sofa.Simulation.initRoot(root)
        Sofa.Simulation.animateNSteps(root, 10)
        expected = root.dofs.position.value
        direct = dict(solver="SparseLDLSolver", template="CompressedRowSparseMatrixMat3x3d")
        for force in (WithProduct, WithMatrix):
            for options in ({}, direct):
                with self.subTest(force=force.__name__, **options):
                    numpy.testing.assert_allclose(self.moved(force(name="f"), **options), expected, atol=1e-9)

    def test_an_exception_leaves_the_step_and_the_scene_goes_on(self):
        class Fails(WithProduct):
            fail = True

            def addForce(self, m, f, x, v):
                if self.fail:
                    raise LookupError("not today")
                super().addForce(m, f, x, v)
        root = body()
        force = root.addObject(Fails(name="f"))
        Sofa.Simulation.initRoot(root)
        with self.assertRaisesRegex(LookupError, "not today"):
            Sofa.Simulation.animate(root)
        force.fail = False
        Sofa.Simulation.animate(root)
        self.assertTrue(numpy.isfinite(root.dofs.position.value).all())

    def test_matrices(self):
        root = body()
        force = root.addObject(WithMatrix(name="f"))
        Sofa.Simulation.initRoot(root)
        self.assertEqual(abs(force.assembleKMatrix() + 30 * numpy.eye(6)).max(), 0)
        self.assertEqual(abs(root.UniformMass.assembleMMatrix() - numpy.eye(6)).max(), 0)


class Mappings(unittest.TestCase):
    def test_a_mapping_carries_forces_back(self):
        root = body()
        child = root.addChild("child")
        child.addObject("MechanicalObject", name="doubled", position=[[0, 0, 0], [0, 0, 0]])
        child.addObject(Double(name="map", input="@../dofs", output="@doubled"))
        child.addObject("ConstantForceField", indices=[1], forces=[[0, 3, 0]])
        Sofa.Simulation.initRoot(root)
        self.assertEqual(child.doubled.position.value.tolist(), [[0, 0, 0], [2, 1, 0]])
        Sofa.Simulation.animate(root, 0.1)
        numpy.testing.assert_allclose(root.dofs.velocity.value[1], [0, 0.6, 2], atol=1e-12)
        numpy.testing.assert_allclose(child.doubled.position.value, 2 * root.dofs.position.value, atol=1e-12)


class Engines(unittest.TestCase):
    def test_an_engine_computes_when_it_is_asked(self):
        class Sum(Sofa.Core.DataEngine):
            def __init__(self, **keywords):
                super().__init__(**keywords)
                self.addInput(self.addData("terms", type="vector<double>", value=[1.0, 2.0]))
                self.addOutput(self.addData("sum", type="double", value=0.0))
                self.updates = 0

            def update(self):
                self.updates += 1
                self.sum.value = float(self.terms.value.sum())
        root = Sofa.Core.Node("root")
        engine = root.addObject(Sum(name="engine"))
        root.init()
        self.assertEqual((engine.sum.value, engine.sum.value, engine.updates), (3, 3, 1))
        engine.terms = [4.0]
        engine.terms = [5.0, 6.0]
        self.assertEqual(engine.updates, 1)
        self.assertEqual((engine.sum.value, engine.updates), (11, 2))


class WithoutNode(unittest.TestCase):
    def test_what_looks_for_others_says_that_there_are_none(self):
        root = body()
        mass = root.UniformMass
        root.removeObject(mass)
        for call in (mass.init, mass.reinit, mass.computeBBox, mass.assembleMMatrix, WithProduct(name="f").init):
            with self.assertRaisesRegex(RuntimeError, "is in no node"):
                call()
        root.addObject(mass)
        Sofa.Simulation.initRoot(root)

    def test_a_class_of_the_program_is_made_by_its_node(self):
        for make in (Sofa.Core.Object, Sofa.Core.Data, Sofa.Core.Link):
            with self.assertRaises(TypeError):
                make()


class Meshes(unittest.TestCase):
    def test_states_follow_a_modifier(self):
        root = Sofa.Core.Node("root")
        root.addObject("PointSetTopologyContainer", name="points", position=[[i, 0, 0] for i in range(4)])
        modifier = root.addObject("PointSetTopologyModifier")
        dofs = root.addObject("MechanicalObject", name="dofs")
        Sofa.Simulation.initRoot(root)
        modifier.removePoints([0])
        self.assertEqual(sorted(dofs.position.value[:, 0].tolist()), [1, 2, 3])
        modifier.addPoints(2)
        self.assertEqual((len(dofs.position), len(dofs.velocity), root.points.getNbPoints()), (5, 5, 5))
        modifier.addPoints(1, False)
        self.assertEqual((len(dofs.position), root.points.getNbPoints()), (5, 6))
        self.assertTrue(modifier.propagateToDOF.value)

    def test_springs_are_listed_and_changed(self):
        root = falling(3)
        springs = root.addObject("SpringForceField", spring=[[0, 1, 10, 1, 1], [1, 2, 20, 2, 1]])
        springs.init()
        springs.removeSpring(0)
        springs.addSpring(0, 2, 30.5, 0, 2, enabled=False)
        self.assertEqual([(s.index1, s.springStiffness, s.enabled) for s in springs.getSprings()], [(1, 20, True), (0, 30.5, False)])
        with self.assertRaisesRegex(IndexError, "no spring 2"):
            springs.removeSpring(2)


class Prefabs(unittest.TestCase):
    def test_a_parameter_builds_again_and_initialises_what_it_builds(self):
        class Row(Sofa.Prefab):
            prefabParameters = [{"name": "count", "type": "int", "help": "how many", "default": 2}]

            def init(self):
                self.addObject("MechanicalObject", name="dofs", position=[[i, 0, 0] for i in range(self.count.value)])
                self.addObject("BoxROI", name="right", box=[1.5, -1, -1, 99, 1, 1], position="@dofs.position")
        root = falling()
        row = root.addChild(Row(name="row", count=3))
        self.assertFalse(row.isInitialized())
        Sofa.Simulation.init(row)
        self.assertEqual(row.right.indices.value.tolist(), [2])
        row.count = 5
        self.assertEqual(len(row.dofs.position), 5)
        later = root.addChild(Row(name="later"))
        Sofa.Simulation.initRoot(root)
        self.assertTrue(later.isInitialized())
        row.count.value = 4
        self.assertEqual(row.right.indices.value.tolist(), [2, 3])
        Sofa.Simulation.animate(root)

    def test_one_whose_file_changes_is_built_again(self):
        text = """
import Sofa
class Row(Sofa.Prefab):
    prefabParameters = [{"name": "count", "type": "int", "help": "", "default": 2}]
    def init(self):
        self.setSourceTracking(__file__)
        self.addObject("MechanicalObject", name="dofs", position=[[0, 0, %s]] * self.count.value)
"""
        with tempfile.TemporaryDirectory() as folder:
            file = Path(folder, "rows_of_a_test.py")
            file.write_text(text % 1, encoding="utf8")
            sys.path.insert(0, folder)
            try:
                import rows_of_a_test
            finally:
                sys.path.remove(folder)
            root = falling()
            row = root.addChild(rows_of_a_test.Row(name="row", count=3))
            Sofa.Simulation.initRoot(root)
            Sofa.Simulation.animate(root)
            file.write_text(text % 2 + "    unfinished =\n", encoding="utf8")
            time.sleep(0.25)
            Sofa.Simulation.animate(root)
            self.assertIn("SyntaxError", row.getLoggedMessagesAsString())
            self.assertEqual(row.dofs.position.value[:, 2].tolist(), [1, 1, 1])
            file.write_text(text % 2, encoding="utf8")
            time.sleep(0.25)
            Sofa.Simulation.animate(root)
            self.assertEqual(row.dofs.position.value[:, 2].tolist(), [2, 2, 2])
            self.assertIs(type(row), rows_of_a_test.Row)
            row.count = 4
            self.assertEqual(row.dofs.position.value[:, 2].tolist(), [2, 2, 2, 2])

    def test_a_function_can_be_one(self):
        @Sofa.PrefabBuilder
        def Points(self, count=2):
            self.addObject("MechanicalObject", name="dofs", position=numpy.zeros((int(count), 3)))
        self.assertEqual(len(Points(name="p", count=7).dofs.position), 7)


if __name__ == "__main__":
    unittest.main()
