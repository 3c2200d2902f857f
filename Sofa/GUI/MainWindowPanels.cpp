#include <QDockWidget>
#include <QFileInfo>

#include "Sofa/GUI/MainWindow.h"

namespace sofa::gui {

void MainWindow::buildPanels() {}

QString MainWindow::screenshotFile() const {
  const QFileInfo scene(m_session.file());
  const QString folder = QFileInfo(scene.absolutePath()).isWritable() ? scene.absolutePath() : QString(".");
  for (int number = 0;; ++number) {
    const QString file = QString("%1/%2_%3.png").arg(folder, scene.completeBaseName()).arg(number, 8, 10, QChar('0'));
    if (!QFileInfo::exists(file)) return file;
  }
}

bool MainWindow::saveScreenshot(const QString& file, int width, int height) {
  QString reason;
  const auto image = m_viewport->picture(width, height, reason);
  std::string problem;
  if (!image.empty() && !gl::writePng(file.toStdString(), image, problem)) reason = QString::fromStdString(problem);
  if (!reason.isEmpty()) helper::send(helper::Severity::Error, "Viewer", reason.toStdString());
  return reason.isEmpty();
}

void MainWindow::screenshotDialog() {
  const auto& camera = m_viewport->camera();
  saveScreenshot(screenshotFile(), static_cast<int>(camera.width), static_cast<int>(camera.height));
}

}  // namespace sofa::gui
