// SPDX-License-Identifier: Apache-2.0
#include "Sofa/GUI/Viewport/MousePanel.h"

#include <QComboBox>
#include <QGridLayout>
#include <QLabel>
#include <QPushButton>

namespace sofa::gui {

using gl::MouseAction;
using gl::MouseButton;

namespace {

/// What the panel's number is for the button's operation.
double& numberOf(MouseButton& button) {
  if (button.action == MouseAction::incise) return button.depth;
  if (button.action == MouseAction::remove) return button.radius;
  return button.stiffness;
}

}  // namespace

MousePanel::MousePanel(MouseOperations& operations, QWidget* parent) : QWidget(parent), m_operations(operations) {
  setObjectName("mousePanel");
  auto* layout = new QGridLayout(this);
  layout->addWidget(new QLabel(tr("Shift + button"), this), 0, 0);
  layout->addWidget(new QLabel(tr("Operation"), this), 0, 1);
  layout->addWidget(new QLabel(tr("Stiffness or size"), this), 0, 2);
  for (std::size_t i = 0; i < m_rows.size(); ++i) m_rows[i] = addRow(i);
  auto* hint =
      new QLabel(tr("The wheel changes the stiffness while a body is pulled. Fixed points and stitches stay until the "
                    "scene is reset."),
                 this);
  hint->setWordWrap(true);
  layout->addWidget(hint, 4, 0, 1, 3);
  auto* undo = new QPushButton(tr("Undo the last cut"), this);
  undo->setObjectName("undoMeshChange");
  undo->setToolTip(tr("Puts the whole scene back to where it was when the mouse was pressed, time included"));
  undo->setEnabled(m_operations.canUndoMeshChange());
  connect(undo, &QPushButton::clicked, &m_operations, &MouseOperations::undoMeshChange);
  connect(&m_operations, &MouseOperations::undoableChanged, undo,
          [this, undo] { undo->setEnabled(m_operations.canUndoMeshChange()); });
  layout->addWidget(undo, 5, 0, 1, 3);
  layout->setRowStretch(6, 1);
  layout->setColumnStretch(1, 1);
  connect(&m_operations, &MouseOperations::buttonsChanged, this, &MousePanel::refresh);
  refresh();
}

MousePanel::Row MousePanel::addRow(std::size_t index) {
  static const std::array<QString, 3> names{"Left", "Middle", "Right"};
  const std::array<QString, 3> labels{tr("Left"), tr("Middle"), tr("Right")};
  auto* layout = static_cast<QGridLayout*>(QWidget::layout());
  const int line = static_cast<int>(index) + 1;
  layout->addWidget(new QLabel(labels[index], this), line, 0);

  Row row{new QComboBox(this), new NumberBox(this)};
  row.action->setObjectName("mouseAction" + names[index]);
  const auto add = [&](const QString& text, MouseAction action, const QString& help) {
    row.action->addItem(text, static_cast<int>(action));
    row.action->setItemData(row.action->count() - 1, help, Qt::ToolTipRole);
  };
  add(tr("None"), MouseAction::none, tr("The button moves the camera, as without Shift"));
  add(tr("Attach"), MouseAction::attach, tr("Pulls the picked body by a spring"));
  add(tr("Fix"), MouseAction::fix, tr("Holds the picked point where it is until the scene is reset"));
  add(tr("Attach by constraint"), MouseAction::constraintAttach,
      tr("Ties the picked point to the mouse; needs a FreeMotionAnimationLoop"));
  add(tr("Incise"), MouseAction::incise,
      tr("Cuts the mesh of the picked body along the way of the mouse, to that depth behind the picked point; 0: all "
         "through"));
  add(tr("Remove"), MouseAction::remove,
      tr("Removes the elements under the mouse whose centres are that near to it; 0: one at a time"));
  add(tr("Suture"), MouseAction::suture,
      tr("Stitches the point where the button is pressed to the one where it is released, until the scene is reset"));
  row.stiffness->setObjectName("mouseStiffness" + names[index]);
  layout->addWidget(row.action, line, 1);
  layout->addWidget(row.stiffness, line, 2);

  connect(row.action, &QComboBox::activated, this, [this, index] { changeAction(index); });
  connect(row.stiffness, &NumberBox::valueChanged, this, [this, index](double value) {
    MouseButton button = m_operations.buttons()[index];
    numberOf(button) = value;
    m_operations.setButton(index, button);
  });
  return row;
}

void MousePanel::changeAction(std::size_t index) {
  const auto action = static_cast<MouseAction>(m_rows[index].action->currentData().toInt());
  if (action != m_operations.buttons()[index].action) m_operations.setButton(index, MouseButton::standard(action));
}

void MousePanel::refresh() {
  for (std::size_t i = 0; i < m_rows.size(); ++i) {
    MouseButton button = m_operations.buttons()[i];
    m_rows[i].action->setCurrentIndex(m_rows[i].action->findData(static_cast<int>(button.action)));
    const QSignalBlocker blocker(m_rows[i].stiffness);
    const bool length = &numberOf(button) != &button.stiffness;
    m_rows[i].stiffness->setRange(length ? 0 : 1e-6, 1e12);
    m_rows[i].stiffness->setSuffix(length ? tr(" m") : tr(" N/m"));
    m_rows[i].stiffness->setValue(numberOf(button));
    m_rows[i].stiffness->setEnabled(button.action != MouseAction::none &&
                                    button.action != MouseAction::constraintAttach);
  }
}

}  // namespace sofa::gui
