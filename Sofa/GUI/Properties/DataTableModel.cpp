// SPDX-License-Identifier: Apache-2.0
#include "Sofa/GUI/Properties/DataTableModel.h"

#include <QRegularExpression>
#include <QTimer>

#include "Sofa/Core/ObjectModel/Base.h"
#include "Sofa/GUI/Properties/DataEditorFields.h"
#include "Sofa/GUI/Properties/DataEdits.h"
#include "Sofa/GUI/Session/Session.h"

namespace sofa::gui {
namespace {

/// The Data, if its component is still there. In the simulation's thread.
const core::BaseData* findList(const std::shared_ptr<core::Base>& object, const std::string& name) {
  const auto* data = object ? object->findData(name) : nullptr;
  return data && data->type().isNumeric() && data->type().isList() ? data : nullptr;
}

std::vector<double> readRows(const core::BaseData& data, std::size_t first, std::size_t count) {
  const void* value = data.rawValue();
  const auto size = static_cast<std::size_t>(data.type().elementSize());
  const std::size_t end = std::min((first + count) * size, data.type().scalarCount(value));
  std::vector<double> scalars;
  if (first * size >= end) return scalars;
  scalars.reserve(end - first * size);
  for (std::size_t i = first * size; i < end; ++i) scalars.push_back(data.type().get(value, i));
  return scalars;
}

}  // namespace

DataTableModel::DataTableModel(EditorContext context, const DataSnapshot& snapshot, QObject* parent)
    : QAbstractTableModel(parent),
      m_context(std::move(context)),
      m_snapshot(snapshot),
      m_rows(static_cast<int>(snapshot.elements)),
      m_names(scalarNames(snapshot.typeName, snapshot.elementSize)) {}

int DataTableModel::rowCount(const QModelIndex& parent) const { return parent.isValid() ? 0 : m_rows; }
int DataTableModel::columnCount(const QModelIndex& parent) const {
  return parent.isValid() ? 0 : m_snapshot.elementSize;
}

void DataTableModel::setSnapshot(const DataSnapshot& snapshot) {
  const bool changed = snapshot.counter != m_snapshot.counter;
  m_snapshot = snapshot;
  setRows(snapshot.elements);
  // Views then ask for what they show; that is when stale blocks are fetched.
  if (changed && m_rows > 0) Q_EMIT dataChanged(index(0, 0), index(m_rows - 1, columnCount() - 1));
}

void DataTableModel::setRows(std::size_t count) {
  const int rows = static_cast<int>(std::min<std::size_t>(count, std::numeric_limits<int>::max()));
  if (rows > m_rows) {
    beginInsertRows({}, m_rows, rows - 1);
    m_rows = rows;
    endInsertRows();
  } else if (rows < m_rows) {
    beginRemoveRows({}, rows, m_rows - 1);
    m_rows = rows;
    endRemoveRows();
  }
}

// --- Blocks ----------------------------------------------------------------------------------------------------------

const double* DataTableModel::find(int row, int column) const {
  const int number = row / blockRows;
  const auto it = m_blocks.find(number);
  if (it == m_blocks.end()) {
    want(number);
    return nullptr;
  }
  if (it->second.counter != m_snapshot.counter) want(number);
  m_used.splice(m_used.begin(), m_used, it->second.use);
  const auto i = static_cast<std::size_t>(row % blockRows) * static_cast<std::size_t>(m_snapshot.elementSize) +
                 static_cast<std::size_t>(column);
  return i < it->second.scalars.size() ? &it->second.scalars[i] : nullptr;
}

/// Requests are gathered until the view has painted; what it scrolled past meanwhile is not fetched.
void DataTableModel::want(int block) const {
  if (std::find(m_wanted.begin(), m_wanted.end(), block) != m_wanted.end()) return;
  constexpr std::size_t most = 8;
  if (m_wanted.size() == most) m_wanted.erase(m_wanted.begin());
  m_wanted.push_back(block);
  if (m_scheduled) return;
  m_scheduled = true;
  auto* self = const_cast<DataTableModel*>(this);
  QTimer::singleShot(0, self, [self] {
    self->m_scheduled = false;
    self->askForBlocks();
  });
}

void DataTableModel::askForBlocks() {
  if (m_asking || m_wanted.empty() || !m_context.session) return;
  m_asking = true;
  m_context.session->ask(
      this,
      [object = m_context.object, name = m_snapshot.name.toStdString(),
       wanted = std::exchange(m_wanted, {})](simulation::Node& root) {
        Answer answer;
        const auto live = findLive(object, root);
        const auto* data = findList(live, name);
        if (!data) return answer;
        answer.good = true;
        answer.counter = data->counter();
        answer.rows = data->type().scalarCount(data->rawValue()) / static_cast<std::size_t>(data->type().elementSize());
        for (const int block : wanted)
          answer.blocks.emplace_back(block, readRows(*data, static_cast<std::size_t>(block) * blockRows, blockRows));
        return answer;
      },
      [this](Answer answer) { receive(std::move(answer)); });
}

void DataTableModel::receive(Answer answer) {
  m_asking = false;
  if (!answer.good) return;
  setRows(answer.rows);
  m_snapshot.counter = answer.counter;
  for (auto& [number, scalars] : answer.blocks) {
    auto [it, isNew] = m_blocks.try_emplace(number);
    if (isNew) it->second.use = m_used.insert(m_used.begin(), number);
    it->second.scalars = std::move(scalars);
    it->second.counter = answer.counter;
    const int first = number * blockRows, last = std::min(first + blockRows, m_rows) - 1;
    if (last >= first) Q_EMIT dataChanged(index(first, 0), index(last, columnCount() - 1));
  }
  while (m_blocks.size() > mostBlocks) {
    m_blocks.erase(m_used.back());
    m_used.pop_back();
  }
  askForBlocks();
}

// --- Cells -----------------------------------------------------------------------------------------------------------

QVariant DataTableModel::data(const QModelIndex& index, int role) const {
  if (!index.isValid()) return {};
  if (role == Qt::TextAlignmentRole) return QVariant(Qt::AlignRight | Qt::AlignVCenter);
  if (role != Qt::DisplayRole && role != Qt::EditRole) return {};
  const double* value = find(index.row(), index.column());
  if (!value) return {};
  if (m_snapshot.isInteger) return QString::number(*value, 'f', 0);
  const bool single = m_snapshot.typeName.contains("float") || m_snapshot.typeName.endsWith("f>");
  return role == Qt::EditRole ? exactText(*value, single) : shortText(*value, single);
}

QVariant DataTableModel::headerData(int section, Qt::Orientation orientation, int role) const {
  if (role != Qt::DisplayRole) return {};
  if (orientation == Qt::Vertical) return section;  // indices count from 0, as in scenes
  return section < m_names.size() ? m_names[section] : QString::number(section);
}

Qt::ItemFlags DataTableModel::flags(const QModelIndex& index) const {
  const auto base = QAbstractTableModel::flags(index);
  return isReadOnly() ? base : base | Qt::ItemIsEditable;
}

bool DataTableModel::setData(const QModelIndex& index, const QVariant& value, int role) {
  if (role != Qt::EditRole || isReadOnly() || !m_context.edits) return false;
  bool good = false;
  const double number = value.toString().trimmed().toDouble(&good);
  if (!good) {
    Q_EMIT problem(tr("“%1” is not a number").arg(value.toString()));
    return false;
  }
  const auto i = static_cast<std::size_t>(index.row()) * static_cast<std::size_t>(columnCount()) +
                 static_cast<std::size_t>(index.column());
  if (const double* known = find(index.row(), index.column())) {
    if (*known == number) return true;
    *const_cast<double*>(known) = number;  // until the scene's answer is there
  }
  m_context.edits->setScalar(m_context.object, m_snapshot.name, i, number);
  Q_EMIT dataChanged(index, index);
  return true;
}

bool DataTableModel::insertRows(int row, int count, const QModelIndex& parent) {
  if (parent.isValid() || isReadOnly() || !m_context.edits || row < 0 || row > m_rows || count <= 0) return false;
  std::vector<double> element(static_cast<std::size_t>(columnCount()), 0.0);
  for (int c = 0; row > 0 && c < columnCount(); ++c)
    if (const double* value = find(row - 1, c)) element[static_cast<std::size_t>(c)] = *value;
  std::vector<double> values;
  for (int i = 0; i < count; ++i) values.insert(values.end(), element.begin(), element.end());
  m_context.edits->replaceRows(m_context.object, m_snapshot.name, static_cast<std::size_t>(row), 0, values);
  return true;
}

bool DataTableModel::removeRows(int row, int count, const QModelIndex& parent) {
  if (parent.isValid() || isReadOnly() || !m_context.edits || row < 0 || count <= 0 || count > m_rows - row)
    return false;
  m_context.edits->replaceRows(m_context.object, m_snapshot.name, static_cast<std::size_t>(row),
                               static_cast<std::size_t>(count), {});
  return true;
}

// --- Ranges ----------------------------------------------------------------------------------------------------------

void DataTableModel::fetch(std::size_t first, std::size_t count, std::function<void(std::vector<double>)> receive) {
  if (!m_context.session) return;
  m_context.session->ask(
      this,
      [object = m_context.object, name = m_snapshot.name.toStdString(), first, count](simulation::Node& root) {
        const auto live = findLive(object, root);
        const auto* data = findList(live, name);
        return data ? readRows(*data, first, count) : std::vector<double>();
      },
      std::move(receive));
}

void DataTableModel::copy(int firstRow, int rows, int firstColumn, int columns, std::function<void(QString)> receive) {
  const auto width = static_cast<std::size_t>(columnCount());
  if (static_cast<std::size_t>(rows) * width > mostCopied) {
    Q_EMIT problem(tr("%L1 rows are too many for the clipboard; %L2 numbers fit").arg(rows).arg(mostCopied));
    return;
  }
  fetch(static_cast<std::size_t>(firstRow), static_cast<std::size_t>(rows),
        [=, receive = std::move(receive)](const std::vector<double>& scalars) {
          std::string text;
          for (std::size_t r = 0; (r + 1) * width <= scalars.size(); ++r)
            for (int c = 0; c < columns; ++c)
              text += fmt::format("{}{}", scalars[r * width + static_cast<std::size_t>(firstColumn + c)],
                                  c + 1 < columns ? "," : "\n");
          receive(QString::fromStdString(text));
        });
}

void DataTableModel::paste(int row, int column, const QString& text) {
  if (isReadOnly() || !m_context.edits) return;
  static const QRegularExpression separators("[,;\\s]+");
  std::vector<std::vector<double>> lines;
  for (const QString& line : text.split('\n', Qt::SkipEmptyParts)) {
    std::vector<double> numbers;
    for (const QString& word : line.split(separators, Qt::SkipEmptyParts)) {
      bool good = false;
      numbers.push_back(word.toDouble(&good));
      if (!good) return Q_EMIT problem(tr("Nothing was pasted: “%1” is not a number").arg(word));
    }
    if (!numbers.empty()) lines.push_back(std::move(numbers));
  }
  if (lines.empty()) return;
  const auto width = static_cast<std::size_t>(columnCount()), start = static_cast<std::size_t>(column);
  for (const auto& line : lines)
    if (start + line.size() > width)
      return Q_EMIT problem(tr("Nothing was pasted: %1 values do not fit from column %2 on, there are %3 columns")
                                .arg(line.size())
                                .arg(column + 1)
                                .arg(width));
  const bool beyond = row + static_cast<int>(lines.size()) > m_rows;
  if (beyond && (column > 0 || lines.back().size() != width))
    return Q_EMIT problem(tr("Nothing was pasted: only whole rows can be added behind the last one"));
  const std::size_t first = static_cast<std::size_t>(row), count = lines.size();
  fetch(first, count, [=, this, lines = std::move(lines)](std::vector<double> values) {
    const std::size_t replaced = values.size() / width;
    values.resize(lines.size() * width);
    for (std::size_t r = 0; r < lines.size(); ++r)
      std::copy(lines[r].begin(), lines[r].end(), values.begin() + static_cast<std::ptrdiff_t>(r * width + start));
    m_context.edits->replaceRows(m_context.object, m_snapshot.name, first, replaced, values);
  });
}

}  // namespace sofa::gui
