// SPDX-License-Identifier: Apache-2.0
#include "Sofa/GL/Overlay/FloorShadow.h"

#include "Sofa/GL/Device/FullScreen.h"

namespace sofa::gl {
namespace {

using type::Vec3;

constexpr int side = 256;       // texels
constexpr double height = 1.6;  // over which things cast shadows, in parts of the radius

/// First along the rows, from depths to darkness; then along the columns. Weights are those of a bell curve over
/// thirteen texels.
constexpr std::string_view blurGlsl = R"(
uniform sampler2D source;
uniform ivec2 step;
uniform bool depths;
out vec4 result;
float darkness(ivec2 p) {
  float value = texelFetch(source, clamp(p, ivec2(0), ivec2(255)), 0).r;
  if (!depths) return value;
  float near = 1.0 - value;
  return near * near;
}
void main() {
  const float weights[7] = float[7](0.1364, 0.1286, 0.1076, 0.0801, 0.0529, 0.0310, 0.0161);
  ivec2 p = ivec2(gl_FragCoord.xy);
  float sum = weights[0] * darkness(p);
  for (int i = 1; i < 7; ++i) sum += weights[i] * (darkness(p + i * step) + darkness(p - i * step));
  result = vec4(sum);
}
)";

}  // namespace

std::pair<Vec3, Vec3> floorAxes(const Vec3& up) {
  int least = 0;
  up.cwiseAbs().minCoeff(&least);
  const Vec3 along = up.cross(Vec3(Vec3::Unit(least))).normalized();
  return {along.cross(up), along};
}

void FloorShadow::allocate() {
  if (m_seen) return;
  makeRenderTexture(m_owners, side, side, GL_R32UI, GL_RED_INTEGER, GL_UNSIGNED_INT);
  makeRenderTexture(m_depths, side, side, GL_DEPTH_COMPONENT32F, GL_DEPTH_COMPONENT, GL_FLOAT);
  makeRenderTexture(m_rows, side, side, GL_R8, GL_RED, GL_UNSIGNED_BYTE);
  makeRenderTexture(m_result, side, side, GL_R8, GL_RED, GL_UNSIGNED_BYTE, GL_LINEAR);
  makeFramebuffer(m_blurred);
  makeFramebuffer(m_seen);
  attachTexture(GL_COLOR_ATTACHMENT0, m_owners);
  attachTexture(GL_DEPTH_ATTACHMENT, m_depths);
  expectComplete(side, side, "the shadow on the floor");
}

void FloorShadow::update(const Look::Floor& floor, const DrawContext& context,
                         const std::function<void(const DrawContext&)>& drawIds, RenderStatistics& statistics) {
  allocate();
  const auto [across, along] = floorAxes(floor.up);
  DrawContext below = context;
  below.x = below.y = 0;
  below.width = below.height = side;
  below.pixelRatio = 1;
  // The depth is the height over the floor; the picture is turned so that its axes are those of the floor.
  below.view.setIdentity();
  const Vec3 rows[3] = {across, along, -floor.up};
  for (int r = 0; r < 3; ++r) {
    below.view.block<1, 3>(r, 0) = rows[r].transpose().cast<float>();
    below.view(r, 3) = static_cast<float>(-rows[r].dot(floor.centre));
  }
  below.projection.setIdentity();
  below.projection(0, 0) = below.projection(1, 1) = static_cast<float>(1 / (reach * floor.radius));
  below.projection(2, 2) = static_cast<float>(-2 / (height * floor.radius));
  below.projection(2, 3) = -1;
  glBindFramebuffer(GL_FRAMEBUFFER, m_seen);
  glViewport(0, 0, side, side);
  const GLuint nobody[4] = {0, 0, 0, 0};
  const GLfloat farthest = 1;
  glClearBufferuiv(GL_COLOR, 0, nobody);
  glClearBufferfv(GL_DEPTH, 0, &farthest);
  drawIds(below);

  if (m_blur.empty()) m_blur = Program("shadow on the floor", fullScreenGlsl, blurGlsl);
  glBindFramebuffer(GL_FRAMEBUFFER, m_blurred);
  glDisable(GL_DEPTH_TEST);
  glDepthMask(GL_FALSE);
  m_blur.use();
  m_blur.set("source", 0);
  m_noVertices.bind();
  glActiveTexture(GL_TEXTURE0);
  const auto pass = [&](GLuint from, GLuint to, int x, int y) {
    attachTexture(GL_COLOR_ATTACHMENT0, to);
    glBindTexture(GL_TEXTURE_2D, from);
    glUniform2i(m_blur.location("step"), x, y);
    m_blur.set("depths", static_cast<int>(x == 1));
    glDrawArrays(GL_TRIANGLES, 0, 3);
    ++statistics.drawCalls;
  };
  pass(m_depths, m_rows, 1, 0);
  pass(m_rows, m_result, 0, 1);
  glBindTexture(GL_TEXTURE_2D, 0);
  glDepthMask(GL_TRUE);
  glEnable(GL_DEPTH_TEST);
}

void FloorShadow::bind(int unit) const { bindTexture(unit, m_result); }

}  // namespace sofa::gl
