// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cstddef>
#include <string>
#include <vector>

namespace CLI {
class App;
}

/// What the command line says of how far a scene is trusted (docs/manual/trust.md).
struct Trust {
  bool untrusted = false;
  std::vector<std::string> writableFolders;
  // 0: no limit, but that of --untrusted.
  std::size_t memory = 0;   ///< of the process, in MiB
  unsigned seconds = 0;     ///< from the start on
  std::size_t objects = 0;  ///< nodes and components of scenes
};

void addTrustOptions(CLI::App& app, Trust& trust);

/// Puts it into force, for good. Says what a check of `scene` (empty: it is run) does that one may not expect.
void applyTrust(const Trust& trust, const std::string& checkedScene);
