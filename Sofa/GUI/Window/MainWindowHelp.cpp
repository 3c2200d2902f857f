#include <QMessageBox>

#include "Sofa/Component/Visual/VisualStyle.h"
#include "Sofa/Core/Contract/State.h"
#include "Sofa/GUI/Properties/DataSnapshot.h"
#include "Sofa/GUI/Viewport/ViewOverlay.h"
#include "Sofa/GUI/Window/ExampleDialog.h"
#include "Sofa/GUI/Window/HelpWindow.h"
#include "Sofa/GUI/Window/MainWindow.h"
#include "Sofa/Version.h"

// How the window helps on: hints in the view, the tutorial, examples and documentation.
namespace sofa::gui {
namespace {

/// The same steps as docs/tutorial.md.
std::vector<TutorialOverlay::Step> tutorialSteps() {
  return {
      {"Let it move",
       "Press <b>Space</b> to play and to pause, <b>Backspace</b> to start again. Drag with the left button to look "
       "from elsewhere, and with <b>Shift</b> held to pull at the body."},
      {"Change it",
       "Click the body, or a row of the scene graph. Its values are at the right: write another number into one and "
       "press <b>Enter</b>. It acts at once, also while the scene plays; <b>Ctrl+Z</b> takes it back."},
      {"Add something and keep it",
       "Choose a preset at the top of the tab <b>Components</b> and double-click it: it comes beside what is there. "
       "<b>Ctrl+Shift+S</b> saves all of it as a scene of your own."}};
}

struct Shown {
  QList<ObjectHandle> styles, states;
};

Shown whatCanBeShown(simulation::Node& root) {
  Shown shown;
  std::vector<component::visual::VisualStyle*> styles;
  root.collectDown(styles);
  for (auto* style : styles) shown.styles.push_back(makeHandle(*style));
  std::vector<core::BaseState*> states;
  root.collectDown(states);
  for (auto* state : states)
    if (state->isMechanical() && state->findData("showObject")) shown.states.push_back(makeHandle(*state));
  return shown;
}

bool hasStates(simulation::Node& root) { return root.down<core::BaseState>() != nullptr; }

}  // namespace

void MainWindow::buildHelp() {
  m_hint = new HintOverlay(centralWidget());
  m_tutorial = new TutorialOverlay(centralWidget(), tutorialSteps());
  connect(m_hint, &HintOverlay::accepted, this, &MainWindow::showEverything);
  connect(m_hint, &HintOverlay::closed, this, [this] { m_hintClosed = true; });
  connect(m_viewport, &Viewport::painted, this, &MainWindow::showHint);
  connect(m_tutorial, &TutorialOverlay::moreWanted, this, [this] { showHelp("tutorial.md"); });
  connect(&m_session, &Session::playingChanged, m_tutorial, [this](bool playing) {
    if (playing) m_tutorial->done(0);
  });
  connect(&m_edits, &SceneEdits::done, m_tutorial, [this] { m_tutorial->done(1); });
  connect(&m_edits, &SceneEdits::saved, m_tutorial, [this] { m_tutorial->done(2); });
}

// --- Nothing to be seen ----------------------------------------------------------------------------------------------

/// A black picture is no answer: why it is empty, and what can be done.
void MainWindow::showHint() {
  const auto& frame = m_viewport->frame();
  const bool isEmpty = m_hasScene && frame && frame->nothingDrawn;
  if (!isEmpty) return m_hint->hide();
  if (m_hintClosed || m_hint->isVisible() || m_problem->isVisible()) return;
  m_session.ask(this, hasStates, [this](bool has) {
    if (!m_hasScene || m_hintClosed || !m_viewport->frame() || !m_viewport->frame()->nothingDrawn) return;
    has ? m_hint->tell("Nothing of this scene is drawn: its display flags show none of what it has.",
                       "Show states, springs and meshes")
        : m_hint->tell("There is nothing to draw in this scene yet: add a preset from the tab Components.", {});
  });
}

/// As edits, which can be undone.
void MainWindow::showEverything() {
  m_hint->hide();
  m_session.ask(this, whatCanBeShown, [this](const Shown& shown) {
    m_edits.setDataOfAll(shown.styles, "displayFlags",
                         "showVisual showBehavior showForceFields showInteractionForceFields showCollisionModels");
    m_edits.setDataOfAll(shown.states, "showObject", "1");
  });
}

// --- Help ------------------------------------------------------------------------------------------------------------

void MainWindow::openExample() {
  ExampleDialog dialog(this);
  if (dialog.exec() == QDialog::Accepted && !dialog.chosen().isEmpty()) open(dialog.chosen());
}

void MainWindow::showHelp(const QString& page) {
  if (!m_help) m_help = new HelpWindow(this);
  if (!(page.isEmpty() ? m_help->showContents() : m_help->showPage(page)))
    return tellResult({}, QString("The documentation%1 is not installed: it is looked for in share/doc/sofa.")
                              .arg(page.isEmpty() ? QString() : " " + page));
  m_help->show();
  m_help->raise();
}

void MainWindow::about() {
  QMessageBox::about(
      this, "About Sofa",
      QString("<h3>Sofa %1</h3><p>Interactive physical simulation. Runs scenes written for SOFA v26.06 as "
              "far as it has their components.</p><p>Qt %2</p>")
          .arg(SOFA_VERSION, qVersion()));
}

}  // namespace sofa::gui
