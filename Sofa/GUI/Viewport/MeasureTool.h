// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <QObject>

#include "Sofa/GUI/Viewport/ViewportTool.h"

namespace sofa::gui {

/// Measures in the view: clicks set points on what is seen, two points tell their distance and a third the angle at the
/// second; a fourth begins anew. Points on surfaces move with them. While it is off, and for all but clicks, another
/// tool has the mouse.
class MeasureTool : public QObject, public ViewportTool {
  Q_OBJECT

 public:
  explicit MeasureTool(ViewportTool& other, QObject* parent = nullptr) : QObject(parent), m_other(other) {}

  bool isOn() const { return m_on; }
  /// Off, the points are forgotten.
  void setOn(bool on);
  void clear();
  const std::vector<type::Vec3>& points() const { return m_points; }
  /// Between neighbours (in the scene's unit of length); the angle at the second point in degrees, with three points.
  std::vector<double> distances() const;
  std::optional<double> angle() const;
  /// What is told of it: "Distance 0.25; angle 90 deg"
  QString text() const;

  bool mousePress(QMouseEvent* event, const geometry::Camera& camera, double pixelRatio) override {
    return m_other.mousePress(event, camera, pixelRatio);
  }
  void mouseMove(QMouseEvent* event, const geometry::Camera& camera, double pixelRatio) override {
    m_other.mouseMove(event, camera, pixelRatio);
  }
  void mouseRelease(QMouseEvent* event, const geometry::Camera& camera, double pixelRatio) override {
    m_other.mouseRelease(event, camera, pixelRatio);
  }
  void hover(QPointF position, Qt::KeyboardModifiers keys, const geometry::Camera& camera, double ratio) override {
    m_other.hover(position, keys, camera, ratio);
  }
  bool wheel(QWheelEvent* event, const geometry::Camera& camera, double pixelRatio) override {
    return m_other.wheel(event, camera, pixelRatio);
  }
  bool click(const std::optional<gl::Pick>& pick, const gl::Frame& frame) override;
  void frameChanged(const gl::Frame& frame) override;
  const core::DrawList* extra() override { return m_other.extra(); }
  const core::DrawList* onTop() override { return m_on ? &m_list : nullptr; }

 Q_SIGNALS:
  void changed(const QString& text);

 private:
  /// Where a point is held: a place in a triangle of a surface, or nowhere.
  struct Anchor {
    std::uint64_t surface = 0;
    std::shared_ptr<const gl::SurfaceMesh> mesh;  ///< null: the point stays where it is
    std::array<std::uint32_t, 3> corners{};
    std::array<double, 3> weights{};
  };
  static Anchor anchorOf(const gl::Pick& pick, const gl::Frame& frame);
  void describe();

  ViewportTool& m_other;
  bool m_on = false;
  std::vector<type::Vec3> m_points;
  std::vector<Anchor> m_anchors;
  core::DrawList m_list;
};

}  // namespace sofa::gui
