// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "Sofa/GUI/Window/Consent.h"

namespace sofa::gui {

/// Asks the user before a scene writes outside its folder and the working folder, while it lives
/// (docs/manual/trust.md).
class WriteConsent : public Consent {
 public:
  WriteConsent();
  /// Sessions that step scenes have ended by then.
  ~WriteConsent() override;

 private:
  bool ask(const std::filesystem::path& folder) override;
};

}  // namespace sofa::gui
