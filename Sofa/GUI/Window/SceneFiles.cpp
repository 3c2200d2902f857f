// SPDX-License-Identifier: Apache-2.0
#include "Sofa/GUI/Window/SceneFiles.h"

#include <QFileDialog>
#include <QFileInfo>
#include <QMessageBox>

#include "Sofa/GUI/Messages/ErrorForwarder.h"
#include "Sofa/GUI/Plots/CompareWindow.h"
#include "Sofa/GUI/Session/SceneEdits.h"
#include "Sofa/GUI/Window/Counted.h"
#include "Sofa/GUI/Window/ExampleDialog.h"
#include "Sofa/Helper/ResourcePath.h"

namespace sofa::gui {
namespace {

constexpr const char* savedFilter = "Scenes (*.scn *.xml)";
constexpr const char* anyFilter = "Scenes (*.scn *.xml *.py *.pyscn *.py3 *.py3scn);;All files (*)";
constexpr int watchDelay = 300;    // ms: editors write a file in several steps
constexpr int resultShown = 8000;  // ms
constexpr std::size_t shownErrors = 8;

/// Examples stay as they are: a copy is saved.
bool isOfInstallation(const QFileInfo& file) {
  const auto share = helper::installationPrefix() / "share" / "sofa";
  return file.absoluteFilePath().startsWith(QString::fromStdString(share.string()) + "/");
}

/// Scenes are saved as XML: one that is a program stays as it was written.
bool isXml(const QFileInfo& file) {
  const QString suffix = file.suffix().toLower();
  return suffix == "scn" || suffix == "xml";
}

QString asXml(const QString& file) { return file.isEmpty() || isXml(QFileInfo(file)) ? file : file + ".scn"; }

}  // namespace

SceneFiles::SceneFiles(Session& session, SceneEdits& edits, simulation::FrontEndOptions options, QWidget& window)
    : m_session(session), m_edits(edits), m_options(std::move(options)), m_window(window) {
  connect(&m_session, &Session::loading, this, &SceneFiles::sceneLoading);
  connect(&m_session, &Session::loadingBegan, this, [this] {
    if (m_session.isLoading()) Q_EMIT told(QString("Loading %1 ...").arg(m_session.file()), 0);
  });
  connect(&m_session, &Session::loaded, this, &SceneFiles::sceneLoaded);
  connect(&m_edits, &SceneEdits::failed, this, [this](const QString& problem) {
    m_afterSaving = nullptr;
    Q_EMIT failed(problem);
  });
  connect(&m_edits, &SceneEdits::saved, this, &SceneFiles::sceneSaved);
  connect(&m_edits, &SceneEdits::stateSaved, this,
          [this](const QString& file) { Q_EMIT told(QString("Saved %1").arg(file), resultShown); });
  m_watchTimer.setSingleShot(true);
  connect(&m_watcher, &QFileSystemWatcher::fileChanged, this, [this] { m_watchTimer.start(watchDelay); });
  connect(&m_watchTimer, &QTimer::timeout, this, &SceneFiles::fileChanged);
  m_errors = std::make_unique<ErrorForwarder>(m_session, this, [this](const QString& text) {
    if (m_session.isLoading()) m_loadErrors.append(text);
  });
}

SceneFiles::~SceneFiles() = default;

QString SceneFiles::title() const {
  const QString file = m_session.file();
  return file.isEmpty() ? QString("Sofa") : QString("%1[*] - Sofa").arg(QFileInfo(file).fileName());
}

// --- Opening ---------------------------------------------------------------------------------------------------------

void SceneFiles::open(const QString& file) {
  if (!mayLeave([this, file] { open(file); })) return;
  auto options = m_options.batch;
  if (!std::exchange(m_first, false)) {
    options = {};
    options.sceneChecks = m_options.batch.sceneChecks;
    Q_EMIT opensAnother();
  }
  options.scene = file.toStdString();
  m_session.open(std::move(options));
}

void SceneFiles::reload() {
  if (!m_session.file().isEmpty() && mayLeave([this] { reload(); })) m_session.reload();
}

void SceneFiles::openDialog() {
  const QString folder = m_session.file().isEmpty() ? QString() : QFileInfo(m_session.file()).absolutePath();
  const QString file = QFileDialog::getOpenFileName(&m_window, "Open a scene", folder, anyFilter);
  if (!file.isEmpty()) open(file);
}

void SceneFiles::openExample() {
  ExampleDialog dialog(&m_window);
  if (dialog.exec() == QDialog::Accepted && !dialog.chosen().isEmpty()) open(dialog.chosen());
}

void SceneFiles::locateFolderDialog() {
  const QStringList missing = DataFolders::missingFiles(m_loadErrors);
  const QString title = missing.isEmpty() ? QString("Where files of scenes lie")
                                          : QString("Locate the folder that has %1").arg(missing.front());
  const QString start = m_session.file().isEmpty() ? QString() : QFileInfo(m_session.file()).absolutePath();
  const QString folder = QFileDialog::getExistingDirectory(&m_window, title, start);
  if (!folder.isEmpty()) locate(folder);
}

void SceneFiles::locate(const QString& folder) {
  const QStringList missing = DataFolders::missingFiles(m_loadErrors);
  const QString start = missing.isEmpty() ? folder : DataFolders::startFor(folder, missing);
  if (start.isEmpty())
    return Q_EMIT failed(QString("There is no %1 in %2 or in the folders above it.").arg(missing.front(), folder));
  m_dataFolders.add(start);
  Q_EMIT told(QString("Scenes find files in %1 too").arg(start), resultShown);
  reload();
}

void SceneFiles::sceneLoading(const QString& file) {
  m_loadErrors.clear();
  const char* text = m_session.isBusy() ? "Finishing the step, then loading %1 ..." : "Loading %1 ...";
  Q_EMIT told(QString(text).arg(file), 0);
  Q_EMIT titleChanged(title());
}

void SceneFiles::sceneLoaded(bool good) {
  Q_EMIT told({}, 0);
  const QString file = m_session.file();
  if (!good) {
    if (m_loadErrors.isEmpty()) m_loadErrors.append("No reason was given.");
    Q_EMIT loadFailed(QString("%1 could not be loaded").arg(QFileInfo(file).fileName()),
                      m_loadErrors.mid(0, shownErrors));
    if (!QFileInfo::exists(file)) m_recent.remove(file);
  } else {
    if (!m_options.temporary && !file.isEmpty()) m_recent.add(file);
    if (!m_loadErrors.isEmpty())
      Q_EMIT told(problemCounts(m_loadErrors.size(), 0) + " while loading: see the messages", resultShown);
    if (m_options.startAnimated) m_session.setPlaying(true);
  }
  noteFile();
  Q_EMIT titleChanged(title());
}

/// What the file is like that the window shows: later changes are those of others.
void SceneFiles::noteFile() {
  const QFileInfo file(m_session.file());
  m_fileTime = file.exists() ? file.lastModified() : QDateTime();
  if (!m_watcher.files().isEmpty()) m_watcher.removePaths(m_watcher.files());
  if (m_options.watchFile && file.exists()) m_watcher.addPath(m_session.file());
}

/// The watched file was written, by another program or by this one.
void SceneFiles::fileChanged() {
  if (QFileInfo(m_session.file()).lastModified() == m_fileTime) return noteFile();
  reload();
}

// --- Saving ----------------------------------------------------------------------------------------------------------

void SceneFiles::save() {
  const QFileInfo file(m_session.file());
  if (!file.exists() || !file.isWritable() || !isXml(file) || isOfInstallation(file)) return saveAsDialog();
  if (m_fileTime.isValid() && file.lastModified() != m_fileTime) {
    const auto answer = QMessageBox::warning(
        &m_window, "Save the scene",
        QString("%1 was changed by another program since it was loaded. Replace it by what is shown here?")
            .arg(file.fileName()),
        QMessageBox::Save | QMessageBox::Cancel, QMessageBox::Cancel);
    if (answer != QMessageBox::Save) return;
  }
  m_edits.save(m_session.file());
}

void SceneFiles::saveAsDialog() {
  const QString file =
      QFileDialog::getSaveFileName(&m_window, "Save the scene as", asXml(m_session.file()), savedFilter);
  if (!file.isEmpty()) saveAs(file);
}

void SceneFiles::saveAs(const QString& file) { m_edits.save(asXml(file)); }

/// The window shows that file from now on.
void SceneFiles::sceneSaved(const QString& file) {
  m_session.setFile(file);
  noteFile();
  Q_EMIT titleChanged(title());
  if (!m_options.temporary) m_recent.add(file);
  Q_EMIT told(QString("Saved %1").arg(file), resultShown);
  if (const auto next = std::exchange(m_afterSaving, nullptr)) next();
}

void SceneFiles::saveStateDialog() {
  const QFileInfo scene(m_session.file());
  const QString file = QFileDialog::getSaveFileName(
      &m_window, "Save the state", scene.absoluteDir().filePath(scene.completeBaseName() + ".checkpoint"),
      "Checkpoints (*.checkpoint)");
  if (!file.isEmpty()) m_edits.saveState(file);
}

bool SceneFiles::mayLeave(std::function<void()> then) {
  if (m_edits.undoStack()->isClean()) return true;
  const auto answer = QMessageBox::question(
      &m_window, "Unsaved edits",
      QString("The scene %1 was edited. Save it first?").arg(QFileInfo(m_session.file()).fileName()),
      QMessageBox::Save | QMessageBox::Discard | QMessageBox::Cancel, QMessageBox::Save);
  if (answer == QMessageBox::Discard) return true;
  if (answer == QMessageBox::Save) {
    m_afterSaving = std::move(then);
    save();
  }
  return false;
}

// --- Comparing -------------------------------------------------------------------------------------------------------

void SceneFiles::compareDialog() {
  const QString file =
      QFileDialog::getOpenFileName(&m_window, "Compare with", QFileInfo(m_session.file()).absolutePath(), anyFilter);
  if (!file.isEmpty()) compareWith(file);
}

CompareWindow* SceneFiles::compareWith(const QString& file) {
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
