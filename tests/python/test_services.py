# SPDX-License-Identifier: Apache-2.0
"""Drawing, cameras, contacts, exporters, links and grids."""
import contextlib
import io
import os
import tempfile
import unittest

import numpy

from scenes import falling
import Sofa
import SofaRuntime
from Sofa import _core

class Objects(unittest.TestCase):
    def test_scene_checks(self):
        checks = Sofa.Simulation.SceneCheckMainRegistry.getRegisteredSceneChecks()
        self.assertTrue(all(c.getName() and c.getDesc() for c in checks) and len(checks) > 2)

    def test_persistence_of_links(self):
        root = falling()
        link = root.UniformMass.mstate
        link.setPersistent(False)
        self.assertEqual([root.UniformMass.mstate.isPersistent(), root.UniformMass.topology.isPersistent()], [False, True])
        root.mechanicalState.setPersistent(True)
        self.assertEqual([root.findLink("mechanicalState").isReadOnly(), root.findLink("mass").isReadOnly()], [False, True])

    def test_places_of_a_node_and_of_a_component(self):
        root = falling()
        root.addObject("ConstantForceField", name="push", indices=[0], forces=[[0, 0, 0]])
        root.addChild("a")
        self.assertEqual([n for n in ("forceField", "odeSolver", "child", "mechanicalMapping") if root.findLink(n).getSize() == 0],
                         ["mechanicalMapping"])
        self.assertEqual(root.forceField.getValueString(), "@/UniformMass @/push")
        self.assertEqual((root.mechanicalState.getLinkedBase(), root.mechanicalState.size.value), (root.dofs, root.dofs.size.value))
        self.assertEqual(([root.child.isMultiLink(), root.state.isMultiLink()], root.child.getLinkedPath(), root.child.getValueTypeString()),
                         ([True, False], "@/a", "Node"))
        self.assertFalse(root.mechanicalState.read("@/push"))
        self.assertIn("addObject()", root.getLoggedMessagesAsString())
        with self.assertRaisesRegex(RuntimeError, "leads to nothing"):
            root.collisionPipeline.name
        root.dofs.addSlave(root.push)
        self.assertEqual((root.dofs.context.getLinkedBase(), root.dofs.slaves.getLinkedBase(), root.push.master.getLinkedPath()),
                         (root, root.push, "@/dofs"))

    def test_names_of_data_and_links_that_a_script_changes(self):
        root = falling()
        data, link = root.dofs.addData("extra", type="double", value=2.0, help="before"), root.UniformMass.mstate
        data.setName("other")
        data.setHelp("after")
        self.assertEqual((data.getName(), data.getHelp(), data.getPathName()), ("other", "after", "/dofs.other"))
        self.assertTrue(root.dofs.other is root.dofs.getData("extra") is root.dofs.__data__["other"])
        root.dofs.other = 3.0
        follows = root.addData("follows", value="@/dofs.other")
        self.assertEqual((data.value, follows.value, "other" in root.dofs.__data__.keys()), (3, 3, True))
        with self.assertRaisesRegex(ValueError, "position"):
            data.setName("position")
        link.setName("of")
        link.setHelp("whose mass")
        self.assertEqual((link.getName(), link.getHelp(), root.UniformMass.findLink("of")), ("of", "whose mass", root.UniformMass.mstate))
        root.UniformMass.of = root.dofs
        self.assertIs(root.UniformMass.of.getLinkedBase(), root.dofs)

    def test_data_that_are_links(self):
        class Uses(Sofa.Prefab):
            prefabParameters = [{"name": "target", "type": "Link", "help": "what it looks at", "default": None}]

            def init(self):
                if self.target.getSize():
                    self.addObject("MechanicalObject", name="copy", position=self.target.position.value)
        root = falling(2)
        made = root.addData("target", type="PrefabLink", value="@/dofs", help="some object")
        self.assertEqual((made.getLinkedBase(), root.target.getHelp()), (root.dofs, "some object"))
        self.assertEqual(len(root.addChild(Uses(name="uses", target=root.dofs)).copy.position), 2)

    def test_set_src(self):
        root = Sofa.Core.Node("root")
        grid = root.addObject("RegularGridTopology", n=[2, 2, 2], min=[0, 0, 0], max=[1, 1, 1])
        grid.init()
        mesh = root.addObject("MeshTopology", name="mesh")
        mesh.setSrc("@RegularGridTopology", grid)
        self.assertTrue(mesh.position.hasParent())
        self.assertEqual(len(mesh.position), 8)


class Grids(unittest.TestCase):
    def test_cells_and_boundaries(self):
        root = Sofa.Core.Node("root")
        grid = root.addObject("RegularGridTopology", n=[4, 4, 4], min=[0, 0, 0], max=[1, 1, 1])
        grid.init()
        self.assertEqual(len(grid.getBoundaryNodes()), 64 - 8)
        self.assertEqual(grid.getNodeIndicesOfCube(0), list(grid.getHexahedron(0)))
        self.assertEqual([grid.getLocalEdgesInTetrahedron(i) for i in (0, 5)], [[0, 1], [2, 3]])
        with self.assertRaises(IndexError):
            grid.getNodeIndicesOfCube(27)
        self.assertEqual(grid.getBoundaryCells(), [i for i in range(27) if i != 13])
        self.assertEqual(grid.findCube([0.5, 0.5, 0.5])[0], 13)
        self.assertEqual(grid.findCube([0.5, 0.5, 1.5])[0], -1)
        for method in ("getRegularGrid", "getRegularGridCubeIndex", "getRegularGridNodeIndex"):
            with self.assertRaisesRegex(AttributeError, method + ".*no sparse grid"):
                getattr(grid, method)(*([] if method == "getRegularGrid" else [0]))

    def sparse(self, name="SparseGridTopology", **options):
        """The surface of a cube from 0.5 to 3.5 in cells of width 1 from 0 to 4: it cuts all of them but the eight in the middle."""
        corners = [[0.5 + 3 * (i & 1), 0.5 + 3 * (i >> 1 & 1), 0.5 + 3 * (i >> 2)] for i in range(8)]
        faces = [[0, 1, 3, 2], [4, 5, 7, 6], [0, 1, 5, 4], [2, 3, 7, 6], [0, 2, 6, 4], [1, 3, 7, 5]]
        self.root = Sofa.Core.Node("root")
        grid = self.root.addObject(name, n=[5, 5, 5], min=[0, 0, 0], max=[4, 4, 4], position=corners, quads=faces, **options)
        Sofa.Simulation.initRoot(self.root)
        return grid

    def test_the_regular_grid_of_a_sparse_one(self):
        for kind in ({}, {"name": "SparseGridRamificationTopology", "finestConnectivity": False}):
            sparse = self.sparse(**kind)
            regular = sparse.getRegularGrid()
            self.assertEqual((regular.getClassName(), regular.getNbHexahedra(), regular.getNbPoints()), ("RegularGridTopology", 64, 125))
            self.assertIs(regular, sparse.getRegularGrid())
            inside = {21, 22, 25, 26, 37, 38, 41, 42}
            numbers = [sparse.getRegularGridCubeIndex(i) for i in range(64)]
            self.assertEqual((sorted(numbers), set(numbers[i] for i in sparse.getBoundaryCells())), (list(range(64)), set(range(64)) - inside))
            for i in range(125):
                self.assertEqual(sparse.getPoint(i), regular.getPoint(sparse.getRegularGridNodeIndex(i)))
            cell, *place = sparse.findCube([1.5, 2.25, 3.0])
            self.assertEqual((sparse.getRegularGridCubeIndex(cell), place), (1 + 4 * 2 + 16 * 3, [0.5, 0.25, 0.0]))
            self.assertEqual((sparse.findCube([1.5, 2.25, 5])[0], len(sparse.getBoundaryNodes())), (-1, 125 - 27))
            for call in (sparse.getRegularGridCubeIndex, sparse.getRegularGridNodeIndex):
                with self.assertRaises(IndexError):
                    call(125)
            del sparse, self.root
            self.assertEqual(regular.getPoint(124), [4, 4, 4])

    def test_a_coarser_grid_and_one_without_cells(self):
        sparse = self.sparse(nbVirtualFinerLevels=1)
        self.assertEqual((sparse.getRegularGrid().getNbHexahedra(), sparse.getRegularGrid().getPoint(124)), (64, [4, 4, 4]))
        empty = Sofa.Core.Node("root").addObject("SparseGridTopology")
        with self.assertRaisesRegex(RuntimeError, "no cells"):
            empty.getRegularGrid()


class Painter(Sofa.Core.Controller):
    def draw(self, visual):
        tool = visual.getDrawTool()
        self.tool = tool
        white, corners = Sofa.Types.RGBAColor(1, 1, 1, 1), numpy.array([[0, 0, 0], [1, 0, 0], [0, 1, 0], [1, 1, 0]])
        tool.drawPoints(corners, 5, white)
        tool.drawLines(corners, 2, [1, 0, 0, 1])
        tool.drawTriangles(corners, [[0, 1, 2], [1, 3, 2]], white)
        tool.drawQuads(corners[[0, 1, 3, 2]], white)
        tool.drawSpheres(corners, 0.1, white)
        tool.drawFrames(numpy.array([[0, 0, 0, 0, 0, 0, 1]]), [1, 1, 1])
        tool.drawText([0, 0, 0], 1, "here", white)
        tool.drawOverlayText([10, 10], 14, "there", white)


class Drawing(unittest.TestCase):
    def test_what_a_script_draws(self):
        root = falling()
        painter = root.addObject(Painter(name="painter"))
        drawn = _core.drawing_of(painter)
        self.assertEqual((drawn["points"], drawn["lines"], drawn["triangles"], drawn["spheres"]), (4, 2, 4, 4))
        self.assertEqual((drawn["cones"], drawn["texts"], drawn["labels"]), (3, 1, 1))
        with self.assertRaisesRegex(RuntimeError, "as long as draw"):
            painter.tool.drawPoints([[0, 0, 0]], 5, [1, 1, 1, 1])

    def test_an_exception_and_wrong_shapes(self):
        class Fails(Sofa.Core.Controller):
            def draw(self, visual):
                visual.getDrawTool().drawPoints(numpy.zeros((2, 5))[:, :1], 1, [1, 1, 1, 1])
        root = falling()
        with self.assertRaisesRegex(RuntimeError, "rows of x y z"):
            _core.drawing_of(root.addObject(Fails(name="fails")))


class Cameras(unittest.TestCase):
    def camera(self):
        root = Sofa.Core.Node("root")
        camera = root.addObject("Camera", name="camera", position=[0, 0, 10], lookAt=[0, 0, 0])
        Sofa.Simulation.initRoot(root)
        self.root = root
        return camera

    def test_matrices(self):
        camera = self.camera()
        view = numpy.reshape(camera.getModelViewMatrix(), (4, 4))
        numpy.testing.assert_allclose(view @ [0, 0, 0, 1], [0, 0, -10, 1], atol=1e-12)
        self.assertEqual(camera.getOpenGLModelViewMatrix(), view.T.ravel().tolist())
        self.assertEqual(len(camera.getProjectionMatrix()), 16)

    def test_pixels_and_points(self):
        camera = self.camera()
        pixel = camera.worldToScreenPoint([1, 2, 3])
        numpy.testing.assert_allclose(list(camera.screenToWorldPoint(pixel)), [1, 2, 3], atol=1e-9)

    def test_turning(self):
        camera = self.camera()
        half = numpy.sqrt(0.5)
        camera.rotateCameraAroundPoint([0, half, 0, half], [0, 0, 0])      # a quarter about y
        numpy.testing.assert_allclose(camera.position.value, [10, 0, 0], atol=1e-9)
        numpy.testing.assert_allclose(list(camera.getPositionFromOrientation([1, 1, 1], 2, [0, 0, 0, 1])), [1, 1, 3])
        numpy.testing.assert_allclose(list(camera.getLookAtFromOrientation([1, 1, 3], 2, [0, 0, 0, 1])), [1, 1, 1])
        camera.setCameraType(camera.Orthographic())
        self.assertEqual(camera.projectionType.value, "Orthographic")

    def test_without_its_scene(self):
        camera = self.camera()
        del self.root
        with self.assertRaisesRegex(RuntimeError, "in no node"):
            camera.getModelViewMatrix()


class Transforms(unittest.TestCase):
    def test_rotation_vectors(self):
        from SofaTypes import Quat, Vec3d
        self.assertEqual(Quat.createFromRotationVector(0, 0, 0.5), Quat.createFromRotationVector(Vec3d(0, 0, 0.5)))
        self.assertAlmostEqual(Quat.createFromRotationVector([0, 0, 0.5]).toRotationVector().z, 0.5)

    def test_there_and_back(self):
        from SofaTypes import Quat, Transformd, Vec3d
        half = numpy.sqrt(0.5)
        t = Transformd([1, 2, 3], Quat(0, 0, half, half))                  # a quarter about z
        self.assertEqual(t.projectPoint(Vec3d(1, 0, 0)), Vec3d(1, 3, 3))
        self.assertEqual(t.backProjectPoint(t.projectPoint(Vec3d(4, 5, 6))), Vec3d(4, 5, 6))
        self.assertEqual(t * t.inversed(), Transformd())


class Contacts(unittest.TestCase):
    def test_a_sphere_on_a_sphere(self):
        root = Sofa.Core.Node("root")
        root.gravity = [0, 0, 0]
        for name, options in (("CollisionPipeline", {}), ("BruteForceBroadPhase", {}), ("BVHNarrowPhase", {}),
                              ("MinProximityIntersection", dict(alarmDistance=1, contactDistance=0.1)),
                              ("CollisionResponse", dict(response="PenalityContactForceField"))):
            root.addObject(name, **options)
        for i, name in enumerate(("a", "b")):
            ball = root.addChild(name)
            ball.addObject("MechanicalObject", position=[[2.5 * i, 0, 0]])
            ball.addObject("SphereCollisionModel", name="ball", radius=1)
        listener = root.addObject("ContactListener", name="listener", collisionModel1="@a/ball", collisionModel2="@b/ball")
        Sofa.Simulation.initRoot(root)
        self.assertEqual((listener.getNumberOfContacts(), listener.getContactData()["numberOfContacts"]), (0, 0))
        Sofa.Simulation.animate(root)
        self.assertEqual((listener.getNumberOfContacts(), listener.getContactElements()), (1, [(0, 0, 1, 0)]))
        self.assertAlmostEqual(listener.getDistances()[0], 0.4)
        ((_, p, _, q),) = listener.getContactPoints()
        numpy.testing.assert_allclose([p, q], [[0, 0, 0], [2.5, 0, 0]])   # spheres touch through their centres


class Times(unittest.TestCase):
    def test_records_of_a_step(self):
        Timer = SofaRuntime.Timer
        root = Sofa.Core.Node("root")
        root.addObject("DefaultAnimationLoop")
        for name in ("meca", "other"):
            node = root.addChild(name)
            node.addObject("EulerImplicitSolver")
            node.addObject("CGLinearSolver", iterations=7, tolerance=1e-30, threshold=1e-30)
            node.addObject("MechanicalObject", position=[[0, 0, 0], [1, 0, 0]])
            node.addObject("UniformMass", totalMass=1.0)
            node.addObject("RestShapeSpringsForceField", stiffness=[3.0, 5.0])
        Sofa.Simulation.init(root)
        Timer.setEnabled("steps", True)
        Timer.begin("steps")
        Sofa.Simulation.animate(root, 0.1)
        records = Timer.getRecords("steps")
        Timer.end("steps")
        self.assertLessEqual({"solve", "collision", "UpdateMapping"}, set(records))
        meca = records["solve"]["Mechanical (meca)"]
        self.assertGreaterEqual(records["solve"]["total_time"], meca["total_time"])
        self.assertGreaterEqual(meca["MBKSolve"]["/meca/CGLinearSolver"]["CG iterations"], 1)
        self.assertIn("Mechanical (other)", records["solve"])

    def test_kinds_of_output(self):
        Timer = SofaRuntime.Timer
        root = falling()
        Timer.setEnabled("t", True)
        Timer.setInterval("t", 1)
        for kind, word in (("stdout", "mean ms"), ("json", "calls"), ("ljson", "calls"), ("gui", None), ("unheard of", "mean ms")):
            Timer.setOutputType("t", kind)
            said = io.StringIO()
            with contextlib.redirect_stdout(said):
                Timer.begin("t")
                Sofa.Simulation.animate(root, 0.1)
                Timer.end("t")
            self.assertIn(word, said.getvalue()) if word else self.assertEqual(said.getvalue(), "")


class Trust(unittest.TestCase):
    def test_folders_that_a_program_allows(self):
        with tempfile.TemporaryDirectory() as folder:
            os.makedirs(folder + "/scene")
            os.makedirs(folder + "/results")
            with open(folder + "/scene/scene.scn", "w", encoding="utf8") as file:
                file.write("<Node name='root'><DefaultAnimationLoop/><MechanicalObject position='0 0 0'/>"
                           f"<WriteState filename='{folder}/results/states.txt'/></Node>")

            def run():
                root = Sofa.Simulation.load(folder + "/scene/scene.scn")
                Sofa.Simulation.initRoot(root)
                Sofa.Simulation.animate(root, 0.01)
                return os.path.exists(folder + "/results/states.txt")
            self.assertFalse(run())
            with self.assertRaises(NotADirectoryError):
                Sofa.Helper.allowWrites(folder + "/nowhere")
            Sofa.Helper.allowWrites(folder + "/results")
            self.assertTrue(run())


class Exporters(unittest.TestCase):
    def test_write(self):
        with tempfile.TemporaryDirectory() as folder:
            root = Sofa.Core.Node("root")
            root.addObject("RegularGridTopology", n=[2, 2, 2], min=[0, 0, 0], max=[1, 1, 1])
            root.addObject("MechanicalObject")
            exporter = root.addObject("STLExporter", name="out", filename=os.path.join(folder, "box.stl"))
            Sofa.Simulation.initRoot(root)
            self.assertTrue(exporter.write())
            self.assertEqual(len(os.listdir(folder)), 1)
            exporter.filename = os.path.join("/proc", "no", "such")
            self.assertFalse(exporter.write())


if __name__ == "__main__":
    unittest.main()
