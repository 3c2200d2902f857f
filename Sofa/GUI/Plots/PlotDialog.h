// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <QDialog>
#include <QSortFilterProxyModel>
#include <QStringListModel>

#include "Sofa/GUI/Plots/PlotQuantity.h"

class QComboBox;
class QLabel;
class QLineEdit;
class QListView;
class QPushButton;
class QSpinBox;

namespace sofa::gui {

/// Chooses what to plot: a list of everything that a scene offers, narrowed by the words typed, and how a Data of many
/// numbers becomes one.
class PlotDialog : public QDialog {
  Q_OBJECT

 public:
  explicit PlotDialog(std::vector<PlotCandidate> candidates, QWidget* parent = nullptr);
  /// Narrows the list to what holds all these words.
  void search(const QString& words);
  std::vector<PlotQuantity> chosen() const;

 Q_SIGNALS:
  void quantitiesChosen(const std::vector<sofa::gui::PlotQuantity>& quantities);

 protected:
  void accept() override;

 private:
  void build();
  void updateReduction();
  std::vector<std::size_t> selectedRows() const;

  std::vector<PlotCandidate> m_candidates;
  QStringListModel m_names;
  QSortFilterProxyModel m_matching;
  QLineEdit* m_search = nullptr;
  QListView* m_list = nullptr;
  QComboBox* m_what = nullptr;
  QComboBox* m_component = nullptr;
  QSpinBox* m_element = nullptr;
  QLabel* m_shape = nullptr;
  QPushButton* m_add = nullptr;
};

}  // namespace sofa::gui
