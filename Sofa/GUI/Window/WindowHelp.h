// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <QObject>
#include <QPointer>

class QWidget;

namespace sofa::gui {

class ControlsOverlay;
class HelpWindow;
class SceneEdits;
class Session;
class TutorialOverlay;
class WindowActions;

/// How a window helps on: the list of what mouse and keys do, the tutorial, and the documentation.
class WindowHelp : public QObject {
  Q_OBJECT

 public:
  /// List and tutorial lie in `view`; the tutorial notices when its steps are done.
  WindowHelp(const WindowActions& actions, const Session& session, const SceneEdits& edits, QWidget& view,
             QWidget& window);

  void showControls(bool shown);
  /// False if they were not shown.
  bool closeControls();
  /// A page of the documentation, "viewer.md", or its contents. failed() if it is not installed.
  void showPage(const QString& page);

 Q_SIGNALS:
  void failed(const QString& problem);

 private:
  void about();

  const WindowActions& m_actions;
  QWidget& m_window;
  ControlsOverlay* m_controls;
  TutorialOverlay* m_tutorial;
  QPointer<HelpWindow> m_pages;
};

}  // namespace sofa::gui
