// SPDX-License-Identifier: Apache-2.0
#include "Sofa/Core/Contract/MeshUpstream.h"

#include <unordered_set>

#include "Sofa/Core/ObjectModel/LocalSearch.h"

namespace sofa::core {

bool followsDataOf(const Component& component, const Component& source) {
  // Which Data of an engine are computed from which is known once it is initialised, and some are initialised later.
  std::unordered_set<const Base*> seen{&component};
  std::vector<const Base*> pending{&component};
  while (!pending.empty()) {
    const Base* next = pending.back();
    pending.pop_back();
    for (const auto* data : next->dataFields()) {
      const auto* parent = data->parent();
      if (!parent) continue;
      if (parent->owner() == &source) return true;
      const bool computes =
          dynamic_cast<const DataEngine*>(parent->owner()) || dynamic_cast<const BaseMeshTopology*>(parent->owner());
      if (computes && seen.insert(parent->owner()).second) pending.push_back(parent->owner());
    }
  }
  return false;
}

BaseMeshTopology* meshUpstreamOf(const Component& reader) {
  const Node& node = *reader.context();
  auto* mesh = meshTopology(node);
  if (!mesh || !followsDataOf(*mesh, reader)) return mesh;
  BaseMeshTopology* before = nullptr;
  for (const auto& component : node.components()) {
    if (component.get() == &reader) break;
    auto* other = dynamic_cast<BaseMeshTopology*>(component.get());
    if (other && !followsDataOf(*other, reader)) before = other;
  }
  for (auto* parent : node.parents()) {
    if (before) break;
    before = upFrom<BaseMeshTopology>(*parent);
    if (before && followsDataOf(*before, reader)) before = nullptr;
  }
  return before;
}

}  // namespace sofa::core
