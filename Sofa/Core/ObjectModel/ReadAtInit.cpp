// SPDX-License-Identifier: Apache-2.0
#include "Sofa/Core/ObjectModel/ReadAtInit.h"

#include <algorithm>
#include <bit>
#include <memory>
#include <unordered_map>
#include <vector>

#include "Sofa/Core/ObjectModel/Node.h"

namespace sofa::core {
namespace {

struct Entry {
  const BaseData* data;
  int counter;        ///< when it was read
  std::size_t value;  ///< a hash: the same value again is no change
};

struct Record {
  const Component* component;
  std::weak_ptr<const Base> alive;
  std::vector<Entry> entries;
};

/// Goes with the root of the scene. In the order in which components were initialised.
struct ReadData {
  std::vector<Record> records;
  std::unordered_map<const Component*, std::size_t> places;

  Record& of(const Component& component) {
    const auto [place, isNew] = places.try_emplace(&component, records.size());
    if (isNew) records.push_back({&component, component.weak_from_this(), {}});
    auto& record = records[place->second];
    if (record.alive.expired()) record = {&component, component.weak_from_this(), {}};  // another one in its place
    return record;
  }
};

std::shared_ptr<ReadData> dataOf(const Node& root, bool make) {
  auto& kept = root.attachment(typeid(ReadData));
  if (!kept && make) kept = std::make_shared<ReadData>();
  return std::static_pointer_cast<ReadData>(kept);
}

std::size_t hashOf(const BaseData& data) {
  const auto& type = data.type();
  if (!type.isNumeric()) return std::hash<std::string>()(data.text(0));
  const void* value = data.rawValue();
  std::size_t hash = type.scalarCount(value);
  for (std::size_t i = 0; i < type.scalarCount(value); ++i)
    hash = hash * 1099511628211u + std::hash<double>()(type.get(value, i));
  return hash;
}

Entry entryOf(const BaseData& data) { return {&data, data.counter(), hashOf(data)}; }

/// What is computed of others when it is asked for, other than what a scene links, is no input.
bool isComputed(const BaseData& data) { return data.isDirty() && !data.parent(); }

bool isOthers(const BaseData& data) { return data.parent() || data.type().isList(); }

void tell(const Component& component, const std::vector<std::string>& names) {
  const bool several = names.size() > 1;
  component.warning(
      "{} {} changed after initialisation, when {} read: what was made of the former {} then stays. Set {} in the "
      "scene, or "
      "before it is initialised.",
      fmt::join(names, ", "), several ? "were" : "was", several ? "they are" : "it is", several ? "values" : "value",
      several ? "them" : "it");
}

}  // namespace

void readAtInit(const Component& component, std::initializer_list<const BaseData*> fields) {
  if (!component.context()) return;
  auto& entries = dataOf(*component.context()->root(), true)->of(component).entries;
  for (const auto* data : fields) {
    std::erase_if(entries, [&](const Entry& entry) { return entry.data == data; });
    if (!isComputed(*data)) entries.push_back(entryOf(*data));
  }
}

void tellUnreadData(const Node& root) {
  const auto all = dataOf(root, false);
  if (!all) return;
  for (auto& [component, alive, entries] : all->records) {
    if (entries.empty() || alive.expired() || !component->context()) continue;
    std::vector<std::string> names;
    for (auto& entry : entries) {
      if (isComputed(*entry.data) || entry.counter == entry.data->counter()) continue;
      entry.counter = entry.data->counter();
      if (hashOf(*entry.data) != entry.value) names.push_back(entry.data->name());
    }
    if (names.empty()) continue;
    tell(*component, names);
    std::erase_if(entries,
                  [&](const Entry& entry) { return std::ranges::find(names, entry.data->name()) != names.end(); });
  }
}

void passOverOwnChanges(const Node& root) {
  const auto all = dataOf(root, false);
  if (!all) return;
  for (auto& [component, alive, entries] : all->records) {
    if (entries.empty() || alive.expired()) continue;
    std::erase_if(entries, [](const Entry& entry) {
      return isOthers(*entry.data) && (entry.data->isDirty() || entry.counter != entry.data->counter());
    });
  }
}

}  // namespace sofa::core
