// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <GL/glew.h>
#include <gmock/gmock.h>

#include <filesystem>

#include "Sofa/GL/Device/OffscreenContext.h"
#include "Sofa/GL/Picture/Renderer.h"

/// Frames made by hand and what the renderer makes of them, pixel by pixel.
namespace sofa::tests {

using gl::Frame;
using gl::Light;
using gl::Surface;

/// A square of side 2 about the z axis at some height, facing +z, with normals and texture coordinates from 0 to 1.
inline Surface square(double z = 0, float side = 2) {
  auto mesh = std::make_shared<gl::SurfaceMesh>();
  mesh->triangles = {0, 1, 2, 0, 2, 3};
  mesh->texcoords = {{0, 0}, {1, 0}, {1, 1}, {0, 1}};
  mesh->parts.push_back({type::Material(), "", 0, 2, 0, 0});
  auto vertices = std::make_shared<gl::SurfaceVertices>();
  const float h = side / 2, height = static_cast<float>(z);
  vertices->positions = {-h, -h, height, h, -h, height, h, h, height, -h, h, height};
  vertices->normals = {0, 0, 1, 0, 0, 1, 0, 0, 1, 0, 0, 1};
  static std::uint64_t ids = 0;
  Surface surface;
  surface.id = ++ids;
  surface.owner = 1;
  surface.mesh = mesh;
  surface.vertices = vertices;
  return surface;
}

inline gl::SurfaceMesh& meshOf(Surface& s) { return const_cast<gl::SurfaceMesh&>(*s.mesh); }
inline gl::SurfaceVertices& verticesOf(Surface& s) { return const_cast<gl::SurfaceVertices&>(*s.vertices); }
inline type::Material& materialOf(Surface& s) { return meshOf(s).parts.front().material; }

/// Shows only that much of its diffuse colour, whatever the light: emissive instead of lit.
inline void makeEmissive(Surface& s, const type::Color& color) {
  auto& m = materialOf(s);
  m.ambient.use = m.specular.use = false;
  m.emissive = {true, color};
  m.diffuse = {true, {0, 0, 0, color.a}};
}

class RendererFixture : public ::testing::Test {
 protected:
  RendererFixture() {
    frame.box.include(type::Vec3(-2, -2, -2));
    frame.box.include(type::Vec3(2, 2, 2));
    view.camera.width = 64, view.camera.height = 64;
    view.camera.position = {0, 0, 10};
    view.camera.orthographic = true;
    view.camera.fieldOfView = 2 * std::atan(0.2) * 180 / std::acos(-1.0);  // 4 units high
    view.samples = 0;
  }
  ~RendererFixture() override { EXPECT_EQ(glGetError(), static_cast<GLenum>(GL_NO_ERROR)); }

  const gl::Image& draw() {
    image = renderer.drawImage(frame, view);
    if (const char* folder = std::getenv("SOFA_TEST_PICTURES")) {
      const auto* test = ::testing::UnitTest::GetInstance()->current_test_info();
      std::string reason;
      gl::writePng(fmt::format("{}/{}.{}.png", folder, test->test_suite_name(), test->name()), image, reason);
    }
    return image;
  }
  /// Colour from 0 to 1 at a point of the plane of the picture: x and y from -2 to 2.
  sofa::type::Vec3 at(double x, double y) const {
    const int u = std::clamp(static_cast<int>((x + 2) * 16), 0, 63),
              v = std::clamp(static_cast<int>((2 - y) * 16), 0, 63);
    const auto* p = &image.rgba[4 * static_cast<std::size_t>(64 * v + u)];
    return {p[0] / 255.0, p[1] / 255.0, p[2] / 255.0};
  }
  void expectColor(double x, double y, const sofa::type::Vec3& expected, double tolerance = 0.012) const {
    const sofa::type::Vec3 found = at(x, y);
    EXPECT_LT((found - expected).cwiseAbs().maxCoeff(), tolerance)
        << "at " << x << ", " << y << ": " << found.transpose() << " instead of " << expected.transpose();
  }

  /// One light instead of the head light.
  Light& useLight(Light::Kind kind) {
    frame.lightSets = {gl::LightSet{}};
    frame.lightSets[0].lights.resize(1);
    Light& light = frame.lightSets[0].lights[0];
    light.kind = kind;
    light.position = {0, 0, 4};
    light.cutoff = 30;
    return light;
  }

  gl::OffscreenContext context;
  gl::Renderer renderer;
  Frame frame;
  gl::View view;
  gl::Image image;
};

}  // namespace sofa::tests
