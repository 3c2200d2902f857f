// SPDX-License-Identifier: Apache-2.0
#include "Sofa/GUI/Window/WriteConsent.h"

#include "Sofa/Helper/Printable.h"
#include "Sofa/Helper/WriteAccess.h"

namespace sofa::gui {

WriteConsent::WriteConsent() {
  helper::setWriteConsent([this](const std::filesystem::path& folder) { return agrees(folder); });
}

WriteConsent::~WriteConsent() { helper::setWriteConsent({}); }

bool WriteConsent::ask(const std::filesystem::path& folder) {
  return askYesOrNo(
      "Write there?",
      QString("The scene wants to write results to\n\n%1\n\nwhich is not in its own folder or the working "
              "folder, or which is hidden. Allow it only if you know what it writes.")
          .arg(QString::fromStdString(helper::printable(folder.string()))));
}

}  // namespace sofa::gui
