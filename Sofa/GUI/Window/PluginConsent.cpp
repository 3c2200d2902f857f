#include "Sofa/GUI/Window/PluginConsent.h"

#include <QApplication>
#include <QMessageBox>
#include <QThread>
#include <optional>

#include "Sofa/Core/Service/PluginManager.h"

namespace sofa::gui {

PluginConsent::PluginConsent() {
  auto& plugins = core::PluginManager::instance();
  if (plugins.hasConsent()) return;
  plugins.setConsent([this](const std::filesystem::path& file) { return agrees(file); });
  m_installed = true;
}

PluginConsent::~PluginConsent() {
  if (m_installed) core::PluginManager::instance().setConsent({});
}

void PluginConsent::close() {
  const std::lock_guard lock(m_mutex);
  m_closed = true;
  QCoreApplication::removePostedEvents(this);  // questions that refer to threads which go on now
  m_answered.notify_all();
}

bool PluginConsent::agrees(const std::filesystem::path& file) {
  std::unique_lock lock(m_mutex);
  if (m_agreed.contains(file)) return true;
  if (m_closed) return false;
  std::optional<bool> answer;
  const auto put = [this, &file, &answer] {
    const bool yes = ask(file);
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
  m_agreed.insert(file);
  return true;
}

bool PluginConsent::ask(const std::filesystem::path& file) {
  const auto answer = QMessageBox::question(
      QApplication::activeWindow(), "Load a plugin?",
      QString(
          "The scene asks for the plugin\n\n%1\n\nwhich is not in the plugin path. A plugin can do whatever a program "
          "can: load it only if you trust where it comes from.")
          .arg(QString::fromStdString(file.string())),
      QMessageBox::Yes | QMessageBox::No, QMessageBox::No);
  return answer == QMessageBox::Yes;
}

}  // namespace sofa::gui
