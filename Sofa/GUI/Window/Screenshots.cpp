// SPDX-License-Identifier: Apache-2.0
#include "Sofa/GUI/Window/Screenshots.h"

#include <QFileInfo>

#include "Sofa/GUI/Timeline/ScreenshotDialog.h"
#include "Sofa/GUI/Viewport/Viewport.h"

namespace sofa::gui {

Screenshots::Screenshots(const Session& session, Viewport& viewport, QWidget& window)
    : m_session(session), m_viewport(viewport), m_window(window) {}

QString Screenshots::firstFreeFile() const {
  constexpr int digits = 8;
  const QFileInfo scene(m_session.file());
  const QString folder = QFileInfo(scene.absolutePath()).isWritable() ? scene.absolutePath() : QDir::currentPath();
  for (int number = 0;; ++number) {
    QString file = QString("%1/%2_%3.png").arg(folder, scene.completeBaseName()).arg(number, digits, 10, QChar('0'));
    if (const QFileInfo info(file); !info.exists() && !info.isSymLink()) return file;
  }
}

bool Screenshots::save(const QString& file, int width, int height) {
  QString reason;
  const auto image = m_viewport.picture(width, height, reason);
  std::string problem;
  if (!image.empty() && !gl::writePng(file.toStdString(), image, problem)) reason = QString::fromStdString(problem);
  if (reason.isEmpty())
    Q_EMIT saved(file);
  else
    Q_EMIT failed(reason);
  return reason.isEmpty();
}

void Screenshots::dialog() {
  const auto& camera = m_viewport.camera();
  ScreenshotDialog dialog({static_cast<int>(camera.width), static_cast<int>(camera.height)}, firstFreeFile(),
                          &m_window);
  if (dialog.exec() == QDialog::Accepted)
    save(dialog.file(), dialog.pictureSize().width(), dialog.pictureSize().height());
}

}  // namespace sofa::gui
