// SPDX-License-Identifier: Apache-2.0
#include "Component/Engine/EngineScene.h"
#include "Sofa/Core/Contract/State.h"
#include "Sofa/Type/Quaternion.h"
#include "TemporaryFolder.h"

namespace sofa::test {
namespace {

const double halfRoot = std::sqrt(0.5);

std::string transformed(const std::string& point, const std::string& how) {
  return EngineScene("<TransformPosition name='e' input_position='" + point + "' " + how + "/>")
      .text("output_position");
}

TEST(TransformPosition, ProjectsOnAPlane) {
  expectNumbers(transformed("1 2 5", "normal='0 0 2' origin='7 7 1'"), {1, 2, 1});
  const EngineScene flat("<TransformPosition name='e' input_position='1 2 5'/>");
  expectNumbers(flat.text("output_position"), {1, 2, 5});
  EXPECT_EQ(flat.newErrors(), 1u);  // there is no plane
}

TEST(TransformPosition, MovesTurnsAndScales) {
  const std::string all = " translation='1 0 0' rotation='0 0 90' scale='2 3 4'";
  expectNumbers(transformed("1 0 0", "method='translation'" + all), {2, 0, 0});
  expectNumbers(transformed("1 0 0", "method='rotation'" + all), {0, 1, 0});
  expectNumbers(transformed("1 1 1", "method='scale'" + all), {2, 3, 4});
  expectNumbers(transformed("1 1 1", "method='scaleTranslation'" + all), {3, 3, 4});
  expectNumbers(transformed("1 0 0", "method='scaleRotationTranslation'" + all), {1, 2, 0});
  expectNumbers(transformed("1 2 3", "method='affine' matrix='0 -1 0 5 1 0 0 6 0 0 2 7 0 0 0 1'"), {3, 7, 13});
}

TEST(TransformPosition, LeavesFixedPointsWhereTheyAre) {
  expectNumbers(transformed("0 0 0 1 0 0", "method='translation' translation='0 0 1' fixedIndices='1'"),
                {0, 0, 1, 1, 0, 0});
}

TEST(TransformPosition, ShakesPointsTheSameWayForTheSameSeed) {
  const std::string how = "method='random' maxRandomDisplacement='0.25' seedValue='";
  const std::string once = transformed("1 1 1 2 2 2", how + "7'");
  EXPECT_EQ(once, transformed("1 1 1 2 2 2", how + "7'"));
  EXPECT_NE(once, transformed("1 1 1 2 2 2", how + "8'"));
  type::TextReader in(once);
  for (int i = 0; i < 6; ++i) {
    double x = NAN;
    ASSERT_TRUE(in.read(x));
    EXPECT_NEAR(x, i < 3 ? 1 : 2, 0.25);
    EXPECT_NE(x, i < 3 ? 1 : 2);
  }
}

TEST(TransformPosition, ReadsFilesByTheirExtension) {
  const tests::TemporaryFolder folder;
  const auto fromFile = [&](const std::string& name, const std::string& content) {
    return transformed("1 0 0", "method='fromFile' filename='" + folder.write(name, content) + "'");
  };
  expectNumbers(fromFile("a.trm", "1 2 3\n0 -1 0\n1 0 0\n0 0 1\n"), {1, 3, 3});
  expectNumbers(fromFile("a.txt", "0 -1 0 1\n1 0 0 2\n0 0 1 3\n0 0 0 1\n"), {1, 3, 3});
  expectNumbers(fromFile("a.xfm", "MNI\nLinear_Transform =\n0 -1 0 1\n1 0 0 2\n0 0 1 3;\n"), {1, 3, 3});
  // Twice as far from the centre (2, 0, 0), then 5 along y.
  expectNumbers(fromFile("a.tfm", "#Insight\nFixedParameters: 2 0 0\nParameters: 2 0 0 0 2 0 0 0 2 0 5 0\n"),
                {0, 5, 0});
}

TEST(TransformPosition, TellsOfFilesThatAreNoTransformation) {
  const tests::TemporaryFolder folder;
  for (const std::string& name : {std::string("nowhere.txt"), folder.write("short.txt", "1 0 0")}) {
    const EngineScene scene("<TransformPosition name='e' input_position='1 2 3' method='fromFile' filename='" + name +
                            "'/>");
    expectNumbers(scene.text("output_position"), {1, 2, 3});
    EXPECT_EQ(scene.newErrors(), 1u) << name;
  }
}

TEST(TransformMatrixEngines, AreChained) {
  const EngineScene scene(
      "<TranslateTransformMatrixEngine name='t' translation='1 2 3'/>"
      "<RotateTransformMatrixEngine name='r' rotation='0 0 90' inT='@t.outT'/>"
      "<ScaleTransformMatrixEngine name='e' scale='2 3 4' inT='@r.outT'/>");
  type::Mat4 expected;
  expected << 0, -3, 0, 1, 2, 0, 0, 2, 0, 0, 4, 3, 0, 0, 0, 1;
  EXPECT_TRUE(scene.value<type::Mat4>("outT").isApprox(expected, 1e-12));
}

TEST(TransformMatrixEngines, Invert) {
  const EngineScene scene(
      "<TranslateTransformMatrixEngine name='t' translation='1 2 3'/>"
      "<InvertTransformMatrixEngine name='e' inT='@t.outT'/>");
  type::Mat4 expected = type::Mat4::Identity();
  expected.topRightCorner<3, 1>() = type::Vec3(-1, -2, -3);
  EXPECT_TRUE(scene.value<type::Mat4>("outT").isApprox(expected));
  const EngineScene flat(
      "<ScaleTransformMatrixEngine name='s' scale='1 1 0'/><InvertTransformMatrixEngine name='e' inT='@s.outT'/>");
  EXPECT_TRUE(flat.value<type::Mat4>("outT").isIdentity());
  EXPECT_EQ(flat.newErrors(), 1u);
}

TEST(QuatToRigidEngine, RepeatsTheLastOrientation) {
  const EngineScene scene(
      "<QuatToRigidEngine name='e' positions='1 2 3 4 5 6' orientations='0 0 0.70710678118654752 "
      "0.70710678118654752'/>");
  expectNumbers(scene.text("rigids"), {1, 2, 3, 0, 0, halfRoot, halfRoot, 4, 5, 6, 0, 0, halfRoot, halfRoot});
  EXPECT_EQ(scene.newWarnings(), 1u);
}

TEST(RigidToQuatEngine, TakesFramesApart) {
  const EngineScene scene("<RigidToQuatEngine name='e' rigids='1 2 3 0 0 0.70710678118654752 0.70710678118654752'/>");
  expectNumbers(scene.text("positions"), {1, 2, 3});
  expectNumbers(scene.text("orientations"), {0, 0, halfRoot, halfRoot});
  expectNumbers(scene.text("orientationsEuler"), {0, 0, std::acos(0.0)});
}

TEST(RigidToQuatEngine, ReadsAnglesInTheOrderXYZ) {
  const auto q = type::fromEulerDegrees(type::Vec3(10, 20, 30));
  const EngineScene scene("<RigidToQuatEngine name='e' rigids='0 0 0 " + type::toText(q) + "'/>");
  const double degree = std::acos(-1.0) / 180;
  expectNumbers(scene.text("orientationsEuler"), {10 * degree, 20 * degree, 30 * degree});
}

TEST(DisplacementTransformEngine, TellsWhatMovesTheFrames) {
  const std::string frames = " x0='1 0 0 0 0 0 1' x='0 1 5 0 0 0.70710678118654752 0.70710678118654752'/>";
  const EngineScene rigid("<DisplacementTransformEngine name='e' template='Rigid3d,RigidCoord3d'" + frames);
  expectNumbers(rigid.text("displacements"), {0, 0, 5, 0, 0, halfRoot, halfRoot});
  const EngineScene matrix("<DisplacementTransformEngine name='e' template='Rigid3d,Mat4x4d'" + frames);
  type::Mat4 expected;
  expected << 0, -1, 0, 0, 1, 0, 0, 0, 0, 0, 1, 5, 0, 0, 0, 1;
  const auto& matrices = matrix.value<std::vector<type::Mat4>>("displacements");
  ASSERT_EQ(matrices.size(), 1u);
  EXPECT_TRUE(matrices[0].isApprox(expected, 1e-12));
}

TEST(Vertex2Frame, PutsZAlongTheNormal) {
  const EngineScene scene("<Vertex2Frame name='e' position='1 2 3 4 5 6' normals='0 0 1 1 0 0'/>");
  expectNumbers(scene.text("frames"), {1, 2, 3, 0, 0, 0, 1, 4, 5, 6, 0, halfRoot, 0, halfRoot});
  const EngineScene turned("<Vertex2Frame name='e' position='0 0 0' normals='0 0 1' rotation='2' rotationAngle='90'/>");
  expectNumbers(turned.text("frames"), {0, 0, 0, 0, 0, halfRoot, halfRoot});
  EXPECT_EQ(EngineScene("<Vertex2Frame name='e' position='0 0 0'/>").text("frames"), "");
}

TEST(Vertex2Frame, CanFollowTheCurveInstead) {
  const EngineScene scene("<Vertex2Frame name='e' position='0 0 0 1 0 0' useNormals='0'/>");
  expectNumbers(scene.text("frames"), {0, 0, 0, 0, 0, 0, 1, 1, 0, 0, 0, 0, 0, 1});
  // Along y: z is the x axis of space, so the frame is turned by 120 degrees about the diagonal, x -> y -> z -> x. The
  // second vertex goes on, as its next one is in the same place; invertNormals has nothing to invert.
  const EngineScene up("<Vertex2Frame name='e' position='0 0 0 0 2 0 0 2 0' useNormals='0' invertNormals='1'/>");
  expectNumbers(up.text("frames"), {0, 0, 0, .5, .5, .5, .5, 0, 2, 0, .5, .5, .5, .5, 0, 2, 0, .5, .5, .5, .5});
  // Against the x axis: z stays that of space, a half turn about it.
  const EngineScene back("<Vertex2Frame name='e' position='0 0 0 -1 0 0' useNormals='0'/>");
  expectNumbers(back.text("frames"), {0, 0, 0, 0, 0, 1, 0, -1, 0, 0, 0, 0, 1, 0});
}

const std::string chain =
    "<MeshTopology position='0 0 0 1 3 0 2 0 0' edges='0 1 1 2'/>"
    "<SmoothMeshEngine name='e' input_position='0 0 0 1 3 0 2 0 0'";

TEST(SmoothMeshEngine, PutsPointsAtTheMeanOfTheirNeighbours) {
  expectNumbers(EngineScene(chain + "/>").text("output_position"), {1, 3, 0, 1, 0, 0, 1, 3, 0});
  expectNumbers(EngineScene(chain + " nb_iterations='2'/>").text("output_position"), {1, 0, 0, 1, 3, 0, 1, 0, 0});
  expectNumbers(EngineScene(chain + " input_indices='1'/>").text("output_position"), {0, 0, 0, 1, 0, 0, 2, 0, 0});
}

TEST(SmoothMeshEngine, NeedsAMesh) {
  EXPECT_EQ(EngineScene("<SmoothMeshEngine name='e' input_position='0 0 0'/>").newErrors(), 1u);
}

TEST(NormalsFromPoints, AreOfUnitLength) {
  const std::string square = "<NormalsFromPoints name='e' position='0 0 0 2 0 0 2 2 0 0 2 0 9 9 9' quads='0 1 2 3'";
  expectNumbers(EngineScene(square + "/>").text("normals"), {0, 0, 1, 0, 0, 1, 0, 0, 1, 0, 0, 1, 0, 0, 0});
  expectNumbers(EngineScene(square + " invertNormals='1' useAngles='1'/>").text("normals"),
                {0, 0, -1, 0, 0, -1, 0, 0, -1, 0, 0, -1, 0, 0, 0});
  EXPECT_EQ(EngineScene("<NormalsFromPoints name='e' position='0 0 0' triangles='0 1 2'/>").text("normals"), "0 0 0");
}

TEST(NormalsFromPoints, ByAnglesDoNotDependOnTheTriangles) {
  // The corner of a cube, one of whose sides is cut into triangles of different areas.
  const EngineScene scene(
      "<NormalsFromPoints name='e' useAngles='1' position='0 0 0 1 0 0 0 1 0 0 0 1 1 0.3 0 0 1 1 1 0 1 0.9 1 0' "
      "triangles='0 1 4 0 4 7 0 7 2' quads='0 2 5 3 0 3 6 1'/>");
  const auto& normals = scene.value<std::vector<type::Vec3>>("normals");
  EXPECT_LT((normals[0] - type::Vec3::Ones().normalized()).norm(), 1e-12);
}

const std::string threePoints = "<MechanicalObject name='dofs' position='0 0 0 2 0 0 4 3 0'/>";

TEST(AverageCoord, IsTheMeanOfPointsOfTheState) {
  expectNumbers(EngineScene(threePoints + "<AverageCoord name='e'/>").text("average"), {2, 1, 0});
  expectNumbers(EngineScene(threePoints + "<AverageCoord name='e' indices='1 2'/>").text("average"), {3, 1.5, 0});
  EXPECT_EQ(EngineScene(threePoints + "<AverageCoord name='e' vecId='9'/>").newErrors(), 1u);
}

TEST(AverageCoord, IsComputedAgainInEveryStep) {
  const EngineScene scene(threePoints + "<AverageCoord name='e'/>");
  expectNumbers(scene.text("average"), {2, 1, 0});
  core::mechanicalState(*scene.root)->setAttribute("position", "0 0 0 0 0 0 0 0 9");
  expectNumbers(scene.text("average"), {2, 1, 0});
  simulation::animate(*scene.root);
  expectNumbers(scene.text("average"), {0, 0, 3});
}

TEST(AverageCoord, OfFramesDoesNotCancelOppositeQuaternions) {
  const EngineScene scene(
      "<MechanicalObject template='Rigid3' position='0 0 0 0 0 0.6 0.8 2 0 0 0 0 -0.6 -0.8'/>"
      "<AverageCoord name='e'/>");
  expectNumbers(scene.text("average"), {1, 0, 0, 0, 0, 0.6, 0.8});
}

TEST(HausdorffDistance, IsTheLargestOfTheSmallest) {
  const EngineScene scene("<HausdorffDistance name='e' points1='0 0 0 1 0 0' points2='0 0 0 5 0 0'/>");
  expectNumbers(scene.text("d12"), {1});
  expectNumbers(scene.text("d21"), {4});
  expectNumbers(scene.text("max"), {4});
}

TEST(JoinPoints, JoinsInTheMiddle) {
  const EngineScene scene("<JoinPoints name='e' points='0 0 0 0.5 0 0 5 0 0' distance='1'/>");
  expectNumbers(scene.text("mergedPoints"), {0.25, 0, 0, 5, 0, 0});
}

TEST(ShapeMatching, KeepsRestShapes) {
  const std::string state = "<MechanicalObject rest_position='0 0 0 2 0 0 7 7 7' position='0 0 0 4 0 0 1 1 1'/>";
  const EngineScene scene(state + "<ShapeMatching name='e' cluster='[0,1]'/>");
  expectNumbers(scene.text("targetPosition"), {1, 0, 0, 3, 0, 0, 1, 1, 1});
  EXPECT_EQ(EngineScene(state + "<ShapeMatching name='e' cluster='[0,9]'/>").text("targetPosition"),
            "0 0 0 4 0 0 1 1 1");
}

TEST(ShapeMatching, FollowsTurnsAndByAffineRatioDeformations) {
  const std::string rest = "<MechanicalObject rest_position='0 0 0 1 0 0 0 1 0 0 0 1' position='";
  const std::string matching = "'/><ShapeMatching name='e' cluster='[0,1,2,3]' affineRatio='";
  const std::string turned = "5 0 0 5 1 0 4 0 0 5 0 1";  // about z by 90 degrees
  expectNumbers(EngineScene(rest + turned + matching + "0'/>").text("targetPosition"),
                {5, 0, 0, 5, 1, 0, 4, 0, 0, 5, 0, 1});
  const std::string stretched = "0 0 0 2 0 0 0 1 0 0 0 1";
  expectNumbers(EngineScene(rest + stretched + matching + "1'/>").text("targetPosition"),
                {0, 0, 0, 2, 0, 0, 0, 1, 0, 0, 0, 1});
  const EngineScene rigid(rest + stretched + matching + "0'/>");
  const auto& x = rigid.value<std::vector<type::Vec3>>("targetPosition");
  EXPECT_NEAR((x[1] - x[0]).norm(), 1, 1e-9);
}

TEST(ShapeMatching, IsAttractedByFixedPoints) {
  const std::string fixed =
      "<MechanicalObject position='0 0 0'/><ShapeMatching name='e' cluster='[0,1]' fixedPosition0='2 0 0' "
      "fixedPosition='4 0 0'";
  expectNumbers(EngineScene(fixed + "/>").text("targetPosition"), {1, 0, 0});
  expectNumbers(EngineScene(fixed + " fixedweight='3'/>").text("targetPosition"), {1.5, 0, 0});
  // The second fit starts from where the first one put the point.
  expectNumbers(EngineScene(fixed + " iterations='2'/>").text("targetPosition"), {1.5, 0, 0});
}

}  // namespace
}  // namespace sofa::test
