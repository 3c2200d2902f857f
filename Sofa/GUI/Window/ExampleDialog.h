// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <QDialog>
#include <vector>

class QLabel;
class QLineEdit;
class QListWidget;
class QPushButton;

namespace sofa::gui {

/// A scene that comes with the program.
struct Example {
  QString file, category, name;
  QString group;    ///< what scenes of the category are about
  QString help;     ///< the first comment of the file
  QString picture;  ///< png file; empty: none
};

/// Those of the installation (share/sofa/examples), by group and name: what one wants to see first, then what one
/// learns from, and what verifies methods last.
std::vector<Example> examples();

/// Lets the user choose an example by its picture, of a group or by words that its name, group or comment holds.
class ExampleDialog : public QDialog {
  Q_OBJECT

 public:
  explicit ExampleDialog(QWidget* parent = nullptr);
  /// The scene file; empty if nothing is chosen.
  QString chosen() const;
  QListWidget* list() const { return m_list; }

 private:
  void fillList();
  void fillGroups();
  void filter();
  void describe();
  std::vector<Example> m_examples;
  QLineEdit* m_search;
  QListWidget *m_groups, *m_list;
  QLabel* m_help;
  QPushButton* m_open;
};

}  // namespace sofa::gui
