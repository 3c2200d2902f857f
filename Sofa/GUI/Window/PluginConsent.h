// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "Sofa/GUI/Window/Consent.h"

namespace sofa::gui {

/// Asks the user before a scene loads a plugin that is not in the plugin path, while it lives. Where the command line
/// allows all files, there is nothing to ask.
class PluginConsent : public Consent {
 public:
  PluginConsent();
  /// Sessions that load scenes have ended by then.
  ~PluginConsent() override;

 private:
  bool ask(const std::filesystem::path& file) override;

  bool m_installed = false;
};

}  // namespace sofa::gui
