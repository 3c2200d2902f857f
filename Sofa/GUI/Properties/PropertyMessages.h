// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <QString>
#include <QWidget>
#include <atomic>
#include <deque>
#include <map>
#include <mutex>

#include "Sofa/GUI/Session/Session.h"
#include "Sofa/Helper/Message.h"

class QPlainTextEdit;

namespace sofa::gui {

/// Keeps the latest messages of every component, from whatever thread they come.
class MessageCollector : public helper::MessageHandler {
 public:
  /// Messages of other scenes are not taken.
  explicit MessageCollector(const Session& session);
  ~MessageCollector() override;
  void process(const helper::Message& message) override;
  /// Of the object with that path, the oldest first.
  std::deque<helper::Message> of(const std::string& path) const;
  void clear();
  void clear(const std::string& path);
  /// Changes with every message.
  std::size_t version() const { return m_version; }

  static constexpr std::size_t mostPerObject = 300;

 private:
  const Session& m_session;
  mutable std::mutex m_mutex;
  std::map<std::string, std::deque<helper::Message>> m_messages;
  std::atomic<std::size_t> m_version{0};
};

/// The messages of one object.
class PropertyMessagesPage : public QWidget {
  Q_OBJECT

 public:
  explicit PropertyMessagesPage(MessageCollector& collector, QWidget* parent = nullptr);
  void setPath(const QString& path);
  /// Looks for new messages; true if there were any.
  bool refresh();
  int count() const { return m_count; }

 private:
  MessageCollector& m_collector;
  QPlainTextEdit* m_text;
  QString m_path;
  std::size_t m_version = 0;
  int m_count = 0;
};

}  // namespace sofa::gui
