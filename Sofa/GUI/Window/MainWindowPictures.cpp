#include <QFileDialog>
#include <QFileInfo>
#include <QStatusBar>

#include "Sofa/GUI/Plots/CompareWindow.h"
#include "Sofa/GUI/Timeline/ScreenshotDialog.h"
#include "Sofa/GUI/Window/MainWindow.h"

namespace sofa::gui {

QString MainWindow::firstFreeFile(int digits, const char* extension) const {
  const QFileInfo scene(m_session.file());
  const QString folder = QFileInfo(scene.absolutePath()).isWritable() ? scene.absolutePath() : QDir::currentPath();
  for (int number = 0;; ++number) {
    QString file =
        QString("%1/%2_%3.%4").arg(folder, scene.completeBaseName()).arg(number, digits, 10, QChar('0')).arg(extension);
    if (!QFileInfo::exists(file)) return file;
  }
}

void MainWindow::tellResult(const QString& good, const QString& problem) {
  statusBar()->showMessage(problem.isEmpty() ? good : problem, 8000);
  if (!problem.isEmpty()) helper::send(helper::Severity::Error, "Viewer", problem.toStdString());
}

bool MainWindow::saveScreenshot(const QString& file, int width, int height) {
  QString reason;
  const auto image = m_viewport->picture(width, height, reason);
  std::string problem;
  if (!image.empty() && !gl::writePng(file.toStdString(), image, problem)) reason = QString::fromStdString(problem);
  tellResult(QString("Saved %1").arg(file), reason);
  return reason.isEmpty();
}

void MainWindow::screenshotDialog() {
  const auto& camera = m_viewport->camera();
  ScreenshotDialog dialog({static_cast<int>(camera.width), static_cast<int>(camera.height)}, firstFreeFile(8, "png"),
                          this);
  if (dialog.exec() == QDialog::Accepted)
    saveScreenshot(dialog.file(), dialog.pictureSize().width(), dialog.pictureSize().height());
}

void MainWindow::compareDialog() {
  const QString file = QFileDialog::getOpenFileName(this, "Compare with", QFileInfo(m_session.file()).absolutePath(),
                                                    "Scenes (*.scn *.xml);;All files (*)");
  if (!file.isEmpty()) compareWith(file);
}

CompareWindow* MainWindow::compareWith(const QString& file) {
  auto options = m_options;
  options.batch = m_session.options();
  options.compareWith = file.toStdString();
  // Meant for the window that the program began with.
  options.startAnimated = options.fullScreen = options.sizeGiven = false;
  options.viewFile.clear();
  m_session.setPlaying(false);
  auto* window = new CompareWindow(options);
  window->setAttribute(Qt::WA_DeleteOnClose);
  connect(this, &QObject::destroyed, window, &QObject::deleteLater);
  window->show();
  return window;
}

}  // namespace sofa::gui
