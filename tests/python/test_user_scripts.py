# SPDX-License-Identifier: Apache-2.0
"""Programs of the kind users write, each a small story: what they lean on goes on working."""
import os
import tempfile
import threading
import unittest

import numpy as np

import Sofa
import Sofa.Core
import Sofa.Simulation
import Sofa.SofaDeformable
import SofaRuntime
from Sofa.constants import Key


def beam(root, young=1000.0, n=(3, 3, 6)):
    """A clamped beam, written as in most tutorials."""
    root.addObject("RequiredPlugin", pluginName=["Sofa.Component.StateContainer", "Sofa.Component.Mass"])
    root.addObject("VisualStyle", displayFlags="showBehaviorModels showForceFields")
    root.addObject("DefaultAnimationLoop")
    root.gravity.value = [0, -9.81, 0]
    root.dt = 0.01
    node = root.addChild("beam")
    node.addObject("EulerImplicitSolver", name="odesolver", rayleighStiffness=0.1, rayleighMass=0.1)
    node.addObject("SparseLDLSolver", name="solver", template="CompressedRowSparseMatrixMat3x3d")
    node.addObject("RegularGridTopology", name="grid", n=n, min=[0, 0, 0], max=np.array([1, 1, 3.0]))
    node.addObject("MechanicalObject", name="dofs", template="Vec3d")
    node.addObject("UniformMass", totalMass=1)
    node.addObject("HexahedronFEMForceField", name="FEM", youngModulus=young, poissonRatio=0.3, method="large")
    node.addObject("BoxROI", name="roi", box=[-1, -1, -0.1, 2, 2, 0.1], drawBoxes=True)
    node.addObject("FixedConstraint", name="fixed", indices="@roi.indices")
    return node


def started(build, *arguments):
    root = Sofa.Core.Node("root")
    build(root, *arguments)
    Sofa.Simulation.initRoot(root)
    return root


class Controllers(unittest.TestCase):
    def test_keys_move_a_body(self):
        class Keys(Sofa.Core.Controller):
            def __init__(self, *args, **kwargs):
                Sofa.Core.Controller.__init__(self, *args, **kwargs)
                self.node = kwargs["node"]
                self.addData(name="step", type="float", value=0.5, help="of a key", group="Control")

            def onKeypressedEvent(self, event):
                key = event["key"]
                if key == Key.uparrow:
                    with self.node.dofs.position.writeableArray() as positions:
                        positions[:, 1] += self.step.value
                elif ord(key) == 21:
                    self.node.dofs.position.value = self.node.dofs.position.value - np.array([0, self.step.value, 0])
                elif key == "A":
                    self.node.getRoot().dt.value = 0.02

        root = started(beam)
        keys = root.addObject(Keys(name="keys", node=root.beam, listening=True))
        before = root.beam.dofs.position.array().copy()
        keys.onKeypressedEvent({"key": Key.uparrow, "type": "KeypressedEvent"})
        np.testing.assert_allclose(root.beam.dofs.position.array() - before, np.tile([0, 0.5, 0], (len(before), 1)))
        keys.onKeypressedEvent({"key": Key.downarrow})
        np.testing.assert_allclose(root.beam.dofs.position.array(), before)
        keys.onKeypressedEvent({"key": Key.A})
        self.assertEqual(root.dt.value, 0.02)

    def test_a_controller_that_spawns_bodies_and_then_leaves(self):
        class Spawn(Sofa.Core.Controller):
            count = 0

            def onAnimateEndEvent(self, event):
                self.count += 1
                body = self.getContext().getRoot().addChild("body%d" % self.count)
                body.addObject("EulerExplicitSolver")
                body.addObject("MechanicalObject", name="mo", position=[[0, 0, 0]])
                body.addObject("UniformMass", totalMass=1)
                body.init()
                if self.count == 3:
                    self.getContext().removeObject(self)

        root = started(lambda r: r.addObject("DefaultAnimationLoop"))
        root.addObject(Spawn(name="spawn"))
        for _ in range(6):
            Sofa.Simulation.animate(root, 0.01)
        self.assertEqual([c.name.value for c in root.children], ["body1", "body2", "body3"])
        self.assertFalse(root.hasObject("spawn"))
        self.assertLess(root.body1.mo.velocity.value[0, 1], root.body3.mo.velocity.value[0, 1])

    def test_the_message_of_a_forgotten_base_constructor_says_what_to_write(self):
        class Forgets(Sofa.Core.ForceFieldVec3d):
            def __init__(self, stiffness):
                self.stiffness = stiffness
        with self.assertRaisesRegex(TypeError, r"Sofa\.Core\.\w+\.__init__\(\) must be called.*super\(\)\.__init__"):
            Forgets(3)


class Studies(unittest.TestCase):
    def test_a_stiffer_beam_sags_less(self):
        sag = {}
        for young in np.logspace(3, 5, 3):
            root = started(beam, young)
            Sofa.Simulation.animateNSteps(root, n_steps=5, dt=0.01)
            sag[young] = float(root.beam.dofs.position.value[:, 1].min())
            stiffness, matrix = root.beam.FEM.assembleKMatrix(), root.beam.solver.A()
            self.assertEqual(stiffness.shape, matrix.shape)
            np.testing.assert_allclose(matrix @ root.beam.solver.x(), root.beam.solver.b(), atol=1e-8)
            Sofa.Simulation.unload(root)
        values = list(sag.values())
        self.assertEqual(values, sorted(values))

    def test_environments_are_reset_to_the_same_run(self):
        root = started(beam)
        view = root.beam.dofs.position.array()
        runs = []
        for _ in range(2):
            Sofa.Simulation.animateNSteps(root, 5)
            runs.append(view.copy())
            Sofa.Simulation.reset(root)
        np.testing.assert_array_equal(*runs)
        self.assertEqual(root.time.value, 0)

    def test_scenes_step_in_threads(self):
        roots = [started(beam, young) for young in (1e3, 1e4, 1e5)]
        threads = [threading.Thread(target=Sofa.Simulation.animateNSteps, args=(r, 5)) for r in roots]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        sags = [r.beam.dofs.position.value[:, 1].min() for r in roots]
        self.assertEqual(sags, sorted(sags))

    def test_files_are_written(self):
        with tempfile.TemporaryDirectory() as folder:
            root = Sofa.Core.Node("root")
            node = beam(root)
            node.addObject("VTKExporter", filename=folder + "/out", listening=True, edges=0, triangles=0, quads=0, tetras=0,
                           hexas=1, pointsDataFields="dofs.position", exportEveryNumberOfSteps=1, overwrite=True)
            stl = node.addObject("STLExporter", filename=folder + "/surface", exportAtEnd=False)
            node.addObject("WriteState", filename=folder + "/states", writeX=True, writeV=True, period=0.01)
            Sofa.Simulation.initRoot(root)
            Sofa.Simulation.animateNSteps(root, 3)
            self.assertTrue(stl.write())
            self.assertGreaterEqual(set(os.listdir(folder)), {"out.vtu", "surface.stl", "states"})


class Building(unittest.TestCase):
    def test_a_library_of_parts(self):
        """Functions and Data set on nodes, as stlib3 does."""
        def ElasticObject(attachedTo, name="Elastic", translation=(0, 0, 0), young=5000):
            node = attachedTo.addChild(name)
            node.addObject("RegularGridTopology", name="container", n=[2, 2, 2], min=list(translation), max=[1, 1, 1])
            node.addObject("MechanicalObject", name="dofs", template="Vec3d", position="@container.position")
            node.addData(name="youngmod", type="float", value=young, help="stiffness", group="Elastic")
            node.addObject("HexahedronFEMForceField", name="forcefield", youngModulus=node.youngmod.value, poissonRatio=0.3)

            def addVisualModel(color):
                visual = node.addChild("VisualModel")
                visual.addObject("OglModel", name="model", src="@../container", color=list(color))
                visual.addObject("BarycentricMapping", name="mapping")
                return visual
            node.addVisualModel = addVisualModel
            return node

        root = Sofa.Core.Node("root")
        if "animationLoop" not in root.objects:
            root.addObject("FreeMotionAnimationLoop", name="animationLoop")
        if not root.hasObject("solver"):
            root.addObject("BlockGaussSeidelConstraintSolver", name="solver", tolerance=1e-6, maxIterations=1000)
        body = ElasticObject(root, translation=[0, 0, 0])
        body.addVisualModel([1, 0, 0, 0.5])
        body.VisualModel.model.color = "blue"
        self.assertEqual(body.findData("youngmod").value, 5000)
        simulation = root.addChild("Simulation")
        simulation.addObject("EulerImplicitSolver")
        simulation.addObject("SparseLDLSolver", template="CompressedRowSparseMatrixMat3x3d")
        body.addObject("UniformMass", totalMass=1.0)
        body.addObject("LinearSolverConstraintCorrection", linearSolver="@/Simulation/SparseLDLSolver")
        simulation.addChild(body)
        root.removeChild(body)
        self.assertEqual([p.name.value for p in body.parents], ["Simulation"])
        Sofa.Simulation.initRoot(root)
        Sofa.Simulation.animate(root, root.dt.value)
        self.assertLess(body.dofs.velocity.value[:, 1].mean(), 0)

    def test_prefabs_of_each_kind(self):
        class Cube(Sofa.Prefab):
            prefabParameters = [{"name": "mass", "type": "double", "help": "m", "default": 1.0},
                                {"name": "points", "type": "vector<Vec3d>", "help": "p", "default": [[0, 0, 0], [1, 1, 1]]}]

            def init(self):
                self.addObject("MechanicalObject", name="mo", position=self.points.value)
                self.addObject("UniformMass", name="m", totalMass=self.mass.value)

        class Raw(Sofa.Core.RawPrefab):
            builds = 0

            def __init__(self, *args, **kwargs):
                Sofa.Core.RawPrefab.__init__(self, *args, **kwargs)
                self.addPrefabParameter(name="size", type="double", help="s", default=3.0)

            def doReInit(self):
                self.builds += 1
                self.addObject("MechanicalObject", name="mo", position=[[self.size.value, 0, 0]])

        @Sofa.PrefabBuilder
        def Box(self, size=1.0, count=2):
            """Points in a row."""
            self.addObject("MechanicalObject", name="mo", position=[[size, 0, 0]] * count)

        root = Sofa.Core.Node("root")
        cube = root.addChild(Cube(name="cube", mass=3.0))
        self.assertEqual(root.cube.m.totalMass.value, 3)
        cube.mass = 4.0
        self.assertEqual([root.cube.m.totalMass.value, len(cube.objects)], [4, 2])
        raw = root.addChild(Raw(name="raw"))
        raw.init()
        self.assertEqual((raw.builds, raw.mo.position.value[0, 0]), (1, 3))
        raw.size = 5.0
        raw.reinit()
        self.assertEqual((raw.builds, raw.mo.position.value[0, 0], len(raw.objects)), (3, 5, 1))
        root.addChild(Box(name="box", size=2.0))
        self.assertEqual(root.box.mo.position.value.tolist(), [[2, 0, 0], [2, 0, 0]])

    def test_links_of_every_spelling(self):
        root = started(beam)
        node = root.beam
        for k, link in enumerate(("@roi.indices", "@/beam/roi.indices", node.roi.indices.getLinkPath(), node.roi.indices.linkpath,
                                  node.roi.getLinkPath() + ".indices")):
            made = node.addObject("FixedProjectiveConstraint", name="fix%d" % k, indices=link)
            self.assertEqual(made.indices.getParent().getPathName(), "/beam/roi.indices")
        copy = node.addObject("FixedProjectiveConstraint", name="copy", indices=node.roi.indices)
        self.assertIsNone(copy.indices.getParent())
        np.testing.assert_array_equal(copy.indices.value, node.roi.indices.value)


class Values(unittest.TestCase):
    def test_arrays_in_all_forms(self):
        node = Sofa.Core.Node("root")
        mo = node.addObject("MechanicalObject", name="mo", position=np.arange(15.0).reshape(5, 3))
        mo.position = mo.position.value + [0, 1, 0]
        mo.position.value = mo.position.value.tolist()
        mo.position = tuple(map(tuple, mo.position.value))
        mo.velocity.value = np.zeros((5, 3), dtype=np.float32)
        mo.rest_position = mo.position
        self.assertEqual(mo.rest_position.value[0].tolist(), [0, 2, 2])
        self.assertEqual((mo.position[1:3].shape, mo.position[:, 1].tolist(), len(list(mo.position))), ((2, 3), [2, 5, 8, 11, 14], 5))
        with self.assertRaises(ValueError):
            mo.position.value += 1
        with mo.position.writeable() as positions:
            positions[0] = 0
        with self.assertRaises(ValueError):
            positions[0] = 1
        mo.tags = ["one", "two"]
        self.assertEqual(mo.tags.value, ["one", "two"])
        mo.showColor = Sofa.Types.RGBAColor("blue")
        self.assertEqual(mo.showColor.value.tolist(), [0, 0, 1, 1])

    def test_bounding_boxes_and_the_factory(self):
        root = Sofa.Core.Node("root")
        root.bbox = [[-1, -1, -1], [1, 2, 3]]
        box = Sofa.Types.BoundingBox(root.bbox)
        self.assertIs(box, root.bbox)
        self.assertEqual((box.getMin(), box.getMax(), box.getCenter()), ([-1, -1, -1], [1, 2, 3], [0, 0.5, 1]))
        box.setMax([5, 5, 5])
        self.assertEqual(root.bbox.value[1].tolist(), [5, 5, 5])
        for wrong in ((), (3,)):
            with self.assertRaises(TypeError):
                Sofa.Types.BoundingBox(*wrong)
        entry = Sofa.Core.ObjectFactory.getComponent("EulerImplicitSolver")
        self.assertEqual((entry.className, entry.aliases, entry.targets), ("EulerImplicitSolver", [], ["Sofa.Component.ODESolver.Backward"]))

    def test_where_things_are(self):
        utils = Sofa.Helper.Utils
        self.assertTrue(os.path.isdir(os.path.join(utils.getSofaPathPrefix(), "lib")))
        self.assertTrue(os.path.isdir(utils.getSofaDataDirectory()))
        self.assertFalse(SofaRuntime.importPlugin("NoSuchPluginAtAll"))
        self.assertTrue(SofaRuntime.importPlugin("SofaImGui"))

    def test_springs_are_changed_while_it_runs(self):
        root = Sofa.Core.Node("root")
        root.addObject("DefaultAnimationLoop")
        root.addObject("EulerImplicitSolver")
        root.addObject("CGLinearSolver", iterations=100, threshold=1e-12, tolerance=1e-12)
        root.addObject("MechanicalObject", name="mo", position=[[i, 0, 0] for i in range(3)])
        root.addObject("UniformMass", totalMass=3.0)
        springs = root.addObject("SpringForceField", name="springs")
        springs.addSprings([Sofa.SofaDeformable.LinearSpring(0, 1, 100.0, 1.0, 1.0)])
        springs.addSpring(index1=1, index2=2, springStiffness=100.0, dampingFactor=0.0, restLength=0.5)
        root.addObject("FixedConstraint", indices=[0])
        Sofa.Simulation.initRoot(root)
        Sofa.Simulation.animateNSteps(root, 5)
        near = root.mo.position.value[2, 0]
        self.assertLess(near, 2)
        springs.clear()
        self.assertEqual(len(springs.getSprings()), 0)
        Sofa.Simulation.animateNSteps(root, 2)


if __name__ == "__main__":
    unittest.main()
