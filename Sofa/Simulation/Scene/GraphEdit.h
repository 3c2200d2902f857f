// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <memory>
#include <vector>

#include "Sofa/Core/ObjectModel/GivenAttributes.h"
#include "Sofa/Simulation/Node.h"

/// Changes of the graph of a scene that is initialised and may have advanced.
namespace sofa::simulation {

using Objects = std::vector<std::shared_ptr<core::Base>>;

/// Makes components and nodes that were added part of the running scene: they are saved with it, links that waited for
/// them are resolved, components beside or below that lacked them get another try, they are initialised as at the start
/// (docs/manual/scenes.md, "Life of a scene"), and a reset puts them back to what they are then.
void initAdded(Node& root, const Objects& added);

/// Initialises a component that was moved to another place: what it had found by itself is looked for there.
void initElsewhere(core::Component& component);

/// What followed an object that was taken out, so that it can follow it again.
class Followers {
 public:
  /// Lets go of `removed`, a component or a node with all below, everything that stays: links become unresolved, Data
  /// keep the values they have. Both warn. Call it before the object leaves the graph.
  void release(Node& root, core::Base& removed);
  /// After the object left: what was linked to it is initialised again, and finds something else or gives up.
  void settle();
  /// After the object is back in its place.
  void restore();
  bool empty() const { return m_links.empty() && m_data.empty(); }

 private:
  struct LinkTarget {
    core::BaseLink* link;
    std::size_t index;
    std::weak_ptr<core::Base> target;  ///< what a contact made below may be gone by then
  };
  struct DataParent {
    core::BaseData* data;
    core::BaseData* parent;
    std::weak_ptr<core::Base> source;  ///< whose Data the parent is
    std::string linkPath;
  };
  void keepValues(core::Component& owner, const std::vector<core::BaseData*>& released);

  /// Those that gave up since the object left.
  void addDisappointed();

  Node* m_root = nullptr;
  std::vector<LinkTarget> m_links;
  std::vector<DataParent> m_data;
  std::vector<std::weak_ptr<core::Base>> m_invalid;  ///< before the object left
  /// Kept, since what they own is pointed to.
  std::vector<std::shared_ptr<core::Component>> m_linked, m_following;
  std::vector<core::ComponentState> m_states;               // of m_linked, before
  std::vector<std::shared_ptr<core::Component>> m_instead;  // added by m_linked in the place of what left
  std::vector<std::pair<std::shared_ptr<core::Base>, core::GivenAttributes>> m_given;
};

}  // namespace sofa::simulation
