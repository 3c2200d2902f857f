// SPDX-License-Identifier: Apache-2.0
#include "Component/Engine/EngineScene.h"

namespace sofa::test {
namespace {

TEST(TransformEngine, ScalesThenRotatesThenTranslates) {
  const EngineScene scene(
      "<TransformEngine name='e' input_position='1 0 0' scale='2 1 1' rotation='0 0 90' translation='1 0 0'/>");
  expectNumbers(scene.text("output_position"), {1, 2, 0});
}

TEST(TransformEngine, WorksInANodeThatIsNotActive) {
  const EngineScene scene(
      "<Node name='off' activated='0'><TransformEngine name='t' input_position='1 2 3' translation='10 0 0'/></Node>"
      "<TransformEngine name='e' input_position='@off/t.output_position'/>");
  expectNumbers(scene.text("output_position"), {11, 2, 3});
}

TEST(TransformEngine, AppliesTheQuaternionAfterTheAngles) {
  // About z by 90 degrees: x -> y. Then about x by 90 degrees: y -> z.
  const EngineScene scene(
      "<TransformEngine name='e' input_position='1 0 0' rotation='0 0 90' quaternion='0.70710678118654752 0 0 "
      "0.70710678118654752'/>");
  expectNumbers(scene.text("output_position"), {0, 0, 1});
}

TEST(TransformEngine, InverseUndoesIt) {
  const std::string how =
      " scale='2 0.5 1.5' rotation='10 20 30' quaternion='0.6 0 0 0.8' translation='0.1 0.2 -0.3'/>";
  const EngineScene scene("<TransformEngine name='f' input_position='1 2 3  -4 5 6'" + how +
                          "<TransformEngine name='e' input_position='@f.output_position' inverse='true'" + how);
  expectNumbers(scene.text("output_position"), {1, 2, 3, -4, 5, 6});
}

TEST(TransformEngine, TurnsFrames) {
  const EngineScene scene(
      "<TransformEngine name='e' template='Rigid3' input_position='1 0 0 0 0 0 1' scale='2 2 2' rotation='0 0 90'/>");
  const double h = std::sqrt(0.5);
  expectNumbers(scene.text("output_position"), {0, 2, 0, 0, 0, h, h});
  const EngineScene plane("<TransformEngine name='e' template='Rigid2' input_position='1 0 0.5' rotation='0 0 90'/>");
  expectNumbers(plane.text("output_position"), {0, 1, 0.5 + std::acos(0.0)});
}

TEST(TransformEngine, WorksInThePlane) {
  const EngineScene scene(
      "<TransformEngine name='e' template='Vec2' input_position='1 0' rotation='0 0 90' translation='1 1 9'/>");
  expectNumbers(scene.text("output_position"), {1, 2});
}

TEST(TransformEngine, CannotInvertAScaleOfZero) {
  const EngineScene scene("<TransformEngine name='e' input_position='1 0 0' scale='0 1 1' inverse='1'/>");
  const auto before = EngineScene::errors();
  EXPECT_EQ(scene.text("output_position"), "");
  EXPECT_EQ(EngineScene::errors(), before + 1);
}

TEST(TransformEngine, RecomputesWhenAnInputChanged) {
  EngineScene scene("<TransformEngine name='e' input_position='1 0 0' translation='1 0 0'/>");
  expectNumbers(scene.text("output_position"), {2, 0, 0});
  scene.engine->setAttribute("translation", "0 5 0");
  expectNumbers(scene.text("output_position"), {1, 5, 0});
}

TEST(MergePoints, Appends) {
  const EngineScene scene("<MergePoints name='e' position1='0 0 0 1 0 0' position2='2 2 2'/>");
  EXPECT_EQ(scene.text("points"), "0 0 0 1 0 0 2 2 2");
  EXPECT_EQ(scene.text("indices1"), "0 1");
  EXPECT_EQ(scene.text("indices2"), "2");
}

TEST(MergePoints, ReplacesWhereTheMappingSays) {
  const EngineScene scene(
      "<MergePoints name='e' position1='0 0 0 1 0 0 5 5 5' position2='2 2 2 3 3 3' mappingX2='2 0'/>");
  EXPECT_EQ(scene.text("points"), "3 3 3 1 0 0 2 2 2");
  EXPECT_EQ(scene.text("indices1"), "1");
  EXPECT_EQ(scene.text("indices2"), "0 2");
}

TEST(MergePoints, StopsAtAPlaceThatDoesNotExist) {
  const EngineScene scene("<MergePoints name='e' position1='0 0 0 1 0 0' position2='2 2 2 3 3 3' mappingX2='1 2'/>");
  const auto before = EngineScene::errors();
  EXPECT_EQ(scene.text("points"), "0 0 0 2 2 2");
  EXPECT_EQ(EngineScene::errors(), before + 1);
}

TEST(MergePoints, CanStayAsFirstComputed) {
  EngineScene scene("<MergePoints name='e' position1='0 0 0' position2='2 2 2' noUpdate='true'/>");
  EXPECT_EQ(scene.text("points"), "0 0 0 2 2 2");
  scene.engine->setAttribute("position1", "9 9 9");
  EXPECT_EQ(scene.text("points"), "0 0 0 2 2 2");
}

TEST(MergeMeshes, RenumbersElements) {
  const EngineScene scene(
      "<MergeMeshes name='e' position1='0 0 0 1 0 0 0 1 0' triangles1='0 1 2' edges1='0 1'"
      " position2='0 0 1 1 0 1 0 1 1 1 1 1' triangles2='0 1 2 1 3 2' tetrahedra2='0 1 2 3'/>");
  EXPECT_EQ(scene.text("npoints"), "7");
  EXPECT_EQ(scene.text("triangles"), "0 1 2 3 4 5 4 6 5");
  EXPECT_EQ(scene.text("edges"), "0 1");
  EXPECT_EQ(scene.text("tetrahedra"), "3 4 5 6");
}

TEST(MergeMeshes, HasAsManyInputsAsAskedFor) {
  const EngineScene scene(
      "<MergeMeshes name='e' nbMeshes='3' position1='1 1 1' position2='2 2 2' position3='3 3 3' edges3='0 0'/>");
  EXPECT_EQ(scene.text("position"), "1 1 1 2 2 2 3 3 3");
  EXPECT_EQ(scene.text("edges"), "2 2");
  EXPECT_EQ(scene.engine->findData("position4"), nullptr);
}

TEST(MergeMeshes, LinksItsInputs) {
  const EngineScene scene(
      "<MechanicalObject name='a' position='1 1 1'/><MergeMeshes name='e' position2='@a.position' position1='0 0 0'/>");
  EXPECT_EQ(scene.text("position"), "0 0 0 1 1 1");
}

TEST(MergeMeshes, BoundsTheirNumber) {
  const auto before = EngineScene::errors();
  const EngineScene scene("<MergeMeshes name='e' nbMeshes='4000000000' position1='1 1 1'/>");
  EXPECT_GT(EngineScene::errors(), before);
  EXPECT_EQ(scene.text("position"), "1 1 1");
}

}  // namespace
}  // namespace sofa::test
