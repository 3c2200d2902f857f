// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <QDateTime>
#include <QFileSystemWatcher>
#include <QStringList>
#include <QTimer>
#include <functional>
#include <memory>

#include "Sofa/GUI/Window/DataFolders.h"
#include "Sofa/GUI/Window/RecentFiles.h"
#include "Sofa/Helper/Message.h"
#include "Sofa/Simulation/Run/FrontEnd.h"

class QWidget;

namespace sofa::gui {

class CompareWindow;
class SceneEdits;
class Session;

/// Opens, reloads and saves the scene of a window, as the command line asked for: tells the title, remembers what was
/// opened, loads a watched file again when another program wrote it, and lets no edit be lost without a question.
class SceneFiles : public QObject {
  Q_OBJECT

 public:
  /// Questions and dialogs are asked in front of `window`.
  SceneFiles(Session& session, SceneEdits& edits, simulation::FrontEndOptions options, QWidget& window);
  ~SceneFiles() override;

  RecentFiles& recent() { return m_recent; }
  DataFolders& dataFolders() { return m_dataFolders; }
  /// Whether the scene named files that were found nowhere.
  bool missesFiles() const { return !DataFolders::missingFiles(m_loadErrors).isEmpty(); }
  /// Adds a folder in which scenes find files, and loads this scene again. If a folder above or below it is the one
  /// that holds the missing files, that one is added. Fails if none of them does.
  void locate(const QString& folder);
  /// "beam.scn[*] - Sofa": the place in brackets marks unsaved edits, as QWidget::setWindowTitle() takes it.
  QString title() const;

  /// Loads a scene in place of the current one, in the simulation's thread.
  void open(const QString& file);
  void reload();
  /// Saves to the file that the title names. Asks for another one if that must not be written.
  void save();
  /// Saves to another file. From then on the title names it and reload() loads it.
  void saveAs(const QString& file);
  /// Asks the user before edits would be lost. Returns false if the user wants to stay, or if the scene is saved first;
  /// `then` is called after that.
  bool mayLeave(std::function<void()> then);
  /// Opens a window with this scene and another, side by side. It closes with this object.
  CompareWindow* compareWith(const QString& file);

 public Q_SLOTS:
  void openDialog();
  void openExample();
  void saveAsDialog();
  void saveStateDialog();
  void compareDialog();
  void locateFolderDialog();

 Q_SIGNALS:
  void titleChanged(const QString& title);
  /// A scene is about to be opened in place of the one that the command line named: what it says of that one, such as
  /// the view, is not meant for others.
  void opensAnother();
  void loadFailed(const QString& title, const QStringList& reasons);
  /// 0 ms: until the next; an empty text takes the last one back.
  void told(const QString& text, int milliseconds);
  void failed(const QString& problem);

 private:
  void sceneLoading(const QString& file);
  void sceneLoaded(bool good);
  void sceneSaved(const QString& file);
  void noteFile();
  void fileChanged();

  Session& m_session;
  SceneEdits& m_edits;
  simulation::FrontEndOptions m_options;
  QWidget& m_window;
  RecentFiles m_recent;
  DataFolders m_dataFolders;
  QFileSystemWatcher m_watcher;
  QTimer m_watchTimer;
  QDateTime m_fileTime;
  std::function<void()> m_afterSaving;
  QStringList m_loadErrors;
  bool m_first = true;
  std::unique_ptr<helper::MessageHandler> m_errors;
};

}  // namespace sofa::gui
