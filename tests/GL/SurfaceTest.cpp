// SPDX-License-Identifier: Apache-2.0
#include "CapturedMessages.h"
#include "RendererFixture.h"
#include "TemporaryFolder.h"

namespace sofa::tests {
namespace {

using Color = sofa::type::Vec3;

class SurfaceTest : public RendererFixture {};

/// The head light on a face that looks along z, seen along z from (0, 0, 10).
Color headLit(const type::Material& m, const type::Vec3& at) {
  const type::Vec3 toLight = (type::Vec3(-0.7, 0.3, 10) - at).normalized();
  const type::Vec3 half = (toLight + type::Vec3::UnitZ()).normalized();
  const auto rgb = [](const type::Material::Term& t) {
    return t.use ? Color(t.color.r, t.color.g, t.color.b) : Color(Color::Zero());
  };
  return (rgb(m.emissive) + 0.5 * rgb(m.ambient) + 0.9 * toLight.z() * rgb(m.diffuse) +
          std::pow(half.z(), m.useShininess ? m.shininess : 45) * rgb(m.specular))
      .cwiseMin(1);
}

TEST_F(SurfaceTest, headLightAndMaterial) {
  frame.surfaces = {square()};
  auto& material = materialOf(frame.surfaces[0]);
  material.diffuse.color = {0.8f, 0.4f, 0.2f, 1};
  draw();
  expectColor(0.5, 0.5, headLit(material, {0.5, 0.5, 0}));
  expectColor(1.5, 0, Color::Zero());
}

TEST_F(SurfaceTest, termsThatAreNotUsedAreBlack) {
  frame.surfaces = {square()};
  auto& material = materialOf(frame.surfaces[0]);
  material.diffuse = {false, {1, 1, 1, 1}};
  material.ambient = {true, {0.4f, 0, 0, 1}};
  material.emissive = {false, {0, 1, 0, 1}};
  material.specular = {false, {0, 0, 1, 1}};
  draw();
  expectColor(0, 0, {0.2, 0, 0});
}

TEST_F(SurfaceTest, highlightFollowsShininess) {
  frame.surfaces = {square()};
  auto& material = materialOf(frame.surfaces[0]);
  material.diffuse.use = material.ambient.use = false;
  material.specular = {true, {0, 0.9f, 0, 1}};
  material.useShininess = true;
  material.shininess = 100;
  draw();
  for (const double x : {-0.9, 0.0, 0.9}) expectColor(x, 0, headLit(material, {x, 0, 0}), 0.03);
  EXPECT_GT(at(-0.3, 0)[1], at(0.9, 0)[1] + 0.1);
  material.shininess = 0;  // no highlight at all
  draw();
  expectColor(0, 0, Color::Zero());
}

TEST_F(SurfaceTest, bothSidesAreLit) {
  frame.surfaces = {square()};
  view.camera.position = {0, 0, -10};
  view.camera.orientation = view.camera.orientationTowards(view.camera.position, type::Vec3::Zero());
  draw();
  const auto& m = materialOf(frame.surfaces[0]);
  expectColor(0, 0, headLit(m, type::Vec3::Zero()));
}

/// At the far edges of a box the smooth normals turn away from the viewer.
TEST_F(SurfaceTest, normalsThatTurnAwayLeaveNoDarkBand) {
  frame.surfaces = {square()};
  auto& normals = verticesOf(frame.surfaces[0]).normals;
  for (const std::size_t right : {1, 2}) normals[3 * right] = 0.995f, normals[3 * right + 2] = 0.0998f;
  draw();
  const Color lit = headLit(materialOf(frame.surfaces[0]), {0, 0, 0});
  for (double x = -0.9; x < 0.95; x += 0.1) EXPECT_GT(at(x, 0)[0], 0.4 * lit[0]) << x;
}

TEST_F(SurfaceTest, facesWithoutNormalsAreFlat) {
  frame.surfaces = {square()};
  verticesOf(frame.surfaces[0]).normals.clear();
  draw();
  expectColor(0.5, -0.5, headLit(materialOf(frame.surfaces[0]), {0.5, -0.5, 0}));
}

TEST_F(SurfaceTest, meshesCanBeFlatWhateverTheNormals) {
  frame.surfaces = {square()};
  for (std::size_t i = 0; i < 4; ++i) verticesOf(frame.surfaces[0]).normals[3 * i] = 1;
  meshOf(frame.surfaces[0]).flat = true;
  draw();
  expectColor(0.5, -0.5, headLit(materialOf(frame.surfaces[0]), {0.5, -0.5, 0}));
}

TEST_F(SurfaceTest, colorsOfVerticesTakeThePlaceOfTheDiffuseOne) {
  frame.surfaces = {square()};
  verticesOf(frame.surfaces[0]).colors = {255, 0, 0, 255, 0, 255, 0, 255, 0, 255, 0, 255, 255, 0, 0, 255};
  draw();
  EXPECT_GT(at(-0.9, 0)[0], 0.8);
  EXPECT_GT(at(0.9, 0)[1], 0.8);
  EXPECT_EQ(at(0, 0)[2], 0);
}

TEST_F(SurfaceTest, edgesAreLines) {
  frame.surfaces = {square()};
  auto& mesh = meshOf(frame.surfaces[0]);
  mesh.triangles.clear();
  mesh.edges = {0, 1};
  mesh.parts[0].triangles = 0, mesh.parts[0].edges = 1;
  frame.surfaces[0].lineWidth = 6;
  draw();
  EXPECT_GT(at(0, -1)[0], 0.5);
  EXPECT_GT(at(0, -1.12)[0], 0.5);
  EXPECT_GT(at(0, -0.85)[0], 0.5);
  expectColor(0, -1.3, Color::Zero());
  expectColor(0, -0.7, Color::Zero());
}

TEST_F(SurfaceTest, linesWithoutNormalsFaceTheViewer) {
  frame.surfaces = {square()};
  auto& mesh = meshOf(frame.surfaces[0]);
  mesh.edges = {0, 2, 0, 1};
  mesh.parts[0].triangles = 0, mesh.parts[0].edges = 2;
  verticesOf(frame.surfaces[0]).normals.clear();
  frame.surfaces[0].lineWidth = 6;
  draw();
  expectColor(0.5, 0.5, headLit(materialOf(frame.surfaces[0]), {0.5, 0.5, 0}), 0.02);
  expectColor(0.5, -1, headLit(materialOf(frame.surfaces[0]), {0.5, -1, 0}), 0.02);
}

TEST_F(SurfaceTest, wireframeShowsOutlines) {
  frame.surfaces = {square()};
  frame.surfaces[0].wireframe = true;
  frame.surfaces[0].lineWidth = 3;
  draw();
  EXPECT_GT(at(0.5, -1)[0], 0.4);
  EXPECT_GT(at(-1, 0.5)[0], 0.4);
  EXPECT_GT(at(0, 0)[0], 0.4);  // the side that the two triangles share
  expectColor(0.5, -0.5, Color::Zero());
}

TEST_F(SurfaceTest, outlinesOfQuadsHaveNoDiagonal) {
  frame.surfaces = {square()};
  frame.surfaces[0].wireframe = true;
  frame.surfaces[0].lineWidth = 3;
  meshOf(frame.surfaces[0]).parts[0].quads = 1;
  draw();
  for (const double side : {-1.0, 1.0}) {
    EXPECT_GT(at(0.3, side)[0], 0.4);
    EXPECT_GT(at(side, 0.3)[0], 0.4);
  }
  expectColor(0, 0, Color::Zero());
  verticesOf(frame.surfaces[0]).positions[0] = std::numeric_limits<float>::quiet_NaN();
  frame.surfaces[0].vertices = std::make_shared<gl::SurfaceVertices>(*frame.surfaces[0].vertices);
  draw();
  expectColor(1, 0.3, Color::Zero());  // the whole quad is gone
}

TEST_F(SurfaceTest, culledSidesDoNotTakeOutlinesAway) {
  frame.surfaces = {square()};
  frame.surfaces[0].wireframe = true;
  frame.surfaces[0].lineWidth = 3;
  for (const int cull : {1, 2}) {
    frame.surfaces[0].cullFace = cull;
    draw();
    EXPECT_GT(at(0.5, -1)[0], 0.4) << cull;
    EXPECT_GT(at(-1, 0.5)[0], 0.4) << cull;
  }
}

TEST_F(SurfaceTest, linesThroughTheEyeAreCut) {
  frame.surfaces = {square()};
  frame.surfaces[0].wireframe = true;
  verticesOf(frame.surfaces[0]).positions = {-1, 0, 0, 1, 0, 20, 1, 0.5f, 20, -1, 0.5f, 0};
  view.camera.orthographic = false;
  draw();
  SUCCEED();  // no GL error, nothing endless; the fixture looks
}

TEST_F(SurfaceTest, pointsAreUnlitAndAsLargeAsAsked) {
  frame.surfaces = {square()};
  frame.surfaces[0].asPoints = true;
  frame.surfaces[0].pointSize = 8;
  materialOf(frame.surfaces[0]).diffuse.color = {0.2f, 0.6f, 1, 1};
  draw();
  expectColor(-1, -1, {0.2, 0.6, 1});
  expectColor(-0.85, -0.85, {0.2, 0.6, 1});
  expectColor(-0.7, -0.7, Color::Zero());
  view.pixelRatio = 2;
  draw();
  expectColor(-0.7, -0.7, {0.2, 0.6, 1});
}

/// About (-1, -1), with a radius of 8 pixels: half a unit, which the corners of the square of that side are beyond.
TEST_F(SurfaceTest, roundPointsAreDiscs) {
  frame.surfaces = {square()};
  frame.surfaces[0].asPoints = true;
  frame.surfaces[0].pointSize = 16;
  materialOf(frame.surfaces[0]).diffuse.color = {0.2f, 0.6f, 1, 1};
  for (const bool round : {false, true}) {
    frame.surfaces[0].roundPoints = round;
    view.samples = round ? 4 : 0;
    draw();
    for (const double along : {-0.4, 0.4}) {
      expectColor(-1 + along, -1, {0.2, 0.6, 1});
      expectColor(-1, -1 + along, {0.2, 0.6, 1});
      const Color corner = round ? Color::Zero() : Color(0.2, 0.6, 1);
      expectColor(-1 + along, -1 + along, corner);
      expectColor(-1 + along, -1 - along, corner);
    }
  }
}

TEST_F(SurfaceTest, normalsAreWhiteSegments) {
  frame.surfaces = {square()};
  auto& vertices = verticesOf(frame.surfaces[0]);
  for (std::size_t i = 0; i < 4; ++i) vertices.normals[3 * i] = 0.9f, vertices.normals[3 * i + 2] = 0;
  frame.surfaces[0].showNormals = true;
  draw();
  double brightest = 0;
  for (const double y : {0.9, 0.95, 1.0, 1.05}) brightest = std::max(brightest, at(1.5, y).minCoeff());
  EXPECT_EQ(brightest, 1);
}

TEST_F(SurfaceTest, culledSidesAreNotDrawn) {
  frame.surfaces = {square()};
  frame.surfaces[0].cullFace = 2;
  draw();
  expectColor(0, 0, Color::Zero());
  frame.surfaces[0].cullFace = 1;
  draw();
  EXPECT_GT(at(0, 0)[0], 0.5);
}

TEST_F(SurfaceTest, clipPlanesOfSceneAndViewerCut) {
  frame.surfaces = {square()};
  frame.clipPlanes = {{type::Vec3::UnitX(), 0.5}};
  draw();
  EXPECT_GT(at(0.9, 0)[0], 0.5);  // the scene's plane does not concern it
  frame.surfaces[0].clipPlanes = 1;
  view.clipPlanes = {{-type::Vec3::UnitY(), 0.25}};
  draw();
  EXPECT_GT(at(0.4, 0)[0], 0.5);
  expectColor(0.6, 0, Color::Zero());
  EXPECT_GT(at(0, -0.15)[0], 0.5);
  expectColor(0, -0.4, Color::Zero());
}

TEST_F(SurfaceTest, selectionHasAnOutlineAndKeepsItsColours) {
  frame.surfaces = {square(), square(1, 0.5f)};  // the small one in front is not selected
  frame.surfaces[1].owner = 2;
  draw();
  const Color before = at(0.6, 0), outside = at(1.5, 0);
  view.highlighted = 1;
  draw();
  expectColor(0.6, 0, before);
  expectColor(-0.95, 0.5, before);
  expectColor(1.5, 0, outside);
  expectColor(1.04, 0, {1, 0, 0.9}, 0.02);  // the pixel beside the border
  expectColor(0, -1.04, {1, 0, 0.9}, 0.02);
  expectColor(0.29, 0, before);  // none round what is in front of it
  view.highlighted = 2;
  draw();
  expectColor(0.29, 0, {1, 0, 0.9}, 0.02);
  view.highlighted = 3;  // nobody
  draw();
  expectColor(1.04, 0, outside);
}

TEST_F(SurfaceTest, textureModulatesAndRepeats) {
  const TemporaryFolder folder;
  gl::Image picture{2, 2, {255, 0, 0, 255, 0, 255, 0, 255, 0, 0, 255, 255, 255, 255, 255, 255}};
  const std::string file = (folder.path() / "four.png").string();
  std::string reason;
  ASSERT_TRUE(gl::writePng(file, picture, reason)) << reason;
  frame.surfaces = {square()};
  auto& mesh = meshOf(frame.surfaces[0]);
  mesh.parts[0].texture = file;
  makeEmissive(frame.surfaces[0], {0.5f, 0.5f, 0.5f, 1});
  draw();  // u to the right, v upwards
  expectColor(-0.5, 0.5, {0.5, 0, 0}, 0.05);
  expectColor(0.5, 0.5, {0, 0.5, 0}, 0.05);
  expectColor(-0.5, -0.5, {0, 0, 0.5}, 0.05);
  expectColor(0.5, -0.5, {0.5, 0.5, 0.5}, 0.05);
  frame.surfaces = {square()};
  meshOf(frame.surfaces[0]).parts[0].texture = file;
  meshOf(frame.surfaces[0]).texcoords = {{1, 1}, {2, 1}, {2, 2}, {1, 2}};
  makeEmissive(frame.surfaces[0], {0.5f, 0.5f, 0.5f, 1});
  draw();
  expectColor(-0.5, 0.5, {0.5, 0, 0}, 0.05);
}

TEST_F(SurfaceTest, aTextureThatCannotBeReadIsToldOnceAndLeftOut) {
  const TemporaryFolder folder;
  const std::string file = (folder.path() / "damaged.png").string();
  std::ofstream(file) << "no picture";
  frame.surfaces = {square()};
  meshOf(frame.surfaces[0]).parts[0].texture = file;
  meshOf(frame.surfaces[0]).owner = "/body/visual";
  makeEmissive(frame.surfaces[0], {0.5f, 0.25f, 1, 1});
  CapturedMessages messages;
  draw();
  draw();
  expectColor(0, 0, {0.5, 0.25, 1});
  EXPECT_EQ(messages.errors("damaged.png"), 1u);
  ASSERT_FALSE(messages.messages.empty());
  EXPECT_EQ(messages.messages[0].path, "/body/visual");
}

TEST_F(SurfaceTest, positionsThatAreNotFiniteTakeTheirFacesOut) {
  for (const float bad : {std::numeric_limits<float>::quiet_NaN(), std::numeric_limits<float>::infinity(), 1e30f}) {
    frame.surfaces = {square()};
    verticesOf(frame.surfaces[0]).positions[9] = bad;  // of the second triangle only
    draw();
    EXPECT_GT(at(0.5, -0.5)[0], 0.5);
    expectColor(-0.5, 0.5, Color::Zero());
    auto healed = std::make_shared<gl::SurfaceVertices>(*frame.surfaces[0].vertices);
    healed->positions[9] = -1;
    frame.surfaces[0].vertices = healed;
    draw();
    EXPECT_GT(at(-0.5, 0.5)[0], 0.5);
  }
}

TEST_F(SurfaceTest, emptySurfacesAndOnesWithoutDataAreNothing) {
  Surface empty = square(), bare = square();
  empty.mesh = std::make_shared<gl::SurfaceMesh>();
  empty.vertices = std::make_shared<gl::SurfaceVertices>();
  bare.mesh = nullptr;
  Surface mismatched = square();
  verticesOf(mismatched).positions.resize(9);
  frame.surfaces = {empty, bare, mismatched};
  draw();
  expectColor(0, 0, Color::Zero());
}

TEST_F(SurfaceTest, aCameraThatIsNowhereStillGivesAPicture) {
  frame.surfaces = {square()};
  view.camera.position.x() = std::numeric_limits<double>::quiet_NaN();
  frame.box.max.x() = std::numeric_limits<double>::infinity();
  draw();
  EXPECT_FALSE(image.empty());
}

}  // namespace
}  // namespace sofa::tests
