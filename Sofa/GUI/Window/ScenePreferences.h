// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <QSize>

namespace sofa::core {
class Node;
}

namespace sofa::gui {

/// What a scene asks of the window it is shown in, by its ViewerSetting and its StatsSetting.
struct ScenePreferences {
  bool showsTimes = false;  ///< StatsSetting: how long the parts of a step take
  bool hasView = false;     ///< there is a ViewerSetting, which says what follows
  bool fullScreen = false, orthographic = false;
  QSize viewSize;  ///< (pixels)
};

/// What of a StatsSetting a window does not do is told, with what does it.
ScenePreferences preferencesOf(core::Node& root);

}  // namespace sofa::gui
