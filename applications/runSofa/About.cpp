// SPDX-License-Identifier: Apache-2.0
#include "About.h"

#include <fmt/format.h>

#include <filesystem>

#include "Commit.h"
#include "Sofa/Helper/ResourcePath.h"
#include "Sofa/Version.h"

namespace {

/// Beside the program, as far as it was installed; else what the file is called in the sources.
std::string placeOf(const char* installed, const char* source) {
  const auto file = sofa::helper::installationPrefix() / "share" / "doc" / installed;
  std::error_code ignored;
  return std::filesystem::exists(file, ignored) ? file.string() : source;
}

}  // namespace

std::string aboutText() {
  const std::string_view commit = SOFA_COMMIT, address = SOFA_ADDRESS;
  std::string text = fmt::format("runSofa {}", SOFA_VERSION);
  if (!commit.empty()) text += fmt::format(", commit {}", commit);
  text += fmt::format("\nBuild: {}, {}, {} processors\n", SOFA_BUILD_TYPE, SOFA_BUILD_COMPILER, SOFA_BUILD_PROCESSOR);
  text += "Runs scenes made for SOFA v26.06; it is another program, and none of SOFA's code is in it.\n";
  text += fmt::format("Copyright the Sofa authors. Licence: Apache-2.0, see {}; libraries and their licences: {}\n",
                      placeOf("sofa/LICENSE", "LICENSE"), placeOf("runsofa/copyright", "NOTICE"));
  if (!address.empty()) text += fmt::format("Address: {}\n", address);
  text += fmt::format("Manual: {}", placeOf("sofa/manual/index.md", "docs/manual/index.md"));
  return text;
}
