// SPDX-License-Identifier: Apache-2.0
#include "Sofa/GUI/Viewport/MeasureTool.h"

#include <numbers>

namespace sofa::gui {

using type::Vec3;

namespace {

constexpr std::size_t mostPoints = 3;
constexpr type::Color ink{1, 0.9f, 0.2f, 1};
constexpr float pointSize = 9, lineWidth = 2;
constexpr double textScale = 1.2;

Vec3 vertex(const gl::SurfaceVertices& vertices, std::uint32_t i) {
  const float* p = &vertices.positions[3 * std::size_t{i}];
  return {p[0], p[1], p[2]};
}

/// Barycentric coordinates of the point's projection into the plane of the triangle, and how far that lies outside of
/// it or from the point, as a square; nothing for a triangle without area.
std::optional<std::pair<std::array<double, 3>, double>> placeIn(const std::array<Vec3, 3>& t, const Vec3& p) {
  const Vec3 a = t[1] - t[0], b = t[2] - t[0], d = p - t[0], normal = a.cross(b);
  const double area = normal.squaredNorm();
  if (!(area > 0)) return {};
  std::array<double, 3> w{0, d.cross(b).dot(normal) / area, a.cross(d).dot(normal) / area};
  w[0] = 1 - w[1] - w[2];
  double sum = 0;
  for (double& x : w) sum += x = std::max(0.0, x);
  for (double& x : w) x /= sum;
  return std::pair(w, (w[0] * t[0] + w[1] * t[1] + w[2] * t[2] - p).squaredNorm());
}

QString number(double value) { return QString::number(value, 'g', 5); }

}  // namespace

void MeasureTool::setOn(bool on) {
  m_on = on;
  clear();
}

void MeasureTool::clear() {
  m_points.clear();
  m_anchors.clear();
  describe();
}

std::vector<double> MeasureTool::distances() const {
  std::vector<double> all;
  for (std::size_t i = 1; i < m_points.size(); ++i) all.push_back((m_points[i] - m_points[i - 1]).norm());
  return all;
}

std::optional<double> MeasureTool::angle() const {
  if (m_points.size() < mostPoints) return {};
  const Vec3 a = m_points[0] - m_points[1], b = m_points[2] - m_points[1];
  const double sine = a.cross(b).norm(), cosine = a.dot(b);
  if (!(sine > 0) && !(std::abs(cosine) > 0)) return {};
  return std::atan2(sine, cosine) * 180 / std::numbers::pi;
}

QString MeasureTool::text() const {
  if (!m_on) return {};
  if (m_points.empty()) return tr("Click a point to measure from.");
  if (m_points.size() == 1) return tr("Click the point to measure to.");
  QStringList parts;
  for (const double d : distances()) parts.append(number(d));
  QString text = tr("Distance %1").arg(parts.join(", "));
  if (const auto a = angle()) text += tr("; angle %1\u00b0").arg(number(*a));
  return text;
}

/// The triangle of the picked component's surfaces that the point lies in.
MeasureTool::Anchor MeasureTool::anchorOf(const gl::Pick& pick, const gl::Frame& frame) {
  Anchor best;
  double least = std::numeric_limits<double>::infinity();
  for (const auto& surface : frame.surfaces) {
    if (surface.owner != pick.owner || !surface.mesh || !surface.vertices) continue;
    const auto& triangles = surface.mesh->triangles;
    const std::size_t vertices = surface.vertices->positions.size() / 3;
    for (std::size_t i = 0; i + 2 < triangles.size(); i += 3) {
      const std::array corners{triangles[i], triangles[i + 1], triangles[i + 2]};
      if (*std::max_element(corners.begin(), corners.end()) >= vertices) continue;
      const auto place = placeIn({vertex(*surface.vertices, corners[0]), vertex(*surface.vertices, corners[1]),
                                  vertex(*surface.vertices, corners[2])},
                                 pick.position);
      if (!place || !(place->second < least)) continue;
      least = place->second;
      best = {surface.id, surface.mesh, corners, place->first};
    }
  }
  return best;
}

bool MeasureTool::click(const std::optional<gl::Pick>& pick, const gl::Frame& frame) {
  if (!m_on) return m_other.click(pick, frame);
  if (!pick) return true;
  if (m_points.size() >= mostPoints) clear();
  m_points.push_back(pick->position);
  m_anchors.push_back(anchorOf(*pick, frame));
  describe();
  return true;
}

void MeasureTool::frameChanged(const gl::Frame& frame) {
  m_other.frameChanged(frame);
  bool moved = false;
  for (std::size_t i = 0; i < m_points.size(); ++i) {
    const Anchor& anchor = m_anchors[i];
    for (const auto& surface : frame.surfaces) {
      if (surface.id != anchor.surface || surface.mesh != anchor.mesh || !surface.vertices) continue;
      Vec3 p = Vec3::Zero();
      for (std::size_t k = 0; k < 3; ++k) p += anchor.weights[k] * vertex(*surface.vertices, anchor.corners[k]);
      if (!p.allFinite() || p == m_points[i]) continue;
      m_points[i] = p;
      moved = true;
    }
  }
  if (moved) describe();
}

void MeasureTool::describe() {
  m_list.clear();
  for (const Vec3& p : m_points) m_list.point(p, pointSize, ink);
  for (std::size_t i = 1; i < m_points.size(); ++i) {
    const Vec3 &a = m_points[i - 1], &b = m_points[i];
    m_list.line(a, b, lineWidth, ink);
    m_list.text(0.5 * (a + b), " " + number((b - a).norm()).toStdString(), textScale, ink);
  }
  if (const auto a = angle()) m_list.text(m_points[1], " " + number(*a).toStdString() + "\u00b0", textScale, ink);
  Q_EMIT changed(text());
}

}  // namespace sofa::gui
