// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <QSettings>

namespace sofa::gui {

/// What the viewer remembers between runs, in the user's configuration folder ($XDG_CONFIG_HOME/Sofa/Sofa.ini).
QSettings& settings();
/// Remembers in this file instead, from now on.
void useSettingsFile(const QString& file);

}  // namespace sofa::gui
