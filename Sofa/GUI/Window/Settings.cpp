// SPDX-License-Identifier: Apache-2.0
#include "Sofa/GUI/Window/Settings.h"

namespace sofa::gui {
namespace {

std::unique_ptr<QSettings>& instance() {
  static std::unique_ptr<QSettings> settings;
  return settings;
}

}  // namespace

QSettings& settings() {
  if (!instance()) instance() = std::make_unique<QSettings>(QSettings::IniFormat, QSettings::UserScope, "Sofa", "Sofa");
  return *instance();
}

void useSettingsFile(const QString& file) { instance() = std::make_unique<QSettings>(file, QSettings::IniFormat); }

}  // namespace sofa::gui
