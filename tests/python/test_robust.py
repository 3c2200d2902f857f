# SPDX-License-Identifier: Apache-2.0
"""What scripts do that they should not, or only just may: nothing of it ends the program or leaks."""
import gc
import os
import subprocess
import sys
import unittest
from random import Random

import numpy

from scenes import controller, falling
import Sofa
import Sofa.PyTypes
from Sofa import Study, _core


def resident():
    """Bytes of memory in use."""
    with open("/proc/self/statm") as f:
        return int(f.read().split()[1]) * os.sysconf("SC_PAGE_SIZE")


class Divergence(unittest.TestCase):
    def warnings_of_steps(self, root, steps=1):
        texts = []

        class Listener(Sofa.Helper.MessageHandler):
            def process(self, message):
                if message["type"] == "Warning":
                    texts.append(message["message"])
        with Listener():
            for _ in range(steps):
                Sofa.Simulation.animate(root)
        return [text for text in texts if "diverged" in text]

    def spoil(self, root):
        with root.dofs.velocity.writeable() as velocities:
            velocities[0, 1] = numpy.nan

    def test_is_told_once_until_the_state_is_put_back(self):
        root = falling()
        self.assertEqual(self.warnings_of_steps(root, 3), [])
        self.spoil(root)
        told = self.warnings_of_steps(root, 3)
        self.assertEqual(len(told), 1, told)
        self.assertRegex(told[0], r"^The simulation diverged: at step 4 \(time 0\.4\d*\) ")
        Sofa.Simulation.reset(root)
        self.assertEqual(self.warnings_of_steps(root), [])
        self.spoil(root)
        self.assertEqual(len(self.warnings_of_steps(root, 2)), 1)

    def test_of_one_scene_is_not_told_of_another(self):
        for _ in range(3):  # the second may lie where the first one lay
            root = falling()
            self.spoil(root)
            self.assertEqual(len(self.warnings_of_steps(root, 2)), 1)
            del root
            gc.collect()
            self.assertEqual(self.warnings_of_steps(falling(), 2), [])


class Reentrancy(unittest.TestCase):
    def test_a_controller_removes_itself_or_its_node(self):
        for begin in ("onAnimateBeginEvent", "onAnimateEndEvent"):
            for what in (lambda self: self.getContext().removeObject(self), lambda self: self.getContext().detachFromGraph(),
                         lambda self: self.getContext().parents[0].removeChild(self.getContext())):
                root = falling()
                below = root.addChild("below")
                below.addObject("MechanicalObject", name="other", position=[[0, 0, 0]])
                below.addObject("UniformMass", vertexMass=1.0)
                made = below.addObject(controller(**{begin: lambda self, event, what=what: what(self)}))
                Sofa.Simulation.initRoot(root)
                Sofa.Simulation.animateNSteps(root, 3)
                self.assertIsNone(made.getContext() if "Made" not in [c.getClassName() for c in below.objects] else None)
                self.assertAlmostEqual(root.dofs.velocity.value[0, 1], -3)

    def test_a_controller_builds_during_a_step(self):
        def build(self, event):
            n = len(self.getContext().children)
            child = self.getContext().addChild("child%d" % n)
            child.addObject("MechanicalObject", name="dofs", position=[[n, 0, 0]])
            child.addObject("UniformMass", vertexMass=1.0)
            child.init()
        root = falling()
        root.addObject(controller(onAnimateEndEvent=build))
        Sofa.Simulation.animateNSteps(root, 4)
        self.assertEqual(len(root.children), 4)
        self.assertLess(root.child0.dofs.velocity.value[0, 1], -1)

    def test_what_needs_the_whole_scene_is_refused_within_a_step(self):
        said = []

        def attempt(self, event):
            root = self.getContext()
            for call in (Sofa.Simulation.animate, Sofa.Simulation.reset, Sofa.Simulation.unload, Sofa.Simulation.initRoot, Study.save):
                try:
                    call(root)
                except RuntimeError as problem:
                    said.append(str(problem))
        root = falling()
        root.addObject(controller(onAnimateBeginEvent=attempt))
        Sofa.Simulation.animate(root)
        self.assertEqual(len(said), 5)
        self.assertTrue(all("being simulated" in text for text in said))
        Sofa.Simulation.animate(root)

    def test_what_acts_on_a_state_that_was_taken_out(self):
        """A script holds the state, and what is left of the scene goes on."""
        for again in (Sofa.Simulation.initRoot, Sofa.Simulation.init, Sofa.Simulation.reset, lambda root: None):
            for name in ("dofs", "mapped"):
                root = falling(2)
                root.addObject("ConstantForceField", name="push", indices=[0], forces=[[0, 0, 0]])
                child = root.addChild("child")
                child.addObject("MechanicalObject", name="mapped", position=[[0, 0, 0], [0, 0, 0]])
                child.addObject("IdentityMapping", name="mapping", input="@../dofs", output="@mapped")
                child.addObject("ConstantForceField", name="pull", indices=[0], forces=[[0, 0, 0]])
                Sofa.Simulation.initRoot(root)
                Sofa.Simulation.animate(root)
                state = root.dofs if name == "dofs" else child.mapped
                state.getContext().removeObject(state)
                again(root)
                Sofa.Simulation.animate(root)
                root.computeEnergy()
                self.assertEqual(len(state.position), 2)

    def test_a_scene_within_a_scene(self):
        inner = falling()
        root = falling()
        root.addObject(controller(onAnimateEndEvent=lambda self, event: Sofa.Simulation.animate(inner)))
        Sofa.Simulation.animateNSteps(root, 3)
        self.assertAlmostEqual(inner.dofs.velocity.value[0, 1], -3)

    def test_an_engine_reads_its_output_and_writes_its_input(self):
        class Echo(Sofa.Core.DataEngine):
            def __init__(self, **keywords):
                super().__init__(**keywords)
                self.addInput(self.addData("a", type="double", value=1.0))
                self.addOutput(self.addData("b", type="double", value=0.0))

            def update(self):
                self.a = self.a.value + 1
                self.b = self.a.value + self.b.value
        root = Sofa.Core.Node("root")
        engine = root.addObject(Echo(name="echo"))
        root.init()
        self.assertEqual((engine.b.value, engine.getLoggedMessagesAsString()), (2, ""))


class WrongValues(unittest.TestCase):
    values = (None, object(), "text", "@nothing", b"bytes", [[1], [2, 3]], [[]], [None], ["a", 1], {"a": 1}, {1, 2}, -1, 2 ** 40, 1e300, float("nan"),
              1 + 2j, numpy.zeros((2, 2, 2, 2)), numpy.array([1 + 2j]), numpy.array(["a"]), numpy.zeros((0, 7)), numpy.array(3.0),
              numpy.ma.masked_array([1.0], [True]), range(3), (x for x in (1, 2)), lambda: 0, Sofa.Core.Node("n"))
    kinds = (TypeError, ValueError, IndexError, RuntimeError, AttributeError, OverflowError, numpy.ma.MaskError)

    def test_of_data_are_refused_or_taken(self):
        """Of one component of each kind of Data: whatever happens is an exception of Python or works."""
        seen = set()
        for name in _core.class_names():
            root = falling(2)
            try:
                component = root.addObject(name)
            except (ValueError, TypeError):
                continue
            for data in component.getDataFields():
                kind = data.typeName()
                if kind in seen or data.getName() in ("filename", "name"):
                    continue
                seen.add(kind)
                for value in self.values:
                    with self.subTest(name=name, data=data.getName(), value=repr(value)[:40]):
                        try:
                            data.value = value
                        except self.kinds:
                            pass
                        data.value  # can be read in any case
        self.assertGreater(len(seen), 40)

    def test_of_every_method(self):
        """Called with whatever: an exception of Python at worst."""
        import SofaTypes
        root = falling(3)
        root.addObject("ConstantForceField", name="push", indices=[0], forces=[[0, 0, 0]])
        grid = root.addChild("grid").addObject("RegularGridTopology", n=[3, 3, 3], min=[0, 0, 0], max=[1, 1, 1])
        camera = root.addObject("Camera", position=[0, 0, 9], lookAt=[0, 0, 0])
        springs = root.addObject("SpringForceField", name="springs", spring=[[0, 1, 1, 1, 1]])
        solved = root.addChild("solved")
        things = [root, root.dofs, root.dofs.position, root.gravity, root.dofs.name, root.dofs.tags, root.bbox, root.push.mstate, root.findLink("mass"),
                  grid, camera, springs, solved.addObject("SparseLDLSolver", template="CompressedRowSparseMatrixMat3x3d"),
                  root.addObject(controller("c")), root.addObject("PointSetTopologyModifier"), root.UniformMass, root.children, root.dofs.__data__,
                  root.addChild(Sofa.Prefab(name="prefab")), SofaTypes.Vec3d(1, 2, 3), SofaTypes.Mat3x3(), SofaTypes.Quat(), Sofa.Types.RGBAColor("red"),
                  Sofa.Core.ObjectFactory, Sofa.Helper.System.FileRepository(), Sofa, Sofa.Simulation, Sofa.Helper, Sofa.PyTypes]
        Sofa.Simulation.initRoot(root)
        left_out = {"print", "test", "import_sofa_python_scene", "load", "setSourceTracking", "getValueVoidPtr", "dump_json"}
        values = (None, 3, -1, 2 ** 70, 1.5, "text", "@nothing", "", [], [[1], [2, 3]], [None], object(), numpy.zeros((2, 2, 2)), float("nan"), root, root.dofs,
                  root.dofs.position, len, {"a": 1})
        random, calls = Random(1), 0
        with Quiet():
            for thing in things:
                names = [n for n in dir(thing) if n not in left_out and (n[0] != "_" or n.startswith("__get") or n.startswith("__set"))]
                for name in names:
                    if name in ("__getstate__", "__setstate__", "__getattribute__", "__getnewargs__", "__setattr__") or isinstance(
                            getattr(thing, name, None), (type, type(os), Sofa.Core.Data, Sofa.Core.Link)):
                        continue
                    for count in (0, 1, 1, 1, 1, 2, 2, 2, 3, 3):
                        try:
                            method = getattr(thing, name)
                            if callable(method):
                                calls += 1
                                method(*(random.choice(values) for _ in range(count)))
                        except (Exception, numpy.ma.MaskError):
                            pass
            gc.collect()
            after = falling(2)
            Sofa.Simulation.animate(after)
        self.assertGreater(calls, 3000)
        self.assertAlmostEqual(after.dofs.velocity.value[0, 1], -1)

    def test_of_arguments(self):
        root = falling()
        for call in (root.addObject, root.addChild, root.removeObject, root.removeChild, root.getObject, root.__getitem__, Study.restore,
                     Sofa.Simulation.animate, Sofa.Simulation.initRoot, Sofa.Simulation.reset, Sofa.Core.Node):
            for value in (None, 3, [], object()):
                with self.subTest(call=str(call), value=str(value)):
                    with self.assertRaises((*self.kinds, KeyError)):
                        call(value) if call is not Study.restore else call(root, value)


class Memory(unittest.TestCase):
    def scene(self):
        class Push(Sofa.Core.Controller):
            def onAnimateEndEvent(self, event):
                self.node.dofs.velocity.value

        class Pull(Sofa.Core.ForceFieldVec3d):
            def addForce(self, m, f, x, v):
                pass
        root = falling(20)
        child = root.addChild("child")
        push = root.addObject(Push(name="push"))
        push.node, root.back = root, push       # a cycle of references
        root.addObject(Pull(name="pull"))
        view = root.dofs.position.value
        link = child.addObject("MechanicalObject", name="follows", position=root.dofs.position.linkpath)
        Sofa.Simulation.init(root)
        Sofa.Simulation.animate(root)
        state = Study.save(root)
        Study.restore(root, state)
        Sofa.Simulation.unload(root)
        return len(view) + len(link.position)

    def test_thousands_of_scenes_leave_nothing(self):
        def rounds(count):
            for k in range(count):
                self.scene()
                if k % 100 == 0:
                    gc.collect()
            gc.collect()
            return resident()
        with Quiet():
            rounds(500)
            before = rounds(500)
            after = rounds(10000)
        self.assertLess(after - before, 3e6, "bytes in 10 000 scenes")


class Collection(unittest.TestCase):
    def test_while_the_first_object_of_each_class_is_made(self):
        """Each in a process of its own, as only the first object of a class makes pybind11 keep something about it."""
        for what in ("made.position", "made.getDataFields()", "made.findLink('topology')", "root.objects", "root.children", "made.linkpath"):
            with self.subTest(what=what):
                script = ("import gc\nimport Sofa\ngc.set_threshold(1)\nroot = Sofa.Core.Node('root')\n"
                          "made = root.addObject('MechanicalObject', position=[[0, 0, 0]])\n%s\n" % what)
                done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=False)
                self.assertEqual(done.returncode, 0, done.stderr)


class Quiet:
    """Warnings of scenes that are built on purpose as they are go nowhere."""

    def __enter__(self):
        self.kept = os.dup(1), os.dup(2)
        nowhere = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nowhere, 1)
        os.dup2(nowhere, 2)
        os.close(nowhere)

    def __exit__(self, *exception):
        for number, kept in zip((1, 2), self.kept):
            os.dup2(kept, number)
            os.close(kept)


if __name__ == "__main__":
    unittest.main()
