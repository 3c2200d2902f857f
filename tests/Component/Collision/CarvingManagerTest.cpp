// SPDX-License-Identifier: Apache-2.0
// Elements that a tool touches are removed.
#include "Sofa/Component/Collision/CarvingManager.h"

#include "CapturedMessages.h"
#include "Component/SceneText.h"
#include "Sofa/Core/ObjectModel/Event.h"

namespace sofa::component::collision {
namespace {

using tests::Scene;

const std::string detection =
    "<CollisionPipeline/><BruteForceBroadPhase/><BVHNarrowPhase/><MinProximityIntersection alarmDistance='.3' "
    "contactDistance='.1'/><CollisionResponse response='PenalityContactForceField'/>";

std::string tool(const std::string& place, const std::string& attributes = "tags='CarvingTool'") {
  return "<Node name='tool'><MechanicalObject position='" + place + "'/><PointCollisionModel " + attributes +
         "/></Node>";
}
/// Two tetrahedra that share the face 1 2 3, and the triangles around them.
std::string body(const std::string& model = "<TriangleCollisionModel name='model' tags='CarvingSurface'/>") {
  return "<Node name='body'><TetrahedronSetTopologyContainer name='solid' position='0 0 0 1 0 0 0 1 0 0 0 1 1 1 1' "
         "tetrahedra='0 1 2 3 1 4 2 3'/><TetrahedronSetTopologyModifier/><MechanicalObject src='@solid'/><Node "
         "name='skin'><TriangleSetTopologyContainer name='surface'/><TriangleSetTopologyModifier/>"
         "<Tetra2TriangleTopologicalMapping input='@../solid' output='@surface'/>" +
         model + "</Node></Node>";
}
const core::BaseMeshTopology& solid(const Scene& scene) {
  return *scene.root->children().at(1)->local<core::BaseMeshTopology>();
}
std::size_t tetrahedra(const Scene& scene) { return solid(scene).tetrahedra().size(); }

TEST(CarvingManager, removesTheElementBehindTheTouchedTriangle) {
  // Beside the face x = 0 of the first tetrahedron, 0.02 off: the contact's value is -0.08.
  const std::string near = tool("-.02 .3 .3") + body();
  const Scene deep(detection + "<CarvingManager active='1' carvingDistance='-.05'/>" + near);
  deep.step();
  EXPECT_EQ(tetrahedra(deep), 1u);
  EXPECT_EQ(solid(deep).nbPoints(), 4u);
  EXPECT_EQ(deep.root->children()[1]->children()[0]->local<core::BaseMeshTopology>()->triangles().size(), 4u);

  const Scene shallow(detection + "<CarvingManager active='1' carvingDistance='-.09'/>" + near);
  shallow.step();
  EXPECT_EQ(tetrahedra(shallow), 2u);
  const Scene passive(detection + "<CarvingManager/>" + near);
  passive.step();
  EXPECT_EQ(tetrahedra(passive), 2u);
}

TEST(CarvingManager, pointsTakeAllElementsAroundThem) {
  const std::string points = "<PointCollisionModel name='model' tags='CarvingSurface' topology='@../solid'/>";
  const Scene one(detection + "<CarvingManager active='1'/>" + tool("-.02 0 0") + body(points));
  one.step();
  EXPECT_EQ(tetrahedra(one), 1u);
  const Scene both(detection + "<CarvingManager active='1'/>" + tool("1.02 0 0") + body(points));
  both.step();
  EXPECT_EQ(tetrahedra(both), 0u);
  both.step();  // nothing is left to touch
}

/// What stands beside the last of the cells along x, of a mesh of finer cells made of them.
std::size_t cellsLeft(const std::string& cells, const std::string& container, const std::string& mapping,
                      const std::string& place) {
  const Scene scene(detection + "<CarvingManager active='1'/>" + tool(place) + "<Node name='body'>" + cells +
                    "<MechanicalObject src='@solid'/><Node name='parts'><" + container + " name='parts'/><" + mapping +
                    "TopologicalMapping input='@../solid' output='@parts'/><MechanicalObject/><" +
                    (container.starts_with("Tetra") ? mapping : "Mesh2Point") +
                    "MechanicalMapping/><PointCollisionModel tags='CarvingSurface'/></Node></Node>");
  scene.step();
  const auto& mesh = solid(scene);
  return mesh.tetrahedra().size() + mesh.hexahedra().size();
}

TEST(CarvingManager, partsTakeTheElementThatTheyArePartsOf) {
  const std::string two =
      "<TetrahedronSetTopologyContainer name='solid' position='0 0 0 1 0 0 0 1 0 0 0 1 1 1 1' tetrahedra='0 1 2 3 1 4 "
      "2 "
      "3'/><TetrahedronSetTopologyModifier/>";
  // The middle of the edge from (1, 0, 0) to (1, 1, 1) belongs to the second one only.
  EXPECT_EQ(cellsLeft(two, "TetrahedronSetTopologyContainer", "SimpleTesselatedTetra", "1.02 .5 .5"), 1u);
  EXPECT_EQ(cellsLeft(two, "TetrahedronSetTopologyContainer", "SimpleTesselatedTetra", "3 3 3"), 2u);
  std::string positions;
  for (const char* rest : {" 0 0 ", " 1 0 ", " 0 1 ", " 1 1 "})
    for (int x = 0; x < 4; ++x) positions += std::to_string(x) + rest;
  std::string hexahedra;
  for (int x = 0; x < 3; ++x)
    for (const int point : {x, x + 1, x + 5, x + 4, x + 8, x + 9, x + 13, x + 12})
      hexahedra += std::to_string(point) + " ";
  const std::string row = "<HexahedronSetTopologyContainer name='solid' position='" + positions + "' hexahedra='" +
                          hexahedra + "'/><HexahedronSetTopologyModifier/>";
  // The middle of the last one's face at x = 3, and that between the first and the second.
  EXPECT_EQ(cellsLeft(row, "HexahedronSetTopologyContainer", "SimpleTesselatedHexa", "3.02 .5 .5"), 2u);
  EXPECT_EQ(cellsLeft(row, "HexahedronSetTopologyContainer", "SimpleTesselatedHexa", "1 .5 .52"), 1u);
}

TEST(CarvingManager, aGridOfDistancesCarvesToo) {
  const Scene scene(
      "<CollisionPipeline/><BruteForceBroadPhase/><BVHNarrowPhase/><DiscreteIntersection/><CollisionResponse "
      "response='PenalityContactForceField'/><CarvingManager active='1'/><Node name='tool'><MechanicalObject "
      "template='Rigid3d' position='-1.05 .3 .3  0 0 0 1'/><RigidDistanceGridCollisionModel filename='#cube' nx='25' "
      "ny='25' nz='25' contactDistance='.1' tags='CarvingTool'/></Node>" +
      body("<PointCollisionModel name='model' tags='CarvingSurface' topology='@../solid'/>"));
  scene.step();
  EXPECT_EQ(tetrahedra(scene), 0u) << "the cube ends 0.05 beside three points";
}

TEST(CarvingManager, keysMakeItCarve) {
  const Scene scene(detection + "<CarvingManager/>" + tool("5 5 5") + body());
  auto& manager = scene.first<CarvingManager>();
  const auto press = [&](char key) {
    core::KeypressedEvent event(key);
    manager.handleEvent(event);
  };
  press('1');
  EXPECT_TRUE(manager.d_active.value());
  core::KeyreleasedEvent released('1');
  manager.handleEvent(released);
  EXPECT_FALSE(manager.d_active.value());
  press('4');
  EXPECT_TRUE(manager.d_active.value());
  press('4');
  EXPECT_FALSE(manager.d_active.value());
}

TEST(CarvingManager, findsItsModels) {
  const std::string untagged = body("<TriangleCollisionModel name='model'/>");
  const Scene scene(detection +
                    "<CarvingManager active='1' surfaceModelPath='/body/skin/model' toolModel='@tool/tip'/>" +
                    tool("-.02 .3 .3", "name='tip'") + untagged);
  scene.step();
  EXPECT_EQ(tetrahedra(scene), 1u);

  const tests::CapturedMessages messages;
  Scene(detection + "<CarvingManager/>" + tool("0 0 0", "") + body());
  EXPECT_EQ(messages.errors("toolModel"), 1u);
  Scene(detection + "<CarvingManager/>" + tool("0 0 0") + untagged);
  EXPECT_EQ(messages.errors("CarvingSurface"), 1u);
  Scene(detection + "<CarvingManager surfaceModelPath='/nowhere'/>" + tool("0 0 0") + body());
  EXPECT_EQ(messages.errors("/nowhere"), 1u);
  Scene("<CarvingManager/>" + tool("0 0 0") + body());
  EXPECT_EQ(messages.errors("narrow phase"), 1u);
}

TEST(CarvingManager, tellsOfMeshesThatNothingChanges) {
  const tests::CapturedMessages messages;
  const Scene scene(
      detection + "<CarvingManager active='1'/>" + tool("-.02 .3 .3") +
      "<Node name='body'><MechanicalObject position='0 0 0 0 1 0 0 0 1'/><MeshTopology triangles='0 2 1'/>"
      "<TriangleCollisionModel tags='CarvingSurface'/></Node>");
  scene.step();
  EXPECT_EQ(messages.warnings("no modifier"), 1u);
}

}  // namespace
}  // namespace sofa::component::collision
