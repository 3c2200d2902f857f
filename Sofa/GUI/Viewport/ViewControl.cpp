// SPDX-License-Identifier: Apache-2.0
#include "Sofa/GUI/Viewport/ViewControl.h"

#include "Sofa/GL/Capture/SceneBox.h"

namespace sofa::gui {

using type::BoundingBox;
using type::Vec3;

namespace {

constexpr double nearerPerNotch = 0.1;
/// Dragging over the whole height of the view with the middle button counts as so many notches.
constexpr double notchesPerHeight = 25;

}  // namespace

void ViewControl::setSize(unsigned width, unsigned height) {
  m_camera.width = m_start.width = std::max(1u, width);
  m_camera.height = m_start.height = std::max(1u, height);
}

void ViewControl::setScene(const BoundingBox& box, const Vec3& gravity) {
  const bool finite = box.min.allFinite() && box.max.allFinite();
  if (finite || box.empty()) m_box = box;
  if (gravity.allFinite()) m_gravity = gravity;
}

/// An empty scene is looked at as if it were a cube about the origin.
BoundingBox ViewControl::shownBox() const {
  if (!m_box.empty() && (m_box.max - m_box.min).norm() > 0) return gl::roomOf(m_box);
  const Vec3 centre = m_box.empty() ? Vec3(Vec3::Zero()) : m_box.min;
  return {centre - Vec3::Ones(), centre + Vec3::Ones()};
}

bool ViewControl::follow() {
  if (!m_following || m_gesture != Gesture::none || m_box.empty()) return false;
  const auto box = shownBox();
  for (int corner = 0; corner < 8; ++corner) {
    const auto side = [&](int i) { return corner >> i & 1 ? box.max[i] : box.min[i]; };
    const Vec3 pixel = m_camera.project(Vec3(side(0), side(1), side(2)));
    const bool isSeen =
        pixel.z() > 0 && pixel.x() >= 0 && pixel.y() >= 0 && pixel.x() < m_camera.width && pixel.y() < m_camera.height;
    if (isSeen) continue;
    m_camera.frameAll(box);
    return true;
  }
  return false;
}

Vec3 ViewControl::up() const { return m_gravity.norm() > 0 ? Vec3(-m_gravity.normalized()) : Vec3(Vec3::UnitY()); }

Vec3 ViewControl::pivot() const {
  switch (m_habits.pivot) {
    case Habits::lookAt:
      return m_camera.lookAt;
    case Habits::eye:
      return m_camera.position;
    case Habits::origin:
      return Vec3::Zero();
    default:
      break;
  }
  const auto box = shownBox();
  return 0.5 * (box.min + box.max);
}

void ViewControl::begin(Gesture gesture, QPointF at) {
  m_gesture = m_habits.activated ? gesture : Gesture::none;
  m_start = m_camera;
  m_from = at;
}

void ViewControl::move(QPointF to) {
  const double dx = to.x() - m_from.x(), dy = to.y() - m_from.y();
  switch (m_gesture) {
    case Gesture::none:
      return;
    case Gesture::rotate: {
      const Vec3 centre = pivot();
      m_camera = m_start;
      m_camera.turn(m_mode == Mode::turntable ? m_start.turntable(dx, dy, up())
                                              : m_start.trackball(m_from.x(), m_from.y(), to.x(), to.y()),
                    centre);
      return;
    }
    case Gesture::pan: {
      // What is at the distance of the point looked at stays under the mouse.
      const double perPixel = m_start.pixelSize(m_start.position + m_start.distance() * m_start.viewDirection());
      const double factor = perPixel * m_habits.panSpeed / Habits{}.panSpeed;
      m_camera = m_start;
      m_camera.pan(-dx * factor, dy * factor, m_habits.fixedLookAt);
      return;
    }
    case Gesture::dolly:
      m_camera = m_start;
      zoom(-notchesPerHeight * dy / m_camera.height);
      return;
  }
}

void ViewControl::zoom(double notches) {
  if (!m_habits.activated) return;
  const auto box = shownBox();
  const double scale = 0.5 * (box.max - box.min).norm();
  const double away = std::max(m_camera.distance(), 1e-3 * scale);
  const double factor = std::pow(1 - nearerPerNotch, notches * m_habits.zoomSpeed / Habits{}.zoomSpeed);
  m_camera.dolly(away * (1 - factor));
  // Close to it the point looked at is pushed along, so that one can go on into the scene.
  if (!m_camera.orthographic && (m_camera.lookAt - m_camera.position).dot(m_camera.viewDirection()) < 0.01 * scale)
    m_camera.lookAt = m_camera.position + 0.01 * scale * m_camera.viewDirection();
}

void ViewControl::frame(const BoundingBox& box) {
  if (box.empty() || !box.min.allFinite() || !box.max.allFinite()) return;
  m_camera.fit(box);
  if (m_camera.distance() <= 0) viewAll();
}

void ViewControl::standardView(StandardView view) {
  const Vec3 y = up();
  Vec3 x = std::abs(y.x()) > 0.9 ? Vec3(Vec3::UnitY()) : Vec3(Vec3::UnitX());
  x = (x - x.dot(y) * y).normalized();
  const Vec3 z = x.cross(y);
  switch (view) {
    case StandardView::front:
      m_camera.lookAlong(-z, y);
      break;
    case StandardView::back:
      m_camera.lookAlong(z, y);
      break;
    case StandardView::left:
      m_camera.lookAlong(x, y);
      break;
    case StandardView::right:
      m_camera.lookAlong(-x, y);
      break;
    case StandardView::top:
      m_camera.lookAlong(-y, -z);
      break;
    case StandardView::bottom:
      m_camera.lookAlong(y, z);
      break;
    case StandardView::isometric:
      m_camera.lookAlong(-(x + y + z), y);
      break;
  }
  viewAll();
}

}  // namespace sofa::gui
