#include "Sofa/GUI/Presets.h"

#include <QFileInfo>
#include <QMap>

#include "Sofa/Core/ObjectFactory.h"

namespace sofa::gui {
namespace {

/// A block of 4 m x 1 m x 1 m, held at x = 0. %1: node, %2: what makes elements and their forces, on `grid` and `dofs`.
const QString block = R"(<Node name="%1">
  <EulerImplicitSolver name="solver" rayleighStiffness="0.1" rayleighMass="0.1"/>
  <CGLinearSolver name="linear" iterations="500" tolerance="1e-6" threshold="1e-12"/>
  <RegularGridTopology name="grid" n="13 4 4" min="0 0 0" max="4 1 1"/>
  <MechanicalObject name="dofs" template="Vec3"/>
  <UniformMass name="mass" totalMass="4"/>
%2  <BoxROI name="held" box="-0.1 -0.1 -0.1 0.1 1.1 1.1"/>
  <FixedProjectiveConstraint name="hold" indices="@held.indices"/>
  <Node name="Skin">
    <QuadSetTopologyContainer name="quads"/>
    <QuadSetTopologyModifier/>
    <Hexa2QuadTopologicalMapping input="@../grid" output="@quads"/>
    <OglModel name="model" color="0.9 0.5 0.2 1" position="@../grid.position" quads="@quads.quads"/>
    <IdentityMapping input="@../dofs" output="@model"/>
  </Node>
</Node>)";

QString grid(const QString& node, const QString& elements) { return block.arg(node, elements); }

/// The tetrahedra of a file. %1: loader, %2: file, %3: forces.
QString mesh(const QString& node, const QString& forces) {
  return QString(R"(<Node name="%3">
  <EulerImplicitSolver name="solver" rayleighStiffness="0.1" rayleighMass="0.1"/>
  <CGLinearSolver name="linear" iterations="500" tolerance="1e-6" threshold="1e-12"/>
  <%1 name="loader" filename="%2"/>
  <TetrahedronSetTopologyContainer name="mesh" src="@loader"/>
  <TetrahedronSetTopologyModifier/>
  <MechanicalObject name="dofs" template="Vec3" position="@mesh.position"/>
  <DiagonalMass name="mass" massDensity="1"/>
  <%4/>
  <Node name="Skin">
    <TriangleSetTopologyContainer name="triangles"/>
    <TriangleSetTopologyModifier/>
    <Tetra2TriangleTopologicalMapping input="@../mesh" output="@triangles"/>
    <OglModel name="model" color="0.9 0.5 0.2 1" position="@../mesh.position" triangles="@triangles.triangles"/>
    <IdentityMapping input="@../dofs" output="@model"/>
  </Node>
</Node>)")
      .arg("%1", "%2", node, forces);
}

/// A cube of 1 m around a frame.
const QString cubeSkin = R"(  <Node name="Skin">
    <OglModel name="model" color="%1" position="-0.5 -0.5 -0.5  0.5 -0.5 -0.5  0.5 0.5 -0.5  -0.5 0.5 -0.5
      -0.5 -0.5 0.5  0.5 -0.5 0.5  0.5 0.5 0.5  -0.5 0.5 0.5"
      quads="0 3 2 1  4 5 6 7  0 1 5 4  1 2 6 5  2 3 7 6  3 0 4 7"/>
    <RigidMapping input="@../frame" output="@model"/>
  </Node>
)";

const QString body = R"(<Node name="Body">
  <EulerImplicitSolver name="solver" rayleighMass="0.1"/>
  <CGLinearSolver name="linear" iterations="25" tolerance="1e-9" threshold="1e-9"/>
  <MechanicalObject name="frame" template="Rigid3" position="0 0 0 0 0 0 1"/>
  <UniformMass name="mass" vertexMass="1 1 [0.1667 0 0 0 0.1667 0 0 0 0.1667]"/>
  <SphereCollisionModel name="spheres" radius="0.5" contactStiffness="100"/>
)" + cubeSkin.arg("0.3 0.6 0.9 1") +
                     "</Node>";

/// Without a solver it stays.
const QString obstacle = R"(<Node name="Obstacle">
  <MechanicalObject name="frame" template="Rigid3" position="0 0 0 0 0 0 1"/>
  <SphereCollisionModel name="spheres" radius="0.5" contactStiffness="100" moving="false" simulated="false"/>
)" + cubeSkin.arg("0.6 0.6 0.6 1") +
                         "</Node>";

/// Without a node of their own: collisions are found below the node of the pipeline.
const QString contacts = R"(<CollisionPipeline name="pipeline"/>
<BruteForceBroadPhase name="broad"/>
<BVHNarrowPhase name="narrow"/>
<DiscreteIntersection name="intersection"/>
<CollisionResponse name="response" response="PenalityContactForceField"/>)";

constexpr const char* tetrahedronForces =
    "TetrahedronFEMForceField name=\"elasticity\" youngModulus=\"20000\" poissonRatio=\"0.3\" method=\"large\"";

std::vector<Preset> makePresets() {
  const QString fromGrid = "Deformable from grid", fromMesh = "Deformable from mesh", rigid = "Rigid";
  const QString held = "A block of 4 m, 4 kg, held at one end: ";
  const QString loose = "The tetrahedra of a file (.msh, .vtk, .vtu), 1 kg/m³, free to move: ";
  return {
      {fromGrid, "Tetrahedron FEM", held + "elastic tetrahedra, co-rotational.",
       grid("Tetrahedra", QString(R"(  <Node name="Elements">
    <TetrahedronSetTopologyContainer name="tetrahedra"/>
    <TetrahedronSetTopologyModifier/>
    <Hexa2TetraTopologicalMapping input="@../grid" output="@tetrahedra" swapping="true"/>
    <%1/>
  </Node>
)")
                              .arg(tetrahedronForces))},
      {fromGrid, "Hexahedron FEM", held + "elastic hexahedra, co-rotational.",
       grid("Hexahedra",
            "  <HexahedronFEMForceField name=\"elasticity\" youngModulus=\"20000\" poissonRatio=\"0.3\" "
            "method=\"large\"/>\n")},
      {fromGrid, "Regular springs", held + "springs along edges, faces and cells of the grid.",
       grid("Springs",
            "  <RegularGridSpringForceField name=\"springs\" linesStiffness=\"2000\" linesDamping=\"1\" "
            "quadsStiffness=\"1000\" cubesStiffness=\"1000\"/>\n")},
      {fromMesh, "Tetrahedron FEM", loose + "elastic, co-rotational.", mesh("Tetrahedra", tetrahedronForces), true},
      {fromMesh, "Springs", loose + "springs along the edges.",
       mesh("Springs", "MeshSpringForceField name=\"springs\" linesStiffness=\"1000\" linesDamping=\"1\""), true},
      {rigid, "Body", "A cube of 1 m and 1 kg that falls, with a sphere for contacts.", body},
      {rigid, "Obstacle", "A cube of 1 m that stays, with a sphere for contacts.", obstacle},
      {rigid, "Contacts", "Lets collision models touch: once per scene.", contacts},
  };
}

const QMap<QString, QString>& loaders() {
  static const QMap<QString, QString> bySuffix = {
      {"msh", "MeshGmshLoader"}, {"vtk", "MeshVTKLoader"}, {"vtu", "MeshVTKLoader"}, {"vtp", "MeshVTKLoader"}};
  return bySuffix;
}

}  // namespace

const std::vector<Preset>& presets() {
  static const std::vector<Preset> all = makePresets();
  return all;
}

QString presetXml(const Preset& preset, const QString& file, QString& problem) {
  problem.clear();
  if (!preset.needsMesh) return preset.xml;
  const QString loader = loaders().value(QFileInfo(file).suffix().toLower());
  if (!loader.isEmpty() && core::ObjectFactory::instance().find(loader.toStdString()))
    return preset.xml.arg(loader, file.toHtmlEscaped());
  problem = QString("No loader of tetrahedra reads \"%1\": a file that ends with .%2 is expected.")
                .arg(QFileInfo(file).fileName(), QStringList(loaders().keys()).join(", ."));
  return {};
}

QString presetFileFilter() { return "Meshes (*." + QStringList(loaders().keys()).join(" *.") + ")"; }

}  // namespace sofa::gui
