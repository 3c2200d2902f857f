// SPDX-License-Identifier: Apache-2.0
#include "Component/DrawnForm.h"
#include "Sofa/Core/Contract/Mapping.h"

namespace sofa::tests {
namespace {

DrawnForm drawn(const std::string& body, std::initializer_list<std::string_view> flags) {
  const Scene scene(body);
  return DrawnForm(scene.first<core::BaseMapping>(), flags);
}

TEST(BarycentricMappingDraw, pointsAndTheirParents) {
  const std::string body =
      "<MeshTopology position='0 0 0 1 0 0 0 1 0 0 0 1' tetrahedra='0 1 2 3'/><MechanicalObject/>"
      "<Node name='child'><MechanicalObject position='0.5 0.5 0'/><BarycentricMapping/></Node>";
  EXPECT_TRUE(drawn(body, {"showMechanicalMappings"}).empty());
  const auto form = drawn(body, {"showMappings"});
  ASSERT_EQ(form.points().size(), 1u);
  EXPECT_EQ(form.points()[0].size, 7);
  EXPECT_EQ(form.points()[0].color, rgb(1, 1, 0));
  // Points 0 and 3 have no weight.
  ASSERT_EQ(form.lines().size(), 4u);
  EXPECT_EQ(form.lines()[0].color, rgb(0, 1, 0));
  expectAt(form.lines()[0].position, {.5, .5, 0});
}

TEST(BarycentricMappingDraw, gridsAreBlue) {
  const auto form = drawn(
      "<RegularGridTopology n='2 2 2'/><MechanicalObject/>"
      "<Node name='child'><MechanicalObject position='0.3 0.4 0.6'/><BarycentricMapping/></Node>",
      {"showMappings"});
  ASSERT_EQ(form.lines().size(), 2 * 8u);
  EXPECT_EQ(form.lines()[0].color, rgb(0, 0, 1));
}

TEST(RigidMappingDraw, yellowPoints) {
  const auto form = drawn(
      "<MechanicalObject template='Rigid3' position='1 2 3 0 0 0 1'/><Node name='child'>"
      "<MechanicalObject position='0 0 0 1 0 0'/><RigidMapping/></Node>",
      {"showMappings"});
  ASSERT_EQ(form.points().size(), 2u);
  expectAt(form.points()[1].position, {2, 2, 3});
  EXPECT_EQ(form.points()[1].size, 7);
}

TEST(DistanceMappingDraw, linesOrCylinders) {
  const auto body = [](const std::string& attributes) {
    return "<MeshTopology name='mesh' edges='0 1'/><MechanicalObject position='0 0 0 3 0 0'/><Node name='child'>"
           "<MechanicalObject template='Vec1'/><DistanceMapping topology='@../mesh' " +
           attributes + "/></Node>";
  };
  EXPECT_TRUE(drawn(body(""), {"showMappings"}).empty());
  const auto lines = drawn(body("showColor='1 0 1 1'"), {"showMechanicalMappings"}).lines();
  ASSERT_EQ(lines.size(), 2u);
  EXPECT_EQ(lines[0].color, rgb(1, 0, 1));
  const auto cylinders =
      drawn(body("showObjectScale='0.5'"), {"showMechanicalMappings"}).solids(core::DrawList::Shape::cylinder);
  ASSERT_EQ(cylinders.size(), 1u);
  EXPECT_NEAR(cylinders[0].axes[0].norm(), .5, 1e-6);
}

TEST(DistanceFromTargetMappingDraw, linesOrArrowsFromTheTarget) {
  const auto body = [](const std::string& attributes) {
    return "<MechanicalObject position='0 0 0 3 0 0'/><Node name='child'><MechanicalObject template='Vec1'/>"
           "<DistanceFromTargetMapping indices='1' targetPositions='3 4 0' " +
           attributes + "/></Node>";
  };
  const auto lines = drawn(body(""), {"showMechanicalMappings"}).lines();
  ASSERT_EQ(lines.size(), 2u);
  expectAt(lines[0].position, {3, 4, 0});
  expectAt(lines[1].position, {3, 0, 0});
  EXPECT_EQ(drawn(body("showObjectScale='0.5'"), {"showMechanicalMappings"}).solids(core::DrawList::Shape::cone).size(),
            1u);
}

TEST(SquareDistanceMappingDraw, edges) {
  const auto lines = drawn(
                         "<MeshTopology name='mesh' edges='0 1'/><MechanicalObject position='0 0 0 3 0 0'/><Node "
                         "name='child'><MechanicalObject template='Vec1'/><SquareDistanceMapping topology='@../mesh' "
                         "showColor='1 0 1 1'/></Node>",
                         {"showMechanicalMappings"})
                         .lines();
  ASSERT_EQ(lines.size(), 2u);
  EXPECT_EQ(lines[0].color, rgb(1, 0, 1));
  expectAt(lines[1].position, {3, 0, 0});
}

TEST(DistanceMultiMappingDraw, edgesBetweenStates) {
  const auto lines =
      drawn(
          "<Node name='a'><MechanicalObject position='1 2 3'/></Node><Node name='b'><MechanicalObject position='4 5 "
          "6'/></Node><Node name='c'><MeshTopology name='mesh' edges='0 1'/><MechanicalObject template='Vec1'/>"
          "<DistanceMultiMapping input='@../a @../b' output='@.' topology='@mesh' indexPairs='1 0 0 0'/></Node>",
          {"showMechanicalMappings"})
          .lines();
  ASSERT_EQ(lines.size(), 2u);
  expectAt(lines[0].position, {4, 5, 6});
  expectAt(lines[1].position, {1, 2, 3});
}

TEST(SkinningMappingDraw, weightsOfOneBody) {
  const auto body = [](const std::string& attributes) {
    return "<MechanicalObject template='Rigid3' position='0 0 0 0 0 0 1  3 0 0 0 0 0 1'/><Node name='child'>"
           "<MechanicalObject position='1 0 0'/><SkinningMapping nbRef='2' " +
           attributes + "/></Node>";
  };
  EXPECT_TRUE(drawn(body(""), {"showMappings"}).empty());
  const auto lines = drawn(body("showFromIndex='1'"), {"showMechanicalMappings"}).lines();
  ASSERT_EQ(lines.size(), 2u);
  expectAt(lines[1].position, {3, 0, 0});
  EXPECT_EQ(lines[0].color, rgb(.2f, .8f, 0));
  EXPECT_EQ(drawn(body("showWeights='1'"), {"showMechanicalMappings"}).points().size(), 1u);
}

TEST(OtherMappingsDraw, nothing) {
  EXPECT_TRUE(drawn("<MechanicalObject position='1 2 3'/><Node name='child'><MechanicalObject position='1 2 3'/>"
                    "<IdentityMapping/></Node>",
                    {"showAll"})
                  .empty());
}

}  // namespace
}  // namespace sofa::tests
