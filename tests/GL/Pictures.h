// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <gtest/gtest.h>

#include <cstdlib>

#include "Sofa/GL/Device/OffscreenContext.h"
#include "Sofa/GL/Overlay/GridRenderer.h"
#include "Sofa/GL/Picture/Renderer.h"

/// Pictures of the whole renderer, and questions about their pixels.
namespace sofa::test {

using Rgb = std::array<int, 3>;

class Picture {
 public:
  explicit Picture(gl::Image image) : m_image(std::move(image)) {}
  Rgb operator()(int x, int y) const {
    const auto* p = &m_image.rgba[4 * static_cast<std::size_t>(y * m_image.width + x)];
    return {p[0], p[1], p[2]};
  }
  /// The pixel that Camera::project() names.
  Rgb at(const type::Vec3& pixel) const {
    return (*this)(static_cast<int>(std::lround(pixel.x())), static_cast<int>(std::lround(pixel.y())));
  }
  template <class Condition>
  int countIn(int left, int top, int right, int bottom, Condition condition) const {
    int n = 0;
    for (int y = top; y < bottom; ++y)
      for (int x = left; x < right; ++x) n += condition((*this)(x, y));
    return n;
  }
  template <class Condition>
  int countIf(Condition condition) const {
    return countIn(0, 0, m_image.width, m_image.height, condition);
  }
  int brightIn(int left, int top, int right, int bottom) const {
    return countIn(left, top, right, bottom, [](const Rgb& c) { return c[0] + c[1] + c[2] > 300; });
  }
  int darkIn(int left, int top, int right, int bottom) const {
    return countIn(left, top, right, bottom, [](const Rgb& c) { return c[0] + c[1] + c[2] < 300; });
  }
  /// Left, top, right and bottom pixel of those that fulfil the condition.
  template <class Condition>
  std::array<int, 4> boxOf(Condition condition) const {
    std::array<int, 4> box{m_image.width, m_image.height, -1, -1};
    for (int y = 0; y < m_image.height; ++y)
      for (int x = 0; x < m_image.width; ++x)
        if (condition((*this)(x, y)))
          box = {std::min(box[0], x), std::min(box[1], y), std::max(box[2], x), std::max(box[3], y)};
    return box;
  }
  const gl::Image& image() const { return m_image; }

 private:
  gl::Image m_image;
};

inline int count(const Picture& picture, const Rgb& color) {
  return picture.countIf([&](const Rgb& c) { return c == color; });
}
inline bool isNear(const Rgb& a, const Rgb& b, int tolerance) {
  for (std::size_t i = 0; i < 3; ++i)
    if (std::abs(a[i] - b[i]) > tolerance) return false;
  return true;
}

/// A black frame of 400 x 300 pixels, seen from (0, 0, 5).
class PictureTest : public ::testing::Test {
 protected:
  PictureTest() {
    view.camera.width = 400;
    view.camera.height = 300;
    view.camera.position = {0, 0, 5};
    view.samples = 4;
  }
  ~PictureTest() override { EXPECT_EQ(glGetError(), static_cast<GLenum>(GL_NO_ERROR)); }

  /// Also into the folder SOFA_TEST_PICTURES, if there is one, for people to look at.
  Picture draw(const std::string& name = {}) {
    Picture picture(m_renderer.drawImage(frame, view));
    const auto* test = ::testing::UnitTest::GetInstance()->current_test_info();
    std::string reason;
    if (const char* folder = std::getenv("SOFA_TEST_PICTURES"))
      gl::writePng(fmt::format("{}/{}.{}{}.png", folder, test->test_suite_name(), test->name(), name), picture.image(),
                   reason);
    return picture;
  }
  gl::Renderer& renderer() { return m_renderer; }

  gl::Frame frame;
  gl::View view;

 private:
  gl::OffscreenContext m_context;
  gl::Renderer m_renderer;
};

}  // namespace sofa::test
