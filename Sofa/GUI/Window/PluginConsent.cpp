// SPDX-License-Identifier: Apache-2.0
#include "Sofa/GUI/Window/PluginConsent.h"

#include "Sofa/Core/Service/PluginManager.h"

namespace sofa::gui {

PluginConsent::PluginConsent() {
  auto& plugins = core::PluginManager::instance();
  if (plugins.hasConsent()) return;
  plugins.setConsent([this](const std::filesystem::path& file) { return agrees(file); });
  m_installed = true;
}

PluginConsent::~PluginConsent() {
  if (m_installed) core::PluginManager::instance().setConsent({});
}

bool PluginConsent::ask(const std::filesystem::path& file) {
  return askYesOrNo(
      "Load a plugin?",
      QString(
          "The scene asks for the plugin\n\n%1\n\nwhich is not in the plugin path. A plugin can do whatever a program "
          "can: load it only if you trust where it comes from.")
          .arg(QString::fromStdString(file.string())));
}

}  // namespace sofa::gui
