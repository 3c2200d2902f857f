"""Drawing, cameras, contacts, exporters and the names that scripts look for."""
import importlib
import os
import tempfile
import unittest

import numpy

from scenes import falling
import Sofa
from Sofa import _core

NAMES = {
    "Sofa": "GetVersion msg_info msg_warning msg_error msg_deprecated Prefab PrefabBuilder import_sofa_python_scene unloadModules "
            "getStackForSofa getPythonCallingPoint formatStackForSofa sendMessageFromException getSofaFormattedStringFromException",
    "Sofa.Core": "Base Object BaseNode Node BaseContext Context Data DataContainer DataString DataVectorString DataLink DataDict Link "
                 "LinkPath PrefabLink NodeIterator BaseClass Topology BaseMeshTopology BaseMass BaseMechanicalState Controller Component "
                 "DataEngine BasePrefab RawPrefab Prefab Camera ContactListener DrawTool VisualParams PointSetTopologyModifier "
                 "ObjectFactory ClassEntry TaskScheduler ForceFieldVec1d ForceFieldVec2d ForceFieldVec3d ForceFieldVec6d "
                 "ForceFieldRigid2d ForceFieldRigid3d MassVec3d MassRigid3d Mapping_Vec1d_Vec3d Mapping_Rigid3d_Vec6d",
    "Sofa.Simulation": "initRoot init animate animateNSteps reset unload load updateVisual initVisual initTextures print "
                       "SceneCheckMainRegistry",
    "Sofa.Types": "RGBAColor BoundingBox CompressedRowSparseMatrixConstraintVec3d",
    "Sofa.Helper": "msg_info msg_warning msg_error msg_deprecated msg_fatal MessageHandler System Utils GetVersion Vectorint "
                   "Vectoruint Vectorfloat Vectordouble",
    "Sofa.Gui": "GUIManager BaseGUI",
    "Sofa.constants": "Key KeyCode",
    "Sofa.prefab": "Prefab",
    "Sofa.PyTypes": "RGBAColor Vec3",
    "Sofa.SofaBaseTopology": "", "Sofa.SofaDeformable": "LinearSpring", "Sofa.SofaLinearSolver": "", "Sofa.SofaLinearSystem": "",
    "Sofa.SofaConstraintSolver": "", "Sofa.SofaGL": "", "SofaExporter": "", "SofaImGui": "", "SofaGLFW": "", "SofaQt": "",
    "SofaRuntime": "importPlugin unload_plugin load_plugins_from_ini_file auto_load_plugins init DataRepository PluginRepository "
                   "getCategories Timer",
    "SofaTypes": "Vec1d Vec12d Vec3f Vec3i Mat1x1 Mat2x2 Mat3x3 Mat3x4 Mat4x4 Quat Transformd",
}


class ModuleNames(unittest.TestCase):
    def test_all_are_there(self):
        for module, names in NAMES.items():
            there = importlib.import_module(module)
            self.assertEqual([n for n in names.split() if not hasattr(there, n)], [], module)

    def test_methods_of_objects(self):
        dofs = falling().dofs
        for name in ("getName getClassName getTemplateName getClass getPathName getLinkPath linkpath getData findData findLink "
                     "getDataFields getLinks setDataValues addData addLink getLoggedMessagesAsString countLoggedMessages "
                     "clearLoggedMessages getDefinitionSourceFileName getDefinitionSourceFilePos setInstanciationSourceFileName "
                     "init bwdInit reinit reset storeResetState cleanup computeBBox getContext getSlaves getMaster addSlave "
                     "getTarget getCategories setSrc getAsACreateObjectParameter").split():
            self.assertTrue(hasattr(dofs, name), name)
        self.assertEqual(dofs.getClass().className, "MechanicalObject")

    def test_scene_checks(self):
        checks = Sofa.Simulation.SceneCheckMainRegistry.getRegisteredSceneChecks()
        self.assertTrue(all(c.getName() and c.getDesc() for c in checks) and len(checks) > 2)

    def test_persistence_of_links(self):
        root = falling()
        link = root.UniformMass.mstate
        link.setPersistent(False)
        self.assertEqual([root.UniformMass.mstate.isPersistent(), root.UniformMass.topology.isPersistent()], [False, True])

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
