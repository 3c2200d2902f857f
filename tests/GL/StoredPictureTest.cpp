// SPDX-License-Identifier: Apache-2.0
// Whole pictures, compared with those of tests/GL/pictures, which people looked at. SOFA_UPDATE_PICTURES=1 stores what
// is drawn now: look at it before it is committed.
#include <numbers>

#include "RendererFixture.h"
#include "Sofa/GL/Capture/FrameCapture.h"
#include "Sofa/Simulation/Scene/SceneReader.h"
#include "Sofa/Simulation/Simulation.h"
#include "SourceFolder.h"
#include "TemporaryFolder.h"

namespace sofa::tests {
namespace {

using std::numbers::pi_v;

/// A sphere of n by 2 n faces with smooth normals and texture coordinates.
Surface sphere(const type::Vec3& centre, float radius, std::uint32_t n = 24) {
  Surface surface = square();
  auto mesh = std::make_shared<gl::SurfaceMesh>();
  auto vertices = std::make_shared<gl::SurfaceVertices>();
  for (std::uint32_t i = 0; i <= n; ++i)
    for (std::uint32_t j = 0; j <= 2 * n; ++j) {
      const float u = static_cast<float>(j) / static_cast<float>(2 * n),
                  v = static_cast<float>(i) / static_cast<float>(n);
      const float a = 2 * pi_v<float> * u, b = pi_v<float> * v;
      const float normal[3] = {std::sin(b) * std::sin(a), -std::cos(b), std::sin(b) * std::cos(a)};
      for (int c = 0; c < 3; ++c) {
        vertices->normals.push_back(normal[c]);
        vertices->positions.push_back(static_cast<float>(centre[c]) + radius * normal[c]);
      }
      mesh->texcoords.push_back({4 * u, 2 * v});
      const std::uint32_t p = i * (2 * n + 1) + j;
      if (i < n && j < 2 * n)
        mesh->triangles.insert(mesh->triangles.end(), {p, p + 1, p + 2 * n + 2, p, p + 2 * n + 2, p + 2 * n + 1});
    }
  mesh->parts.push_back({type::Material(), "", 0, static_cast<std::uint32_t>(mesh->triangles.size() / 3), 0, 0});
  surface.mesh = mesh;
  surface.vertices = vertices;
  return surface;
}

class StoredPictureTest : public RendererFixture {
 protected:
  StoredPictureTest() {
    view.samples = 4;
    view.camera = {};
    view.camera.width = 320, view.camera.height = 240;
    frame.background = {0.15f, 0.18f, 0.22f, 1};
  }

  void look(const type::Vec3& from, const type::Vec3& to) {
    view.camera.position = from;
    view.camera.lookAt = to;
    view.camera.orientation = view.camera.orientationTowards(from, to);
  }

  /// Anti-aliased borders and the last digits of lighting differ from one implementation to the next.
  void expectStored(const std::string& name) {
    draw();
    const std::string file = std::string(SOFA_SOURCE_DIR) + "/tests/GL/pictures/" + name + ".png";
    std::string reason;
    if (std::getenv("SOFA_UPDATE_PICTURES")) {
      std::filesystem::create_directories(std::filesystem::path(file).parent_path());
      ASSERT_TRUE(gl::writePng(file, image, reason)) << reason;
    }
    const gl::Image stored = gl::readImage(file, reason);
    ASSERT_FALSE(stored.empty()) << file << ": " << reason;
    const double difference = gl::perceptualDifference(image, stored);
    EXPECT_LT(difference, 0.01);
    if (difference >= 0.01) {
      const std::string found = (std::filesystem::current_path() / fmt::format("{}.found.png", name)).string();
      if (gl::writePng(found, image, reason)) ADD_FAILURE() << "what was drawn instead: " << found;
    }
  }
};

TEST_F(StoredPictureTest, materials) {
  const TemporaryFolder folder;
  std::string reason;
  gl::Image checkers{32, 32, {}};
  for (int i = 0; i < 32 * 32; ++i) {
    const bool white = (i / 16 + i / 512) % 2 == 0;
    checkers.rgba.insert(checkers.rgba.end(),
                         {std::uint8_t(white ? 255 : 60), std::uint8_t(white ? 255 : 60), 220, 255});
  }
  ASSERT_TRUE(gl::writePng(folder.file("checkers.png"), checkers, reason)) << reason;
  for (int i = 0; i < 6; ++i) frame.surfaces.push_back(sphere(type::Vec3(2.2 * (i % 3 - 1), i < 3 ? 1.1 : -1.1, 0), 1));
  auto& s = frame.surfaces;
  materialOf(s[0]).diffuse.color = {0.8f, 0.3f, 0.2f, 1};
  materialOf(s[1]).diffuse.color = {0.2f, 0.6f, 0.3f, 1};
  materialOf(s[1]).specular.use = true;
  meshOf(s[2]).parts[0].texture = folder.file("checkers.png");
  materialOf(s[3]).diffuse.color = {0.3f, 0.5f, 0.9f, 0.4f};
  s[4].wireframe = true;
  verticesOf(s[5]).normals.clear();
  for (std::size_t v = 0; v < s[5].vertices->positions.size(); v += 3) {
    const float height = (s[5].vertices->positions[v + 1] + 2.1f) / 2;
    verticesOf(s[5]).colors.insert(verticesOf(s[5]).colors.end(),
                                   {static_cast<std::uint8_t>(std::clamp(255 * height, 0.f, 255.f)), 80, 160, 255});
  }
  frame.box = {};
  frame.box.include(type::Vec3(-3.2, -2.1, -1));
  frame.box.include(type::Vec3(3.2, 2.1, 1));
  look({0.5, 0.8, 8}, {0, 0, 0});
  expectStored("materials");
}

TEST_F(StoredPictureTest, shadows) {
  Surface floor = square(0, 10);
  for (std::size_t v = 0; v < 4; ++v) {  // it lies
    auto& p = verticesOf(floor).positions;
    p[3 * v + 2] = -p[3 * v + 1], p[3 * v + 1] = -1;
    verticesOf(floor).normals[3 * v + 1] = 1, verticesOf(floor).normals[3 * v + 2] = 0;
  }
  frame.surfaces = {floor, sphere({-1.3, 0, 0}, 1), sphere({1.3, 0.2, 0.5}, 0.7f)};
  materialOf(frame.surfaces[1]).diffuse.color = {0.9f, 0.4f, 0.2f, 1};
  materialOf(frame.surfaces[2]).specular.use = true;
  frame.box = {};
  frame.box.include(type::Vec3(-5, -1, -5));
  frame.box.include(type::Vec3(5, 1, 5));
  Light& sun = useLight(Light::Kind::directional);
  sun.toLight = type::Vec3(0.6, 1, 0.3).normalized();
  sun.color = {0.5f, 0.5f, 0.45f, 1};
  sun.shadows = true;
  Light lamp;
  lamp.kind = Light::Kind::spot;
  lamp.position = {-3, 4, 3};
  lamp.direction = type::Vec3(3, -5, -3).normalized();
  lamp.cutoff = 35;
  lamp.exponent = 4;
  lamp.color = {0.5f, 0.5f, 0.6f, 1};
  lamp.shadows = lamp.softShadows = true;
  frame.lightSets[0].lights.push_back(lamp);
  look({0, 3.5, 7}, {0, -0.3, 0});
  expectStored("shadows");
}

TEST_F(StoredPictureTest, aSceneAfterSomeSteps) {
  auto root = simulation::readSceneText(R"(<Node name='root' gravity='0 -9.81 0' dt='0.02'>
    <DefaultAnimationLoop/><BackgroundSetting color='0.9 0.92 0.95'/>
    <VisualStyle displayFlags='showVisual'/>
    <Node name='beam'>
      <EulerImplicitSolver/><CGLinearSolver iterations='100' tolerance='1e-12' threshold='1e-12'/>
      <RegularGridTopology name='grid' n='9 4 4' min='0 0 0' max='4 1 1'/>
      <MechanicalObject template='Vec3'/><UniformMass totalMass='1'/>
      <HexahedronFEMForceField youngModulus='300' poissonRatio='0.3'/>
      <BoxROI name='wall' box='-0.1 -0.1 -0.1 0.1 1.1 1.1'/>
      <FixedProjectiveConstraint indices='@wall.indices'/>
      <Node name='skin'>
        <OglModel name='visual' src='@../grid' color='0.75 0.4 0.35'/><IdentityMapping/>
      </Node>
    </Node></Node>)");
  ASSERT_TRUE(root);
  simulation::initRoot(*root);
  for (int step = 0; step < 20; ++step) simulation::animate(*root);
  simulation::updateVisual(*root);
  simulation::updateBoundingBoxes(*root);
  gl::FrameCapture capture;
  const auto taken = capture.take(*root, 20);
  view.camera.setDefaultView(taken->box, taken->gravity);
  look(view.camera.lookAt + type::Vec3(2, 2, 6), view.camera.lookAt);
  frame = *taken;
  expectStored("beam");
}

}  // namespace
}  // namespace sofa::tests
