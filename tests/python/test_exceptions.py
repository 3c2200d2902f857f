# SPDX-License-Identifier: Apache-2.0
"""Exceptions in scripts leave the call that led to them as they are, and the scene can be used after them."""
import unittest

import numpy

from scenes import Double, controller, falling
import Sofa
from Sofa import Study, _core


class Exceptions(unittest.TestCase):
    def test_of_callbacks_leave_the_call_that_led_to_them(self):
        def fail(self, *arguments):
            raise KeyError("on purpose")
        for name in ("onAnimateBeginEvent", "onAnimateEndEvent", "onEvent", "init"):
            root = falling()
            made = root.addObject(controller(**{name: fail}))
            with self.assertRaisesRegex(KeyError, "on purpose"):
                Sofa.Simulation.initRoot(root)
                Sofa.Simulation.animateNSteps(root, 2)
            root.removeObject(made)
            Sofa.Simulation.initRoot(root)

    def test_of_engines_prefabs_and_methods_that_are_called_by_hand(self):
        class Engine(Sofa.Core.DataEngine):
            def __init__(self, **keywords):
                super().__init__(**keywords)
                self.addInput(self.addData("a", type="double", value=1.0))
                self.addOutput(self.addData("b", type="double", value=0.5))

            def update(self):
                raise ZeroDivisionError("no update")

        class Built(Sofa.Prefab):
            prefabParameters = [{"name": "n", "type": "int", "help": "", "default": 1}]

            def init(self):
                if self.n.value > 1:
                    raise KeyError("no building")
                self.addObject("MechanicalObject", name="mo")

        root = falling()
        engine = root.addObject(Engine(name="engine"))
        self.assertEqual(engine.b.value, 0.5)
        self.assertIn("no update", engine.getLoggedMessagesAsString())
        built = root.addChild(Built(name="built"))
        built.n = 2
        self.assertIn("no building", built.getLoggedMessagesAsString())
        made = root.addObject(controller(reinit=lambda self: 1 / 0))
        with self.assertRaises(ZeroDivisionError):
            made.reinit()
        root.sendEvent(None, "nobody hears it")
        Sofa.Simulation.animate(root)
        self.assertAlmostEqual(root.dofs.velocity.value[0, 1], -1)

    def test_of_each_method_of_a_force_field_leave_the_step(self):
        for name in ("addForce", "addDForce", "addKToMatrix", "linearise", "init"):
            methods = {"addForce": lambda self, *a: None, "addDForce": lambda self, *a: None,
                       "addKToMatrix": lambda self, *a: numpy.zeros((0, 3))}

            def fail(self, *arguments):
                raise KeyError("in the method")
            methods[name] = fail
            root = falling(2)
            root.removeObject(root.EulerExplicitSolver)
            root.addObject("EulerImplicitSolver")
            root.addObject("SparseLDLSolver", template="CompressedRowSparseMatrixMat3x3d")
            force = root.addObject(type("Fails", (Sofa.Core.ForceFieldVec3d,), methods)(name="fails"))
            if name == "init":
                with self.assertRaisesRegex(KeyError, "in the method"):
                    Sofa.Simulation.initRoot(root)
                continue
            Sofa.Simulation.initRoot(root)
            with self.subTest(method=name), self.assertRaises(KeyError):
                Sofa.Simulation.animate(root)
            root.removeObject(force)
            Sofa.Simulation.animate(root)

    def test_of_a_message_handler(self):
        class Handler(Sofa.Helper.MessageHandler):
            def process(self, message):
                raise KeyError("in the handler")
        with self.assertRaises(KeyError), Handler():
            Sofa.msg_warning("test", "something")
        Sofa.msg_info("test", "it goes on")

    def test_of_a_mapping_leave_the_step(self):
        class Fails(Sofa.Core.Mapping_Vec3d_Vec3d):
            def apply(self, m, out, x):
                if self.fails:
                    raise ZeroDivisionError("no map")
            fails = False
            def applyJ(self, m, out, x): pass
            def applyJT(self, m, out, x): pass
        root = falling()
        child = root.addChild("child")
        child.addObject("MechanicalObject", name="mapped", position=[[0, 0, 0]])
        mapping = child.addObject(Fails(name="map", input="@../dofs", output="@mapped"))
        Sofa.Simulation.initRoot(root)
        mapping.fails = True
        with self.assertRaises(ZeroDivisionError):
            Sofa.Simulation.animate(root)
        mapping.fails = False
        Sofa.Simulation.animate(root)

    def test_wrong_results_of_forces(self):
        class Force(Sofa.Core.ForceFieldVec3d):
            def addForce(self, m, f, x, v):
                with f.writeable() as forces:
                    forces += self.wrong

            def addKToMatrix(self, m, points, size):
                return self.matrix
        root = falling(2)
        root.removeObject(root.EulerExplicitSolver)
        root.addObject("EulerImplicitSolver")
        root.addObject("SparseLDLSolver", template="CompressedRowSparseMatrixMat3x3d")
        force = root.addObject(Force(name="f"))
        force.wrong, force.matrix = numpy.zeros((2, 3)), numpy.zeros((0, 3))
        Sofa.Simulation.initRoot(root)
        Sofa.Simulation.animate(root)
        force.wrong = numpy.zeros((5, 3))
        with self.assertRaises(ValueError):
            Sofa.Simulation.animate(root)
        force.wrong = 0
        for matrix in (None, 3, numpy.zeros(4), numpy.zeros((2, 2, 2)), "text", [[1, 2]]):
            force.matrix = matrix
            with self.assertRaises(TypeError):
                Sofa.Simulation.animate(root)
        for matrix in ([[0, 600, 1.0]], [[-1, 0, 1.0]], [[1e12, 0, 1.0]], [[numpy.nan, 0, 1.0]]):
            force.matrix = numpy.array(matrix)
            try:
                Sofa.Simulation.animate(root)
            except IndexError:
                pass
        force.matrix = numpy.zeros((0, 3))
        Sofa.Simulation.animate(root)

    def test_of_each_method_of_a_mapping_leave_the_step(self):
        for name in ("apply", "applyJ", "applyJT", "getJ"):
            calls = []

            def fail(self, *arguments, name=name):
                calls.append(name)
                raise LookupError("in the mapping")
            root = falling(2)
            root.removeObject(root.EulerExplicitSolver)
            root.addObject("EulerImplicitSolver")
            if name == "getJ":
                root.addObject("SparseLDLSolver", template="CompressedRowSparseMatrixMat3x3d")
            else:
                root.addObject("CGLinearSolver", iterations=10, tolerance=1e-9, threshold=1e-9)
            child = root.addChild("child")
            child.addObject("MechanicalObject", name="doubled", position=numpy.zeros((2, 3)))
            child.addObject("RestShapeSpringsForceField", stiffness=[10.0])
            mapping = child.addObject(type("Fails", (Double,), {name: fail})(name="map", input="@../dofs", output="@doubled"))
            with self.subTest(method=name), self.assertRaisesRegex(LookupError, "in the mapping"):
                Sofa.Simulation.initRoot(root)
                Sofa.Simulation.animate(root)
            self.assertTrue(calls)
            child.removeObject(mapping)
            Sofa.Simulation.animate(root)

    def test_of_other_callbacks(self):
        def fail(*arguments, **keywords):
            raise LookupError("in the callback")
        root = falling(2)
        made = root.addObject(controller(onPythonScriptEvent=fail, onKeypressedEvent=fail, draw=fail, saveState=fail, reinit=fail))
        for call in (lambda: root.sendEvent(1, "now"), lambda: made.reinit(), lambda: _core.drawing_of(made), lambda: root.add(fail), lambda: root.dofs.position.apply(fail),
                     lambda: root.dofs.position.writeable(fail).__enter__(), lambda: Study.sweep(fail, {"a": [1]})[0]["error"].index("nothing"),
                     lambda: made.onKeypressedEvent({"key": "A"})):
            with self.assertRaises((LookupError, ValueError, RuntimeError)):
                call()
        with self.assertRaises((LookupError, RuntimeError)):
            Study.save(root)
        root.removeObject(made)
        Sofa.Simulation.animate(root)
        self.assertAlmostEqual(root.dofs.velocity.value[0, 1], -1)

    def test_within_a_block_that_writes(self):
        root = falling(2)
        with self.assertRaises(LookupError), root.dofs.position.writeable() as p:
            p[0] = 5
            raise LookupError("in the block")
        self.assertFalse(p.flags.writeable)
        self.assertEqual(root.dofs.position.value[0, 0], 5)

    def test_of_prefabs(self):
        def fail(self, *arguments):
            raise LookupError("while building")
        for name in ("init", "doReInit"):
            made = type("Fails", (Sofa.Prefab,), {name: fail, "prefabParameters": [{"name": "n", "type": "int", "help": "", "default": 1}]})(name="p")
            made.n = 3
            self.assertIn("while building", made.getLoggedMessagesAsString())

    def test_of_an_energy(self):
        from Sofa.Energy import EnergyVec3d
        for name in ("energy", "gradient"):
            def fail(self, x):
                raise LookupError("in the energy")
            methods = {"energy": lambda self, x: (x ** 2).sum(axis=(1, 2)), name: fail}
            root = falling(2)
            force = root.addObject(type("Fails", (EnergyVec3d,), methods)([[0, 1]], name="e"))
            Sofa.Simulation.initRoot(root)
            with self.subTest(method=name), self.assertRaises(LookupError):
                Sofa.Simulation.animate(root)
            root.removeObject(force)
            Sofa.Simulation.animate(root)


if __name__ == "__main__":
    unittest.main()
