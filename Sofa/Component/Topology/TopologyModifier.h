#pragma once
#include "Sofa/Component/Topology/ListTopology.h"
#include "Sofa/Core/ObjectModel/Found.h"

namespace sofa::component::topology {

/// What the modifiers of element sets share: each belongs to the container of its kind of elements
/// (docs/manual/topology.md, "Modifiers").
class TopologyModifier : public core::Component {
 public:
  core::Data<bool> d_propagateToDOF{this, "propagateToDOF", true, "states follow when points are added or removed"};

  /// Finds the container: the first of this node, else of the nearest ancestor, that holds the elements. Error if none.
  void init() override;
  ListTopology* container() const { return m_container.get(); }

 protected:
  virtual ElementType elementType() const = 0;

 private:
  core::Found<ListTopology> m_container;
};

}  // namespace sofa::component::topology
