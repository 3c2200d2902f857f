// SPDX-License-Identifier: Apache-2.0
#include "Sofa/GUI/Window/WindowMenus.h"

#include <QMainWindow>
#include <QMenu>
#include <QMenuBar>
#include <QToolBar>
#include <QToolButton>

#include "Sofa/GUI/Window/TimeFields.h"
#include "Sofa/GUI/Window/WindowActions.h"

namespace sofa::gui {
namespace {

void fillViewMenu(QMenu& menu, const WindowActions& actions, const Submenus& submenus) {
  menu.setObjectName("viewMenu");
  menu.setToolTipsVisible(true);
  actions.fill(menu, {"viewAll", "viewSelected", "saveView", "resetView", &submenus.savedViews});
  auto* standard = menu.addMenu("S&tandard views");
  actions.fill(*standard, {"viewFront", "viewBack", "viewRight", "viewLeft", "viewTop", "viewBottom", "viewIsometric"});
  actions.fill(menu, {"", "orthographic", "turntable", "", "axes", "grid", "boundingBox", "scale", "sceneFrame", "",
                      "measure", "cutting", "", "shadows", "resetLight", &submenus.backgrounds, "", "fullScreen"});
  actions.fill(submenus.backgrounds, {"", "nextBackground"});
}

}  // namespace

void buildMenuBar(QMainWindow& window, const WindowActions& actions, const Submenus& submenus, QMenu& panels) {
  auto* bar = window.menuBar();
  auto* file = bar->addMenu("&File");
  file->setObjectName("fileMenu");
  actions.fill(*file,
               {"open", "openExample", "reload", &submenus.recentScenes, &submenus.dataFolders, "", "save", "saveAs",
                "saveState", "", "screenshot", "record", "exportObj", "objSequence", "", "compare", "", "quit"});
  actions.fill(*bar->addMenu("&Edit"), {"undo", "redo"});
  fillViewMenu(*bar->addMenu("&View"), actions, submenus);
  auto* simulation = bar->addMenu("&Simulation");
  simulation->setToolTipsVisible(true);
  actions.fill(*simulation, {"play", "step", "reset", "", "pauseAtProblems"});
  panels.setTitle("&Windows");
  panels.setObjectName("windowsMenu");
  bar->addMenu(&panels);
  actions.fill(panels, {"", "lowerPanels", "resetLayout", &submenus.themes});
  actions.fill(*bar->addMenu("&Help"),
               {"openExample", "", "tutorial", "controls", "viewerHelp", "documentation", "", "about"});
}

void buildToolBar(QMainWindow& window, const WindowActions& actions, TimeFields& timeFields) {
  auto* bar = window.addToolBar("Tools");
  bar->setObjectName("toolBar");
  bar->setIconSize({22, 22});
  actions.fill(*bar, {"open", "reload", "save", "", "undo", "redo", "", "reset", "play", "step", ""});
  if (auto* button = qobject_cast<QToolButton*>(bar->widgetForAction(&actions["step"]))) button->setAutoRepeat(true);
  timeFields.addTo(*bar);
  actions.fill(*bar, {"", "viewAll", "orthographic", "axes", "grid", "boundingBox", "", "screenshot", "record",
                      "fullScreen", "controls"});
}

}  // namespace sofa::gui
