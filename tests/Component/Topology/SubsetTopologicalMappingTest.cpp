// SPDX-License-Identifier: Apache-2.0
// Meshes that are another mesh or a part of it, and what becomes of them when that one changes.
#include "Component/Topology/TopologyScene.h"
#include "Sofa/Component/Topology/SubsetTopologicalMapping.h"
#include "Sofa/Component/Topology/TriangleSetTopologyModifier.h"
#include "Sofa/Core/Contract/State.h"
#include "Sofa/Simulation/Run/Checkpoint.h"
#include "TemporaryFolder.h"

namespace sofa::component::topology {
namespace {

using testing::Contains;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using P = type::Vec3;
using Points = core::State<type::Vec3Types>;
constexpr Index notThere = type::invalidIndex;

/// Four triangles in a row over six points.
const std::string triangleStrip =
    "<TriangleSetTopologyContainer name='in' position='0 0 0  0 1 0  1 0 0  1 1 0  2 0 0  2 1 0' "
    "triangles='0 2 1  1 2 3  2 4 3  3 4 5'/><TriangleSetTopologyModifier name='modifier'/>"
    "<MechanicalObject name='x'/>";

std::string meshBelow(const std::string& container, const std::string& mapping, const std::string& more = {}) {
  return "<Node name='below'><TriangleSetTopologyContainer name='out' " + container +
         "/><TriangleSetTopologyModifier/>" + mapping + more + "</Node>";
}
/// The right half, with points of its own in the reverse order.
const std::string rightHalfMesh = "position='2 1 0  2 0 0  1 1 0  1 0 0' triangles='3 1 2  2 1 0'";
const std::string subsetMapping =
    "<SubsetTopologicalMapping name='m' input='@../in' output='@out' handleTriangles='1' ";
const std::string subsetState = "<MechanicalObject name='y'/><SubsetMapping/>";

TEST(SubsetTopologicalMapping, findsPointsByPlaceAndElementsByTheirPoints) {
  TopologyScene scene(triangleStrip + meshBelow(rightHalfMesh, subsetMapping + "/>", subsetState));
  const auto& mapping = scene.get<SubsetTopologicalMapping>("m");
  EXPECT_THAT(mapping.d_pointD2S.value(), ElementsAre(5, 4, 3, 2));
  EXPECT_THAT(mapping.d_pointS2D.value(), ElementsAre(notThere, notThere, 3, 2, 1, 0));
  EXPECT_THAT(mapping.d_triangleD2S.value(), ElementsAre(2, 3));
  EXPECT_THAT(mapping.d_triangleS2D.value(), ElementsAre(notThere, notThere, 0, 1));
  EXPECT_TRUE(mapping.d_edgeD2S.value().empty()) << "not handled";
  EXPECT_THAT(scene.errors, IsEmpty());
}

TEST(SubsetTopologicalMapping, pointsAtOnePlaceAreTakenInOrder) {
  TopologyScene scene("<PointSetTopologyContainer name='in' position='1 0 0  0 0 0  1 0 0'/>" +
                      meshBelow("position='1 0 0  1 0 0'", subsetMapping + "/>"));
  EXPECT_THAT(scene.get<SubsetTopologicalMapping>("m").d_pointD2S.value(), ElementsAre(0, 2));
}

TEST(SubsetTopologicalMapping, elementsGoWithThoseOfTheInput) {
  TopologyScene scene(triangleStrip + meshBelow(rightHalfMesh, subsetMapping + "handleEdges='1'/>", subsetState));
  auto& modifier = scene.get<TriangleSetTopologyModifier>("modifier");
  // Triangle 3 goes with point 5; triangle 0 with point 0, whose place point 4 takes: both outside of the subset.
  ASSERT_TRUE(modifier.remove({3}));
  const auto& out = scene.get("out");
  EXPECT_EQ(out.nbPoints(), 3u);
  EXPECT_THAT(out.triangles(), ElementsAre(Triangle(0, 1, 2))) << "point 3 took the place of point 0";
  EXPECT_EQ(out.edges().size(), 3u);
  EXPECT_THAT(scene.get<Points>("y").positions(), ElementsAre(P(1, 0, 0), P(2, 0, 0), P(1, 1, 0)));
  ASSERT_TRUE(modifier.remove({0}));
  EXPECT_EQ(out.triangles().size(), 1u);
  const auto& mapping = scene.get<SubsetTopologicalMapping>("m");
  const auto& in = scene.get("in");
  for (Index i = 0; i < 3; ++i)
    EXPECT_EQ(in.position(mapping.d_pointD2S.value()[i]), out.position(i)) << "numbers follow both meshes";
  EXPECT_THAT(scene.errors, IsEmpty());
}

TEST(SubsetTopologicalMapping, newElementsBelongToItIfTheirAncestorsDo) {
  TopologyScene scene(triangleStrip + meshBelow(rightHalfMesh, subsetMapping + "/>", subsetState));
  auto& modifier = scene.get<TriangleSetTopologyModifier>("modifier");
  ASSERT_TRUE(modifier.addPoints({core::Ancestors{{4, 5}, {.5, .5}}, core::Ancestors{{0, 4}, {.5, .5}}}));
  const auto& out = scene.get("out");
  ASSERT_EQ(out.nbPoints(), 5u) << "one ancestor of the other point is outside";
  EXPECT_EQ(out.position(4), P(2, .5, 0));
  ASSERT_TRUE(modifier.add<Triangle>({Triangle(3, 4, 6), Triangle(0, 1, 6)}, {{{3}, {1}}, {{0}, {1}}}));
  EXPECT_THAT(out.triangles(), ElementsAre(Triangle(3, 1, 2), Triangle(2, 1, 0), Triangle(2, 1, 4)));
  EXPECT_THAT(scene.get<SubsetTopologicalMapping>("m").d_triangleD2S.value(), ElementsAre(2, 3, 4));
  EXPECT_THAT(scene.errors, IsEmpty());
}

TEST(SubsetTopologicalMapping, samePointsStayTheSame) {
  TopologyScene scene(triangleStrip + meshBelow("position='@../in.position' triangles='0 2 1  2 4 3'",
                                                subsetMapping + "samePoints='1'/>",
                                                "<MechanicalObject name='y'/><IdentityMapping/>"));
  auto& modifier = scene.get<TriangleSetTopologyModifier>("modifier");
  ASSERT_TRUE(modifier.remove({0}));
  EXPECT_EQ(scene.get("out").nbPoints(), 5u);
  EXPECT_THAT(scene.get("out").triangles(), ElementsAre(Triangle(2, 4, 3)));
  EXPECT_EQ(scene.get("in").triangles()[0], Triangle(3, 4, 0)) << "the last point took the place of point 0";
  EXPECT_EQ(scene.get<Points>("y").positions()[0], P(2, 1, 0));
  ASSERT_TRUE(modifier.addPoints({core::Ancestors{{0}, {1}}}));
  EXPECT_EQ(scene.get("out").nbPoints(), 6u);
  EXPECT_EQ(scene.get<Points>("y").size(), 6u);
  EXPECT_THAT(scene.errors, IsEmpty());
}

TEST(SubsetTopologicalMapping, goesOnFromACheckpoint) {
  tests::TemporaryFolder folder;
  const std::string text = triangleStrip + meshBelow(rightHalfMesh, subsetMapping + "/>", subsetState);
  TopologyScene scene(text), resumed(text);
  ASSERT_TRUE(scene.get<TriangleSetTopologyModifier>("modifier").remove({0}));
  ASSERT_TRUE(simulation::saveCheckpoint(folder.file("c"), scene.root(), 1));
  ASSERT_EQ(simulation::loadCheckpoint(folder.file("c"), resumed.root()), 1);
  for (TopologyScene* each : {&scene, &resumed}) {
    ASSERT_TRUE(each->get<TriangleSetTopologyModifier>("modifier").remove({0}));
    EXPECT_THAT(each->get("out").triangles(), ElementsAre(Triangle(0, 1, 2)));
    EXPECT_THAT(each->get<SubsetTopologicalMapping>("m").d_triangleD2S.value(), ElementsAre(0));
    EXPECT_THAT(each->errors, IsEmpty());
  }
  EXPECT_EQ(resumed.get<Points>("y").positions(), scene.get<Points>("y").positions());
}

TEST(SubsetTopologicalMapping, saysWhatDoesNotMatch) {
  const std::tuple<const char*, const char*, const char*> cases[] = {
      {"position='2 1 0  2 0 0  9 1 0' triangles='0 1 2'", "", "Point 2 of '/below/out' is at no place of a point"},
      {"position='2 1 0  2 0 0  0 0 0' triangles='0 1 2'", "", "Element 0 (0 1 2) of triangles of '/below/out'"},
      {"position='2 1 0  2 0 0  1 1 0' triangles='0 1 2'", "samePoints='1'",
       "'/in' has 6 points, but '/below/out' has 3"},
      {"position='2 1 0  2 0 0  1 1 0' triangles='0 1 2'", "handleQuads='1'", "holds no elements of a kind"}};
  for (const auto& [container, attributes, text] : cases) {
    TopologyScene scene(triangleStrip + meshBelow(container, subsetMapping + attributes + "/>"));
    EXPECT_THAT(scene.errors, ElementsAre(HasSubstr(text)));
    EXPECT_FALSE(scene.get<SubsetTopologicalMapping>("m").isValid());
  }
}

TEST(IdentityTopologicalMapping, followsItsInput) {
  TopologyScene scene(triangleStrip +
                      meshBelow("", "<IdentityTopologicalMapping/>", "<MechanicalObject name='y'/><IdentityMapping/>"));
  const auto &in = scene.get("in"), &out = scene.get("out");
  EXPECT_EQ(out.triangles(), in.triangles());
  EXPECT_EQ(out.edges(), in.edges());
  auto& modifier = scene.get<TriangleSetTopologyModifier>("modifier");
  ASSERT_TRUE(modifier.remove({0, 2}));
  EXPECT_EQ(out.triangles(), in.triangles());
  EXPECT_EQ(out.edges(), in.edges());
  EXPECT_EQ(out.nbPoints(), in.nbPoints());
  ASSERT_TRUE(modifier.addPoints({core::Ancestors{{0, 1}, {}}}));
  ASSERT_TRUE(modifier.add<Triangle>({Triangle(0, 1, 5)}, {}));
  EXPECT_EQ(out.triangles(), in.triangles());
  EXPECT_EQ(out.edges(), in.edges());
  EXPECT_EQ(scene.get<Points>("y").positions(), scene.get<Points>("x").positions());
  EXPECT_THAT(scene.errors, IsEmpty());
}

}  // namespace
}  // namespace sofa::component::topology
