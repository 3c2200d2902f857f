// SPDX-License-Identifier: Apache-2.0
#include "Sofa/GL/Picking/OwnerPicker.h"

namespace sofa::gl {
namespace {

/// Distance along the line of sight of a depth in [0, 1]: the third row of the projection, undone.
double alongSight(const DrawContext& context, double depth) {
  const type::Mat4 p = context.projection.cast<double>();
  const double z = 2 * depth - 1;
  return -(p(2, 3) - z * p(3, 3)) / (z * p(3, 2) - p(2, 2));
}

}  // namespace

std::optional<Pick> OwnerPicker::pick(const geometry::Camera& camera, const DrawContext& context, int x, int y,
                                      const std::function<void(const DrawContext&)>& drawIds) {
  if (x < 0 || y < 0 || x >= context.width || y >= context.height) return {};
  const int radius = std::max(1, static_cast<int>(std::lround(reach * context.pixelRatio)));
  const int side = 2 * radius + 1;
  m_target.resize(side, side, 0, GL_R32UI);
  m_target.bind();
  // The framebuffer is a small window on the whole picture.
  DrawContext window = context;
  window.x = radius - x;
  window.y = radius - (context.height - 1 - y);
  glViewport(window.x, window.y, window.width, window.height);
  const GLuint nobody[4] = {0, 0, 0, 0};
  const GLfloat farthest = 1;
  glClearBufferuiv(GL_COLOR, 0, nobody);
  glClearBufferfv(GL_DEPTH, 0, &farthest);
  drawIds(window);

  std::vector<GLuint> owners(static_cast<std::size_t>(side) * side);
  std::vector<GLfloat> depths(owners.size());
  glBindFramebuffer(GL_READ_FRAMEBUFFER, m_target.id());
  glPixelStorei(GL_PACK_ALIGNMENT, 4);
  glReadPixels(0, 0, side, side, GL_RED_INTEGER, GL_UNSIGNED_INT, owners.data());
  glReadPixels(0, 0, side, side, GL_DEPTH_COMPONENT, GL_FLOAT, depths.data());

  int best = -1, bestDistance = radius * radius + 1;
  for (int i = 0; i < side * side; ++i) {
    const int dx = i % side - radius, dy = i / side - radius, distance = dx * dx + dy * dy;
    if (owners[i] != 0 &&
        (distance < bestDistance || (distance == bestDistance && best >= 0 && depths[i] < depths[best])))
      best = i, bestDistance = distance;
  }
  if (best < 0) return {};
  const int column = best % side, row = best / side;
  const geometry::Ray ray = camera.ray(x + column - radius, y - (row - radius));
  const double away = alongSight(context, depths[best]) / ray.direction.dot(camera.viewDirection());
  return Pick{owners[best], ray.origin + away * ray.direction};
}

}  // namespace sofa::gl
