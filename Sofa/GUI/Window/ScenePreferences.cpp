// SPDX-License-Identifier: Apache-2.0
#include "Sofa/GUI/Window/ScenePreferences.h"

#include "Sofa/Component/Setting/StatsSetting.h"
#include "Sofa/Component/Setting/ViewerSetting.h"

namespace sofa::gui {

using component::setting::StatsSetting;
using component::setting::ViewerSetting;

namespace {

bool logsTime(simulation::Node& root) {
  const auto* stats = root.down<StatsSetting>();
  if (!stats) return false;
  const auto tell = [&](const core::Data<bool>& data, const char* remedy) {
    if (data.value()) stats->warning("{} has no effect: {}.", data.name(), remedy);
  };
  tell(stats->d_dumpState, "the Time line panel keeps every step, --state-at with --state-out writes states");
  tell(stats->d_exportState, "the Plots panel saves any quantity over time as CSV, --state-out writes states");
  return stats->d_logTime.value();
}

}  // namespace

ScenePreferences preferencesOf(simulation::Node& root) {
  ScenePreferences preferences;
  preferences.showsTimes = logsTime(root);
  const auto* setting = root.down<ViewerSetting>();
  if (!setting) return preferences;
  const auto& size = setting->d_resolution.value();
  preferences.hasView = true;
  preferences.fullScreen = setting->d_fullscreen.value();
  preferences.orthographic = setting->d_cameraMode.value().index() == 1;
  preferences.viewSize = {size[0], size[1]};
  return preferences;
}

}  // namespace sofa::gui
