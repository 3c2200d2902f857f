// SPDX-License-Identifier: Apache-2.0
// What is seen of scenes that have no visual model.
#include "CaptureFixture.h"

namespace sofa::tests {
namespace {

using core::DrawList;

class MechanicsDrawingTest : public CaptureFixture {
 protected:
  static std::size_t spheres(const gl::Frame& frame) { return frame.drawList.glyphs(DrawList::Shape::sphere).size(); }
  static std::size_t vertices(const gl::Frame& frame, DrawList::Primitive kind) {
    std::size_t n = 0;
    for (const auto& batch : frame.drawList.batches()) n += batch.primitive == kind ? batch.vertices.size() : 0;
    return n;
  }
  static std::string pendulum(const std::string& style) {
    return style +
           "<MechanicalObject position='0 0 0  1 0 0'/><UniformMass vertexMass='1'/>"
           "<FixedProjectiveConstraint indices='0'/><SpringForceField spring='0 1 1000 0 1'/>";
  }
};

TEST_F(MechanicsDrawingTest, statesSpringsAndConstraintsAreShown) {
  const auto frame = take(pendulum(""));
  EXPECT_TRUE(frame->showsMechanics);
  EXPECT_FALSE(frame->nothingDrawn);
  EXPECT_EQ(spheres(*frame), 2u);
  EXPECT_EQ(vertices(*frame, DrawList::Primitive::lines), 2u);
  EXPECT_GE(vertices(*frame, DrawList::Primitive::points), 1u);  // the fixed one
  // Picking finds the state.
  const auto owner = frame->drawList.glyphs(DrawList::Shape::sphere)[0].owner;
  EXPECT_EQ(frame->owners.at(owner - 1).lock()->className(), "MechanicalObject");
}

TEST_F(MechanicsDrawingTest, displayFlagsOfTheSceneWin) {
  EXPECT_TRUE(take(pendulum("<VisualStyle displayFlags='showVisualModels'/>"))->showsMechanics);
  const auto hidden = take(pendulum("<VisualStyle displayFlags='hideBehaviorModels'/>"));
  EXPECT_FALSE(hidden->showsMechanics);
  EXPECT_TRUE(hidden->nothingDrawn);
  const auto springs = take(pendulum("<VisualStyle displayFlags='showForceFields'/>"));
  EXPECT_FALSE(springs->showsMechanics);
  EXPECT_FALSE(springs->nothingDrawn);
  EXPECT_EQ(spheres(*springs), 0u);
  EXPECT_EQ(vertices(*springs, DrawList::Primitive::lines), 2u);
}

TEST_F(MechanicsDrawingTest, aVisualModelIsEnough) {
  const auto frame = take(pendulum("<OglModel position='0 0 0 1 0 0 0 1 0' triangles='0 1 2'/>"));
  EXPECT_FALSE(frame->showsMechanics);
  EXPECT_FALSE(frame->nothingDrawn);
  EXPECT_EQ(spheres(*frame), 0u);
}

TEST_F(MechanicsDrawingTest, meshesAreSurfacesWithTheirEdges) {
  const std::string body =
      "<Node name='body'><RegularGridTopology name='grid' n='2 2 3' min='0 0 0' max='1 1 2'/>"
      "<MechanicalObject name='dofs'/><UniformMass totalMass='1'/>"
      "<HexahedronFEMForceField youngModulus='10' poissonRatio='0.3'/></Node>";
  const auto frame = take(body);
  ASSERT_EQ(frame->surfaces.size(), 1u);
  const auto& surface = frame->surfaces[0];
  EXPECT_EQ(surface.mesh->triangles.size(), 3u * 2 * 10);               // ten outer quads
  EXPECT_EQ(surface.vertices->positions.size(), 3u * (8 * 3 + 4 * 2));  // sharp edges: a vertex for each side
  EXPECT_EQ(vertices(*frame, DrawList::Primitive::lines), 2u * 20);     // no diagonals, none twice
  EXPECT_EQ(vertices(*frame, DrawList::Primitive::triangles), 0u);      // of the force field, which would cover it
  EXPECT_EQ(frame->owners.at(surface.owner - 1).lock()->name(), "dofs");
  const auto later = again();
  EXPECT_EQ(later->surfaces.at(0).mesh, surface.mesh);
  EXPECT_EQ(later->surfaces.at(0).id, surface.id);
}

TEST_F(MechanicsDrawingTest, rigidBodiesAreFramesAndSpheresOfCollisionAreShown) {
  const auto frame = take("<MechanicalObject template='Rigid3' position='0 0 0 0 0 0 1'/>");
  EXPECT_GE(frame->drawList.glyphs(DrawList::Shape::cone).size(), 3u);
  EXPECT_FALSE(frame->nothingDrawn);
  const auto ball = take("<MechanicalObject position='0 0 0'/><SphereCollisionModel radius='2'/>");
  EXPECT_EQ(spheres(*ball), 2u);
}

TEST_F(MechanicsDrawingTest, whatShowsItselfIsNotShownTwice) {
  const auto frame = take("<MechanicalObject position='0 0 0 1 0 0' showObject='1' drawMode='1'/>");
  EXPECT_EQ(spheres(*frame), 2u);
}

TEST_F(MechanicsDrawingTest, aSceneOfNothingSaysSo) {
  EXPECT_TRUE(take("")->nothingDrawn);
  EXPECT_TRUE(take("<OglModel/>")->nothingDrawn);
  EXPECT_FALSE(take("<MechanicalObject position='0 0 0'/>")->nothingDrawn);
}

}  // namespace
}  // namespace sofa::tests
