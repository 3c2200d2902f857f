// SPDX-License-Identifier: Apache-2.0
#include "Sofa/GUI/Plots/ProfilerModel.h"

#include <algorithm>

namespace sofa::gui {
namespace {

QString percent(double part, double whole) {
  return whole > 0 ? QString::number(100 * part / whole, 'f', 1) + " %" : QString();
}

}  // namespace

double millisecondsOf(const ProfileSample& sample, const std::vector<std::uint32_t>& path) {
  double sum = 0;
  std::size_t matched = 0;  // scopes of the path that the present one is in
  for (const auto& scope : sample.scopes) {
    matched = std::min<std::size_t>(matched, scope.depth);
    if (matched != scope.depth || matched >= path.size() || path[matched] != scope.name) continue;
    if (++matched == path.size()) sum += scope.milliseconds;
  }
  return sum;
}

std::vector<ComponentTime> componentTimes(const std::vector<const ProfileSample*>& samples,
                                          const std::vector<std::string>& names) {
  struct Sum {
    double calls = 0, milliseconds = 0;
  };
  std::unordered_map<std::uint32_t, Sum> sums;
  std::vector<std::uint32_t> open;  // the innermost component of each depth; none is noComponent
  constexpr std::uint32_t noComponent = ~0u;
  for (const auto* sample : samples) {
    open.clear();
    for (const auto& scope : sample->scopes) {
      open.resize(scope.depth);
      const std::uint32_t outer = open.empty() ? noComponent : open.back();
      const bool component = scope.name < names.size() && names[scope.name].starts_with('/');
      open.push_back(component ? scope.name : outer);
      if (!component) continue;
      sums[scope.name].calls += scope.calls;
      sums[scope.name].milliseconds += scope.milliseconds;
      if (outer != noComponent) sums[outer].milliseconds -= scope.milliseconds;
    }
  }
  std::vector<ComponentTime> times;
  times.reserve(sums.size());
  const double n = std::max<double>(1, static_cast<double>(samples.size()));
  for (const auto& [name, sum] : sums)
    times.push_back({QString::fromStdString(names[name]), sum.calls / n, std::max(0.0, sum.milliseconds / n)});
  std::sort(times.begin(), times.end(), [](const auto& a, const auto& b) {
    return a.milliseconds != b.milliseconds ? a.milliseconds > b.milliseconds : a.path < b.path;
  });
  return times;
}

// --- Values ----------------------------------------------------------------------------------------------------------

ProfilerModel::Row* ProfilerModel::childOf(Row& parent, std::uint32_t number, const std::vector<std::string>& names) {
  for (const auto& child : parent.children)
    if (child->number == number) return child.get();
  const int place = static_cast<int>(parent.children.size());
  beginInsertRows(&parent == &m_root ? QModelIndex() : indexOf(parent, 0), place, place);
  auto row = std::make_unique<Row>();
  row->name = number < names.size() ? QString::fromStdString(names[number]) : QString();
  row->number = number;
  row->place = place;
  row->parent = &parent;
  Row* added = parent.children.emplace_back(std::move(row)).get();
  endInsertRows();
  return added;
}

void ProfilerModel::finish(Row& row, double samples) {
  row.calls /= samples;
  row.milliseconds /= samples;
  double below = 0;
  for (auto& child : row.children) {
    finish(*child, samples);
    below += child->milliseconds;
  }
  row.self = std::max(0.0, row.milliseconds - below);
}

void ProfilerModel::show(const std::vector<const ProfileSample*>& samples, const std::vector<std::string>& names) {
  const std::function<void(Row&)> empty = [&](Row& row) {
    row.calls = row.milliseconds = row.self = 0;
    for (auto& child : row.children) empty(*child);
  };
  empty(m_root);
  std::vector<Row*> open;
  for (const auto* sample : samples) {
    open.assign(1, &m_root);
    for (const auto& scope : sample->scopes) {
      open.resize(scope.depth + 1);
      Row* row = childOf(*open.back(), scope.name, names);
      row->calls += scope.calls;
      row->milliseconds += scope.milliseconds;
      open.push_back(row);
    }
    m_root.milliseconds += sample->milliseconds;
  }
  finish(m_root, std::max<double>(1, static_cast<double>(samples.size())));
  const std::function<void(const QModelIndex&)> tell = [&](const QModelIndex& parent) {
    const int rows = rowCount(parent);
    if (rows == 0) return;
    Q_EMIT dataChanged(index(0, 0, parent), index(rows - 1, ColumnCount - 1, parent));
    for (int r = 0; r < rows; ++r) tell(index(r, 0, parent));
  };
  tell({});
}

void ProfilerModel::clear() {
  beginResetModel();
  m_root = {};
  endResetModel();
}

std::vector<std::uint32_t> ProfilerModel::pathOf(const Row& row) {
  std::vector<std::uint32_t> path;
  for (const Row* r = &row; r->parent; r = r->parent) path.push_back(r->number);
  std::reverse(path.begin(), path.end());
  return path;
}

void ProfilerModel::setColor(const Row& row, const QColor& color) {
  const_cast<Row&>(row).color = color;
  const QModelIndex changed = indexOf(row, Name);
  Q_EMIT dataChanged(changed, changed, {Qt::DecorationRole});
}

// --- The view's questions --------------------------------------------------------------------------------------------

QModelIndex ProfilerModel::indexOf(const Row& row, int column) const {
  return createIndex(row.place, column, const_cast<Row*>(&row));
}

QModelIndex ProfilerModel::index(int row, int column, const QModelIndex& parent) const {
  const Row& above = parent.isValid() ? *rowOf(parent) : m_root;
  if (row < 0 || row >= static_cast<int>(above.children.size())) return {};
  return indexOf(*above.children[static_cast<std::size_t>(row)], column);
}

QModelIndex ProfilerModel::parent(const QModelIndex& index) const {
  if (!index.isValid()) return {};
  const Row* above = rowOf(index)->parent;
  return above == &m_root ? QModelIndex() : indexOf(*above, 0);
}

int ProfilerModel::rowCount(const QModelIndex& parent) const {
  if (parent.column() > 0) return 0;
  return static_cast<int>((parent.isValid() ? *rowOf(parent) : m_root).children.size());
}

QVariant ProfilerModel::data(const QModelIndex& index, int role) const {
  if (!index.isValid()) return {};
  const Row& row = *rowOf(index);
  const int column = index.column();
  if (role == Qt::CheckStateRole && column == Name) return row.plotted ? Qt::Checked : Qt::Unchecked;
  if (role == Qt::DecorationRole && column == Name) return row.plotted ? QVariant(row.color) : QVariant();
  if (role == Qt::ToolTipRole)
    return column == Name ? row.name + "\nTick to plot; click to select the component." : QVariant();
  if (role == Qt::TextAlignmentRole && column != Name) return int(Qt::AlignRight | Qt::AlignVCenter);
  if (role != Qt::DisplayRole) return {};
  switch (column) {
    case Name:
      return row.name;
    case Calls:
      return QString::number(row.calls, 'f', row.calls == std::floor(row.calls) ? 0 : 1);
    case Milliseconds:
      return QString::number(row.milliseconds, 'f', 3);
    case Share:
      return percent(row.milliseconds, m_root.milliseconds);
    case Self:
      return QString::number(row.self, 'f', 3);
    default:
      return percent(row.self, m_root.milliseconds);
  }
}

bool ProfilerModel::setData(const QModelIndex& index, const QVariant& value, int role) {
  if (!index.isValid() || role != Qt::CheckStateRole || index.column() != Name) return false;
  const_cast<Row*>(rowOf(index))->plotted = value.toInt() == Qt::Checked;
  Q_EMIT dataChanged(index, index);
  Q_EMIT plottedChanged();
  return true;
}

Qt::ItemFlags ProfilerModel::flags(const QModelIndex& index) const {
  const Qt::ItemFlags usual = Qt::ItemIsEnabled | Qt::ItemIsSelectable;
  return index.column() == Name ? usual | Qt::ItemIsUserCheckable : usual;
}

QVariant ProfilerModel::headerData(int section, Qt::Orientation orientation, int role) const {
  if (orientation != Qt::Horizontal) return {};
  static const char* const names[ColumnCount] = {"Operation or component", "Calls", "ms", "Share", "Self ms", "Self"};
  if (role == Qt::DisplayRole) return QString(names[section]);
  if (role == Qt::ToolTipRole && section != Name) return QString("Mean per step");
  if (role == Qt::TextAlignmentRole && section != Name) return int(Qt::AlignRight | Qt::AlignVCenter);
  return {};
}

}  // namespace sofa::gui
