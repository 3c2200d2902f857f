// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "Sofa/GL/Capture/FieldColors.h"
#include "Sofa/GUI/Session/Session.h"

namespace sofa::gui {

/// Shows a quantity of the scene as colours on the surface it belongs to, with a legend: stresses, displacements,
/// velocities, forces, or any list of numbers that has one per point or element.
class ColorBy : public QObject {
  Q_OBJECT

 public:
  explicit ColorBy(Session& session, QObject* parent = nullptr);
  ~ColorBy() override;

  /// None: the scene as it is.
  const std::optional<gl::Field>& field() const { return m_field; }
  const gl::FieldOptions& options() const { return m_options; }
  void setField(std::optional<gl::Field> field);
  void setOptions(const gl::FieldOptions& options);
  /// Value of the field where the ray meets the surface first.
  std::optional<double> valueAt(const geometry::Ray& ray) const;
  /// Name and unit of the field with a value: "vonMisesPerNode = 1200 Pa".
  QString describe(double value) const;

 Q_SIGNALS:
  void changed();
  /// The smallest and largest value of what is shown now.
  void rangeChanged(double min, double max);
  /// Why nothing is shown; empty if all is well.
  void problem(const QString& text);

 private:
  class Painter;
  void apply();
  void readResult();

  Session& m_session;
  std::optional<gl::Field> m_field;
  gl::FieldOptions m_options;
  std::shared_ptr<Painter> m_painter;
  std::shared_ptr<const gl::FieldSnapshot> m_snapshot;
  QString m_problem;
};

}  // namespace sofa::gui
