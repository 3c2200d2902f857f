// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "CapturedMessages.h"
#include "Sofa/Component/Visual/DataDisplay.h"
#include "Sofa/Component/Visual/MergeVisualModels.h"
#include "Sofa/Simulation/Scene/SceneReader.h"
#include "Sofa/Simulation/Simulation.h"

namespace sofa::component::visual {
namespace {

using core::DrawList;
using type::DisplayFlags;
using type::Vec3;

/// A scene of some components in one node, and what its last component draws.
class VisualComponentsTest : public testing::Test {
 protected:
  const DrawList& draw(const std::string& body, bool visualShown = true) {
    log.messages.clear();
    root = simulation::readSceneText("<Node name='root' dt='0.1'><DefaultAnimationLoop/>" + body + "</Node>");
    simulation::initRoot(*root);
    return drawAgain(visualShown);
  }
  const DrawList& drawAgain(bool visualShown = true) {
    simulation::updateVisual(*root);
    DisplayFlags flags;
    flags.states[DisplayFlags::VisualModels] = visualShown ? DisplayFlags::State::show : DisplayFlags::State::hide;
    list.clear();
    const auto& last = *root->components().back();
    list.begin(last, flags);
    last.draw(list);
    return list;
  }
  std::size_t vertices(DrawList::Primitive primitive) const {
    std::size_t n = 0;
    for (const auto& batch : list.batches())
      if (batch.primitive == primitive) n += batch.vertices.size();
    return n;
  }
  template <class T>
  T& last() {
    return dynamic_cast<T&>(*root->components().back());
  }

  std::shared_ptr<simulation::Node> root;
  DrawList list;
  tests::CapturedMessages log;
};

TEST_F(VisualComponentsTest, labelStandsWhereItIsAsked) {
  draw("<OglLabel prefix='t = ' label='3' suffix=' s' x='20' y='40' fontsize='18' color='red'/>");
  ASSERT_EQ(list.labels().size(), 1u);
  EXPECT_EQ(list.labels()[0].text, "t = 3 s");
  EXPECT_EQ(list.labels()[0].x, 20);
  EXPECT_EQ(list.labels()[0].y, 40);
  EXPECT_EQ(list.labels()[0].fontSize, 18);
  EXPECT_EQ(list.labels()[0].color, (type::Color{1, 0, 0, 1}));
}

TEST_F(VisualComponentsTest, contrastIsAnOldSpellingOfAColor) {
  draw("<OglLabel label='a' color='contrast'/>");
  ASSERT_EQ(list.labels().size(), 1u);
  EXPECT_TRUE(list.labels()[0].contrasting);
  EXPECT_EQ(log.count(helper::Severity::Deprecated, "selectContrastingColor"), 1u);
  EXPECT_EQ(log.errors(), 0u);
  EXPECT_EQ(log.warnings(), 0u);
  draw("<OglColorMap/><OglLabel label='a' color='contrasting'/>");
  EXPECT_EQ(log.errors(), 1u);  // no such colour
}

TEST_F(VisualComponentsTest, labelIsRefreshedAfterTheStepsBetween) {
  draw("<OglLabel label='a' updateLabelEveryNbSteps='1'/>");
  last<core::Component>().setAttribute("label", "b");
  simulation::animate(*root);
  EXPECT_EQ(drawAgain().labels()[0].text, "a");
  simulation::animate(*root);
  EXPECT_EQ(drawAgain().labels()[0].text, "b");
}

TEST_F(VisualComponentsTest, nothingIsDrawnWhenHiddenOrDisabled) {
  draw("<OglLabel label='a'/>", false);
  EXPECT_TRUE(list.empty());
  draw("<OglLabel label='a' enable='false'/>");
  EXPECT_TRUE(list.empty());
  draw("<OglLabel label='a' isEnabled='false'/>");
  EXPECT_TRUE(list.empty());
  EXPECT_EQ(log.count(helper::Severity::Deprecated), 1u);
}

TEST_F(VisualComponentsTest, trailKeepsTheLastSteps) {
  draw("<TrailRenderer position='0 0 0  1 0 0' nbSteps='3' thickness='2'/>");
  EXPECT_TRUE(list.empty());
  for (int i = 0; i < 5; ++i) simulation::animate(*root);
  drawAgain();
  EXPECT_EQ(vertices(DrawList::Primitive::lines), 2u * 2u * 2u);  // two pieces between three steps, two points
  simulation::reset(*root);
  EXPECT_TRUE(drawAgain().empty());
}

TEST_F(VisualComponentsTest, pointsAsDotsSpheresAndFrames) {
  draw("<VisualPointCloud template='Vec3d' position='0 0 0 1 0 0' showIndices='true'/>");
  EXPECT_EQ(vertices(DrawList::Primitive::points), 2u);
  EXPECT_EQ(list.texts()[1].text, "1");
  draw("<VisualPointCloud template='Vec3d' position='0 0 0 1 0 0 2 0 0' drawMode='Sphere' sphereRadius='1 2'/>");
  ASSERT_EQ(list.glyphs(DrawList::Shape::sphere).size(), 3u);
  EXPECT_EQ(list.glyphs(DrawList::Shape::sphere)[0].matrix[0], 1);
  EXPECT_EQ(list.glyphs(DrawList::Shape::sphere)[2].matrix[0], 2);
  draw("<VisualPointCloud template='Rigid3d' position='0 0 0 0 0 0 1' drawMode='Frame'/>");
  EXPECT_EQ(list.glyphs(DrawList::Shape::cylinder).size(), 3u);
  draw("<VisualPointCloud template='Vec3d' position='0 0 0' drawMode='Frame'/>");
  EXPECT_EQ(log.count(helper::Severity::Warning), 1u);
}

TEST_F(VisualComponentsTest, vectorsAreScaled) {
  draw("<VisualVectorField position='1 0 0' vector='0 3 0' vectorScale='0.5'/>");
  ASSERT_EQ(vertices(DrawList::Primitive::lines), 2u);
  EXPECT_EQ(list.batches()[0].vertices[1].position[1], 1.5f);
  draw("<VisualVectorField position='1 0 0' vector='0 3 0' drawMode='Arrow'/>");
  EXPECT_EQ(list.glyphs(DrawList::Shape::cone).size(), 1u);
}

TEST_F(VisualComponentsTest, cylindersFollowTheEdgesThatExist) {
  draw("<CylinderVisualModel position='0 0 0 0 0 2' edges='0 1 1 7' radius='0.5'/>");
  ASSERT_EQ(list.glyphs(DrawList::Shape::cylinder).size(), 1u);
  EXPECT_FLOAT_EQ(list.glyphs(DrawList::Shape::cylinder)[0].matrix[10], 2);
}

TEST_F(VisualComponentsTest, boxHasTwelveEdges) {
  draw("<VisualBoundingBox bbox='0 0 0 1 2 3'/>");
  EXPECT_EQ(vertices(DrawList::Primitive::lines), 24u);
}

TEST_F(VisualComponentsTest, legendOfAColorMap) {
  draw(
      "<OglColorMap colorScheme='Blue to Red' showLegend='true' min='1' max='2' legendRangeScale='10' "
      "legendTitle='T'/>");
  ASSERT_EQ(list.legends().size(), 1u);
  EXPECT_EQ(list.legends()[0].min, 10);
  EXPECT_EQ(list.legends()[0].max, 20);
  EXPECT_EQ(list.legends()[0].palette.size(), 256u);
  draw("<OglColorMap colorScheme='Blue to Rad'/>");
  EXPECT_EQ(log.errors(), 1u);
  EXPECT_EQ(log.errors("\"Blue to Rad\" is no choice for colorScheme. Did you mean \"Blue to Red\"?"), 1u);
  EXPECT_EQ(log.errors("\"HSV\" is used"), 1u);
  EXPECT_EQ(last<OglColorMap>().colorMap(0, 1).palette(), helper::ColorMap("HSV", 256).palette());
}

constexpr const char* mesh =
    "<MeshTopology position='0 0 0 1 0 0 1 1 0 0 1 0' triangles='0 1 2 0 2 3'/><OglColorMap colorScheme='Red to "
    "Blue'/>";

TEST_F(VisualComponentsTest, valuesOfPointsColourFaces) {
  draw(std::string(mesh) + "<DataDisplay pointData='0 1 2 4'/>");
  EXPECT_EQ(last<DataDisplay>().d_currentMin.value(), 0);
  EXPECT_EQ(last<DataDisplay>().d_currentMax.value(), 4);
  ASSERT_EQ(vertices(DrawList::Primitive::triangles), 6u);
  const auto& v = list.batches()[0].vertices;
  EXPECT_EQ(list.batches()[0].shading, DrawList::Shading::lit);
  EXPECT_EQ(v[0].rgba[0], 255);       // 0: red
  EXPECT_EQ(v[5].rgba[2], 255);       // 4: blue
  EXPECT_NEAR(v[2].rgba[1], 255, 2);  // 2: half way, green
}

TEST_F(VisualComponentsTest, legendsFollowTheRangeOfTheDisplay) {
  draw(
      "<MeshTopology position='0 0 0 1 0 0 1 1 0 0 1 0' triangles='0 1 2 0 2 3'/><DataDisplay name='shown' "
      "triangleData='1 3'/>"
      "<OglColorMap showLegend='true' min='@shown.currentMin' max='@shown.currentMax'/>");
  ASSERT_EQ(list.legends().size(), 1u);
  EXPECT_EQ(list.legends()[0].max, 3);
  auto* shown = dynamic_cast<DataDisplay*>(root->components().at(root->components().size() - 2).get());
  ASSERT_TRUE(shown);
  shown->d_triangleData.set({2, 7});
  EXPECT_EQ(drawAgain().legends()[0].max, 7);
  EXPECT_EQ(list.legends()[0].min, 1);
}

TEST_F(VisualComponentsTest, theRangeGrowsAndIsClampedByTheUser) {
  draw(std::string(mesh) + "<DataDisplay triangleData='1 5' userRange='0 4'/>");
  EXPECT_EQ(last<DataDisplay>().d_currentMax.value(), 4);
  EXPECT_EQ(last<DataDisplay>().d_currentMin.value(), 1);
  last<DataDisplay>().d_triangleData.set({2, 3});
  drawAgain();
  EXPECT_EQ(last<DataDisplay>().d_currentMin.value(), 1);
  last<DataDisplay>().d_maximalRange.set(false);
  drawAgain();
  EXPECT_EQ(last<DataDisplay>().d_currentMin.value(), 0);
  EXPECT_EQ(last<DataDisplay>().d_currentMax.value(), 4);
}

TEST_F(VisualComponentsTest, sizesThatDoNotFitAreToldOnce) {
  draw(std::string(mesh) + "<DataDisplay pointData='0 1 2'/>");
  drawAgain();
  EXPECT_TRUE(list.empty());
  EXPECT_EQ(log.errors("3 values where there are 4 points"), 1u);
}

TEST_F(VisualComponentsTest, notANumberHasAColourOfItsOwn) {
  draw(std::string(mesh) + "<DataDisplay colorNaN='white' transparency='0.5'/>");
  last<DataDisplay>().d_triangleData.set({std::nan(""), 1});
  drawAgain();
  ASSERT_FALSE(list.batches().empty());
  EXPECT_EQ(list.batches()[0].vertices[0].rgba[1], 255);
  EXPECT_TRUE(list.batches()[0].transparent);
}

TEST_F(VisualComponentsTest, volumesOfAMeshElseItsSurface) {
  const std::string points = "0 0 0 1 0 0 0 1 0 0 0 1";
  draw("<MeshTopology position='" + points + "' tetrahedra='0 1 2 3'/><VisualMesh position='" + points + "'/>");
  EXPECT_EQ(vertices(DrawList::Primitive::triangles), 12u);
  draw("<MeshTopology position='" + points + "' triangles='0 1 2'/><VisualMesh position='" + points +
       "' elementSpace='0.5'/>");
  ASSERT_EQ(vertices(DrawList::Primitive::triangles), 3u);
  // Half way from the corner (0, 0, 0) to the centre (1/3, 1/3, 0).
  EXPECT_NEAR(list.batches()[0].vertices[0].position[0], 1.0 / 6, 1e-6);
  draw("<VisualMesh/>");
  EXPECT_EQ(log.errors("No mesh is visible"), 1u);
}

TEST_F(VisualComponentsTest, surfacesAreMerged) {
  draw(
      "<OglModel name='a' position='0 0 0 1 0 0 0 1 0' triangles='0 1 2'/>"
      "<OglModel name='b' position='0 0 1 1 0 1 1 1 1 0 1 1' quads='0 1 2 3'/>"
      "<MergeVisualModels nb='2' input1='@a' input2='@b'/>");
  EXPECT_EQ(last<MergeVisualModels>().size(), 7u);
  EXPECT_EQ(last<MergeVisualModels>().d_quads.value()[0], (type::Quad{3, 4, 5, 6}));
  draw("<MergeVisualModels nb='1' input1='@nothing'/>");
  EXPECT_GE(log.errors("input1"), 1u);
}

TEST_F(VisualComponentsTest, aClipPlaneNeedsANormalAndASlot) {
  draw("<ClipPlane normal='0 0 0'/>");
  EXPECT_EQ(log.errors("normal"), 1u);
  draw("<ClipPlane id='9'/>");
  EXPECT_EQ(log.errors("between 0 and 5"), 1u);
}

TEST_F(VisualComponentsTest, shadowsNeedAShadowShader) {
  draw("<LightManager shadows='true'/>");
  EXPECT_EQ(log.count(helper::Severity::Warning, "OglShadowShader"), 1u);
  draw("<LightManager shadows='true'/><OglShadowShader/>");
  EXPECT_EQ(log.count(helper::Severity::Warning, "OglShadowShader"), 0u);
}

}  // namespace
}  // namespace sofa::component::visual
