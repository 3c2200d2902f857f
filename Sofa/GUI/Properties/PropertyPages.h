// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <QScrollArea>

#include "Sofa/GUI/Properties/DataEditor.h"

class QFormLayout;
class QGridLayout;
class QLabel;
class QPlainTextEdit;

namespace sofa::gui {

/// The links of an object: what they are for, their paths, which can be edited, and their targets, which can be gone
/// to.
class PropertyLinksPage : public QScrollArea {
  Q_OBJECT

 public:
  explicit PropertyLinksPage(QWidget* parent = nullptr);
  void build(const ObjectSnapshot& object, const EditorContext& context);
  void refresh(const std::vector<LinkSnapshot>& links);
  void refuse(const QString& link, const QString& why);
  bool has(const QString& link) const { return m_rows.contains(link); }

 Q_SIGNALS:
  void followRequested(const sofa::gui::ObjectHandle& object);

 private:
  struct Row {
    class TextField* path;
    QLabel *targets, *problem;
    std::vector<ObjectHandle> handles;
  };
  void addRow(QGridLayout* grid, const LinkSnapshot& link, const EditorContext& context);
  void showLink(Row& row, const LinkSnapshot& link);

  QMap<QString, Row> m_rows;
};

/// Where an object comes from and what its class is for.
class PropertyInfoPage : public QScrollArea {
  Q_OBJECT

 public:
  explicit PropertyInfoPage(QWidget* parent = nullptr);
  void build(const ObjectSnapshot& object, Session& session);

 private:
  QFormLayout* m_form = nullptr;
};

/// Energies and momenta of a node and all below it, with their course over the last samples.
class PropertyEnergyPage : public QWidget {
  Q_OBJECT

 public:
  explicit PropertyEnergyPage(QWidget* parent = nullptr);
  /// Another node, or the scene started anew.
  void clear();
  void add(const EnergySnapshot& sample);
  const std::vector<EnergySnapshot>& samples() const { return m_samples; }
  static constexpr std::size_t mostSamples = 500;

 private:
  std::vector<EnergySnapshot> m_samples;
  QLabel* m_values;
  class EnergyCurves* m_curves;
};

}  // namespace sofa::gui
