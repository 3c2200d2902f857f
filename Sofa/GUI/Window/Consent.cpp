// SPDX-License-Identifier: Apache-2.0
#include "Sofa/GUI/Window/Consent.h"

#include <QApplication>
#include <QMessageBox>
#include <QThread>
#include <optional>

namespace sofa::gui {

void Consent::close() {
  const std::lock_guard lock(m_mutex);
  m_closed = true;
  QCoreApplication::removePostedEvents(this);  // questions that refer to threads which go on now
  m_answered.notify_all();
}

bool Consent::agrees(const std::filesystem::path& path) {
  std::unique_lock lock(m_mutex);
  if (m_agreed.contains(path)) return true;
  if (m_closed) return false;
  std::optional<bool> answer;
  const auto put = [this, &path, &answer] {
    const bool yes = ask(path);
    const std::lock_guard answering(m_mutex);
    answer = yes;
    m_answered.notify_all();
  };
  if (QThread::currentThread() == thread()) {
    lock.unlock();
    put();
    lock.lock();
  } else {
    QMetaObject::invokeMethod(this, put, Qt::QueuedConnection);
    m_answered.wait(lock, [&] { return answer || m_closed; });
  }
  if (!answer.value_or(false)) return false;
  m_agreed.insert(path);
  return true;
}

bool Consent::askYesOrNo(const QString& title, const QString& question) {
  const auto answer = QMessageBox::question(QApplication::activeWindow(), title, question,
                                            QMessageBox::Yes | QMessageBox::No, QMessageBox::No);
  return answer == QMessageBox::Yes;
}

}  // namespace sofa::gui
