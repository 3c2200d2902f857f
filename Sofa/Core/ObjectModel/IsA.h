// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <typeinfo>
#include <unordered_map>

namespace sofa::core {

/// Whether an object of a polymorphic type is a T, found once per type: a dynamic_cast that fails walks through all
/// bases, too long for what is asked of every component at every step.
template <class T, class Object>
bool isA(const Object& object) {
  thread_local std::unordered_map<const std::type_info*, bool> known;
  const auto [entry, isNew] = known.try_emplace(&typeid(object));
  if (isNew) entry->second = dynamic_cast<const T*>(&object) != nullptr;
  return entry->second;
}

}  // namespace sofa::core
