// SPDX-License-Identifier: Apache-2.0
#pragma once

class QMainWindow;
class QMenu;

namespace sofa::gui {

class TimeFields;
class WindowActions;

/// Menus that others fill.
struct Submenus {
  QMenu &recentScenes, &dataFolders, &savedViews, &backgrounds, &themes;
};

/// The menu bar of a window. `panels`, which lists these, becomes the menu "Windows".
void buildMenuBar(QMainWindow& window, const WindowActions& actions, const Submenus& submenus, QMenu& panels);
void buildToolBar(QMainWindow& window, const WindowActions& actions, TimeFields& timeFields);

}  // namespace sofa::gui
