// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <QWidget>
#include <array>

#include "Sofa/GUI/Viewport/Viewport.h"

class QCheckBox;
class QComboBox;
class QDoubleSpinBox;
class QFormLayout;
class QSlider;
class QToolButton;

namespace sofa::gui {

/// How the view shows the scene: projection, movement, background, and planes that cut it open.
class ViewPanel : public QWidget {
  Q_OBJECT

 public:
  ViewPanel(Session& session, Viewport& viewport, QWidget* parent = nullptr);

 private:
  /// Cuts at a part of the scene's box along an axis.
  struct AxisRow {
    QCheckBox* on = nullptr;
    QSlider* slider = nullptr;
    QToolButton* flip = nullptr;
  };
  QWidget* buildCamera();
  QWidget* buildCutting();
  void apply();
  void takeNormalFromCamera();
  void readBack();
  void followScene();
  std::vector<gl::ClipPlane> planes() const;

  Viewport& m_viewport;
  std::array<AxisRow, 3> m_axes;
  QCheckBox* m_free = nullptr;
  std::array<QDoubleSpinBox*, 3> m_normal{};
  QDoubleSpinBox* m_offset = nullptr;
  QDoubleSpinBox* m_fieldOfView = nullptr;
  QComboBox *m_projection = nullptr, *m_mode = nullptr, *m_samples = nullptr;
  type::BoundingBox m_box;
  bool m_reading = false;
};

}  // namespace sofa::gui
