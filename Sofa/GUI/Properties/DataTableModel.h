// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <QAbstractTableModel>
#include <functional>
#include <list>
#include <unordered_map>
#include <vector>

#include "Sofa/GUI/Properties/DataEditor.h"

namespace sofa::gui {

/// The numbers of a list, one row per element. Rows are fetched from the simulation's thread in blocks when a view
/// looks at them, and forgotten again, so that a million rows cost what is on the screen. Until a block is there its
/// cells are empty; while a new one is on its way the old one is shown.
class DataTableModel : public QAbstractTableModel {
  Q_OBJECT

 public:
  DataTableModel(EditorContext context, const DataSnapshot& snapshot, QObject* parent = nullptr);
  /// The Data as it is now: rows come and go, and what is shown is fetched anew if the value changed.
  void setSnapshot(const DataSnapshot& snapshot);

  int rowCount(const QModelIndex& parent = {}) const override;
  int columnCount(const QModelIndex& parent = {}) const override;
  QVariant data(const QModelIndex& index, int role) const override;
  QVariant headerData(int section, Qt::Orientation orientation, int role) const override;
  Qt::ItemFlags flags(const QModelIndex& index) const override;
  /// Writes one scalar.
  bool setData(const QModelIndex& index, const QVariant& value, int role) override;
  /// New elements repeat the one before them, or are zero.
  bool insertRows(int row, int count, const QModelIndex& parent = {}) override;
  bool removeRows(int row, int count, const QModelIndex& parent = {}) override;

  bool isReadOnly() const { return m_snapshot.readOnly || !m_snapshot.linkPath.isEmpty(); }
  const DataSnapshot& snapshot() const { return m_snapshot; }
  /// The scalars of `count` rows from `first` on, as they are in the scene.
  void fetch(std::size_t first, std::size_t count, std::function<void(std::vector<double>)> receive);
  /// Comma-separated values, a line per row, of a rectangle of cells.
  void copy(int firstRow, int rows, int firstColumn, int columns, std::function<void(QString)> receive);
  /// Writes lines of values separated by commas, semicolons, tabs or spaces from a cell on; whole rows may go beyond
  /// the end and are added.
  void paste(int row, int column, const QString& text);
  std::size_t cachedBlocks() const { return m_blocks.size(); }

  static constexpr int blockRows = 512;
  static constexpr std::size_t mostBlocks = 64;
  static constexpr std::size_t mostCopied = 3'000'000;  ///< scalars

 Q_SIGNALS:
  void problem(const QString& why);

 private:
  struct Block {
    std::vector<double> scalars;
    int counter = 0;  ///< the Data's when it was read
    std::list<int>::iterator use;
  };
  struct Answer {
    bool good = false;
    int counter = 0;
    std::size_t rows = 0;
    std::vector<std::pair<int, std::vector<double>>> blocks;
  };
  const double* find(int row, int column) const;
  void want(int block) const;
  void askForBlocks();
  void receive(Answer answer);
  void setRows(std::size_t rows);

  EditorContext m_context;
  DataSnapshot m_snapshot;
  int m_rows = 0;
  QStringList m_names;
  mutable std::unordered_map<int, Block> m_blocks;
  mutable std::list<int> m_used;  // block numbers, the latest used in front
  mutable std::vector<int> m_wanted;
  mutable bool m_scheduled = false;
  bool m_asking = false;
};

}  // namespace sofa::gui
