// SPDX-License-Identifier: Apache-2.0
#include "Sofa/GUI/Window/WindowActions.h"

#include <QMainWindow>
#include <QMenu>
#include <QUndoStack>

#include "Sofa/GUI/Window/Icons.h"

namespace sofa::gui {
namespace {

struct ActionTraits {
  std::optional<Symbol> symbol = {};
  bool checkable = false;
  bool needsScene = false;
  const char* toolTip = "";
};
struct ActionDescription {
  const char *name, *text;
  QList<QKeySequence> keys;
  ActionTraits traits = {};
};

QList<QKeySequence> keys(const char* list) { return QKeySequence::listFromString(list); }

std::vector<ActionDescription> fileActions() {
  return {
      {"open", "&Open...", {QKeySequence::Open}, {.symbol = Symbol::open}},
      {"reload", "&Reload", keys("Ctrl+R"), {.symbol = Symbol::reload}},
      {"locateFolder", "&Locate folder...", {}, {.toolTip = "Where the meshes and pictures of scenes lie"}},
      {"save", "&Save", keys("Ctrl+S"), {.symbol = Symbol::save, .needsScene = true}},
      {"saveAs", "Save &as...", keys("Ctrl+Shift+S"), {.needsScene = true}},
      {"saveState",
       "Save s&tate...",
       {},
       {.needsScene = true,
        .toolTip = "All that a run carries from step to step: runSofa --resume goes on from there"}},
      {"exportObj", "&Export OBJ", keys("O"), {.needsScene = true}},
      {"objSequence", "Export OBJ at every ste&p", keys("P"), {.checkable = true, .needsScene = true}},
      {"record", "Record &video", keys("V"), {.symbol = Symbol::record, .checkable = true, .needsScene = true}},
      {"compare", "Co&mpare with...", {}, {.symbol = Symbol::compare, .needsScene = true}},
      {"screenshot", "Screens&hot...", keys("S"), {.symbol = Symbol::camera, .needsScene = true}},
      {"quit", "&Quit", {QKeySequence::Quit}},
      {"controls", "&Controls", keys("H"), {.symbol = Symbol::help, .checkable = true}},
      {"openExample", "Open e&xample...", {}},
      {"tutorial", "&Tutorial in three steps", {}},
      {"viewerHelp", "The &viewer", {QKeySequence::HelpContents}},
      {"documentation", "&Documentation", {}},
      {"about", "&About Sofa", {}},
      {"resetLayout", "&Reset layout", {}},
      {"lowerPanels",
       "&Lower panels",
       keys("Ctrl+J"),
       {.checkable = true, .toolTip = "Messages, plots, profiler, constraints, time line, Python (Ctrl+J)"}},
  };
}

std::vector<ActionDescription> simulationActions() {
  return {
      {"play", "&Play", keys("Space"), {.symbol = Symbol::play, .needsScene = true}},
      {"step", "&Step", keys("N"), {.symbol = Symbol::step, .needsScene = true}},
      {"reset", "&Reset", keys("Backspace"), {.symbol = Symbol::reset, .needsScene = true}},
      {"pauseAtProblems",
       "Pause &at problems",
       {},
       {.checkable = true,
        .toolTip = "Pause when a position is not finite any more, or a component gives up in a step"}},
  };
}

std::vector<ActionDescription> viewActions() {
  return {
      {"viewAll", "Show &whole scene", keys("Home; C"), {.symbol = Symbol::viewAll}},
      {"viewSelected", "Frame s&election", keys("F")},
      {"resetView", "&Reset view", keys("Shift+W"), {.needsScene = true}},
      {"saveView", "&Save view", keys("W"), {.needsScene = true}},
      {"viewFront", "&Front", keys("1")},
      {"viewBack", "&Back", keys("Ctrl+1")},
      {"viewRight", "&Right", keys("3")},
      {"viewLeft", "&Left", keys("Ctrl+3")},
      {"viewTop", "&Top", keys("7")},
      {"viewBottom", "B&ottom", keys("Ctrl+7")},
      {"viewIsometric", "&Isometric", keys("0")},
      {"orthographic", "&Orthographic", keys("T"), {.symbol = Symbol::perspective, .checkable = true}},
      {"turntable",
       "Turnta&ble",
       {},
       {.checkable = true, .toolTip = "Turns about the vertical and keeps the horizon level"}},
      {"axes", "&Axes", keys("A"), {.symbol = Symbol::axes, .checkable = true}},
      {"grid", "&Grid", keys("G"), {.symbol = Symbol::grid, .checkable = true}},
      {"boundingBox", "Bounding bo&x", keys("R"), {.symbol = Symbol::box, .checkable = true}},
      {"scale",
       "S&cale bar",
       {},
       {.checkable = true, .toolTip = "A bar with its length, which holds where the camera looks at"}},
      {"sceneFrame", "&Frame in the corner", {}, {.checkable = true}},
      {"shadows", "S&hadows", keys("Ctrl+L"), {.checkable = true}},
      {"nextBackground", "&Next background", keys("B")},
      {"measure",
       "&Measure",
       keys("M"),
       {.checkable = true, .toolTip = "Click two points to get their distance, a third for the angle at the second"}},
      {"resetLight",
       "&Light from the camera",
       {},
       {.toolTip = "Takes back what Alt + left drag did to the light of scenes that have none"}},
      {"cutting", "Camera and clip planes...", {}},
      {"fullScreen", "F&ull screen", keys("F11"), {.symbol = Symbol::fullScreen, .checkable = true}},
  };
}

const std::vector<ActionDescription>& descriptions() {
  static const auto all = [] {
    std::vector<ActionDescription> list;
    for (const auto& part : {fileActions(), simulationActions(), viewActions()})
      list.insert(list.end(), part.begin(), part.end());
    return list;
  }();
  return all;
}

bool actsEverywhere(const QList<QKeySequence>& keys) {
  const QString first = keys.value(0).toString();
  return (first.contains('+') && !first.startsWith("Shift+")) || (first.startsWith('F') && first.size() > 1);
}

}  // namespace

WindowActions::WindowActions(QMainWindow& window, QWidget& view, QUndoStack& undo) : QObject(&window) {
  for (const auto& [name, text, keys, traits] : descriptions()) {
    auto* action = new QAction(text, this);
    action->setObjectName(name);
    action->setShortcuts(keys);
    if (!actsEverywhere(keys)) action->setShortcutContext(Qt::WidgetWithChildrenShortcut);
    // Added to the window, it works without menus too, in full screen.
    (actsEverywhere(keys) ? window : view).addAction(action);
    if (traits.symbol) action->setIcon(icon(*traits.symbol));
    action->setCheckable(traits.checkable);
    if (*traits.toolTip) action->setToolTip(traits.toolTip);
    m_actions[name] = action;
  }
  m_actions["undo"] = undo.createUndoAction(this, "&Undo");
  m_actions["undo"]->setShortcut(QKeySequence::Undo);
  m_actions["undo"]->setIcon(icon(Symbol::undo));
  m_actions["redo"] = undo.createRedoAction(this, "&Redo");
  m_actions["redo"]->setShortcuts(keys("Ctrl+Shift+Z; Ctrl+Y"));
  m_actions["redo"]->setIcon(icon(Symbol::redo));
}

void WindowActions::setHasScene(bool hasScene) {
  for (const auto& action : descriptions())
    if (action.traits.needsScene) m_actions.at(action.name)->setEnabled(hasScene);
}

void WindowActions::fill(QWidget& menuOrBar, std::initializer_list<MenuLine> lines) const {
  for (const auto& line : lines) {
    if (const auto* menu = std::get_if<QMenu*>(&line)) {
      menuOrBar.addAction((*menu)->menuAction());
    } else if (const std::string name = std::get<const char*>(line); !name.empty()) {
      menuOrBar.addAction(m_actions.at(name));
    } else {
      auto* separator = new QAction(&menuOrBar);
      separator->setSeparator(true);
      menuOrBar.addAction(separator);
    }
  }
}

}  // namespace sofa::gui
