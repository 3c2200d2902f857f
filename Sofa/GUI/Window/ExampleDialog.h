// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <QDialog>
#include <vector>

class QLabel;
class QListWidget;
class QPushButton;

namespace sofa::gui {

/// A scene that comes with the program.
struct Example {
  QString file, category, name;
  QString help;     ///< the first comment of the file
  QString picture;  ///< png file; empty: none
};

/// Those of the installation (share/sofa/examples), by category and name.
std::vector<Example> examples();

/// Lets the user choose an example by its picture.
class ExampleDialog : public QDialog {
  Q_OBJECT

 public:
  explicit ExampleDialog(QWidget* parent = nullptr);
  /// The scene file; empty if nothing is chosen.
  QString chosen() const;
  QListWidget* list() const { return m_list; }

 private:
  void describe();
  std::vector<Example> m_examples;
  QListWidget* m_list;
  QLabel* m_help;
  QPushButton* m_open;
};

}  // namespace sofa::gui
