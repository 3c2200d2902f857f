// SPDX-License-Identifier: Apache-2.0
#include "Sofa/GUI/Viewport/ViewPanel.h"

#include <QCheckBox>
#include <QComboBox>
#include <QDoubleSpinBox>
#include <QFormLayout>
#include <QGroupBox>
#include <QHBoxLayout>
#include <QLabel>
#include <QPushButton>
#include <QSlider>
#include <QToolButton>
#include <QVBoxLayout>

namespace sofa::gui {

using type::Vec3;

namespace {

constexpr int sliderSteps = 1000;

QDoubleSpinBox* numberField(double value, QWidget* parent) {
  auto* field = new QDoubleSpinBox(parent);
  field->setRange(-1e9, 1e9);
  field->setDecimals(4);
  field->setSingleStep(0.1);
  field->setValue(value);
  field->setButtonSymbols(QAbstractSpinBox::NoButtons);
  field->setMinimumWidth(50);
  return field;
}

}  // namespace

ViewPanel::ViewPanel(Session& session, Viewport& viewport, QWidget* parent) : QWidget(parent), m_viewport(viewport) {
  setObjectName("viewPanel");
  auto* layout = new QVBoxLayout(this);
  layout->addWidget(buildCamera());
  layout->addWidget(buildCutting());
  layout->addStretch();
  connect(&m_viewport, &Viewport::cameraMoved, this, &ViewPanel::readBack);
  connect(&m_viewport, &Viewport::settingsChanged, this, &ViewPanel::readBack);
  connect(&m_viewport, &Viewport::painted, this, &ViewPanel::followScene);
  connect(&session, &Session::loaded, this, [this] { m_box = {}; });
  readBack();
}

QWidget* ViewPanel::buildCamera() {
  auto* box = new QGroupBox("Camera", this);
  auto* form = new QFormLayout(box);
  m_projection = new QComboBox(box);
  m_projection->addItems({"Perspective", "Orthographic"});
  m_projection->setObjectName("projectionField");
  connect(m_projection, &QComboBox::activated, this, [this](int index) {
    if (m_viewport.camera().orthographic != (index == 1)) m_viewport.toggleProjection();
  });
  m_mode = new QComboBox(box);
  m_mode->addItems({"Trackball", "Turntable"});
  m_mode->setToolTip("Turntable keeps the horizon level");
  connect(m_mode, &QComboBox::activated, this,
          [this](int index) { m_viewport.setMode(static_cast<ViewControl::Mode>(index)); });
  m_fieldOfView = new QDoubleSpinBox(box);
  m_fieldOfView->setRange(1, 170);
  m_fieldOfView->setSuffix(QString::fromUtf8(" \u00b0"));
  m_fieldOfView->setToolTip("Vertical angle of view");
  connect(m_fieldOfView, &QDoubleSpinBox::valueChanged, this, [this](double angle) {
    if (m_reading) return;
    auto camera = m_viewport.camera();
    camera.fieldOfView = angle;
    m_viewport.setCamera(camera);
  });
  m_samples = new QComboBox(box);
  for (const int n : {0, 2, 4, 8}) m_samples->addItem(n == 0 ? QString("None") : QString("%1 samples").arg(n), n);
  m_samples->setToolTip("Smooth edges: samples per pixel");
  connect(m_samples, &QComboBox::activated, this, [this](int index) {
    auto view = m_viewport.viewSettings();
    view.samples = m_samples->itemData(index).toInt();
    m_viewport.setViewSettings(view);
  });
  form->addRow("Projection", m_projection);
  form->addRow("Angle of view", m_fieldOfView);
  form->addRow("Mouse turns as", m_mode);
  form->addRow("Smooth edges", m_samples);
  return box;
}

QWidget* ViewPanel::buildCutting() {
  auto* box = new QGroupBox("Cut the scene open", this);
  auto* grid = new QGridLayout(box);
  for (int i = 0; i < 3; ++i) {
    auto& row = m_axes[static_cast<std::size_t>(i)];
    row.on = new QCheckBox(QString("Across %1").arg(QChar('x' + i)), box);
    row.on->setObjectName(QString("cut%1").arg(QChar('X' + i)));
    row.slider = new QSlider(Qt::Horizontal, box);
    row.slider->setRange(0, sliderSteps);
    row.slider->setValue(sliderSteps / 2);
    row.slider->setEnabled(false);
    row.flip = new QToolButton(box);
    row.flip->setText(QString::fromUtf8("\u21c4"));
    row.flip->setCheckable(true);
    row.flip->setToolTip("Keep the other half");
    grid->addWidget(row.on, i, 0);
    grid->addWidget(row.slider, i, 1);
    grid->addWidget(row.flip, i, 2);
    connect(row.on, &QCheckBox::toggled, row.slider, &QWidget::setEnabled);
    connect(row.on, &QCheckBox::toggled, this, &ViewPanel::apply);
    connect(row.slider, &QSlider::valueChanged, this, &ViewPanel::apply);
    connect(row.flip, &QToolButton::toggled, this, &ViewPanel::apply);
  }
  m_free = new QCheckBox("Any plane", box);
  m_free->setObjectName("cutFree");
  grid->addWidget(m_free, 3, 0);
  auto* fromCamera = new QPushButton("Facing the camera", box);
  connect(fromCamera, &QPushButton::clicked, this, &ViewPanel::takeNormalFromCamera);
  grid->addWidget(fromCamera, 3, 1, 1, 2);
  auto* normal = new QHBoxLayout;
  normal->addWidget(new QLabel("normal", box));
  for (int i = 0; i < 3; ++i) normal->addWidget(m_normal[static_cast<std::size_t>(i)] = numberField(i == 0, box), 1);
  normal->addWidget(new QLabel("offset", box));
  normal->addWidget(m_offset = numberField(0, box), 1);
  m_offset->setToolTip("What lies further than this along the normal is cut off");
  grid->addLayout(normal, 4, 0, 1, 3);
  connect(m_free, &QCheckBox::toggled, this, &ViewPanel::apply);
  for (auto* field : {m_normal[0], m_normal[1], m_normal[2], m_offset})
    connect(field, &QDoubleSpinBox::valueChanged, this, &ViewPanel::apply);
  return box;
}

std::vector<gl::ClipPlane> ViewPanel::planes() const {
  std::vector<gl::ClipPlane> planes;
  for (int i = 0; i < 3; ++i) {
    const auto& row = m_axes[static_cast<std::size_t>(i)];
    if (!row.on->isChecked() || m_box.empty()) continue;
    const double part = static_cast<double>(row.slider->value()) / sliderSteps;
    const double at = m_box.min[i] + part * (m_box.max[i] - m_box.min[i]);
    const double sign = row.flip->isChecked() ? -1 : 1;
    planes.push_back({sign * Vec3::Unit(i), sign * at});
  }
  const Vec3 normal(m_normal[0]->value(), m_normal[1]->value(), m_normal[2]->value());
  if (m_free->isChecked() && normal.norm() > 0) planes.push_back({normal.normalized(), m_offset->value()});
  return planes;
}

void ViewPanel::apply() {
  if (m_reading) return;
  if (m_viewport.frame()) m_box = m_viewport.frame()->box;
  auto view = m_viewport.viewSettings();
  view.clipPlanes = planes();
  m_viewport.setViewSettings(view);
}

/// Cuts off what lies between the camera and the middle of the scene.
void ViewPanel::takeNormalFromCamera() {
  const Vec3 normal = -m_viewport.camera().viewDirection();
  const auto frame = m_viewport.frame();
  const Vec3 middle = frame && !frame->box.empty() ? Vec3(0.5 * (frame->box.min + frame->box.max)) : Vec3(Vec3::Zero());
  m_reading = true;
  for (int i = 0; i < 3; ++i) m_normal[static_cast<std::size_t>(i)]->setValue(normal[i]);
  m_offset->setValue(normal.dot(middle));
  m_free->setChecked(true);
  m_reading = false;
  apply();
}

/// A scene that is opened later has another box.
void ViewPanel::followScene() {
  const auto& frame = m_viewport.frame();
  if (!frame || !m_box.empty() || frame->box.empty()) return;
  m_box = frame->box;
  if (!planes().empty()) apply();
}

void ViewPanel::readBack() {
  m_reading = true;
  const auto& camera = m_viewport.camera();
  m_projection->setCurrentIndex(camera.orthographic ? 1 : 0);
  if (!m_fieldOfView->hasFocus()) m_fieldOfView->setValue(camera.fieldOfView);
  m_mode->setCurrentIndex(static_cast<int>(m_viewport.mode()));
  const int samples = m_samples->findData(m_viewport.viewSettings().samples);
  if (samples >= 0) m_samples->setCurrentIndex(samples);
  m_reading = false;
}

}  // namespace sofa::gui
