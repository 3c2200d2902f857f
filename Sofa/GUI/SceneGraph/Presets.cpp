// SPDX-License-Identifier: Apache-2.0
#include "Sofa/GUI/SceneGraph/Presets.h"

#include <QFileInfo>
#include <QMap>
#include <QRegularExpression>

#include "Sofa/Core/ObjectModel/Path.h"
#include "Sofa/Core/Service/ObjectFactory.h"
#include "Sofa/Simulation/Scene/SceneReader.h"
#include "Sofa/Simulation/Simulation.h"

namespace sofa::gui {
namespace {

/// Places in braces move with the preset.
///
/// A block of 4 m x 1 m x 1 m, held at x = 0. %1: node, %2: what makes elements and their forces, on `grid` and `dofs`.
const QString block = R"(<Node name="%1">
  <EulerImplicitSolver name="solver" rayleighStiffness="0.1" rayleighMass="0.1"/>
  <CGLinearSolver name="linear" iterations="500" tolerance="1e-6" threshold="1e-12"/>
  <RegularGridTopology name="grid" n="13 4 4" min="{0 0 0}" max="{4 1 1}"/>
  <MechanicalObject name="dofs" template="Vec3"/>
  <UniformMass name="mass" totalMass="4"/>
%2  <BoxROI name="held" box="{-0.1 -0.1 -0.1} {0.1 1.1 1.1}"/>
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
  <%1 name="loader" filename="%2" translation="{0 0 0}"/>
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
  <MechanicalObject name="frame" template="Rigid3" position="{0 0 0} 0 0 0 1"/>
  <UniformMass name="mass" vertexMass="1 1 [0.1667 0 0 0 0.1667 0 0 0 0.1667]"/>
  <SphereCollisionModel name="spheres" radius="0.5" contactStiffness="100"/>
)" + cubeSkin.arg("0.3 0.6 0.9 1") +
                     "</Node>";

/// Without a solver it stays.
const QString obstacle = R"(<Node name="Obstacle">
  <MechanicalObject name="frame" template="Rigid3" position="{0 0 0} 0 0 0 1"/>
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
  const type::BoundingBox blockBox{{0, 0, 0}, {4, 1, 1}}, cubeBox{{-0.5, -0.5, -0.5}, {0.5, 0.5, 0.5}};
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
                              .arg(tetrahedronForces)),
       false, blockBox},
      {fromGrid, "Hexahedron FEM", held + "elastic hexahedra, co-rotational.",
       grid("Hexahedra",
            "  <HexahedronFEMForceField name=\"elasticity\" youngModulus=\"20000\" poissonRatio=\"0.3\" "
            "method=\"large\"/>\n"),
       false, blockBox},
      {fromGrid, "Regular springs", held + "springs along edges, faces and cells of the grid.",
       grid("Springs",
            "  <RegularGridSpringForceField name=\"springs\" linesStiffness=\"2000\" linesDamping=\"1\" "
            "quadsStiffness=\"1000\" cubesStiffness=\"1000\"/>\n"),
       false, blockBox},
      {fromMesh, "Tetrahedron FEM", loose + "elastic, co-rotational.", mesh("Tetrahedra", tetrahedronForces), true},
      {fromMesh, "Springs", loose + "springs along the edges.",
       mesh("Springs", "MeshSpringForceField name=\"springs\" linesStiffness=\"1000\" linesDamping=\"1\""), true},
      {rigid, "Body", "A cube of 1 m and 1 kg that falls, with a sphere for contacts.", body, false, cubeBox},
      {rigid, "Obstacle", "A cube of 1 m that stays, with a sphere for contacts.", obstacle, false, cubeBox},
      {rigid, "Contacts", "Lets collision models touch: once per scene.", contacts},
  };
}

const QMap<QString, QString>& loaders() {
  static const QMap<QString, QString> bySuffix = {
      {"msh", "MeshGmshLoader"}, {"vtk", "MeshVTKLoader"}, {"vtu", "MeshVTKLoader"}, {"vtp", "MeshVTKLoader"}};
  return bySuffix;
}

/// "{1 2 3}" -> "2 2 3" for a move by 1 along x.
QString moved(const QString& xml, const type::Vec3& by) {
  static const QRegularExpression place("\\{([^{} ]+) ([^{} ]+) ([^{} ]+)\\}");
  QString result;
  qsizetype at = 0;
  for (auto it = place.globalMatch(xml); it.hasNext();) {
    const auto match = it.next();
    result += xml.mid(at, match.capturedStart() - at);
    for (int i = 0; i < 3; ++i)
      result += (i > 0 ? " " : "") + QString::number(match.captured(i + 1).toDouble() + by[i], 'g', 9);
    at = match.capturedEnd();
  }
  return result + xml.mid(at);
}

QString loaderOf(const QString& file) { return loaders().value(QFileInfo(file).suffix().toLower()); }

/// The box of the points of a mesh; empty if it cannot be read, which is told when it is added.
type::BoundingBox boxOfMesh(const QString& file) {
  type::BoundingBox box;
  const auto root =
      simulation::readSceneText(QString("<Node><DefaultAnimationLoop/><%1 name=\"l\" filename=\"%2\"/></Node>")
                                    .arg(loaderOf(file), file.toHtmlEscaped())
                                    .toStdString());
  if (root) simulation::initRoot(*root);
  const auto* loader = root ? core::findObjectByPath(*root, "@/l") : nullptr;
  const auto* data = loader ? loader->findData("position") : nullptr;
  if (!data) return box;
  const void* points = data->rawValue();
  for (std::size_t i = 0; i + 2 < data->type().scalarCount(points); i += 3)
    box.include({data->type().get(points, i), data->type().get(points, i + 1), data->type().get(points, i + 2)});
  return box;
}

bool isUsable(const type::BoundingBox& box) { return !box.empty() && box.min.allFinite() && box.max.allFinite(); }

bool overlap(const type::BoundingBox& a, const type::BoundingBox& b) {
  return (a.min.array() < b.max.array()).all() && (b.min.array() < a.max.array()).all();
}

/// Boxes of all that has one, by component.
std::vector<type::BoundingBox> boxesOf(simulation::Node& root) {
  std::vector<type::BoundingBox> boxes;
  core::forEachNode(root, [&](core::Node& node) {
    for (const auto& component : node.components())
      if (isUsable(component->d_bbox.value())) boxes.push_back(component->d_bbox.value());
  });
  return boxes;
}

}  // namespace

type::Vec3 placeForPreset(const Preset& preset, const QString& file, simulation::Node& root,
                          const core::Base* selected) {
  const auto own = preset.needsMesh ? boxOfMesh(file) : preset.box;
  simulation::updateBoundingBoxes(root);
  const auto boxes = boxesOf(root);
  if (!isUsable(own) || boxes.empty()) return type::Vec3::Zero();
  type::BoundingBox beside;
  if (const auto* node = selected ? selected->linkContext() : nullptr; node && isUsable(node->d_bbox.value()))
    beside = node->d_bbox.value();
  if (beside.empty())
    for (const auto& box : boxes) beside.include(box);
  // To the right, at the same height and depth, a fifth of its size away from whatever is there already.
  const double gap = 0.2 * (own.max - own.min).maxCoeff();
  type::Vec3 at = 0.5 * (beside.min + beside.max - own.min - own.max);
  at.x() = beside.max.x() + gap - own.min.x();
  const auto isIn = [&](const type::BoundingBox& box) {
    return overlap({own.min + at - type::Vec3::Constant(gap / 2), own.max + at + type::Vec3::Constant(gap / 2)}, box);
  };
  for (auto it = std::find_if(boxes.begin(), boxes.end(), isIn); it != boxes.end();
       it = std::find_if(boxes.begin(), boxes.end(), isIn))
    at.x() = it->max.x() + gap - own.min.x();
  return at;
}

const std::vector<Preset>& presets() {
  static const std::vector<Preset> all = makePresets();
  return all;
}

QString presetXml(const Preset& preset, const QString& file, QString& problem, const type::Vec3& at) {
  problem.clear();
  const QString xml = moved(preset.xml, at);
  if (!preset.needsMesh) return xml;
  const QString loader = loaderOf(file);
  if (!loader.isEmpty() && core::ObjectFactory::instance().find(loader.toStdString()))
    return xml.arg(loader, file.toHtmlEscaped());
  problem = QString("No loader of tetrahedra reads \"%1\": a file that ends with .%2 is expected.")
                .arg(QFileInfo(file).fileName(), QStringList(loaders().keys()).join(", ."));
  return {};
}

QString presetFileFilter() { return "Meshes (*." + QStringList(loaders().keys()).join(" *.") + ")"; }

}  // namespace sofa::gui
