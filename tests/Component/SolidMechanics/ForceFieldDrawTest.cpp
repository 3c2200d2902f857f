// SPDX-License-Identifier: Apache-2.0
#include "CapturedMessages.h"
#include "Component/DrawnForm.h"
#include "Sofa/Core/Contract/ForceField.h"

namespace sofa::tests {
namespace {

using type::Vec3;
using Flags = std::initializer_list<std::string_view>;
const std::string_view force = "showForceFields";

const std::string tetrahedron =
    "<MeshTopology position='0 0 0 3 0 0 0 3 0 0 0 3' tetrahedra='0 1 2 3'/><MechanicalObject name='s'/>";

DrawnForm drawn(const std::string& body, const std::string& field, Flags flags = {force}) {
  // Moduli are not the matter here.
  const CapturedMessages messages;
  const Scene scene(body + "<" + field + "/>");
  EXPECT_EQ(messages.errors(), 0u);
  return DrawnForm(scene.first<core::BaseForceField>(), flags);
}

TEST(TetrahedronFEMForceFieldDraw, shrunkFacesOfFourColors) {
  EXPECT_TRUE(drawn(tetrahedron, "TetrahedronFEMForceField", {"showBehaviorModels"}).empty());
  const auto corners = drawn(tetrahedron, "TetrahedronFEMForceField showElementGapScale='0.5'").triangles();
  ASSERT_EQ(corners.size(), 12u);
  const DrawnForm::Bytes colors[] = {rgb(0, 0, 1), rgb(0, .5, 1), rgb(0, 1, 1), rgb(.5, 1, 1)};
  for (std::size_t face = 0; face < 4; ++face) EXPECT_EQ(corners[3 * face].color, colors[face]);
  // The face opposite of point 0 begins with point 1; the centre is (.75 .75 .75).
  expectAt(corners[0].position, {1.875, .375, .375});
  const auto outlines = drawn(tetrahedron, "TetrahedronFEMForceField", {"showForceFields", "showWireframe"});
  expectAt(outlines.triangles()[0].position, {3, 0, 0});
  EXPECT_TRUE(outlines.list.batches()[0].wireframe);
}

TEST(TetrahedronFEMForceFieldDraw, colorsByStiffness) {
  const std::string two =
      "<MeshTopology position='0 0 0 3 0 0 0 3 0 0 0 3 3 3 3' tetrahedra='0 1 2 3 1 4 2 3'/><MechanicalObject/>";
  const auto corners =
      drawn(two, "TetrahedronFEMForceField drawHeterogeneousTetra='1' youngModulus='100 300'").triangles();
  ASSERT_EQ(corners.size(), 24u);
  EXPECT_EQ(corners[0].color, rgb(0, 0, 1));
  EXPECT_EQ(corners[12].color, rgb(1, 0, 0));
}

TEST(TetrahedronFEMForceFieldDraw, localFrames) {
  const auto lines = drawn(tetrahedron, "TetrahedronFEMForceField", {"showForceFields", "showNormals"}).lines();
  ASSERT_EQ(lines.size(), 6u);
  EXPECT_EQ(lines[0].size, 5);
  expectAt(lines[0].position, {.75, .75, .75});
  EXPECT_EQ(lines[0].color, rgb(1, 0, 0));
}

class StressDraw : public testing::Test {
 protected:
  /// Two tetrahedra of which the second is stretched.
  static DrawnForm stressed(const std::string& attributes) {
    const Scene scene(
        "<MeshTopology position='0 0 0 3 0 0 0 3 0 0 0 3 3 3 3' tetrahedra='0 1 2 3 1 4 2 3'/>"
        "<MechanicalObject position='0 0 0 3 0 0 0 3 0 0 0 3 4 4 4' rest_position='0 0 0 3 0 0 0 3 0 0 0 3 3 3 3'/>"
        "<TetrahedronFEMForceField name='body' youngModulus='5000' poissonRatio='0.45' computeVonMisesStress='1' " +
        attributes + "/>");
    scene.step();
    return DrawnForm(scene.first<core::BaseForceField>(), {force});
  }
};

TEST_F(StressDraw, onlyIfAsked) {
  const auto form = stressed("");
  EXPECT_EQ(form.triangles().size(), 24u);
  EXPECT_TRUE(form.list.legends().empty());
}

TEST_F(StressDraw, flatElements) {
  const auto form = stressed("showVonMisesStressPerElement='1' showStressAlpha='0.5'");
  const auto corners = form.triangles();
  ASSERT_EQ(corners.size(), 24u);
  const DrawnForm::Bytes viridisBegin{68, 1, 84, 128}, viridisEnd{253, 231, 37, 128};  // #440154 to #fde725
  for (std::size_t i = 0; i < 12; ++i) {
    EXPECT_EQ(corners[i].color, viridisBegin);
    EXPECT_EQ(corners[12 + i].color, viridisEnd);
  }
  ASSERT_EQ(form.list.legends().size(), 1u);
  EXPECT_EQ(form.list.legends()[0].title, "root: von Mises stress (Pa)");
  EXPECT_GT(form.list.legends()[0].max, form.list.legends()[0].min);
}

TEST_F(StressDraw, smoothFacesAndPoints) {
  const auto smooth = stressed("showVonMisesStressPerNodeColorMap='1'");
  ASSERT_EQ(smooth.triangles().size(), 24u);
  expectAt(smooth.triangles()[0].position, {3, 0, 0});  // no gap
  const auto points = stressed("showVonMisesStressPerNode='1' showStressColorMap='Red to Blue'");
  ASSERT_EQ(points.points().size(), 5u);
  EXPECT_EQ(points.points()[0].size, 10);
  EXPECT_EQ(points.points()[0].color, rgb(1, 0, 0));  // free of stress
  EXPECT_EQ(points.points()[4].color, rgb(0, 0, 1));  // belongs to the stretched one alone
}

TEST_F(StressDraw, colorsAreAnOutput) {
  const Scene scene(tetrahedron +
                    "<TetrahedronFEMForceField youngModulus='5000' poissonRatio='0.45' computeVonMisesStress='1' "
                    "showStressColorMap='Blue to Red'/>");
  scene.step();
  const auto* colors = scene.first<core::BaseForceField>().findData("vonMisesStressColors");
  ASSERT_NE(colors, nullptr);
  EXPECT_EQ(colors->text(), "0 0 1 1 0 0 1 1 0 0 1 1 0 0 1 1");
}

TEST(OtherFiniteElementsDraw, tetrahedra) {
  const auto corotational =
      drawn(tetrahedron, "TetrahedralCorotationalFEMForceField drawColor1='1 0 0 1' drawColor4='1 1 0 1'").triangles();
  ASSERT_EQ(corotational.size(), 12u);
  EXPECT_EQ(corotational[0].color, rgb(1, 0, 0));
  EXPECT_EQ(corotational[9].color, rgb(1, 1, 0));
  expectAt(corotational[0].position, {2.25, .25, .25});
  EXPECT_TRUE(drawn(tetrahedron, "TetrahedralCorotationalFEMForceField drawing='0'").empty());

  const auto fast = drawn(tetrahedron, "FastTetrahedralCorotationalForceField").triangles();
  ASSERT_EQ(fast.size(), 12u);
  EXPECT_EQ(fast[3].color, rgb(0, 0, 0));
  EXPECT_TRUE(drawn(tetrahedron, "FastTetrahedralCorotationalForceField drawing='0'").empty());

  const auto small =
      drawn(tetrahedron, "LinearSmallStrainFEMForceField template='Vec3,Tetrahedron' elementSpace='0'").triangles();
  ASSERT_EQ(small.size(), 12u);
  expectAt(small[0].position, {3, 0, 0});
}

TEST(OtherFiniteElementsDraw, hexahedra) {
  const std::string grid = "<RegularGridTopology n='2 2 2' min='0 0 0' max='2 2 2'/><MechanicalObject/>";
  const auto hexahedron = drawn(grid, "HexahedronFEMForceField drawPercentageOffset='0.5'").triangles();
  ASSERT_EQ(hexahedron.size(), 36u);
  EXPECT_EQ(hexahedron[0].color, rgb(.7, .7, .1));
  expectAt(hexahedron[0].position, {.5, .5, .5});
  EXPECT_TRUE(drawn(grid, "HexahedronFEMForceField drawing='0'").empty());
  EXPECT_EQ(drawn(grid, "CorotationalFEMForceField template='Vec3,Hexahedron'").triangles().size(), 36u);
}

TEST(OtherFiniteElementsDraw, planeElements) {
  const auto corners = drawn(
                           "<MeshTopology position='0 0 0 3 0 0 0 3 0' triangles='0 1 2'/>"
                           "<MechanicalObject template='Vec2'/>",
                           "CorotationalFEMForceField template='Vec2,Triangle' elementSpace='0'")
                           .triangles();
  ASSERT_EQ(corners.size(), 3u);
  EXPECT_EQ(corners[0].color, rgb(0, 1, 0));
  expectAt(corners[1].position, {3, 0, 0});
}

TEST(BeamFEMForceFieldDraw, axesAtTheMiddle) {
  const auto lines = drawn(
                         "<MeshTopology position='0 0 0 4 0 0' edges='0 1'/>"
                         "<MechanicalObject template='Rigid3' position='0 0 0 0 0 0 1 4 0 0 0 0 0 1'/>",
                         "BeamFEMForceField radius='0.5'")
                         .lines();
  ASSERT_EQ(lines.size(), 6u);
  expectAt(lines[0].position, {0, 0, 0});
  expectAt(lines[1].position, {4, 0, 0});
  expectAt(lines[3].position, {2, .25, 0});
  expectAt(lines[5].position, {2, 0, .25});
  EXPECT_EQ(lines[0].color, rgb(1, 0, 0));
  EXPECT_EQ(lines[2].color, rgb(0, 1, 0));
  EXPECT_EQ(lines[4].color, rgb(0, 0, 1));
}

const std::string line = "<MechanicalObject name='s' position='0 0 0 1 0 0 3 0 0'/>";

TEST(SpringForceFieldDraw, internalSprings) {
  const std::string springs = "SpringForceField spring='0 1 10 0 2  1 2 10 0 1  0 9 1 1 1'";
  EXPECT_TRUE(drawn(line, springs, {"showInteractionForceFields"}).empty());
  const auto lines = drawn(line, springs).lines();
  ASSERT_EQ(lines.size(), 4u);
  EXPECT_EQ(lines[0].color, rgb(1, .5, 0));
  EXPECT_EQ(lines[2].color, rgb(0, 1, .5));
  expectAt(lines[3].position, {3, 0, 0});
  const auto cylinders = drawn(line, springs + " drawMode='1' showArrowSize='0.2'");
  ASSERT_EQ(cylinders.solids(core::DrawList::Shape::cylinder).size(), 2u);
  EXPECT_NEAR(cylinders.solids(core::DrawList::Shape::cylinder)[0].axes[0].norm(), .2, 1e-6);
  EXPECT_EQ(drawn(line, springs + " drawMode='2'").solids(core::DrawList::Shape::cone).size(), 2u);
  EXPECT_EQ(drawn(line, springs + " enabled='0 1'").lines().size(), 2u);
}

TEST(SpringForceFieldDraw, springsBetweenStates) {
  const std::string states =
      "<Node name='a'><MechanicalObject name='s' position='0 0 0'/></Node>"
      "<Node name='b'><MechanicalObject name='s' position='0 2 0'/></Node>";
  const std::string spring = "SpringForceField object1='@a/s' object2='@b/s' spring='0 0 1 0 ";
  EXPECT_TRUE(drawn(states, spring + "3'").empty());
  EXPECT_EQ(drawn(states, spring + "3'", {"showInteractionForceFields"}).lines()[0].color, rgb(1, 0, 0));
  EXPECT_EQ(drawn(states, spring + "2'", {"showInteractionForceFields"}).lines()[0].color, rgb(0, 1, 0));
}

TEST(MeshSpringForceFieldDraw, colorByElongation) {
  const auto lines = drawn(
                         "<MeshTopology edges='0 1 2 3 4 5 6 7'/><MechanicalObject "
                         "rest_position='0 0 0 1 0 0  0 0 0 1 0 0  0 0 0 1 0 0  0 0 0 1 0 0' "
                         "position='0 0 0 1.05 0 0  0 0 0 1.2 0 0  0 0 0 0.5 0 0  0 0 0 1.115 0 0'/>",
                         "MeshSpringForceField linesStiffness='10'")
                         .lines();
  ASSERT_EQ(lines.size(), 8u);
  EXPECT_EQ(lines[0].size, 8);
  EXPECT_EQ(lines[0].color, rgb(0, 0, 1));
  EXPECT_EQ(lines[2].color, rgb(1, 0, 0));
  EXPECT_EQ(lines[4].color, rgb(0, 1, 0));
  EXPECT_EQ(lines[6].color, rgb(.5, 0, .5));
}

TEST(RegularGridSpringForceFieldDraw, greyGridAndListedSprings) {
  const auto form =
      drawn("<RegularGridTopology n='2 2 2'/><MechanicalObject/>", "RegularGridSpringForceField spring='0 7 1 0 0.1'");
  ASSERT_EQ(form.lines().size(), 2 * 13u);
  EXPECT_EQ(form.lines()[0].color, rgb(0, 1, .5));
  EXPECT_EQ(form.lines()[2].color, rgb(.5, .5, .5));
}

TEST(RestShapeSpringsForceFieldDraw, onDemand) {
  const std::string state = "<MechanicalObject position='1 0 0 5 0 0' rest_position='1 1 0 5 2 0'/>";
  EXPECT_TRUE(drawn(state, "RestShapeSpringsForceField").empty());
  const std::string field = "RestShapeSpringsForceField points='1' drawSpring='1' springColor='1 0 1 1'";
  EXPECT_TRUE(drawn(state, field, {"showBehaviorModels"}).empty());
  const auto lines = drawn(state, field).lines();
  ASSERT_EQ(lines.size(), 2u);
  expectAt(lines[0].position, {5, 2, 0});
  expectAt(lines[1].position, {5, 0, 0});
  EXPECT_EQ(lines[0].size, 5);
  EXPECT_EQ(lines[0].color, rgb(1, 0, 1));
}

}  // namespace
}  // namespace sofa::tests
