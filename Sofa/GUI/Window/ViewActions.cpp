// SPDX-License-Identifier: Apache-2.0
#include "Sofa/GUI/Window/ViewActions.h"

#include "Sofa/GUI/Viewport/MeasureTool.h"
#include "Sofa/GUI/Viewport/Viewport.h"
#include "Sofa/GUI/Window/Icons.h"
#include "Sofa/GUI/Window/Settings.h"
#include "Sofa/GUI/Window/WindowActions.h"

namespace sofa::gui {
namespace {

using View = ViewControl::StandardView;
constexpr struct {
  const char* action;
  View view;
} standardViews[] = {{"viewFront", View::front},        {"viewBack", View::back}, {"viewRight", View::right},
                     {"viewLeft", View::left},          {"viewTop", View::top},   {"viewBottom", View::bottom},
                     {"viewIsometric", View::isometric}};
constexpr struct {
  const char* action;
  bool ViewSettings::*flag;
} viewFlags[] = {{"axes", &ViewSettings::axes},
                 {"grid", &ViewSettings::grid},
                 {"boundingBox", &ViewSettings::boundingBox},
                 {"scale", &ViewSettings::scale},
                 {"sceneFrame", &ViewSettings::sceneFrame},
                 {"shadows", &ViewSettings::shadows}};

}  // namespace

void connectViewActions(const WindowActions& actions, Viewport& viewport, MeasureTool& measure) {
  const auto on = [&](const char* name, auto job) {
    QObject::connect(&actions[name], &QAction::triggered, &viewport, std::move(job));
  };
  on("viewAll", &Viewport::viewAll);
  on("viewSelected", &Viewport::viewSelected);
  on("resetView", &Viewport::resetView);
  on("saveView", &Viewport::saveView);
  on("orthographic", &Viewport::toggleProjection);
  on("resetLight", &Viewport::resetLight);
  on("turntable", [&viewport](bool level) {
    viewport.setMode(level ? ViewControl::Mode::turntable : ViewControl::Mode::trackball);
  });
  for (const auto& standard : standardViews)
    on(standard.action, [&viewport, view = standard.view] { viewport.standardView(view); });
  for (const auto& shown : viewFlags)
    on(shown.action, [&viewport, flag = shown.flag] {
      auto settings = viewport.viewSettings();
      settings.*flag = !(settings.*flag);
      viewport.setViewSettings(settings);
    });
  const auto showSettings = [&actions, &viewport] {
    for (const auto& [name, flag] : viewFlags) actions[name].setChecked(viewport.viewSettings().*flag);
    actions["orthographic"].setChecked(viewport.camera().orthographic);
  };
  QObject::connect(&viewport, &Viewport::settingsChanged, &actions, showSettings);
  showSettings();
  QObject::connect(&actions["measure"], &QAction::toggled, &measure, &MeasureTool::setOn);
}

void connectSimulationActions(const WindowActions& actions, Session& session) {
  auto& play = actions["play"];
  QObject::connect(&play, &QAction::triggered, &session, [&session] { session.setPlaying(!session.isPlaying()); });
  QObject::connect(&session, &Session::playingChanged, &play, [&play](bool playing) {
    play.setIcon(icon(playing ? Symbol::pause : Symbol::play));
    play.setText(playing ? "&Pause" : "&Play");
  });
  QObject::connect(&actions["step"], &QAction::triggered, &session, [&session] {
    session.setPlaying(false);
    session.step();
  });
  QObject::connect(&actions["reset"], &QAction::triggered, &session, &Session::reset);
  static constexpr auto key = "simulation/pauseAtProblems";
  auto& pauses = actions["pauseAtProblems"];
  pauses.setChecked(settings().value(key, true).toBool());
  session.setPausesAtProblems(pauses.isChecked());
  QObject::connect(&pauses, &QAction::toggled, &session, [&session](bool on) {
    session.setPausesAtProblems(on);
    settings().setValue(key, on);
  });
}

}  // namespace sofa::gui
