// SPDX-License-Identifier: Apache-2.0
#include "Sofa/GL/Capture/DefaultLook.h"

#include "Sofa/GL/Capture/SceneBox.h"

namespace sofa::gl {

using type::Vec3;

namespace {

constexpr type::Color topColor{0.17f, 0.21f, 0.28f, 1}, bottomColor{0.52f, 0.57f, 0.63f, 1};
constexpr float shoulder = 0.7f;
/// Of the floor below the scene, in parts of the scene's size; the second when it is pushed down.
constexpr double clearance = 0.06, leastClearance = 0.01, deepest = 2;

}  // namespace

Vec3 upOf(const Vec3& gravity) {
  return gravity.allFinite() && gravity.norm() > 0 ? Vec3(-gravity.normalized()) : Vec3(Vec3::UnitY());
}

void DefaultLook::apply(Frame& frame, bool withBackground) {
  frame.look = {};
  frame.look.shoulder = shoulder;
  frame.look.studioLight = true;
  if (!withBackground) return;
  frame.look.gradient = Look::Gradient{topColor, bottomColor};
  const auto mean = [](float a, float b) { return 0.5f * (a + b); };
  frame.background = {mean(topColor.r, bottomColor.r), mean(topColor.g, bottomColor.g), mean(topColor.b, bottomColor.b),
                      1};
  if (hasExtent(frame.box)) frame.look.floor = floorOf(frame);
}

Look::Floor DefaultLook::floorOf(const Frame& frame) {
  const type::BoundingBox room = roomOf(frame.box);
  const Vec3 up = upOf(frame.gravity), centre = 0.5 * (room.min + room.max), half = 0.5 * (room.max - room.min);
  const double size = 2 * half.norm(), low = up.dot(centre) - half.dot(up.cwiseAbs());
  if (!m_level || frame.step < m_step) m_level = m_first = low - clearance * size;
  m_step = frame.step;
  m_level = std::max(std::min(*m_level, low - leastClearance * size), std::min(*m_level, m_first - deepest * size));
  return {up, centre + (*m_level - up.dot(centre)) * up, half.norm()};
}

}  // namespace sofa::gl
