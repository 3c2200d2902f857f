// SPDX-License-Identifier: Apache-2.0
#include "Sofa/GL/Picture/AmbientOcclusion.h"

#include "Sofa/GL/Device/FullScreen.h"

namespace sofa::gl {
namespace {

/// Places are in the camera's axes. The samples lie on a spiral that is turned by one of sixteen angles, pixel by
/// pixel; the mean over four by four pixels then sees them all.
constexpr std::string_view occlusionGlsl = R"(
uniform sampler2D depths;
uniform mat4 projection;
uniform vec2 size;
uniform float radius;
out vec4 open;
const int samples = 14;
vec3 placeAt(ivec2 p, float depth) {
  vec2 ndc = 2.0 * (vec2(p) + 0.5) / size - 1.0;
  float z = 2.0 * depth - 1.0;
  float away = (projection[3][2] - z * projection[3][3]) / (z * projection[2][3] - projection[2][2]);
  float w = projection[2][3] * away + projection[3][3];
  vec2 xy = (ndc * w - projection[2].xy * away - projection[3].xy) / vec2(projection[0][0], projection[1][1]);
  return vec3(xy, away);
}
vec3 place(ivec2 p) { return placeAt(p, texelFetch(depths, p, 0).r); }
vec3 lesser(vec3 a, vec3 b) { return abs(a.z) < abs(b.z) ? a : b; }
void main() {
  ivec2 p = ivec2(gl_FragCoord.xy), last = ivec2(size) - 1;
  float depth = texelFetch(depths, p, 0).r;
  open = vec4(1.0);
  if (depth >= 1.0) return;
  vec3 at = placeAt(p, depth);
  // Of the neighbours on either side, the one that is likelier to be of the same surface.
  vec3 right = lesser(place(min(p + ivec2(1, 0), last)) - at, at - place(max(p - ivec2(1, 0), ivec2(0))));
  vec3 up = lesser(place(min(p + ivec2(0, 1), last)) - at, at - place(max(p - ivec2(0, 1), ivec2(0))));
  vec3 normal = cross(right, up);
  if (dot(normal, normal) == 0.0) return;
  normal = normalize(normal);
  float w = projection[2][3] * at.z + projection[3][3];
  float reach = clamp(0.5 * size.y * projection[1][1] * radius / w, 3.0, 0.12 * size.y);
  float turn = 6.2832 * float((p.x & 3) * 4 + (p.y & 3)) / 16.0;
  float sum = 0.0;
  for (int i = 0; i < samples; ++i) {
    float part = (float(i) + 0.5) / float(samples), angle = turn + 2.4 * float(i);
    ivec2 q = p + ivec2(round(reach * sqrt(part) * vec2(cos(angle), sin(angle))));
    if (any(lessThan(q, ivec2(0))) || any(greaterThan(q, last))) continue;
    vec3 to = place(q) - at;
    float away = length(to);
    float height = dot(to, normal) / max(away, 1e-20);
    sum += max(height - 0.08, 0.0) * max(1.0 - away * away / (radius * radius), 0.0);
  }
  open = vec4(clamp(1.0 - 2.2 * sum / float(samples), 0.25, 1.0));
}
)";

constexpr std::string_view smoothGlsl = R"(
uniform sampler2D opens, depths;
uniform mat4 projection;
uniform float radius;
out vec4 factor;
float away(ivec2 p) {
  float z = 2.0 * texelFetch(depths, p, 0).r - 1.0;
  return (projection[3][2] - z * projection[3][3]) / (z * projection[2][3] - projection[2][2]);
}
void main() {
  ivec2 p = ivec2(gl_FragCoord.xy), last = textureSize(opens, 0) - 1;
  if (texelFetch(depths, p, 0).r >= 1.0) discard;
  float here = away(p), sum = 0.0, count = 0.0;
  for (int y = -2; y < 2; ++y)
    for (int x = -2; x < 2; ++x) {
      ivec2 q = clamp(p + ivec2(x, y), ivec2(0), last);
      if (abs(away(q) - here) > 0.3 * radius) continue;
      sum += texelFetch(opens, q, 0).r;
      count += 1.0;
    }
  factor = vec4(vec3(count > 0.0 ? sum / count : 1.0), 1.0);
}
)";

}  // namespace

void AmbientOcclusion::resize(int width, int height) {
  if (m_depthBuffer && m_width == width && m_height == height) return;
  m_width = width, m_height = height;
  makeRenderTexture(m_depths, width, height, GL_DEPTH_COMPONENT32F, GL_DEPTH_COMPONENT, GL_FLOAT);
  makeRenderTexture(m_open, width, height, GL_R8, GL_RED, GL_UNSIGNED_BYTE);
  makeFramebuffer(m_depthBuffer);
  attachTexture(GL_DEPTH_ATTACHMENT, m_depths);
  glDrawBuffer(GL_NONE);
  glReadBuffer(GL_NONE);
  makeFramebuffer(m_openBuffer);
  attachTexture(GL_COLOR_ATTACHMENT0, m_open);
  expectComplete(width, height, "ambient occlusion");
}

void AmbientOcclusion::apply(const Framebuffer& canvas, const DrawContext& context, double radius,
                             RenderStatistics& statistics) {
  resize(canvas.width(), canvas.height());
  glBindFramebuffer(GL_READ_FRAMEBUFFER, canvas.id());
  glBindFramebuffer(GL_DRAW_FRAMEBUFFER, m_depthBuffer);
  glBlitFramebuffer(0, 0, m_width, m_height, 0, 0, m_width, m_height, GL_DEPTH_BUFFER_BIT, GL_NEAREST);
  glDisable(GL_DEPTH_TEST);
  glDepthMask(GL_FALSE);
  m_noVertices.bind();
  if (m_occlusion.empty()) {
    m_occlusion = Program("ambient occlusion", fullScreenGlsl, occlusionGlsl);
    m_smooth = Program("smooth ambient occlusion", fullScreenGlsl, smoothGlsl);
  }
  bindTexture(1, m_depths);
  bindTexture(0, m_open);
  glBindFramebuffer(GL_FRAMEBUFFER, m_openBuffer);
  const auto draw = [&](Program& program) {
    program.use();
    program.set("opens", 0);
    program.set("depths", 1);
    program.set("projection", context.projection);
    program.set("size", static_cast<float>(m_width), static_cast<float>(m_height));
    program.set("radius", static_cast<float>(radius));
    glDrawArrays(GL_TRIANGLES, 0, 3);
    ++statistics.drawCalls;
  };
  draw(m_occlusion);
  canvas.bind();
  glEnable(GL_BLEND);
  glBlendEquation(GL_FUNC_ADD);
  glBlendFuncSeparate(GL_DST_COLOR, GL_ZERO, GL_ZERO, GL_ONE);
  draw(m_smooth);
  glDisable(GL_BLEND);
  bindTexture(1, 0);
  bindTexture(0, 0);
  glDepthMask(GL_TRUE);
  glEnable(GL_DEPTH_TEST);
}

}  // namespace sofa::gl
