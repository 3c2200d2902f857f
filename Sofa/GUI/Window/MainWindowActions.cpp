#include <QAction>
#include <QActionGroup>
#include <QApplication>
#include <QColorDialog>
#include <QDockWidget>
#include <QDoubleValidator>
#include <QLabel>
#include <QLineEdit>
#include <QMenu>
#include <QMenuBar>
#include <QStatusBar>
#include <QToolBar>
#include <QToolButton>

#include "Sofa/GUI/Viewport/SavedViewsMenu.h"
#include "Sofa/GUI/Viewport/ViewOverlay.h"
#include "Sofa/GUI/Window/DockLayout.h"
#include "Sofa/GUI/Window/Icons.h"
#include "Sofa/GUI/Window/MainWindow.h"
#include "Sofa/GUI/Window/Settings.h"
#include "Sofa/GUI/Window/SpeedBox.h"

namespace sofa::gui {
namespace {

constexpr double smallestTimeStep = 1e-9;  // s

struct Background {
  const char* name;
  std::optional<type::Color> color;
};
const std::vector<Background>& backgrounds() {
  static const std::vector<Background> list = {{"As in the scene", std::nullopt},
                                               {"Black", type::Color{0, 0, 0, 1}},
                                               {"White", type::Color{1, 1, 1, 1}},
                                               {"Dark gray", type::Color{0.18f, 0.19f, 0.21f, 1}},
                                               {"Light gray", type::Color{0.86f, 0.87f, 0.89f, 1}}};
  return list;
}

}  // namespace

/// Plain keys belong to the view: trees, tables and fields have their own use for them.
void MainWindow::setKeys(QAction& action, const QList<QKeySequence>& keys) {
  action.setShortcuts(keys);
  const QString first = keys.value(0).toString();
  if ((first.contains('+') && !first.startsWith("Shift+")) || (first.startsWith('F') && first.size() > 1))
    return QMainWindow::addAction(&action);  // works without menus too, in full screen
  action.setShortcutContext(Qt::WidgetWithChildrenShortcut);
  m_viewport->addAction(&action);
}

QAction* MainWindow::addAction(const char* name, const QString& text, const QKeySequence& keys,
                               std::function<void()> job) {
  auto* action = new QAction(text, this);
  action->setObjectName(name);
  setKeys(*action, {keys});
  connect(action, &QAction::triggered, this, [job = std::move(job)] { job(); });
  m_actions[name] = action;
  return action;
}

void MainWindow::buildActions() {
  buildFileActions();
  buildSimulationActions();
  buildViewActions();
}

void MainWindow::buildFileActions() {
  addAction("open", "&Open...", QKeySequence::Open, [this] { openDialog(); })->setIcon(icon(Symbol::open));
  addAction("reload", "&Reload", QKeySequence("Ctrl+R"), [this] { reload(); })->setIcon(icon(Symbol::reload));
  addAction("save", "&Save", QKeySequence("Ctrl+S"), [this] { save(); })->setIcon(icon(Symbol::save));
  addAction("saveAs", "Save &as...", QKeySequence("Ctrl+Shift+S"), [this] { saveAs(); });
  addAction("saveState", "Save s&tate...", {}, [this] {
    saveCheckpoint();
  })->setToolTip("All that a run carries from step to step: runSofa --resume goes on from there");
  addAction("exportObj", "&Export OBJ", QKeySequence("O"), [] {});
  addAction("objSequence", "Export OBJ at every ste&p", QKeySequence("P"), [] {})->setCheckable(true);
  auto* record = addAction("record", "Record &video", QKeySequence("V"), [] {});
  record->setCheckable(true);
  record->setIcon(icon(Symbol::record));
  addAction("compare", "Co&mpare with...", {}, [this] { compareDialog(); })->setIcon(icon(Symbol::compare));
  auto* undo = m_edits.undoStack()->createUndoAction(this, "&Undo");
  undo->setShortcut(QKeySequence::Undo);
  undo->setIcon(icon(Symbol::undo));
  auto* redo = m_edits.undoStack()->createRedoAction(this, "&Redo");
  redo->setShortcuts({QKeySequence("Ctrl+Shift+Z"), QKeySequence("Ctrl+Y")});
  redo->setIcon(icon(Symbol::redo));
  m_actions["undo"] = undo;
  m_actions["redo"] = redo;
  addAction("screenshot", "Screens&hot...", QKeySequence("S"), [this] {
    screenshotDialog();
  })->setIcon(icon(Symbol::camera));
  addAction("quit", "&Quit", QKeySequence::Quit, [this] { close(); });
  auto* controls = addAction("controls", "&Controls", QKeySequence("H"), [] {});
  controls->setCheckable(true);
  controls->setIcon(icon(Symbol::help));
  connect(controls, &QAction::toggled, this, &MainWindow::showControls);
  addAction("openExample", "Open e&xample...", {}, [this] { openExample(); });
  addAction("tutorial", "&Tutorial in three steps", {}, [this] { m_tutorial->start(); });
  addAction("viewerHelp", "The &viewer", QKeySequence::HelpContents, [this] { showHelp("viewer.md"); });
  addAction("documentation", "&Documentation", {}, [this] { showHelp({}); });
  addAction("about", "&About Sofa", {}, [this] { about(); });
  addAction("resetLayout", "&Reset layout", {}, [this] { m_docks->reset(); });
}

void MainWindow::buildSimulationActions() {
  auto* play =
      addAction("play", "&Play", QKeySequence("Space"), [this] { m_session.setPlaying(!m_session.isPlaying()); });
  play->setIcon(icon(Symbol::play));
  auto* step = addAction("step", "&Step", QKeySequence("N"), [this] {
    m_session.setPlaying(false);
    m_session.step();
  });
  step->setIcon(icon(Symbol::step));
  addAction("reset", "&Reset", QKeySequence("Backspace"), [this] { m_session.reset(); })->setIcon(icon(Symbol::reset));
  auto* alarm = addAction("pauseAtProblems", "Pause &at problems", {}, [] {});
  alarm->setCheckable(true);
  alarm->setChecked(true);
  alarm->setToolTip("Pause when a position is not finite any more, or a component gives up in a step");
  connect(alarm, &QAction::toggled, this, [this](bool on) {
    m_session.setPausesAtProblems(on);
    settings().setValue("simulation/pauseAtProblems", on);
  });
  alarm->setChecked(settings().value("simulation/pauseAtProblems", true).toBool());
}

void MainWindow::buildViewActions() {
  addAction("viewAll", "Show &whole scene", QKeySequence("Home"), [this] {
    m_viewport->viewAll();
  })->setIcon(icon(Symbol::viewAll));
  setKeys(*m_actions["viewAll"], {QKeySequence("Home"), QKeySequence("C")});
  addAction("viewSelected", "Frame s&election", QKeySequence("F"), [this] { m_viewport->viewSelected(); });
  addAction("resetView", "&Reset view", QKeySequence("Shift+W"), [this] { m_viewport->resetView(); });
  addAction("saveView", "&Save view", QKeySequence("W"), [this] { m_viewport->saveView(); });
  using View = ViewControl::StandardView;
  static constexpr struct {
    const char *name, *text, *keys;
    View view;
  } views[] = {{"viewFront", "&Front", "1", View::front},
               {"viewBack", "&Back", "Ctrl+1", View::back},
               {"viewRight", "&Right", "3", View::right},
               {"viewLeft", "&Left", "Ctrl+3", View::left},
               {"viewTop", "&Top", "7", View::top},
               {"viewBottom", "B&ottom", "Ctrl+7", View::bottom},
               {"viewIsometric", "&Isometric", "0", View::isometric}};
  for (const auto& v : views)
    addAction(v.name, v.text, QKeySequence(v.keys), [this, view = v.view] { m_viewport->standardView(view); });
  auto* orthographic =
      addAction("orthographic", "&Orthographic", QKeySequence("T"), [this] { m_viewport->toggleProjection(); });
  orthographic->setCheckable(true);
  orthographic->setIcon(icon(Symbol::perspective));
  auto* turntable = addAction("turntable", "Turnta&ble", {}, [this] {
    m_viewport->setMode(m_actions["turntable"]->isChecked() ? ViewControl::Mode::turntable
                                                            : ViewControl::Mode::trackball);
  });
  turntable->setCheckable(true);
  turntable->setToolTip("Turns about the vertical and keeps the horizon level");
  static constexpr struct {
    const char *name, *text, *keys;
    bool ViewSettings::*flag;
  } toggles[] = {{"axes", "&Axes", "A", &ViewSettings::axes},
                 {"grid", "&Grid", "G", &ViewSettings::grid},
                 {"boundingBox", "Bounding bo&x", "R", &ViewSettings::boundingBox},
                 {"scale", "S&cale bar", "", &ViewSettings::scale},
                 {"sceneFrame", "&Frame in the corner", "", &ViewSettings::sceneFrame},
                 {"shadows", "S&hadows", "Ctrl+L", &ViewSettings::shadows}};
  for (const auto& t : toggles)
    addAction(t.name, t.text, QKeySequence(t.keys), [this, flag = t.flag] {
      auto view = m_viewport->viewSettings();
      view.*flag = !(view.*flag);
      m_viewport->setViewSettings(view);
    })->setCheckable(true);
  m_actions["axes"]->setIcon(icon(Symbol::axes));
  m_actions["grid"]->setIcon(icon(Symbol::grid));
  m_actions["boundingBox"]->setIcon(icon(Symbol::box));
  addAction("nextBackground", "&Next background", QKeySequence("B"), [this] { showNextBackground(); });
  m_actions["scale"]->setToolTip("A bar with its length, which holds where the camera looks at");
  auto* measure = addAction("measure", "&Measure", QKeySequence("M"), [] {});
  measure->setCheckable(true);
  measure->setToolTip("Click two points to get their distance, a third for the angle at the second");
  connect(measure, &QAction::toggled, &m_measure, &MeasureTool::setOn);
  addAction("resetLight", "&Light from the camera", {}, [this] {
    m_viewport->resetLight();
  })->setToolTip("Takes back what Alt + left drag did to the light of scenes that have none");
  addAction("cutting", "Camera and clip planes...", {}, [] {});
  auto* full = addAction("fullScreen", "F&ull screen", QKeySequence("F11"), [this] { setFullScreen(!isFullScreen()); });
  full->setCheckable(true);
  full->setIcon(icon(Symbol::fullScreen));
}

/// The one behind the present one that differs from it: the scene's own often is black, as the first of the list.
void MainWindow::showNextBackground() {
  auto view = m_viewport->viewSettings();
  const auto& list = backgrounds();
  const auto seen = [&](const std::optional<type::Color>& chosen) {
    const auto& frame = m_viewport->frame();
    const bool isScenes = !chosen && frame && frame->backgroundImage.empty();
    return isScenes ? std::optional(frame->background) : chosen;
  };
  const auto before = seen(view.background);
  const auto current =
      std::find_if(list.begin(), list.end(), [&](const auto& b) { return b.color == view.background; });
  auto at = static_cast<std::size_t>(current - list.begin());
  do {
    at = at + 1 < list.size() ? at + 1 : 0;
    view.background = list[at].color;
  } while (seen(view.background) == before);
  m_viewport->setViewSettings(view);
}

void MainWindow::buildMenus() {
  const auto add = [this](QMenu* menu, std::initializer_list<const char*> names) {
    for (const char* name : names) *name ? menu->addAction(m_actions.at(name)) : void(menu->addSeparator());
  };
  auto* file = menuBar()->addMenu("&File");
  file->setObjectName("fileMenu");
  add(file, {"open", "openExample", "reload"});
  m_recentMenu = file->addMenu("Re&cent scenes");
  m_recentMenu->setObjectName("recentMenu");
  fillRecentMenu();
  add(file, {"", "save", "saveAs", "saveState", "", "screenshot", "record", "exportObj", "objSequence", "", "compare",
             "", "quit"});
  add(menuBar()->addMenu("&Edit"), {"undo", "redo"});
  buildViewMenu();
  auto* simulation = menuBar()->addMenu("&Simulation");
  simulation->setToolTipsVisible(true);
  add(simulation, {"play", "step", "reset", "", "pauseAtProblems"});
  buildWindowsMenu();
  auto* help = menuBar()->addMenu("&Help");
  add(help, {"openExample", "", "tutorial", "controls", "viewerHelp", "documentation", "", "about"});
}

/// Panels are added to it as they are made.
void MainWindow::buildWindowsMenu() {
  m_windowsMenu = menuBar()->addMenu("&Windows");
  m_windowsMenu->setObjectName("windowsMenu");
  m_windowsMenu->addSeparator()->setObjectName("endOfPanels");
  m_windowsMenu->addAction(m_actions.at("resetLayout"));
  auto* theme = m_windowsMenu->addMenu("&Theme");
  auto* group = new QActionGroup(this);
  for (const auto& [text, choice] : {std::pair{"As the &desktop", Theme::Choice::desktop},
                                     {"&Light", Theme::Choice::light},
                                     {"Dar&k", Theme::Choice::dark}}) {
    auto* action = theme->addAction(text, this, [this, c = choice] { m_theme.choose(c); });
    action->setCheckable(true);
    action->setChecked(m_theme.choice() == choice);
    group->addAction(action);
  }
}

void MainWindow::buildViewMenu() {
  auto* menu = menuBar()->addMenu("&View");
  menu->setObjectName("viewMenu");
  menu->setToolTipsVisible(true);
  for (const char* name : {"viewAll", "viewSelected", "saveView", "resetView"}) menu->addAction(m_actions.at(name));
  m_savedViews = new SavedViewsMenu(m_session, *m_viewport, this);
  connect(m_savedViews, &SavedViewsMenu::told, this,
          [this](const QString& text) { statusBar()->showMessage(text, 8000); });
  menu->addMenu(m_savedViews);
  auto* standard = menu->addMenu("S&tandard views");
  for (const char* name : {"viewFront", "viewBack", "viewRight", "viewLeft", "viewTop", "viewBottom", "viewIsometric"})
    standard->addAction(m_actions.at(name));
  menu->addSeparator();
  for (const char* name : {"orthographic", "turntable"}) menu->addAction(m_actions.at(name));
  menu->addSeparator();
  for (const char* name :
       {"axes", "grid", "boundingBox", "scale", "sceneFrame", "", "measure", "cutting", "", "shadows", "resetLight"})
    *name ? menu->addAction(m_actions.at(name)) : void(menu->addSeparator());
  auto* background = menu->addMenu("Bac&kground");
  for (const auto& b : backgrounds())
    background->addAction(b.name, this, [this, color = b.color] {
      auto view = m_viewport->viewSettings();
      view.background = color;
      m_viewport->setViewSettings(view);
    });
  background->addAction("Choose...", this, [this] {
    const QColor c = QColorDialog::getColor(Qt::black, this, "Background");
    if (!c.isValid()) return;
    auto view = m_viewport->viewSettings();
    view.background =
        type::Color{static_cast<float>(c.redF()), static_cast<float>(c.greenF()), static_cast<float>(c.blueF()), 1};
    m_viewport->setViewSettings(view);
  });
  background->addSeparator();
  background->addAction(m_actions.at("nextBackground"));
  menu->addSeparator();
  menu->addAction(m_actions.at("fullScreen"));
}

void MainWindow::buildToolBar() {
  auto* bar = addToolBar("Tools");
  bar->setObjectName("toolBar");
  bar->setIconSize({22, 22});
  for (const char* name : {"open", "reload", "save", "", "undo", "redo", "", "reset", "play", "step", ""})
    *name ? bar->addAction(m_actions.at(name)) : void(bar->addSeparator());
  if (auto* button = qobject_cast<QToolButton*>(bar->widgetForAction(m_actions.at("step"))))
    button->setAutoRepeat(true);
  auto* label = new QLabel(" dt (s) ", this);
  bar->addWidget(label);
  m_timeStep = new QLineEdit(this);
  m_timeStep->setObjectName("timeStepField");
  m_timeStep->setMaximumWidth(90);
  m_timeStep->setToolTip("Time step of the scene: simulated seconds per step, at least 1e-9");
  label->setBuddy(m_timeStep);
  connect(m_timeStep, &QLineEdit::editingFinished, this, &MainWindow::applyTimeStep);
  bar->addWidget(m_timeStep);
  m_speed = new SpeedBox(this);
  m_session.setSpeed(m_speed->factor());
  connect(m_speed, &SpeedBox::chosen, this, [this](double factor) {
    m_session.setSpeed(factor);
    m_viewport->setFocus();
  });
  connect(m_speed, &SpeedBox::refused, this, [this](const QString& why) { statusBar()->showMessage(why, 5000); });
  bar->addWidget(m_speed);
  bar->addSeparator();
  for (const char* name :
       {"viewAll", "orthographic", "axes", "grid", "boundingBox", "", "screenshot", "record", "fullScreen", "controls"})
    *name ? bar->addAction(m_actions.at(name)) : void(bar->addSeparator());
}

void MainWindow::fillRecentMenu() {
  m_recentMenu->clear();
  for (const QString& file : m_recent.files()) m_recentMenu->addAction(file, this, [this, file] { open(file); });
  m_recentMenu->setEnabled(!m_recent.files().isEmpty());
  if (m_recent.files().isEmpty()) return;
  m_recentMenu->addSeparator();
  m_recentMenu->addAction("&Clear", this, [this] { m_recent.clear(); });
}

void MainWindow::updateActions() {
  const bool playing = m_session.isPlaying();
  m_actions.at("play")->setIcon(icon(playing ? Symbol::pause : Symbol::play));
  m_actions.at("play")->setText(playing ? "&Pause" : "&Play");
  for (const char* name : {"play", "step", "reset", "saveView", "resetView", "screenshot", "save", "saveAs",
                           "saveState", "exportObj", "objSequence", "record", "compare"})
    m_actions.at(name)->setEnabled(m_hasScene);
  m_actions.at("reload")->setEnabled(!m_session.file().isEmpty() && !m_loading);
  m_timeStep->setEnabled(m_hasScene);
  updateViewActions();
}

void MainWindow::updateViewActions() {
  const auto& view = m_viewport->viewSettings();
  const auto check = [this](const char* name, bool on) { m_actions.at(name)->setChecked(on); };
  check("axes", view.axes);
  check("grid", view.grid);
  check("boundingBox", view.boundingBox);
  check("scale", view.scale);
  check("sceneFrame", view.sceneFrame);
  check("shadows", view.shadows);
  check("orthographic", m_viewport->camera().orthographic);
  check("fullScreen", isFullScreen());
}

void MainWindow::applyTimeStep() {
  if (!m_timeStep->isModified()) return;
  m_timeStep->setModified(false);
  bool number = false;
  const double dt = QLocale::c().toDouble(m_timeStep->text(), &number);
  if (!number || !(dt >= smallestTimeStep) || !std::isfinite(dt)) {
    statusBar()->showMessage(
        QString("dt: a number of seconds of at least 1e-9 is expected, \"%1\" was given").arg(m_timeStep->text()),
        5000);
    return showTimeStep();
  }
  m_session.post([dt](simulation::Node& root) { root.d_dt.set(dt); });
  m_viewport->setFocus();
}

/// The field follows the scene unless it is being edited.
void MainWindow::showTimeStep() {
  if (m_timeStep->hasFocus() && m_timeStep->isModified()) return;
  const auto frame = m_viewport->frame();
  const QString text = frame && m_hasScene ? QString::number(frame->dt, 'g', 10) : QString();
  if (text != m_timeStep->text()) m_timeStep->setText(text);
}

}  // namespace sofa::gui
