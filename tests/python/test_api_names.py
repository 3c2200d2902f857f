# SPDX-License-Identifier: Apache-2.0
"""Every module, class, method, property and constant that scripts may name is there.

What is absent on purpose stands in ABSENT with the reason, so that nothing is missing unnoticed.
"""
import importlib
import inspect
import unittest

import numpy

from scenes import falling
import Sofa
import Sofa.Gui
import SofaRuntime
import SofaTypes

STATES = "Vec1d Vec2d Vec3d Vec6d Rigid2d Rigid3d".split()
MAPPINGS = ("Vec1d_Vec1d Vec1d_Vec2d Vec1d_Vec3d Vec2d_Vec1d Vec2d_Vec2d Vec3d_Vec1d Vec3d_Vec2d Vec3d_Vec3d Vec3d_Rigid3d Vec6d_Vec1d Vec6d_Vec3d "
            "Vec6d_Vec6d Rigid2d_Vec2d Rigid2d_Rigid2d Rigid3d_Vec1d Rigid3d_Vec3d Rigid3d_Vec6d Rigid3d_Rigid3d").split()

MODULES = {
    "Sofa": "GetVersion msg_info msg_warning msg_error msg_deprecated Prefab PrefabBuilder import_sofa_python_scene unloadModules getStackForSofa "
            "getPythonCallingPoint formatStackForSofa sendMessageFromException getSofaFormattedStringFromException constants Helper Core Simulation "
            "Types",
    "Sofa.Core": "Base Object BaseNode Node BaseContext Context Data DataContainer DataString DataVectorString DataLink DataDict Link LinkPath PrefabLink "
                 "NodeIterator BaseClass Topology BaseMeshTopology BaseMass BaseMechanicalState Controller Component DataEngine BasePrefab RawPrefab "
                 "Prefab Camera ContactListener DrawTool VisualParams PointSetTopologyModifier ObjectFactory ClassEntry TaskScheduler "
                 + " ".join("ForceField" + t for t in STATES) + " " + " ".join("Mass" + t for t in STATES) + " "
                 + " ".join("Mapping_" + m for m in MAPPINGS),
    "Sofa.Core.TaskScheduler": "init getThreadCount stop GetHardwareThreadsCount",
    "Sofa.Simulation": "initRoot init animate animateNSteps reset unload load updateVisual initVisual initTextures print SceneCheckMainRegistry",
    "Sofa.Types": "RGBAColor BoundingBox " + " ".join("CompressedRowSparseMatrixConstraint" + t for t in STATES),
    "Sofa.Helper": "msg_info msg_warning msg_error msg_deprecated msg_fatal MessageHandler System Utils GetVersion Vectorint Vectoruint Vectorfloat "
                   "Vectordouble",
    "Sofa.Helper.System": "FileRepository",
    "Sofa.Gui": "GUIManager BaseGUI",
    "Sofa.constants": "Key KeyCode",
    "Sofa.prefab": "Prefab",
    "Sofa.PyTypes": "RGBAColor Vec3",
    "Sofa.SofaBaseTopology": "",
    "Sofa.SofaDeformable": "LinearSpring",
    "Sofa.SofaLinearSolver": "",
    "Sofa.SofaLinearSystem": "",
    "Sofa.SofaConstraintSolver": "",
    "Sofa.SofaGL": "glewInit draw",
    "SofaRuntime": "importPlugin unload_plugin load_plugins_from_ini_file auto_load_plugins init DataRepository PluginRepository getCategories Timer "
                   "unloadModules getStackForSofa getPythonCallingPoint formatStackForSofa sendMessageFromException "
                   "getSofaFormattedStringFromException",
    "SofaTypes": " ".join("Vec%d%s" % (n, s) for n in range(1, 13) for s in "dfi") + " Mat1x1 Mat2x2 Mat3x3 Mat3x4 Mat4x4 Quat Transformd",
    "SofaExporter": "", "SofaImGui": "", "SofaGLFW": "", "SofaQt": "",
}

BASE = ("getName setName getClassName getTemplateName getClass getPathName getLinkPath linkpath getData findData findLink getDataFields getLinks __data__ "
        "setDataValues addData addLink getLoggedMessagesAsString countLoggedMessages clearLoggedMessages getDefinitionSourceFileName "
        "getDefinitionSourceFilePos setDefinitionSourceFileName setDefinitionSourceFilePos setInstanciationSourceFileName "
        "setInstanciationSourceFilePos getInstanciationFileName getInstanciationSourceFilePos getAsACreateObjectParameter __dir__ __getattr__ __eq__ "
        "__hash__ ")
CONTEXT = ("getTime getDt getAnimate getGravity isActive isSleeping canChangeSleepingState getRootContext getState getTopology getMeshTopology setActive "
           "setGravity setDt setAnimate setSleeping setChangeSleepingState SearchUp Local SearchDown SearchRoot SearchParents ")
COMPONENT = ("init bwdInit reinit reset storeResetState cleanup computeBBox getContext getSlaves getMaster addSlave getTarget getCategories setSrc "
             "_repr_html_ __getitem__ ")
NODE = ("addObject createObject addChild createChild add __enter__ __exit__ getObject getChild hasObject getRoot getRootPath getMass getMechanicalState "
        "getMechanicalMapping getForceField hasODESolver computeEnergy children parents objects removeObject removeChild moveChild detachFromGraph init "
        "isInitialized sendEvent __getitem__ _repr_html_ ")
DATA = ("value setValue read getName setName getHelp setHelp getGroup getOwner getPathName getLinkPath linkpath getCounter isSet "
        "unset isDirty updateIfDirty hasChanged getValueString getValueTypeString typeName isPersistent setPersistent isReadOnly setReadOnly "
        "isRequired getParent hasParent setParent getValueVoidPtr toList getAsACreateObjectParameter _repr_html_ ")
ARRAY = ("array writeableArray writeable shape ndim size __len__ __iter__ __getitem__ __setitem__ __iadd__ __isub__ __imul__ __add__ __radd__ __sub__ __rsub__ __mul__ __rmul__ "
         "__truediv__ __rtruediv__ __matmul__ __rmatmul__ __lt__ __le__ __gt__ __ge__ __eq__ __array__ __dlpack__ __dlpack_device__ apply ")
LINK = ("getLinkedBase setLinkedBase getLinkedPath getValueString getValueTypeString getSize isMultiLink getOwnerBase getName setName getHelp setHelp "
        "isPersistent setPersistent isReadOnly read getPathName ")
VEC = "set x __getitem__ __setitem__ __iter__ __len__ __add__ __iadd__ __sub__ __isub__ __mul__ __truediv__ __eq__ norm norm2 lNorm normalize " \
      "normalized sum dot fill clear "
MATRIX = "rows cols row col transposed inverted identity Identity trace isSymmetric __getitem__ __add__ __sub__ __mul__ __truediv__ __imul__ " \
         "__itruediv__ __iadd__ __isub__ __eq__ "
CAMERA = ("getProjectionMatrix getModelViewMatrix getOpenGLProjectionMatrix getOpenGLModelViewMatrix rotate rotateCameraAroundPoint rotateWorldAroundPoint "
          "getOrientationFromLookAt getLookAtFromOrientation getPositionFromOrientation setCameraType Perspective Orthographic setDefaultView "
          "worldToScreenPoint screenToWorldPoint ")
MESH = ("getNbPoints getNbLines getNbEdges getNbTriangles getNbQuads getNbTetrahedra getNbTetras getNbHexahedra getNbPrisms getNbPyramids getEdge getTriangle "
        "getQuad getTetrahedron getHexahedron getPrism getPyramid getEdgesInTriangle getEdgesInQuad getEdgesInTetrahedron getEdgesInHexahedron "
        "getTrianglesInTetrahedron getQuadsInHexahedron getLocalEdgesInTetrahedron getEdgesAroundVertex getTrianglesAroundVertex "
        "getQuadsAroundVertex getTetrahedraAroundVertex getHexahedraAroundVertex getVerticesAroundVertex getTrianglesAroundEdge "
        "getQuadsAroundEdge getTetrahedraAroundEdge getHexahedraAroundEdge getTetrahedraAroundTriangle getHexahedraAroundQuad ")
GRID = "getPoint findCube getNodeIndicesOfCube getBoundaryCells getBoundaryNodes "
SPARSE = GRID + "getRegularGrid getRegularGridNodeIndex getRegularGridCubeIndex "

CLASSES = {
    Sofa.Core.Base: BASE, Sofa.Core.Object: BASE + COMPONENT, Sofa.Core.BaseContext: BASE + CONTEXT,
    Sofa.Core.Node: BASE + CONTEXT + NODE, Sofa.Core.NodeIterator: "__len__ __iter__ __getitem__ __contains__ at remove_at",
    Sofa.Core.Data: DATA, Sofa.Core.DataContainer: DATA + ARRAY, Sofa.Core.DataString: DATA + "__len__ __getitem__",
    Sofa.Core.DataVectorString: DATA + "__len__ __getitem__ __iter__ __repr__", Sofa.Core.Link: LINK,
    Sofa.Core.DataDict: "__len__ __iter__ __getitem__ __contains__ keys values items", Sofa.Core.LinkPath: "target __str__ __repr__",
    Sofa.Core.BaseMechanicalState: "constraint", Sofa.Core.Camera: CAMERA, Sofa.Core.BaseMeshTopology: MESH,
    Sofa.Core.PointSetTopologyModifier: "addPoints removePoints",
    Sofa.Core.Controller: BASE + COMPONENT, Sofa.Core.Component: BASE + COMPONENT, Sofa.Core.DataEngine: "addInput addOutput",
    Sofa.Core.BaseMass: "assembleMMatrix assembleKMatrix", Sofa.Core.ForceFieldVec3d: "assembleKMatrix",
    Sofa.Core.RawPrefab: "addPrefabParameter setSourceTracking", Sofa.Prefab: "addPrefabParameter setSourceTracking prefabParameters prefabData",
    Sofa.Core.ContactListener: "getNumberOfContacts getDistances getContactPoints getContactElements getContactData",
    Sofa.Core.DrawTool: "drawPoints drawLines drawTriangles drawQuads drawSpheres drawDisk drawCircle drawBoundingBox drawFrames drawText drawOverlayText "
                        "enableLighting disableLighting",
    Sofa.Core.VisualParams: "getDrawTool",
    Sofa.Core.ObjectFactory: "components targets getComponent getComponentsFromTarget shortName dump_json",
    Sofa.Helper.MessageHandler: "process __enter__ __exit__",
    Sofa.Helper.System.FileRepository: "addFirstPath addLastPath removePath clear getFirstPath getPaths getPathsJoined findFile getFile findFileFromFile "
                                       "relativeToPath entrySeparator print",
    Sofa.Gui.GUIManager: "ListSupportedGUI Init createGUI SetDimension MainLoop closeGUI SetScene CenterWindow SetFullScreen SaveScreenshot GetGUI",
    Sofa.Gui.BaseGUI: "setBackgroundImage SetConfigDirectoryPath",
    SofaRuntime.Timer: "clear isEnabled setEnabled getInterval setInterval begin end stepBegin stepEnd setOutputType getRecords",
    Sofa.Simulation.SceneCheckMainRegistry: "getRegisteredSceneChecks",
    Sofa.Types.RGBAColor: "r g b a lighten __eq__ __ne__", Sofa.Types.BoundingBox: "getMin getMax setMin setMax getCenter",
    importlib.import_module("Sofa.PyTypes").Vec3: "getNorm normalize translate scale dot cross toString __eq__",
    importlib.import_module("Sofa.PyTypes").RGBAColor: "r g b a",
    SofaTypes.Quat: "normalize inverse rotate inverseRotate toMatrix fromMatrix toEulerVector toRotationVector axisToQuat slerp slerp2 identity clear set "
                    "createFromEuler createFromRotationVector createFromFrame __getitem__ __add__ __mul__ __truediv__ __eq__ __ne__",
    SofaTypes.Transformd: "getOrigin getOrientation projectPoint backProjectPoint inversed",
}
CLASSES.update({getattr(SofaTypes, "Vec%d%s" % (n, s)): VEC + " ".join("y z w".split()[:min(n, 4) - 1]) + " "
                + " ".join("xy xyz xyzw".split()[:max(min(n, 4) - 1, 0)]) + (" cross" if n in (2, 3) else "")
                for n in range(1, 13) for s in "dfi"})
CLASSES.update({getattr(SofaTypes, name): MATRIX for name in "Mat1x1 Mat2x2 Mat3x3 Mat3x4 Mat4x4".split()})

#: component: methods besides those of its Python class
COMPONENTS = {
    "SparseLDLSolver": "A b x", "CGLinearSolver": "", "EigenSimplicialLLT": "A b x",
    "MatrixLinearSystem": "A b x get_system_matrix get_rhs_vector get_solution_vector",
    "BlockGaussSeidelConstraintSolver": "W lambda_force dfree",
    "MeshTopology": MESH, "TetrahedronSetTopologyContainer": MESH, "RegularGridTopology": MESH + GRID,
    "PointSetTopologyModifier": "addPoints removePoints", "TetrahedronSetTopologyModifier": "addPoints removePoints",
    "SparseGridTopology": MESH + SPARSE, "SparseGridRamificationTopology": MESH + SPARSE,
    "SpringForceField": "getSprings addSpring addSprings removeSpring removeSprings clear assembleKMatrix",
    "STLExporter": "write", "VisualModelOBJExporter": "write", "InteractiveCamera": CAMERA, "ContactListener": "getContactData",
    "HexahedronFEMForceField": "assembleKMatrix", "MeshMatrixMass": "assembleMMatrix assembleKMatrix", "MechanicalObject": "constraint",
}

#: links of a node, by the names that scripts ask for
SLOTS = ("child object parents behaviorModel mapping odeSolver constraintSolver linearSolver topologyObject forceField interactionForceField "
         "projectiveConstraintSet constraintSet contextObject configurationSetting shaders visualModel visualManager collisionModel unsorted "
         "animationLoop visualLoop visualStyle topology meshTopology state mechanicalState mechanicalMapping mass collisionPipeline").split()

#: name: why it is not there
ABSENT = {}


def missing(owner, names):
    return [name for name in names.split() if name not in ABSENT and inspect.getattr_static(owner, name, None) is None]


class Names(unittest.TestCase):
    def test_of_modules(self):
        for module, names in MODULES.items():
            there = importlib.import_module(module)
            self.assertEqual([n for n in names.split() if n not in ABSENT and not hasattr(there, n)], [], module)

    def test_of_classes(self):
        for cls, names in CLASSES.items():
            with self.subTest(cls=cls.__name__):
                owner = type(cls) if cls is Sofa.Core.ObjectFactory else cls
                self.assertEqual([n for n in names.split() if n not in ABSENT and not hasattr(cls, n)
                                  and inspect.getattr_static(owner, n, None) is None], [])

    def test_of_components(self):
        options = {"STLExporter": {"filename": "/dev/null"}, "VisualModelOBJExporter": {"filename": "/dev/null"},
                   "EigenSimplicialLLT": {"template": "CompressedRowSparseMatrixMat3x3d"}}
        for name, methods in COMPONENTS.items():
            with self.subTest(component=name):
                root = falling(2)
                made = root.addObject(name, **options.get(name, {}))
                self.assertEqual([n for n in methods.split() if n not in ABSENT and not callable(getattr(type(made), n, None))
                                  and n != "constraint"], [])

    def test_of_keys(self):
        from Sofa.constants import Key, KeyCode
        names = ["leftarrow", "uparrow", "rightarrow", "downarrow", "space", "plus", "minus", *map(chr, range(65, 91)),
                 *("KP_%d" % d for d in range(10))]
        self.assertEqual([n for n in names if ord(getattr(Key, n)) != getattr(KeyCode, n)], [])
        self.assertEqual([KeyCode.leftarrow, KeyCode.uparrow, KeyCode.rightarrow, KeyCode.downarrow], [18, 19, 20, 21])

    def test_of_links_of_a_node(self):
        root = falling()
        for name in SLOTS:
            with self.subTest(link=name):
                link = root.findLink(name)
                self.assertEqual(missing(type(link), LINK), [])
                self.assertEqual((link.getName(), link.getOwnerBase()), (name, root))
                link.getLinkedBase(), link.getLinkedPath(), link.getValueString(), link.getValueTypeString(), link.getPathName(), link.getHelp()
        self.assertEqual([n for n in SLOTS if n not in [link.getName() for link in root.getLinks()]], [])
        self.assertEqual([n for n in ("context", "slaves", "master") if root.dofs.findLink(n) is None], [])

    def test_of_types_of_data(self):
        types = ["bool", "int", "float", "double", "string", *("Vec%d%s" % (n, s) for n in (2, 3, 4, 6) for s in "df"),
                 *("Mat%s%s" % (n, s) for n in ("2x2", "3x3", "3x4", "4x4") for s in "df"), "Edge", "Triangle", "Quad", "Tetra", "Hexa", "Penta", "Quat",
                 "Quatd", "Quatf", *("Rigid3%s::%s" % (s, v) for s in ("", "d", "f") for v in ("Coord", "VecCoord")), "PrefabLink", "Link"]
        lists = ["string", "float", "double", "bool", "int", *(t for t in types if t.startswith(("Vec", "Mat"))), "Edge", "Triangle", "Quad", "Tetra",
                 "Hexa", "Penta"]
        node = Sofa.Core.Node("n")
        for i, name in enumerate(types + ["vector<%s>" % t for t in lists]):
            with self.subTest(type=name):
                made = node.addData("d%d" % i, type=name)
                self.assertEqual(made.getName(), "d%d" % i)

    def test_of_arrays_that_other_libraries_read(self):
        dofs = falling(3).dofs
        array = numpy.from_dlpack(dofs.position)
        self.assertTrue(numpy.shares_memory(array, dofs.position.value))
        with dofs.position.writeable() as p:
            p[0, 1] = 4
        self.assertEqual(array[0, 1], 4)


if __name__ == "__main__":
    unittest.main()
