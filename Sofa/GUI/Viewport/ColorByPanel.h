// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <QWidget>

#include "Sofa/GUI/Properties/NumberBox.h"
#include "Sofa/GUI/Session/Selection.h"
#include "Sofa/GUI/Viewport/ColorBy.h"

class QCheckBox;
class QComboBox;
class QLabel;

namespace sofa::gui {

/// Chooses the quantity that bodies are coloured by, its colours and its range. Quantities of the selected component
/// come first.
class ColorByPanel : public QWidget {
  Q_OBJECT

 public:
  ColorByPanel(Session& session, Selection& selection, ColorBy& colorBy, QWidget* parent = nullptr);

 private:
  void build();
  void connectWidgets();
  void askFields();
  void fill(std::vector<gl::Field> fields);
  void sort();
  void chooseField(int row);
  void changeOptions();
  void showRange(double min, double max);

  Session& m_session;
  Selection& m_selection;
  ColorBy& m_colorBy;
  std::vector<gl::Field> m_fields;  // one per row of the list after the first
  QComboBox* m_list = nullptr;
  QComboBox* m_scheme = nullptr;
  QCheckBox* m_automatic = nullptr;
  QComboBox* m_where = nullptr;
  NumberBox* m_min = nullptr;
  NumberBox* m_max = nullptr;
  QLabel* m_problem = nullptr;
};

}  // namespace sofa::gui
