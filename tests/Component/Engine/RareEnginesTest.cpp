// SPDX-License-Identifier: Apache-2.0
// Engines that few scenes use: arithmetic on lists, spheres, dilated surfaces, cameras, labels and groups.
#include "CapturedMessages.h"
#include "Component/Engine/EngineScene.h"

namespace sofa::test {
namespace {

using tests::CapturedMessages;
using type::Vec3;

std::string mathOp(const std::string& attributes) {
  return EngineScene("<MathOp name='e' " + attributes + "/>").text("output");
}

TEST(MathOp, WorksEntryByEntry) {
  EXPECT_EQ(mathOp("input1='1 2 3' input2='4 5 6'"), "5 7 9");
  EXPECT_EQ(mathOp("op='-' nbInputs='3' input1='9 9' input2='1 2' input3='3'"), "5 4") << "from the left, one for all";
  EXPECT_EQ(mathOp("op='/' input1='1 2' input2='4'"), "0.25 0.5");
  EXPECT_EQ(mathOp("op='&lt;=' input1='1 2 3' input2='2'"), "1 1 0");
  EXPECT_EQ(mathOp("template='vector&lt;i&gt;' op='/' input1='7' input2='2'"), "3");
  EXPECT_EQ(mathOp("template='vector&lt;bool&gt;' op='&amp;&amp;' input1='1 1 0' input2='1 0 1'"), "1 0 0");
  EXPECT_EQ(mathOp("template='vector&lt;Vec3d&gt;' op='*' input1='1 2 3' input2='2 2 2 3 0 1'"), "2 4 6 3 0 3");
}

TEST(MathOp, SaysWhatDoesNotFit) {
  CapturedMessages messages;
  EXPECT_EQ(mathOp("input1='1 2 3' input2='4 5'"), "");
  EXPECT_EQ(messages.errors("input1 has 3 values and others have 2"), 1u);
  EXPECT_EQ(mathOp("template='vector&lt;i&gt;' op='/' input1='1 2' input2='0 2'"), "0 1");
  EXPECT_EQ(messages.errors("divided by 0"), 1u);
  EXPECT_EQ(mathOp("template='vector&lt;i&gt;' op='/' input1='-2147483648' input2='-1'"), "-2147483648");
}

/// Points of the surface, and the volume of the solid's tetrahedra.
std::pair<std::size_t, double> sphere(const std::string& attributes) {
  const EngineScene scene("<GenerateSphere name='e' radius='2' origin='1 2 3' " + attributes + "/>");
  const auto& x = scene.value<std::vector<Vec3>>("output_TetrahedraPosition");
  const auto& surface = scene.value<std::vector<Vec3>>("output_TrianglesPosition");
  EXPECT_EQ(x.size(), surface.size() + 1);
  EXPECT_EQ(x.front(), Vec3(1, 2, 3));
  for (const Vec3& p : surface) EXPECT_NEAR((p - Vec3(1, 2, 3)).norm(), 2, 1e-14);
  double volume = 0;
  for (const auto& t : scene.value<std::vector<type::Tetrahedron>>("tetrahedra")) {
    const double part = (x[t[1]] - x[t[0]]).cross(x[t[2]] - x[t[0]]).dot(x[t[3]] - x[t[0]]) / 6;
    EXPECT_GT(part * (volume + part), 0) << "all turned alike";
    volume += part;
  }
  return {surface.size(), volume};
}

TEST(GenerateSphere, BlowsUpPlatonicSolids) {
  // Volumes of the solids with circumradius 2; n parts of a side give 2 + F n^2 / 2 points.
  EXPECT_EQ(sphere("").first, 12u);
  EXPECT_NEAR(sphere("").second, -8 * 2.53615, 1e-4) << "as scenes know it, inside out";
  EXPECT_NEAR(sphere("platonicSolid='octahedron'").second, 8 * 4.0 / 3, 1e-12);
  EXPECT_NEAR(sphere("platonicSolid='tetrahedron'").second, 8 * 8 * std::sqrt(3) / 27, 1e-12);
  EXPECT_EQ(sphere("tessellationDegree='3'").first, 2u + 20 * 9 / 2);
  EXPECT_EQ(sphere("platonicSolid='octahedron' tessellationDegree='4'").first, 2u + 8 * 16 / 2);
  const double ball = 4.0 / 3 * std::acos(-1.0) * 8;
  EXPECT_NEAR(sphere("tessellationDegree='20'").second, -ball, 0.005 * ball);
}

TEST(GenerateSphere, StandsWhereScenesKnowIt) {
  const EngineScene scene("<GenerateSphere name='e'/>");
  const auto& x = scene.value<std::vector<Vec3>>("output_TetrahedraPosition");
  EXPECT_NEAR((x[1] - Vec3(0.0722944, -0.106063, -0.153376)).norm(), 0, 1e-6);
  const auto& t = scene.value<std::vector<type::Tetrahedron>>("tetrahedra");
  EXPECT_EQ(t[0], type::Tetrahedron(0, 1, 2, 6));
  EXPECT_EQ(t[19], type::Tetrahedron(0, 7, 12, 8));
  CapturedMessages messages;
  EXPECT_EQ(EngineScene("<GenerateSphere name='e' tessellationDegree='0'/>").text("triangles"), "");
  EXPECT_EQ(messages.errors("tessellationDegree is 0; it should be between 1 and"), 1u);
}

/// A square plate of thickness 1 and side 10, of two quads.
const std::string plate =
    "<DilateEngine name='e' input_position='0 0 0  10 0 0  10 10 0  0 10 0  0 0 1  10 0 1  10 10 1  0 10 1' "
    "quads='3 2 1 0  4 5 6 7' ";

TEST(DilateEngine, MovesPointsAlongTheirNormals) {
  const EngineScene scene(plate + "distance='0.25'/>");
  EXPECT_EQ(scene.value<std::vector<Vec3>>("normal")[0], Vec3(0, 0, -1));
  EXPECT_EQ(scene.value<std::vector<Vec3>>("output_position")[0], Vec3(0, 0, -0.25));
  EXPECT_EQ(scene.value<std::vector<Vec3>>("output_position")[6], Vec3(10, 10, 1.25));
  EXPECT_EQ(scene.text("thickness"), "");
}

TEST(DilateEngine, KeepsAThickness) {
  const EngineScene scene(plate + "distance='-0.45' minThickness='0.5'/>");
  const auto& x = scene.value<std::vector<Vec3>>("output_position");
  EXPECT_EQ(scene.value<std::vector<double>>("thickness")[0], 1);
  EXPECT_NEAR(x[4].z() - x[0].z(), 0.5, 1e-15);
  const EngineScene thick(plate + "distance='0' minThickness='2'/>");
  EXPECT_EQ(thick.value<std::vector<Vec3>>("output_position")[0], Vec3(0, 0, -0.5));
  const CapturedMessages messages;
  EngineScene("<DilateEngine name='e' input_position='0 0 0' triangles='0 1 2'/>").text("output_position");
  EXPECT_EQ(messages.errors("triangles"), 1u);
}

TEST(ProjectiveTransformEngine, SeesPointsOnTheImagePlane) {
  const EngineScene scene(
      "<ProjectiveTransformEngine name='e' input_position='1 2 2  4 0 1' focal_distance='3' "
      "proj_mat='1 0 0 0  0 1 0 0  0 0 1 2'/>");
  expectNumbers(scene.text("output_position"), {0.75, 1.5, 3, 4, 0, 3});
  CapturedMessages messages;
  EXPECT_EQ(EngineScene("<ProjectiveTransformEngine name='e' input_position='1 2 2'/>").text("output_position"),
            "0 0 0");
  EXPECT_EQ(messages.errors("proj_mat is not set"), 1u);
}

TEST(SelectConnectedLabelsROI, TakesPointsWithBothLabels) {
  const EngineScene scene(
      "<SelectConnectedLabelsROI name='e' nbLabels='2' labels1='[[1],[1,2],[3]]' labels2='[[5],[],[4],[3,4]]' "
      "connectLabels='1 5  3 4'/>");
  EXPECT_EQ(scene.text("indices"), "0 2 3");
}

TEST(GroupFilterYoungModulus, ByNameThenByNumber) {
  const std::string groups = "groups='bone - -1 0 2  skin - -1 3 2  fat - -1 5 1' ";
  EXPECT_EQ(EngineScene("<GroupFilterYoungModulus name='e' " + groups +
                        "mapGroupModulus='skin 7' groupModulus='1 2' defaultYoungModulus='50'/>")
                .text("youngModulus"),
            "1 1 50 7 7 50");
  EXPECT_EQ(
      EngineScene("<GroupFilterYoungModulus name='e' elementsGroup='1 0 5' groupModulus='1 2'/>").text("youngModulus"),
      "2 1 10000");
  CapturedMessages messages;
  EngineScene("<GroupFilterYoungModulus name='e' " + groups + "mapGroupModulus='liver 3 skin'/>").text("youngModulus");
  EXPECT_EQ(messages.errors("behind 'skin' a number should stand"), 1u);
  EXPECT_EQ(messages.warnings("there is no group 'liver'"), 1u);
}

}  // namespace
}  // namespace sofa::test
