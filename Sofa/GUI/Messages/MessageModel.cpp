// SPDX-License-Identifier: Apache-2.0
#include "Sofa/GUI/Messages/MessageModel.h"

#include <QFileInfo>
#include <QPainter>

namespace sofa::gui {

using helper::Severity;

namespace {

struct Look {
  const char* name;
  QRgb color;
  char sign;
};
constexpr std::array<Look, helper::severityCount> looks = {{{"Info", 0xff4a90d9, 'i'},
                                                            {"Suggestion", 0xff2aa198, '?'},
                                                            {"Deprecated", 0xff9b7fd1, '~'},
                                                            {"Warning", 0xffe69f00, '!'},
                                                            {"Error", 0xffd63a3a, 'x'},
                                                            {"Fatal", 0xffa0188c, 'x'}}};

const Look& lookOf(Severity severity) { return looks[static_cast<std::size_t>(severity)]; }

/// The sign in a square of `size` pixels.
QPixmap drawIcon(Severity severity, int size) {
  QPixmap pixmap(size, size);
  pixmap.fill(Qt::transparent);
  QPainter painter(&pixmap);
  painter.setRenderHint(QPainter::Antialiasing);
  painter.scale(size / 16.0, size / 16.0);
  const Look& look = lookOf(severity);
  painter.setPen(Qt::NoPen);
  painter.setBrush(QColor::fromRgb(look.color));
  if (severity == Severity::Warning || severity == Severity::Deprecated) {
    painter.drawPolygon(QPolygonF{{8, 1}, {15.5, 14.5}, {0.5, 14.5}});
  } else {
    painter.drawEllipse(QRectF(1, 1, 14, 14));
  }
  painter.setPen(QPen(Qt::white, 2, Qt::SolidLine, Qt::RoundCap));
  if (look.sign == 'x') {
    painter.drawLine(QPointF(5.5, 5.5), QPointF(10.5, 10.5));
    painter.drawLine(QPointF(10.5, 5.5), QPointF(5.5, 10.5));
  } else if (look.sign == '!' || look.sign == '~') {
    painter.drawLine(QPointF(8, 6), QPointF(8, 9.5));
    painter.drawPoint(QPointF(8, 12.3));
  } else {
    painter.drawPoint(QPointF(8, 4.7));
    painter.drawLine(QPointF(8, 7.8), QPointF(8, 11.5));
  }
  return pixmap;
}

QString senderText(const helper::Message& m) { return QString::fromStdString(m.path.empty() ? m.sender : m.path); }

QString placeText(const helper::Message& m, bool whole) {
  if (m.location.file.empty()) return {};
  const QString file = QString::fromStdString(m.location.file);
  const QString shown = whole ? file : QFileInfo(file).fileName();
  return m.location.line > 0 ? QString("%1:%2").arg(shown).arg(m.location.line) : shown;
}

/// Keeps numbers at the right off the text beside them.
constexpr const char* columnMargin = "  ";

bool holds(const std::string& text, const QString& part) {
  return QString::fromStdString(text).contains(part, Qt::CaseInsensitive);
}

}  // namespace

MessageModel::MessageModel(std::size_t capacity, QObject* parent)
    : QAbstractTableModel(parent), m_capacity(std::max<std::size_t>(1, capacity)) {}

QString MessageModel::severityName(Severity severity) { return lookOf(severity).name; }

QIcon MessageModel::severityIcon(Severity severity) {
  static std::array<QIcon, helper::severityCount> icons;
  QIcon& icon = icons[static_cast<std::size_t>(severity)];
  if (icon.isNull())
    for (const int size : {16, 24, 32, 48}) icon.addPixmap(drawIcon(severity, size));
  return icon;
}

bool MessageModel::passes(const LoggedMessage& logged) const {
  const auto& m = logged.message;
  if (!m_filter.severities[static_cast<std::size_t>(m.severity)]) return false;
  if (!m_filter.within.isEmpty()) {
    const std::string within = m_filter.within.toStdString();
    const bool inside = m.path == within || (within == "/" && m.path.starts_with('/')) ||
                        (m.path.starts_with(within) && m.path[within.size()] == '/');
    if (!inside) return false;
  }
  if (!m_filter.component.isEmpty() && !holds(m.path, m_filter.component) && !holds(m.sender, m_filter.component))
    return false;
  return m_filter.text.isEmpty() || holds(m.text, m_filter.text);
}

void MessageModel::append(MessageQueue::Batch batch) {
  m_dropped += batch.lost;
  std::vector<std::uint64_t> shown;
  for (auto& message : batch.messages) {
    ++m_counts[static_cast<std::size_t>(message.message.severity)];
    if (passes(message)) shown.push_back(m_first + m_messages.size());
    m_messages.push_back(std::move(message));
  }
  if (!shown.empty()) {
    const int first = static_cast<int>(m_shown.size());
    beginInsertRows({}, first, first + static_cast<int>(shown.size()) - 1);
    m_shown.insert(m_shown.end(), shown.begin(), shown.end());
    endInsertRows();
  }
  dropOldest();
}

void MessageModel::dropOldest() {
  if (m_messages.size() <= m_capacity) return;
  const std::size_t excess = m_messages.size() - m_capacity;
  const std::uint64_t first = m_first + excess;
  const auto end = std::lower_bound(m_shown.begin(), m_shown.end(), first);
  const int rows = static_cast<int>(end - m_shown.begin());
  if (rows > 0) beginRemoveRows({}, 0, rows - 1);
  m_shown.erase(m_shown.begin(), end);
  m_messages.erase(m_messages.begin(), m_messages.begin() + static_cast<std::ptrdiff_t>(excess));
  m_first = first;
  m_dropped += excess;
  if (rows > 0) endRemoveRows();
}

void MessageModel::clear() {
  beginResetModel();
  m_first += m_messages.size();
  m_messages.clear();
  m_shown.clear();
  m_counts = {};
  m_dropped = 0;
  endResetModel();
}

void MessageModel::setFilter(MessageFilter filter) {
  beginResetModel();
  m_filter = std::move(filter);
  m_shown.clear();
  for (std::size_t i = 0; i < m_messages.size(); ++i)
    if (passes(m_messages[i])) m_shown.push_back(m_first + i);
  endResetModel();
}

const LoggedMessage& MessageModel::at(int row) const {
  return m_messages[m_shown[static_cast<std::size_t>(row)] - m_first];
}

QString MessageModel::line(const LoggedMessage& logged) {
  const auto& m = logged.message;
  return QString("step %1, t = %2 s: %3")
      .arg(logged.step)
      .arg(logged.time, 0, 'g', 6)
      .arg(QString::fromStdString(helper::ConsoleMessageHandler::format(m)));
}

int MessageModel::rowCount(const QModelIndex& parent) const {
  return parent.isValid() ? 0 : static_cast<int>(m_shown.size());
}

int MessageModel::columnCount(const QModelIndex& parent) const { return parent.isValid() ? 0 : ColumnCount; }

QString MessageModel::cell(const LoggedMessage& logged, int column) const {
  switch (column) {
    case Kind:
      return severityName(logged.message.severity);
    case Step:
      return QString::number(logged.step) + columnMargin;
    case Time:
      return QString::number(logged.time, 'g', 6) + columnMargin;
    case Component:
      return senderText(logged.message);
    case Text:
      return QString::fromStdString(logged.message.text).replace('\n', " ");
    default:
      return placeText(logged.message, false);
  }
}

QVariant MessageModel::data(const QModelIndex& index, int role) const {
  if (!index.isValid()) return {};
  const LoggedMessage& logged = at(index.row());
  switch (role) {
    case Qt::DisplayRole:
      return cell(logged, index.column());
    case Qt::DecorationRole:
      return index.column() == Kind ? QVariant(severityIcon(logged.message.severity)) : QVariant();
    case Qt::ToolTipRole: {
      const QString sender = QString::fromStdString(logged.message.sender);
      const QString place = placeText(logged.message, true);
      return QString::fromStdString(logged.message.text) + "\n" + sender +
             (place.isEmpty() ? QString() : "\n" + place) + QString("\nafter step %1").arg(logged.step);
    }
    case Qt::TextAlignmentRole:
      return index.column() == Step || index.column() == Time ? int(Qt::AlignRight | Qt::AlignVCenter)
                                                              : int(Qt::AlignLeft | Qt::AlignVCenter);
    default:
      return {};
  }
}

QVariant MessageModel::headerData(int section, Qt::Orientation orientation, int role) const {
  if (orientation != Qt::Horizontal || role != Qt::DisplayRole) return {};
  static const char* const names[ColumnCount] = {"Severity", "Step", "Time (s)", "Component", "Message", "Place"};
  return QString(names[section]);
}

}  // namespace sofa::gui
