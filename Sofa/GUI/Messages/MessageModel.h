// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <QAbstractTableModel>
#include <QIcon>
#include <array>
#include <deque>

#include "Sofa/GUI/Messages/MessageQueue.h"

namespace sofa::gui {

/// Which messages are shown. Texts are found anywhere, in upper or lower case.
struct MessageFilter {
  std::array<bool, helper::severityCount> severities = {true, true, true, true, true, true};
  QString text;
  QString component;  ///< part of the sender's path or class
  QString within;     ///< path of an object: messages of it and of what is below; empty: all
};

/// The newest messages and which of them pass the filter. Row by row in the order they came.
class MessageModel : public QAbstractTableModel {
  Q_OBJECT

 public:
  enum Column { Kind, Step, Time, Component, Text, Place, ColumnCount };
  /// At most `capacity` messages are kept; older ones are dropped.
  explicit MessageModel(std::size_t capacity, QObject* parent = nullptr);

  void append(MessageQueue::Batch batch);
  void clear();
  void setFilter(MessageFilter filter);
  const MessageFilter& filter() const { return m_filter; }

  /// What a row shows.
  const LoggedMessage& at(int row) const;
  /// Since clear(), dropped ones included.
  const std::array<std::uint64_t, helper::severityCount>& counts() const { return m_counts; }
  std::uint64_t dropped() const { return m_dropped; }
  std::size_t kept() const { return m_messages.size(); }
  std::size_t capacity() const { return m_capacity; }
  /// Kept messages in the order they came.
  const std::deque<LoggedMessage>& messages() const { return m_messages; }

  /// One line: step, time, severity, sender, text, place.
  static QString line(const LoggedMessage& message);
  static QString severityName(helper::Severity severity);
  /// A coloured sign that stands out from light and dark backgrounds.
  static QIcon severityIcon(helper::Severity severity);

  int rowCount(const QModelIndex& parent = {}) const override;
  int columnCount(const QModelIndex& parent = {}) const override;
  QVariant data(const QModelIndex& index, int role) const override;
  QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

 private:
  bool passes(const LoggedMessage& message) const;
  QString cell(const LoggedMessage& message, int column) const;
  void dropOldest();

  std::size_t m_capacity;
  std::deque<LoggedMessage> m_messages;
  std::uint64_t m_first = 0;          // number of m_messages.front(), counted from the start of the program
  std::deque<std::uint64_t> m_shown;  // numbers of the messages that pass
  MessageFilter m_filter;
  std::array<std::uint64_t, helper::severityCount> m_counts{};
  std::uint64_t m_dropped = 0;
};

}  // namespace sofa::gui
