// SPDX-License-Identifier: Apache-2.0
#include "Sofa/GUI/Window/WindowHelp.h"

#include <QMessageBox>

#include "Sofa/GUI/Session/SceneEdits.h"
#include "Sofa/GUI/Viewport/ViewOverlay.h"
#include "Sofa/GUI/Window/HelpWindow.h"
#include "Sofa/GUI/Window/WindowActions.h"
#include "Sofa/Version.h"

namespace sofa::gui {
namespace {

/// The same steps as docs/tutorial.md.
std::vector<TutorialOverlay::Step> tutorialSteps() {
  return {
      {"Let it move",
       "Press <b>Space</b> to play and to pause, <b>Backspace</b> to start again. Drag with the left button to look "
       "from elsewhere, and with <b>Shift</b> held to pull at the body."},
      {"Change it",
       "Click the body, or a row of the scene graph. Its values are below it: write another number into one and "
       "press <b>Enter</b>. It acts at once, also while the scene plays; <b>Ctrl+Z</b> takes it back."},
      {"Add something and keep it",
       "Choose a preset at the top of the tab <b>Components</b> and double-click it: it comes beside what is there. "
       "<b>Ctrl+Shift+S</b> saves all of it as a scene of your own."}};
}

}  // namespace

WindowHelp::WindowHelp(const WindowActions& actions, const Session& session, const SceneEdits& edits, QWidget& view,
                       QWidget& window)
    : m_actions(actions),
      m_window(window),
      m_controls(new ControlsOverlay(&view)),
      m_tutorial(new TutorialOverlay(&view, tutorialSteps())) {
  connect(&m_actions["controls"], &QAction::toggled, this, &WindowHelp::showControls);
  connect(m_controls, &ControlsOverlay::closed, this, [this] { showControls(false); });
  connect(&m_actions["tutorial"], &QAction::triggered, m_tutorial, &TutorialOverlay::start);
  connect(m_tutorial, &TutorialOverlay::moreWanted, this, [this] { showPage("tutorial.md"); });
  connect(&session, &Session::playingChanged, m_tutorial, [this](bool playing) {
    if (playing) m_tutorial->done(0);
  });
  connect(&edits, &SceneEdits::done, m_tutorial, [this] { m_tutorial->done(1); });
  connect(&edits, &SceneEdits::saved, m_tutorial, [this] { m_tutorial->done(2); });
  connect(&m_actions["viewerHelp"], &QAction::triggered, this, [this] { showPage("viewer.md"); });
  connect(&m_actions["documentation"], &QAction::triggered, this, [this] { showPage({}); });
  connect(&m_actions["about"], &QAction::triggered, this, &WindowHelp::about);
}

void WindowHelp::showControls(bool shown) {
  m_controls->setVisible(shown);
  if (shown) m_controls->raise();
  m_actions["controls"].setChecked(shown);
}

bool WindowHelp::closeControls() {
  const bool were = m_controls->isVisible();
  if (were) showControls(false);
  return were;
}

void WindowHelp::showPage(const QString& page) {
  if (!m_pages) m_pages = new HelpWindow(&m_window);
  if (!(page.isEmpty() ? m_pages->showContents() : m_pages->showPage(page))) {
    Q_EMIT failed(QString("The documentation%1 is not installed: it is looked for in share/doc/sofa.")
                      .arg(page.isEmpty() ? QString() : " " + page));
    return;
  }
  m_pages->show();
  m_pages->raise();
}

void WindowHelp::about() {
  QMessageBox::about(
      &m_window, "About Sofa",
      QString("<h3>Sofa %1</h3><p>Interactive physical simulation. Runs scenes written for SOFA v26.06 as "
              "far as it has their components.</p><p>Qt %2</p>")
          .arg(SOFA_VERSION, qVersion()));
}

}  // namespace sofa::gui
