// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <QAbstractItemModel>
#include <QColor>
#include <memory>

#include "Sofa/GUI/Plots/ProfilerRecorder.h"

namespace sofa::gui {

/// Mean times per step over some samples, as a tree of scopes. Rows keep their place from one look to the next, so that
/// what is expanded stays so.
class ProfilerModel : public QAbstractItemModel {
  Q_OBJECT

 public:
  enum Column { Name, Calls, Milliseconds, Share, Self, SelfShare, ColumnCount };
  struct Row {
    QString name;
    std::uint32_t number = 0;
    int place = 0;  ///< among its siblings
    Row* parent = nullptr;
    std::vector<std::unique_ptr<Row>> children;
    double calls = 0, milliseconds = 0, self = 0;  ///< means per step
    bool plotted = false;
    QColor color;  ///< of its curve
  };
  explicit ProfilerModel(QObject* parent = nullptr) : QAbstractItemModel(parent) {}

  /// Shows the mean of these samples.
  void show(const std::vector<const ProfileSample*>& samples, const std::vector<std::string>& names);
  void clear();
  const Row& root() const { return m_root; }
  /// Null for the invalid index.
  static const Row* rowOf(const QModelIndex& index) { return static_cast<const Row*>(index.internalPointer()); }
  /// Numbers of the scopes from the top to a row.
  static std::vector<std::uint32_t> pathOf(const Row& row);
  /// Path of the component that a row is about; empty if it is about an operation.
  static QString componentOf(const Row& row) { return row.name.startsWith('/') ? row.name : QString(); }
  void setColor(const Row& row, const QColor& color);

  QModelIndex index(int row, int column, const QModelIndex& parent = {}) const override;
  QModelIndex parent(const QModelIndex& index) const override;
  int rowCount(const QModelIndex& parent = {}) const override;
  int columnCount(const QModelIndex& = {}) const override { return ColumnCount; }
  QVariant data(const QModelIndex& index, int role) const override;
  bool setData(const QModelIndex& index, const QVariant& value, int role) override;
  Qt::ItemFlags flags(const QModelIndex& index) const override;
  QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

 Q_SIGNALS:
  void plottedChanged();

 private:
  Row* childOf(Row& parent, std::uint32_t number, const std::vector<std::string>& names);
  QModelIndex indexOf(const Row& row, int column) const;
  void finish(Row& row, double samples);

  Row m_root;
};

/// The part of a sample's time that a path of scopes took (ms); 0 if it is not there.
double millisecondsOf(const ProfileSample& sample, const std::vector<std::uint32_t>& path);

/// What a component took in all, wherever it was called, without what other components took meanwhile.
struct ComponentTime {
  QString path;
  double calls = 0, milliseconds = 0;  ///< means per step
};
/// The longest first.
std::vector<ComponentTime> componentTimes(const std::vector<const ProfileSample*>& samples,
                                          const std::vector<std::string>& names);

}  // namespace sofa::gui
