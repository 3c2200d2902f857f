// SPDX-License-Identifier: Apache-2.0
#include "Sofa/Core/ObjectModel/DataMetadata.h"

#include <functional>
#include <memory>
#include <mutex>
#include <shared_mutex>
#include <unordered_map>

namespace sofa::core {
namespace {

struct Declarations {
  std::shared_mutex mutex;
  std::unordered_multimap<std::size_t, std::unique_ptr<const DataMetadata>> byHash;
};

/// Never destroyed: objects of static life refer to it.
Declarations& declarations() {
  static auto* all = new Declarations;
  return *all;
}

bool isSame(const DataMetadata& known, std::string_view name, std::string_view help, const TypeInfo& type,
            const DataOptions& options, const void* defaultValue) {
  return known.type == &type && known.name == name && known.help == help && known.options == options &&
         type.equal(known.defaultValue, defaultValue);
}

}  // namespace

const DataMetadata& DataMetadata::of(std::string_view name, std::string_view help, const TypeInfo& type,
                                     const DataOptions& options, const void* defaultValue) {
  Declarations& all = declarations();
  const std::size_t hash =
      (std::hash<std::string_view>()(name) * 31 + help.size()) * 31 + std::hash<const TypeInfo*>()(&type);
  const auto find = [&]() -> const DataMetadata* {
    const auto [begin, end] = all.byHash.equal_range(hash);
    for (auto it = begin; it != end; ++it)
      if (isSame(*it->second, name, help, type, options, defaultValue)) return it->second.get();
    return nullptr;
  };
  {
    const std::shared_lock lock(all.mutex);
    if (const auto* known = find()) return *known;
  }
  const std::unique_lock lock(all.mutex);
  if (const auto* known = find()) return *known;
  auto made = std::make_unique<const DataMetadata>(
      DataMetadata{std::string(name), std::string(help), options, &type, type.clone(defaultValue)});
  return *all.byHash.emplace(hash, std::move(made))->second;
}

const DataMetadata& DataMetadata::with(const DataOptions& changed) const {
  return of(name, help, *type, changed, defaultValue);
}

}  // namespace sofa::core
