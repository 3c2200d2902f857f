// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "Sofa/Compatibility/Author.h"

#include <memory>
#include <vector>

#include "Sofa/Core/Contract/MeshTopology.h"
#include "Sofa/Core/ObjectModel/Link.h"

namespace sofa::compatibility {

/// Data of one component with functions that are called for each element that comes or goes. The component's
/// topologyChanged() has them carried along.
class TopologyHandlers {
 public:
  class Handler {
   public:
    virtual ~Handler() = default;
    virtual const core::BaseMeshTopology* mesh() const = 0;
    virtual void carry(const core::MeshChange& step) = 0;
  };

  static TopologyHandlers& of(const core::Base& owner) {
    auto& place = owner.attachment(typeid(TopologyHandlers));
    if (!place) place = std::make_shared<TopologyHandlers>();
    return *static_cast<TopologyHandlers*>(place.get());
  }
  /// The handler lives as long as the owner.
  void add(core::Base& owner, Handler& handler, core::BaseMeshTopology& mesh) {
    if (std::find(m_handlers.begin(), m_handlers.end(), &handler) == m_handlers.end()) m_handlers.push_back(&handler);
    const auto& links = owner.links();
    if (std::any_of(links.begin(), links.end(), [&](const auto* link) { return link->target(0) == &mesh; })) return;
    // Who has a link to a mesh is told of its changes.
    m_links.push_back(std::make_unique<core::Link<core::BaseMeshTopology>>(
        &owner, "followedTopology" + std::to_string(m_links.size()), "mesh that values of this component follow"));
    m_links.back()->set(&mesh);
  }
  /// False if nothing follows that mesh, or it is not known what happened to it.
  bool carry(const core::MeshChanges& changes) const {
    bool found = false;
    for (auto* handler : m_handlers) {
      if (handler->mesh() != changes.mesh) continue;
      found = true;
      for (const auto& step : changes.steps) handler->carry(*step);
    }
    return found && changes.known;
  }

 private:
  std::vector<Handler*> m_handlers;
  std::vector<std::unique_ptr<core::Link<core::BaseMeshTopology>>> m_links;
};

}  // namespace sofa::compatibility
