// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <gtest/gtest.h>

#include <cstdlib>
#include <fstream>

#include "Sofa/GL/Device/Image.h"
#include "Sofa/GL/Device/OffscreenContext.h"
#include "Sofa/GL/Device/SampleResolver.h"
#include "Sofa/GL/Picture/DrawContext.h"

/// A black picture without a display, to draw on and to look at pixel by pixel.
namespace sofa::test {

using Rgb = std::array<int, 3>;

class Canvas {
 public:
  explicit Canvas(int width = 64, int height = 48, int samples = 0) : m_width(width), m_height(height) {
    m_target.resize(width, height, 0);
    m_drawn.resize(width, height, samples);
    clear();
  }
  ~Canvas() { EXPECT_EQ(gl::errorName(glGetError()), "GL_NO_ERROR"); }

  void clear(const type::Color& color = {0, 0, 0, 1}) {
    m_drawn.bind();
    glViewport(0, 0, m_width, m_height);
    glClearColor(color.r, color.g, color.b, color.a);
    glClear(GL_COLOR_BUFFER_BIT | GL_DEPTH_BUFFER_BIT);
    glEnable(GL_DEPTH_TEST);
    glDepthFunc(GL_LEQUAL);
    glEnable(GL_PROGRAM_POINT_SIZE);
    m_image = {};
  }

  /// Looks along -z at the origin; one unit is `pixelsPerUnit` pixels and the origin a corner of four pixels.
  geometry::Camera camera(double pixelsPerUnit = 1, bool orthographic = true) const {
    geometry::Camera c;
    c.width = static_cast<unsigned>(m_width);
    c.height = static_cast<unsigned>(m_height);
    c.orthographic = orthographic;
    c.fieldOfView = 45;
    c.position = {0, 0, 0.5 * m_height / pixelsPerUnit / std::tan(0.125 * std::acos(-1.0))};
    c.computeClipping = false;
    c.zNear = 0.01 * c.position.z();
    c.zFar = 3 * c.position.z();
    return c;
  }
  gl::DrawContext context(const geometry::Camera& c, float pixelRatio = 1) const {
    gl::DrawContext context;
    context.view = c.viewMatrix().cast<float>();
    context.projection = c.projectionMatrix(c.clipping({})).cast<float>();
    context.width = m_width;
    context.height = m_height;
    context.pixelRatio = pixelRatio;
    return context;
  }

  const gl::Image& image() {
    if (!m_image.empty()) return m_image;
    if (m_drawn.samples() > 0)
      m_resolver.resolve(m_drawn, m_target.id());
    else
      m_drawn.copyTo(m_target.id());
    m_image = {m_width, m_height, std::vector<std::uint8_t>(static_cast<std::size_t>(4 * m_width * m_height))};
    std::vector<std::uint8_t> rows(m_image.rgba.size());
    glPixelStorei(GL_PACK_ALIGNMENT, 1);
    glReadPixels(0, 0, m_width, m_height, GL_RGBA, GL_UNSIGNED_BYTE, rows.data());
    const auto row = static_cast<std::size_t>(4 * m_width);
    for (int y = 0; y < m_height; ++y)
      std::copy_n(rows.data() + static_cast<std::size_t>(m_height - 1 - y) * row, row, m_image.rgba.data() + y * row);
    m_drawn.bind();
    save();
    return m_image;
  }
  /// From the top left.
  Rgb pixel(int x, int y) {
    const auto* p = &image().rgba[static_cast<std::size_t>(4 * (y * m_width + x))];
    return {p[0], p[1], p[2]};
  }
  bool isLit(int x, int y) {
    const Rgb p = pixel(x, y);
    return p[0] + p[1] + p[2] > 0;
  }
  /// Pixels that are not black in a row, a column, or altogether.
  int litInRow(int y) {
    int n = 0;
    for (int x = 0; x < m_width; ++x) n += isLit(x, y);
    return n;
  }
  int litInColumn(int x) {
    int n = 0;
    for (int y = 0; y < m_height; ++y) n += isLit(x, y);
    return n;
  }
  int lit() {
    int n = 0;
    for (int y = 0; y < m_height; ++y) n += litInRow(y);
    return n;
  }
  int width() const { return m_width; }
  int height() const { return m_height; }

 private:
  /// Into the folder SOFA_TEST_PICTURES, if there is one, for people to look at.
  void save() const {
    const char* folder = std::getenv("SOFA_TEST_PICTURES");
    const auto* test = ::testing::UnitTest::GetInstance()->current_test_info();
    if (!folder || !test) return;
    std::ofstream file(fmt::format("{}/{}.{}.ppm", folder, test->test_suite_name(), test->name()), std::ios::binary);
    file << fmt::format("P6 {} {} 255\n", m_width, m_height);
    for (std::size_t i = 0; i < m_image.rgba.size(); i += 4)
      file.write(reinterpret_cast<const char*>(&m_image.rgba[i]), 3);
  }

  gl::OffscreenContext m_context;
  gl::Framebuffer m_drawn, m_target;
  gl::SampleResolver m_resolver;
  int m_width, m_height;
  gl::Image m_image;
};

}  // namespace sofa::test
