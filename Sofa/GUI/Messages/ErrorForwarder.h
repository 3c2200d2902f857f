// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <QString>
#include <functional>

#include "Sofa/GUI/Session/Session.h"
#include "Sofa/Helper/Message.h"

namespace sofa::gui {

/// Hands errors of a scene, from whatever thread they come, to the interface's thread as texts.
class ErrorForwarder : public helper::MessageHandler {
 public:
  using Receiver = std::function<void(QString)>;
  ErrorForwarder(const Session& session, QObject* owner, Receiver receiver)
      : m_session(session), m_owner(owner), m_receiver(std::move(receiver)) {
    helper::addMessageHandler(this);
  }
  ~ErrorForwarder() override { helper::removeMessageHandler(this); }
  void process(const helper::Message& m) override {
    if (m.severity < helper::Severity::Error || !m_session.maySpeak()) return;
    QMetaObject::invokeMethod(
        m_owner,
        [receiver = m_receiver, text = QString::fromStdString(helper::ConsoleMessageHandler::format(m))] {
          receiver(text);
        },
        Qt::QueuedConnection);
  }

 private:
  const Session& m_session;
  QObject* m_owner;
  Receiver m_receiver;
};

}  // namespace sofa::gui
