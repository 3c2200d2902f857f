# SPDX-License-Identifier: Apache-2.0
"""What is no value, no attribute, or an exception: told at the line that is wrong, and nothing goes on with something else."""
import os
import re
import subprocess
import sys
import tempfile
import textwrap
import unittest

import numpy

from scenes import falling
import Sofa
from Sofa import _core

NUMBERS = ("d", "f", "i", "I", "vector<d>", "vector<f>", "vector<i>", "vector<I>", "RGBAColor", "BoundingBox")


def bad_text(data):
    """Text that is no value of the Data; None where any is."""
    kind = data.typeName()
    if kind in NUMBERS or re.match(r"(vector<)?(Vec\d|Mat\d|Rigid|Quat|Edge|Triangle|Tetra|Hexa)", kind):
        return "rde"
    if kind == "bool":
        return "yes"
    if kind in ("Choice", "OptionsGroup"):
        return "no such word"
    if kind == "DisplayFlags":
        return "showEverthing"
    return None


def body():
    root = Sofa.Core.Node("root")
    root.addObject("DefaultAnimationLoop")
    root.addObject("CollisionPipeline")
    root.addObject("EulerImplicitSolver")
    root.addObject("CGLinearSolver", iterations=5, tolerance=1e-9, threshold=1e-9)
    root.addObject("RegularGridTopology", name="grid", n=[2, 2, 2], min=[0, 0, 0], max=[1, 1, 1])
    root.addObject("MechanicalObject", name="dofs")
    root.addObject("UniformMass", totalMass=1)
    return root


class Sweep(unittest.TestCase):
    """Over all classes of components that a node with a body can have."""

    def made(self):
        for name in _core.class_names():
            if "Message" in name:
                continue  # they take what others say
            root = body()
            try:
                yield name, root, root.addObject(name, name="component")
            except (ValueError, TypeError):
                continue

    def test_assigned_text_that_is_no_value_raises_and_changes_nothing(self):
        tried = 0
        for name, root, component in self.made():
            for data in component.getDataFields():
                text = bad_text(data)
                if text is None:
                    continue
                before = data.getValueString()
                for assign in (lambda: setattr(component, data.getName(), text), lambda: setattr(data, "value", text),
                               lambda: component.setDataValues(**{data.getName(): text})):
                    with self.assertRaises((ValueError, RuntimeError, TypeError), msg="%s.%s" % (name, data.getName())) as x:
                        assign()
                    self.assertIn(data.getName(), str(x.exception))
                self.assertEqual(data.getValueString(), before, "%s.%s" % (name, data.getName()))
                tried += 1
        self.assertGreater(tried, 3000)

    def test_attributes_that_are_no_values_raise(self):
        tried = 0
        for name, root, component in self.made():
            for data in component.getDataFields()[:40]:
                text = bad_text(data)
                if text is None or data.getName() == "bbox":
                    continue
                with self.assertRaises((ValueError, TypeError), msg="%s %s=%s" % (name, data.getName(), text)) as x:
                    body().addObject(name, name="other", **{data.getName(): text})
                self.assertIn(data.getName(), str(x.exception))
                tried += 1
        self.assertGreater(tried, 3000)


class Values(unittest.TestCase):
    def test_specimens(self):
        root = body()
        model = root.addObject("OglModel", name="model")
        fixed = root.addObject("FixedProjectiveConstraint", name="fixed", indices=[0])
        for wrong in (lambda: root.addObject("OglModel", name="m", color="rde"),
                      lambda: root.addObject("FixedProjectiveConstraint", name="f", fixAll="yes"),
                      lambda: root.addObject("UniformMass", name="u", totalMass="5 kg"),
                      lambda: root.addObject("CGLinearSolver", name="c", iterations=-3),
                      lambda: root.addObject("MechanicalObject", name="d", translation=[1, 2]),
                      lambda: root.addChild("child", gravity="0 -9.81"), lambda: Sofa.Core.Node("n", dt="slow"),
                      lambda: setattr(root.dofs, "showColor", "rde"), lambda: setattr(root.dofs.showColor, "value", "rde"),
                      lambda: setattr(root.dofs, "position", "1 2 3 x"), lambda: setattr(root.dofs, "position", [["a", "b", "c"]])):
            with self.assertRaises(ValueError):
                wrong()
        with self.assertRaises((RuntimeError, TypeError)):
            fixed.fixAll = "yes"
        self.assertIsNotNone(model)

    def test_integers_that_do_not_fit(self):
        root = body()
        solver = root.CGLinearSolver
        for wrong in (-3, 2 ** 32, 2 ** 70):
            with self.assertRaises(ValueError):
                solver.iterations = wrong
        for wrong in ("25", 2.5, None):
            with self.assertRaises((RuntimeError, TypeError)):
                solver.iterations = wrong
        self.assertEqual(solver.iterations.value, 5)
        fixed = root.addObject("FixedProjectiveConstraint", indices=[0])
        for wrong in ([0.5], [2 ** 40], [-2], [numpy.nan], numpy.array([numpy.inf])):
            with self.assertRaises((ValueError, RuntimeError)):
                fixed.indices = wrong
        self.assertEqual(fixed.indices.value.tolist(), [0])

    def test_what_could_be_written_instead_is_told(self):
        root = body()
        with self.assertRaisesRegex(ValueError, 'Write a name such as "red"'):
            root.dofs.showColor = "rde"
        with self.assertRaisesRegex(RuntimeError, "a number is needed, 'much' is given"):
            root.UniformMass.totalMass = "much"
        with self.assertRaisesRegex(ValueError, "Did you mean"):
            root.addObject("TetrahedronFEMForceField", method="larg")

    def test_a_warning_about_a_text_is_told_once(self):
        root = Sofa.Core.Node("root")
        root.addObject("MechanicalObject", template="Rigid3", position=[[0, 0, 0, 0, 0, 0, 1]])
        mass = root.addObject("UniformMass", template="Rigid3", name="mass")
        mass.vertexMass = "3"  # without volume and inertia
        self.assertEqual(mass.getLoggedMessagesAsString().count("Could not read value"), 1)
        self.assertTrue(mass.vertexMass.getValueString().startswith("3 "))
        root.addObject("VisualStyle", name="style")
        root.style.displayFlags = "showBehavior"
        self.assertIn('displayFlags="showBehavior"', _core.scene_text(root), "it is saved")


class Attributes(unittest.TestCase):
    def test_misspelt_ones_are_errors_with_the_nearest_name(self):
        root = body()
        spring = root.addObject("RestShapeSpringsForceField", name="spring", stiffness=[3])
        Sofa.Simulation.initRoot(root)
        for wrong, near in ((lambda: setattr(root, "gravty", [0, 0, 0]), "gravity"), (lambda: setattr(root, "GRAVITY", 1), "gravity"),
                            (lambda: setattr(spring, "stifness", 3), "stiffness"), (lambda: root.dofs.positon.value, "position"),
                            (lambda: setattr(spring.mstate, "positon", []), "position"),
                            (lambda: setattr(spring, "topolgy", root.grid), "topology")):
            with self.assertRaisesRegex(AttributeError, near):
                wrong()
        for wrong in (lambda: root.addObject("RestShapeSpringsForceField", stifness=3), lambda: root.addChild("c", gravty=[0, 0, 0]),
                      lambda: Sofa.Core.Node("n", gravty=[0, 0, 0])):
            with self.assertRaisesRegex(TypeError, "stiffness|gravity"):
                wrong()
        spring.young = 3    # near to nothing, and yet without effect
        self.assertIn('no Data or link "young"', spring.getLoggedMessagesAsString())

    def test_own_ones(self):
        """Of own classes, of nodes, and of anything with an underscore."""
        class Mine(Sofa.Core.Controller):
            pass

        class Branch(Sofa.Core.Node):
            pass
        root = body()
        mine = root.addObject(Mine(name="mine"))
        mine.gravty = mine.listning = 3
        branch = root.addChild(Branch("branch"))
        branch.gravty = 3
        root.radius, root.parts, root.solver, root.addMesh = 3, [1, 2], root.CGLinearSolver, lambda: None
        root.dofs._note = root.dofs.controller = mine
        self.assertEqual((mine.gravty, branch.gravty, root.radius, root.dofs._note), (3, 3, 3, mine))
        root.radius = 4
        self.assertEqual(root.radius, 4)

    def test_arguments_that_nobody_takes(self):
        root = body()
        with self.assertRaisesRegex(TypeError, "no attributes"):
            root.addObject(Sofa.Core.Controller(), name="c")
        with self.assertRaisesRegex(TypeError, "no attributes"):
            root.addChild(Sofa.Core.Node("n"), gravity=[0, 0, 0])


class Fails(Sofa.Core.Controller):
    def __init__(self, when, **keywords):
        super().__init__(**keywords)
        self.when, self.steps = when, 0

    def onAnimateBeginEvent(self, event):
        self.steps += 1
        if self.steps == self.when:
            raise LookupError("not found")


class Exceptions(unittest.TestCase):
    def test_they_leave_animate(self):
        root = falling()
        fails = root.addObject(Fails(2, name="fails"))
        Sofa.Simulation.initRoot(root)
        with self.assertRaisesRegex(LookupError, "not found"):
            Sofa.Simulation.animateNSteps(root, 5, 0.1)
        self.assertEqual(fails.steps, 2)
        Sofa.Simulation.animate(root, 0.1)
        self.assertEqual(fails.steps, 3)

    def test_of_init_too(self):
        class Starts(Sofa.Core.Controller):
            def init(self):
                raise KeyError("no file")
        root = falling()
        root.addObject(Starts(name="starts"))
        with self.assertRaisesRegex(KeyError, "no file"):
            Sofa.Simulation.initRoot(root)

    def test_a_run_may_go_on(self):
        def fail(self, *arguments):
            raise KeyError("on purpose")
        self.addCleanup(Sofa.Simulation.keepGoing, False)
        Sofa.Simulation.keepGoing()
        for name in ("onAnimateBeginEvent", "onAnimateEndEvent", "onEvent", "init"):
            root = falling()
            made = root.addObject(type("Made", (Sofa.Core.Controller,), {name: fail})(name="made"))
            Sofa.Simulation.initRoot(root)
            Sofa.Simulation.animateNSteps(root, 2)
            self.assertIn("on purpose", made.getLoggedMessagesAsString())
            self.assertAlmostEqual(root.dofs.velocity.value[0, 1], -2)


SCENE = """
import Sofa
class Fails(Sofa.Core.Controller):
    def onAnimateBeginEvent(self, event):
        print("STEP", flush=True)
        raise LookupError("not found")
def createScene(root):
    root.addObject("DefaultAnimationLoop")
    root.addObject(Fails(name="fails"))
"""


@unittest.skipUnless(os.environ.get("RUNSOFA"), "RUNSOFA names the program")
class InRunSofa(unittest.TestCase):
    def run_scene(self, text, *options):
        with tempfile.TemporaryDirectory() as folder:
            file = os.path.join(folder, "scene.py")
            with open(file, "w", encoding="utf8") as f:
                f.write(textwrap.dedent(text))
            done = subprocess.run([os.environ["RUNSOFA"], "-g", "batch", "-n", "3", *options, file], stdout=subprocess.PIPE,
                                  stderr=subprocess.STDOUT, text=True, check=False, cwd=folder)
        return done.returncode, done.stdout

    def test_an_exception_ends_the_run(self):
        status, text = self.run_scene(SCENE)
        self.assertEqual((status, text.count("STEP"), text.count("LookupError: not found\n")), (1, 1, 1), text)
        self.assertIn("/fails", text)
        status, text = self.run_scene(SCENE, "--keep-going")
        self.assertEqual((status, text.count("STEP")), (1, 3), text)

    def test_wrong_values_end_the_scene(self):
        for line in ('root.addObject("OglModel", color="rde")', "root.gravty = [0, 0, 0]", "root.loop.printLgo = True"):
            with self.subTest(line):
                status, text = self.run_scene('def createScene(root):\n    root.addObject("DefaultAnimationLoop", name="loop")\n    ' + line)
                self.assertEqual(status, 1, text)
                self.assertIn("line 3", text)


if __name__ == "__main__":
    sys.exit(unittest.main())
