// SPDX-License-Identifier: Apache-2.0
#include <set>

#include "Component/Engine/EngineScene.h"
#include "Sofa/Geometry/Measure.h"

namespace sofa::test {
namespace {

using type::Vec3;

/// Faces of the unit cube, counterclockwise seen from outside.
const std::string cubePoints = "'0 0 0 1 0 0 1 1 0 0 1 0 0 0 1 1 0 1 1 1 1 0 1 1'";
const std::string cubeQuads = "'0 3 2 1 4 5 6 7 0 1 5 4 1 2 6 5 2 3 7 6 3 0 4 7'";
/// A tetrahedron of volume 1/6.
const std::string tipPoints = "'0 0 0 1 0 0 0 1 0 0 0 1'";
const std::string tipFaces = "'0 2 1 0 1 3 0 3 2 1 2 3'";

/// The sum of the signed volumes.
double volume(const std::vector<Vec3>& x, const std::vector<type::Tetrahedron>& tetrahedra) {
  double sum = 0;
  for (const auto& t : tetrahedra) sum += geometry::signedTetrahedronVolume(x[t[0]], x[t[1]], x[t[2]], x[t[3]]);
  return sum;
}

TEST(GenerateGrid, FillsABlock) {
  const EngineScene one("<GenerateGrid name='e' max='1 1 1' resolution='1 1 1'/>");
  EXPECT_EQ(one.text("hexahedra"), "0 1 3 2 4 5 7 6");
  const EngineScene scene("<GenerateGrid name='e' min='0 0 0' max='2 3 4' resolution='2 1 2'/>");
  const auto& x = scene.value<std::vector<Vec3>>("output_position");
  ASSERT_EQ(x.size(), 18u);
  EXPECT_EQ(x[1], Vec3(1, 0, 0));
  EXPECT_EQ(x[3], Vec3(0, 3, 0));
  EXPECT_EQ(x[6], Vec3(0, 0, 2));
  const auto& tetrahedra = scene.value<std::vector<type::Tetrahedron>>("tetrahedra");
  EXPECT_EQ(tetrahedra.size(), 24u);
  EXPECT_NEAR(std::abs(volume(x, tetrahedra)), 24, 1e-12);
  EXPECT_EQ(scene.text("quads"), "");
}

TEST(GenerateGrid, MakesAPlaneToo) {
  const EngineScene scene("<GenerateGrid name='e' max='2 1 0' resolution='2 1 0'/>");
  EXPECT_EQ(scene.text("position"), "0 0 0 1 0 0 2 0 0 0 1 0 1 1 0 2 1 0");
  EXPECT_EQ(scene.text("quads"), "0 1 4 3 1 2 5 4");
  EXPECT_EQ(scene.text("triangles"), "0 1 3 3 1 4 1 2 4 4 2 5");
  EXPECT_EQ(scene.text("hexahedra"), "");
  const EngineScene flat("<GenerateGrid name='e' template='Vec2' max='1 1 0' resolution='1 1 0'/>");
  EXPECT_EQ(flat.text("position"), "0 0 1 0 0 1 1 1");
}

TEST(GenerateGrid, RefusesResolutionsThatMakeNoSense) {
  for (const char* resolution : {"0 1 1", "1 0 1", "100000 100000 100000"}) {
    const EngineScene scene("<GenerateGrid name='e' max='1 1 1' resolution='" + std::string(resolution) + "'/>");
    EXPECT_EQ(scene.text("position"), "");
    EXPECT_EQ(scene.newErrors(), 1u) << resolution;
  }
}

TEST(GenerateCylinder, HasTheVolumeOfItsPrism) {
  const EngineScene scene(
      "<GenerateCylinder name='e' radius='0.5' height='0.75' origin='1 2 3' resCircumferential='8' openSurface='0'/>"
      "<VolumeFromTriangles name='surface' position='@e.output_TrianglesPosition' triangles='@e.triangles'/>");
  const auto& x = scene.value<std::vector<Vec3>>("output_TetrahedraPosition");
  EXPECT_EQ(x.size(), (8u * 3 + 1) * 5);
  EXPECT_EQ(x.front(), Vec3(1, 2, 3));
  const double prism = 0.5 * 8 * std::sin(2 * std::acos(-1.0) / 8) * 0.25 * 0.75;
  EXPECT_NEAR(std::abs(volume(x, scene.value<std::vector<type::Tetrahedron>>("tetrahedra"))), prism, 1e-12);
  expectNumbers(scene.root->components().back()->findData("volume")->text(), {prism});
}

TEST(GenerateCylinder, RoundsTheRadiiOfItsRingsInOneOrder) {
  const EngineScene scene("<GenerateCylinder name='e' radius='0.2' resRadial='3' resCircumferential='4'/>");
  const auto& solid = scene.value<std::vector<Vec3>>("output_TetrahedraPosition");
  for (const int ring : {1, 2, 3}) EXPECT_EQ(solid[std::size_t(4 * ring - 3)].x(), ring * 0.2 / 3);
  EXPECT_GT(solid[9].x(), 0.2) << "3 * 0.2 is more than 0.6";
  EXPECT_EQ(scene.value<std::vector<Vec3>>("output_TrianglesPosition")[0], solid[9]);
}

TEST(GenerateCylinder, LeavesBaseAndTopOpenByDefault) {
  const EngineScene scene("<GenerateCylinder name='e' resCircumferential='4' resHeight='2'/>");
  EXPECT_EQ(scene.value<std::vector<type::Triangle>>("triangles").size(), 8u);
  EXPECT_EQ(scene.value<std::vector<Vec3>>("output_TrianglesPosition").size(), 8u);
  const EngineScene bad("<GenerateCylinder name='e' resCircumferential='2'/>");
  EXPECT_EQ(bad.text("position"), "");
  EXPECT_EQ(bad.newErrors(), 1u);
}

TEST(GenerateRigidMass, MeasuresACube) {
  const EngineScene scene("<GenerateRigidMass name='e' density='6' position=" + cubePoints + " quads=" + cubeQuads +
                          "/>");
  expectNumbers(scene.text("mass"), {6});
  expectNumbers(scene.text("volume"), {1});
  expectNumbers(scene.text("massCenter"), {0.5, 0.5, 0.5});
  expectNumbers(scene.text("centerToOrigin"), {-0.5, -0.5, -0.5});
  const type::Mat3 sixth = type::Mat3::Identity() / 6;
  EXPECT_TRUE(scene.value<type::Mat3>("inertiaMatrix").isApprox(sixth, 1e-12));
  const auto& mass = scene.value<type::RigidMass<3>>("rigidMass");
  EXPECT_NEAR(mass.mass, 6, 1e-12);
  EXPECT_TRUE(mass.inertia.isApprox(sixth, 1e-12));
}

TEST(GenerateRigidMass, TellsOfASurfaceThatIsInsideOut) {
  const EngineScene scene("<GenerateRigidMass name='e' position=" + tipPoints +
                          " triangles='0 1 2 0 3 1 0 2 3 1 3 2'/>");
  expectNumbers(scene.text("mass"), {0});
  EXPECT_EQ(scene.newErrors(), 1u);
}

TEST(VolumeFromTetrahedrons, SumsUp) {
  const EngineScene scene("<VolumeFromTetrahedrons name='e' position=" + cubePoints +
                          " tetras='0 1 3 4 0 3 1 4' hexas='0 1 2 3 4 5 6 7'/>");
  expectNumbers(scene.text("volume"), {1 + 2.0 / 6});
  EXPECT_EQ(EngineScene("<VolumeFromTetrahedrons name='e'/>").newErrors(), 1u);
}

TEST(VolumeFromTetrahedrons, IsMeasuredOnceUnlessToldOtherwise) {
  const std::string body = "<VolumeFromTetrahedrons name='e' tetras='0 1 2 3' position=" + tipPoints;
  EngineScene once(body + "/>"), always(body + " update='1'/>");
  for (EngineScene* scene : {&once, &always}) {
    expectNumbers(scene->text("volume"), {1.0 / 6});
    scene->engine->setAttribute("position", "0 0 0 2 0 0 0 2 0 0 0 2");
  }
  expectNumbers(once.text("volume"), {1.0 / 6});
  expectNumbers(always.text("volume"), {8.0 / 6});
}

TEST(VolumeFromTriangles, IsThatInsideOfTheSurface) {
  expectNumbers(
      EngineScene("<VolumeFromTriangles name='e' position=" + cubePoints + " quads=" + cubeQuads + "/>").text("volume"),
      {1});
  const EngineScene mesh("<MeshTopology position=" + tipPoints + " triangles=" + tipFaces +
                         "/><MechanicalObject/><VolumeFromTriangles name='e'/>");
  expectNumbers(mesh.text("volume"), {1.0 / 6});
  const EngineScene frames(
      "<MechanicalObject template='Rigid3' position='0 0 0 0 0 0 1 1 0 0 0 0 0 1 0 1 0 0 0 0 1 0 0 1 0 0 0 1'/>"
      "<VolumeFromTriangles name='e' triangles=" +
      tipFaces + "/>");
  expectNumbers(frames.text("volume"), {1.0 / 6});
}

TEST(ExtrudeSurface, MakesABodyOfTriangles) {
  const EngineScene scene(
      "<ExtrudeSurface name='e' surfaceVertices='9 9 9 0 0 0 1 0 0 0 1 0' triangles='0 1 2 1 2 3' surfaceTriangles='1 "
      "5' "
      "heightFactor='2'/>");
  EXPECT_EQ(scene.text("extrusionVertices"), "0 0 0 0 0 2 1 0 0 1 0 2 0 1 0 0 1 2");
  EXPECT_EQ(scene.text("extrusionTriangles"), "0 4 2 1 3 5 0 2 1 3 1 2 0 4 1 5 1 4 2 4 3 5 3 4");
  EXPECT_EQ(scene.newErrors(), 1u);  // there is no triangle 5
}

TEST(ExtrudeEdgesAndGenerateQuads, MovesACurve) {
  const EngineScene scene(
      "<ExtrudeEdgesAndGenerateQuads name='e' curveVertices='0 0 0 1 0 0' curveEdges='0 1' extrudeDirection='0 2 0' "
      "thicknessIn='1' numberOfSections='2'/>");
  EXPECT_EQ(scene.text("extrudedVertices"), "0 -1 0 0 0 0 0 1 0 1 -1 0 1 0 0 1 1 0");
  EXPECT_EQ(scene.text("extrudedQuads"), "0 1 4 3 1 2 5 4");
  EXPECT_EQ(scene.text("extrudedEdges"), "0 1 1 2 3 4 4 5 0 3 1 4 2 5");
  const EngineScene bad("<ExtrudeEdgesAndGenerateQuads name='e' curveVertices='0 0 0' numberOfSections='0'/>");
  EXPECT_EQ(bad.text("extrudedVertices"), "");
  EXPECT_EQ(bad.newErrors(), 1u);
}

TEST(ExtrudeQuadsAndGenerateHexas, ThickensASurface) {
  const std::string square =
      "<ExtrudeQuadsAndGenerateHexas name='e' surfaceVertices='0 0 0 1 0 0 1 1 0 0 1 0' surfaceQuads='0 1 2 3'";
  const EngineScene scene(square + "/>");
  EXPECT_EQ(scene.text("extrudedVertices"), "0 0 0 0 0 1 1 0 0 1 0 1 1 1 0 1 1 1 0 1 0 0 1 1");
  EXPECT_EQ(scene.text("extrudedHexas"), "0 2 4 6 1 3 5 7");
  EXPECT_EQ(scene.text("extrudedSurfaceQuads"), "0 2 4 6 1 3 5 7");
  EXPECT_EQ(scene.value<std::vector<type::Quad>>("extrudedQuads").size(), 6u);
  const EngineScene both(square + " flipNormals='1' thicknessIn='1' scale='1 1 2' numberOfSlices='2'/>");
  const auto& x = both.value<std::vector<Vec3>>("extrudedVertices");
  ASSERT_EQ(x.size(), 12u);
  EXPECT_EQ(x[0], Vec3(0, 0, 2));
  EXPECT_EQ(x[1], Vec3(0, 0, 0));
  EXPECT_EQ(x[2], Vec3(0, 0, -2));
  EXPECT_EQ(both.value<std::vector<type::Hexahedron>>("extrudedHexas").size(), 2u);
}

TEST(MeshClosingEngine, ClosesALoopByAFan) {
  const EngineScene scene("<MeshClosingEngine name='e' inputPosition=" + tipPoints +
                          " inputTriangles='0 2 1 0 1 3 0 3 2'/>" +
                          "<GenerateRigidMass name='closed' position='@e.position' triangles='@e.triangles'/>");
  expectNumbers(scene.text("position"), {0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1, 1.0 / 3, 1.0 / 3, 1.0 / 3});
  EXPECT_EQ(scene.text("triangles"), "0 2 1 0 1 3 0 3 2 4 1 2 4 3 1 4 2 3");
  EXPECT_EQ(scene.value<std::vector<std::vector<type::Index>>>("indices"),
            (std::vector<std::vector<type::Index>>{{2, 1, 3, 4}}));
  EXPECT_EQ(scene.text("closingTriangles"), "3 1 0 3 2 1 3 0 2");
  expectNumbers(scene.root->components().back()->findData("volume")->text(), {1.0 / 6});
}

TEST(RandomPointDistributionInSurface, PutsPointsInside) {
  const std::string how =
      "<RandomPointDistributionInSurface name='e' randomSeed='3' numberOfInPoints='20' "
      "minDistanceBetweenPoints='0.02' vertices=" +
      tipPoints + " triangles=" + tipFaces + "/>";
  const EngineScene scene(how);
  const auto& in = scene.value<std::vector<Vec3>>("inPoints");
  ASSERT_EQ(in.size(), 20u);
  for (const Vec3& p : in) EXPECT_TRUE(p.minCoeff() > 0 && p.sum() < 1) << p.transpose();
  for (std::size_t i = 0; i < in.size(); ++i)
    for (std::size_t j = 0; j < i; ++j) EXPECT_GE((in[i] - in[j]).norm(), 0.02);
  const auto& out = scene.value<std::vector<Vec3>>("outPoints");
  EXPECT_GT(out.size(), 20u);  // five sixths of the box
  for (const Vec3& p : out) EXPECT_GT(p.sum(), 1);
  EXPECT_EQ(scene.text("inPoints"), EngineScene(how).text("inPoints"));
}

TEST(RandomPointDistributionInSurface, TellsWhenThereIsNoRoom) {
  const EngineScene scene(
      "<RandomPointDistributionInSurface name='e' randomSeed='3' minDistanceBetweenPoints='5' vertices=" + tipPoints +
      " triangles=" + tipFaces + "/>");
  EXPECT_EQ(scene.value<std::vector<Vec3>>("inPoints").size(), 1u);
  EXPECT_EQ(scene.newWarnings(), 1u);
  const EngineScene none("<RandomPointDistributionInSurface name='e'/>");
  EXPECT_EQ(none.text("inPoints"), "");
  EXPECT_EQ(none.newErrors(), 1u);
}

TEST(MeshBarycentricMapperEngine, LocatesPoints) {
  const EngineScene scene("<MeshTopology position=" + tipPoints + " tetrahedra='0 1 2 3'/>" +
                          "<MeshBarycentricMapperEngine name='e' inputPositions=" + tipPoints +
                          " mappedPointPositions='0.1 0.2 0.3 1 1 1' computeLinearInterpolation='1'/>");
  expectNumbers(scene.text("barycentricPositions"), {0.1, 0.2, 0.3, 1, 1, 1});
  EXPECT_EQ(scene.text("tableElements"), "0 0");
  const auto& nodes = scene.value<std::vector<std::vector<type::Index>>>("linearInterpolationIndices");
  const auto& weights = scene.value<std::vector<std::vector<double>>>("linearInterpolationValues");
  ASSERT_EQ(nodes.size(), 2u);
  EXPECT_EQ(nodes[0], (std::vector<type::Index>{0, 1, 2, 3}));
  ASSERT_EQ(weights[0].size(), 4u);
  EXPECT_NEAR(weights[0][0], 0.4, 1e-12);
  EXPECT_NEAR(weights[0][3], 0.3, 1e-12);
  EXPECT_EQ(EngineScene("<MeshBarycentricMapperEngine name='e'/>").newErrors(), 1u);
}

TEST(MeshTetraStuffing, FillsASurface) {
  const std::string cube =
      "<MeshTetraStuffing name='e' inputPoints=" + cubePoints + " inputQuads=" + cubeQuads + " size='-6'";
  const auto fill = [&](const std::string& how) {
    const EngineScene scene(cube + how + "/>");
    const auto& x = scene.value<std::vector<Vec3>>("outputPoints");
    const auto& tetrahedra = scene.value<std::vector<type::Tetrahedron>>("outputTetras");
    std::set<type::Index> used;
    for (const auto& t : tetrahedra) {
      EXPECT_GE(volume(x, {t}), 0);
      used.insert(t.begin(), t.end());
    }
    EXPECT_EQ(used.size(), x.size());
    return volume(x, tetrahedra);
  };
  EXPECT_GT(fill(""), 1.1);  // whole cells reach over the surface
  EXPECT_NEAR(fill(" splitTetras='1'"), 1, 0.02);
  EXPECT_NEAR(fill(" snapPoints='1' splitTetrahedra='1'"), 1, 0.02);
}

TEST(MeshTetraStuffing, FillsWhatIsInItsBox) {
  const EngineScene scene("<MeshTetraStuffing name='e' inputPoints=" + tipPoints + " inputTriangles=" + tipFaces +
                          " size='0.25' vbbox='-0.5 -0.5 -0.5 1.5 1.5 1.5'/>");
  const auto& x = scene.value<std::vector<Vec3>>("outputPoints");
  ASSERT_FALSE(x.empty());
  for (const Vec3& p : x)  // one grid has a point at the centre, (0.5, 0.5, 0.5), the other lies half a cell beside it
    EXPECT_NEAR(p.x() * 8, std::round(p.x() * 8), 1e-12);
}

TEST(MeshTetraStuffing, TellsWhatIsWrong) {
  EXPECT_EQ(EngineScene("<MeshTetraStuffing name='e'/>").newErrors(), 1u);
  const std::string tip = "<MeshTetraStuffing name='e' inputPoints=" + tipPoints;
  EXPECT_EQ(EngineScene(tip + " inputTriangles='0 1 9'/>").newErrors(), 1u);
  for (const char* size : {"0", "1e-9"})
    EXPECT_EQ(EngineScene(tip + " inputTriangles=" + tipFaces + " size='" + size + "'/>").newErrors(), 1u) << size;
  EXPECT_EQ(EngineScene(tip + " inputTriangles='0 1 2 0 3 1 0 2 3 1 3 2'/>").newWarnings(), 1u);  // inside out
  EXPECT_EQ(EngineScene(tip + " inputTriangles=" + tipFaces + " size='1' vbbox='50 20 5 51 21 6'/>").newWarnings(),
            1u);  // elsewhere
}

TEST(Spiral, KeepsLengths) {
  const EngineScene scene("<Spiral name='e' curvature='0.5' rest_position='0 0 0 1 0 0 2 0 0 3 0 7 -3 0 7'/>");
  const auto& x = scene.value<std::vector<Vec3>>("position");
  ASSERT_EQ(x.size(), 5u);
  EXPECT_EQ(x[0], Vec3(0, 0, 0));
  for (const int i : {1, 2, 3}) {
    const double angle = Vec3(x[i].x(), x[i].y(), 0).norm() / 0.5;
    EXPECT_NEAR(0.25 * (angle * std::sqrt(1 + angle * angle) + std::asinh(angle)), i, 1e-12);
    EXPECT_NEAR(x[i].x(), 0.5 * angle * std::cos(angle), 1e-12);
    EXPECT_NEAR(x[i].y(), 0.5 * angle * std::sin(angle), 1e-12);
  }
  EXPECT_EQ(x[4], Vec3(-x[3].x(), -x[3].y(), 7));
}

TEST(Spiral, KeepsThicknessAcross) {
  // Between two points of a layer lies the thickness, at a right angle to the curve.
  const EngineScene scene("<Spiral name='e' rest_position='2 0 0 2 0.1 0 1.999999 0 0 2.000001 0 0'/>");
  const auto& x = scene.value<std::vector<Vec3>>("position");
  EXPECT_NEAR((x[1] - x[0]).norm(), 0.1, 1e-12);
  EXPECT_NEAR((x[1] - x[0]).dot((x[3] - x[2]).normalized()), 0, 1e-6);
  EXPECT_EQ(EngineScene("<Spiral name='e'/>").newErrors(), 1u);
  EXPECT_EQ(EngineScene("<Spiral name='e' position='2 0 0'/>").value<std::vector<Vec3>>("position")[0], x[0]);
  const EngineScene straight("<Spiral name='e' rest_position='1 0 0' curvature='0'/>");
  EXPECT_EQ(straight.text("position"), "");
  EXPECT_EQ(straight.newErrors(), 1u);
}

}  // namespace
}  // namespace sofa::test
