// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <QWidget>

#include "Sofa/GUI/Properties/NumberBox.h"
#include "Sofa/GUI/Viewport/MouseOperations.h"

class QComboBox;

namespace sofa::gui {

/// Which operation each mouse button has while Shift is held, and how stiff its spring is.
class MousePanel : public QWidget {
  Q_OBJECT

 public:
  explicit MousePanel(MouseOperations& operations, QWidget* parent = nullptr);

 private:
  struct Row {
    QComboBox* action = nullptr;
    NumberBox* stiffness = nullptr;
  };
  Row addRow(std::size_t index);
  void changeAction(std::size_t index);
  void refresh();

  MouseOperations& m_operations;
  std::array<Row, 3> m_rows;
};

}  // namespace sofa::gui
