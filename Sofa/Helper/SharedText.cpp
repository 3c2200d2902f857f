// SPDX-License-Identifier: Apache-2.0
#include "Sofa/Helper/SharedText.h"

#include <mutex>
#include <shared_mutex>
#include <unordered_set>

namespace sofa::helper {
namespace {

struct ViewHash {
  using is_transparent = void;
  std::size_t operator()(std::string_view text) const { return std::hash<std::string_view>()(text); }
};

struct Texts {
  std::shared_mutex mutex;
  std::unordered_set<std::string, ViewHash, std::equal_to<>> all;
};

/// Never destroyed: objects of static life refer to it.
Texts& texts() {
  static auto* texts = new Texts;
  return *texts;
}

}  // namespace

const std::string& sharedText(std::string_view text) {
  Texts& shared = texts();
  {
    const std::shared_lock lock(shared.mutex);
    if (const auto it = shared.all.find(text); it != shared.all.end()) return *it;
  }
  const std::unique_lock lock(shared.mutex);
  return *shared.all.emplace(text).first;
}

}  // namespace sofa::helper
