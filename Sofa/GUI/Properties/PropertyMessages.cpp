// SPDX-License-Identifier: Apache-2.0
#include "Sofa/GUI/Properties/PropertyMessages.h"

#include <QHBoxLayout>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QScrollBar>
#include <QVBoxLayout>

namespace sofa::gui {

MessageCollector::MessageCollector(const Session& session) : m_session(session) { helper::addMessageHandler(this); }
MessageCollector::~MessageCollector() { helper::removeMessageHandler(this); }

void MessageCollector::process(const helper::Message& message) {
  if (message.path.empty() || !m_session.maySpeak()) return;
  const std::lock_guard lock(m_mutex);
  auto& messages = m_messages[message.path];
  messages.push_back(message);
  if (messages.size() > mostPerObject) messages.pop_front();
  ++m_version;
}

std::deque<helper::Message> MessageCollector::of(const std::string& path) const {
  const std::lock_guard lock(m_mutex);
  const auto it = m_messages.find(path);
  return it == m_messages.end() ? std::deque<helper::Message>() : it->second;
}

void MessageCollector::clear() {
  const std::lock_guard lock(m_mutex);
  m_messages.clear();
  ++m_version;
}

void MessageCollector::clear(const std::string& path) {
  const std::lock_guard lock(m_mutex);
  m_messages.erase(path);
  ++m_version;
}

PropertyMessagesPage::PropertyMessagesPage(MessageCollector& collector, QWidget* parent)
    : QWidget(parent), m_collector(collector), m_text(new QPlainTextEdit(this)) {
  auto* layout = new QVBoxLayout(this);
  layout->setContentsMargins(0, 0, 0, 4);
  layout->addWidget(m_text, 1);
  m_text->setObjectName("propertyMessages");
  m_text->setReadOnly(true);
  m_text->setFrameShape(QFrame::NoFrame);
  m_text->setPlaceholderText(tr("No messages"));
  auto* buttons = new QHBoxLayout;
  buttons->setContentsMargins(6, 0, 6, 0);
  layout->addLayout(buttons);
  buttons->addStretch();
  auto* clear = new QPushButton(tr("Clear"), this);
  clear->setObjectName("clearMessages");
  buttons->addWidget(clear);
  connect(clear, &QPushButton::clicked, this, [this] {
    m_collector.clear(m_path.toStdString());
    refresh();
  });
}

void PropertyMessagesPage::setPath(const QString& path) {
  m_path = path;
  m_version = ~std::size_t{0};
  refresh();
}

bool PropertyMessagesPage::refresh() {
  if (m_version == m_collector.version()) return false;
  m_version = m_collector.version();
  static constexpr const char* labels[] = {QT_TR_NOOP("Info"),    QT_TR_NOOP("Suggestion"), QT_TR_NOOP("Deprecated"),
                                           QT_TR_NOOP("Warning"), QT_TR_NOOP("Error"),      QT_TR_NOOP("Fatal")};
  // Readable on light and on dark ground alike.
  static constexpr const char* colors[] = {"#4a90d9", "#4a90d9", "#b08800", "#d97706", "#d63031", "#d63031"};
  const auto messages = m_collector.of(m_path.toStdString());
  QString html;
  for (const auto& m : messages) {
    const auto level = static_cast<std::size_t>(m.severity);
    html += QString("<p style='margin:3px'><b style='color:%1'>%2</b> %3")
                .arg(colors[level], tr(labels[level]),
                     QString::fromStdString(m.text).toHtmlEscaped().replace('\n', "<br>"));
    if (m.location.line > 0)
      html += QString(" <span style='color:gray'>(%1:%2)</span>")
                  .arg(QString::fromStdString(m.location.file).section('/', -1).toHtmlEscaped())
                  .arg(m.location.line);
    html += "</p>";
  }
  m_count = static_cast<int>(messages.size());
  const bool atEnd = m_text->verticalScrollBar()->value() == m_text->verticalScrollBar()->maximum();
  m_text->clear();
  if (!html.isEmpty()) m_text->appendHtml(html);
  if (atEnd) m_text->verticalScrollBar()->setValue(m_text->verticalScrollBar()->maximum());
  return true;
}

}  // namespace sofa::gui
