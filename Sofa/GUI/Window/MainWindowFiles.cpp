#include <QFileDialog>
#include <QFileInfo>
#include <QMessageBox>
#include <QStatusBar>

#include "Sofa/GUI/Window/MainWindow.h"
#include "Sofa/Helper/ResourcePath.h"

// What the window does with files: scenes are opened, saved and loaded again, states are saved.
namespace sofa::gui {
namespace {

constexpr const char* sceneFilter = "Scenes (*.scn *.xml)";

/// Examples stay as they are: a copy is saved.
bool isOfInstallation(const QFileInfo& file) {
  const auto share = helper::installationPrefix() / "share" / "sofa";
  return file.absoluteFilePath().startsWith(QString::fromStdString(share.string()) + "/");
}

}  // namespace

// --- Opening ---------------------------------------------------------------------------------------------------------

void MainWindow::open(const QString& file) {
  if (!mayLeave([this, file] { open(file); })) return;
  auto options = m_options.batch;
  // What the command line says of its scene is not meant for others.
  if (!m_first) options = {}, options.sceneChecks = m_options.batch.sceneChecks;
  if (!m_first) m_viewport->setViewFile({});
  m_first = false;
  options.scene = file.toStdString();
  m_session.open(std::move(options));
}

void MainWindow::reload() {
  if (!m_session.file().isEmpty() && mayLeave([this] { reload(); })) m_session.reload();
}

void MainWindow::openDialog() {
  const QString folder = m_session.file().isEmpty() ? QString() : QFileInfo(m_session.file()).absolutePath();
  const QString file =
      QFileDialog::getOpenFileName(this, "Open a scene", folder, QString(sceneFilter) + ";;All files (*)");
  if (!file.isEmpty()) open(file);
}

void MainWindow::forgetIfGone(const QString& file) {
  if (!QFileInfo::exists(file)) m_recent.remove(file);
}

/// What the file is like that the window shows: later changes are those of others.
void MainWindow::noteFile() {
  const QFileInfo file(m_session.file());
  m_fileTime = file.exists() ? file.lastModified() : QDateTime();
  if (!m_watcher.files().isEmpty()) m_watcher.removePaths(m_watcher.files());
  if (m_options.watchFile && file.exists()) m_watcher.addPath(m_session.file());
}

/// The watched file was written, by another program or by this one.
void MainWindow::fileChanged() {
  if (QFileInfo(m_session.file()).lastModified() == m_fileTime) return noteFile();
  reload();
}

void MainWindow::updateTitle() {
  const QString file = m_session.file();
  setWindowTitle(file.isEmpty() ? QString("Sofa") : QString("%1[*] - Sofa").arg(QFileInfo(file).fileName()));
}

// --- Saving ----------------------------------------------------------------------------------------------------------

/// Into the file that the title names.
void MainWindow::save() {
  const QFileInfo file(m_session.file());
  if (!file.exists() || !file.isWritable() || isOfInstallation(file)) return saveAs();
  if (m_fileTime.isValid() && file.lastModified() != m_fileTime) {
    const auto answer = QMessageBox::warning(
        this, "Save the scene",
        QString("%1 was changed by another program since it was loaded. Replace it by what is shown here?")
            .arg(file.fileName()),
        QMessageBox::Save | QMessageBox::Cancel, QMessageBox::Cancel);
    if (answer != QMessageBox::Save) return;
  }
  m_edits.save(m_session.file());
}

void MainWindow::saveAs() {
  const QString file = QFileDialog::getSaveFileName(this, "Save the scene as", m_session.file(), sceneFilter);
  if (!file.isEmpty()) saveAs(file);
}

void MainWindow::saveAs(const QString& file) {
  m_edits.save(QFileInfo(file).suffix().isEmpty() ? file + ".scn" : file);
}

/// The window shows that file from now on: the title names it, and it is what is loaded again.
void MainWindow::sceneSaved(const QString& file) {
  m_session.setFile(file);
  noteFile();
  updateTitle();
  if (!m_options.temporary) m_recent.add(file);
  tellResult(QString("Saved %1").arg(file), {});
  if (const auto next = std::exchange(m_afterSaving, nullptr)) next();
}

void MainWindow::saveCheckpoint() {
  const QFileInfo scene(m_session.file());
  const QString file = QFileDialog::getSaveFileName(
      this, "Save the state", scene.absoluteDir().filePath(scene.completeBaseName() + ".checkpoint"),
      "Checkpoints (*.checkpoint)");
  if (!file.isEmpty()) m_edits.saveState(file);
}

/// Before edits would be lost. False: the user wants to stay, or the scene is saved first and `then` is done after it.
bool MainWindow::mayLeave(std::function<void()> then) {
  if (m_edits.undoStack()->isClean()) return true;
  const auto answer = QMessageBox::question(
      this, "Unsaved edits",
      QString("The scene %1 was edited. Save it first?").arg(QFileInfo(m_session.file()).fileName()),
      QMessageBox::Save | QMessageBox::Discard | QMessageBox::Cancel, QMessageBox::Save);
  if (answer == QMessageBox::Discard) return true;
  if (answer == QMessageBox::Save) {
    m_afterSaving = std::move(then);
    save();
  }
  return false;
}

}  // namespace sofa::gui
