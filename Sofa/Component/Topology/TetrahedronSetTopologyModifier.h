// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "Sofa/Component/Topology/TopologyModifier.h"

namespace sofa::component::topology {

/// Changes the tetrahedra of a container.
class TetrahedronSetTopologyModifier final : public TopologyModifier {
 public:
  core::Data<std::vector<Index>> d_listOut{
      this, "list_Out", {}, "points around which all elements are removed on reinit"};
  core::Data<bool> d_removeIsolated{this, "removeIsolated", true, "remove points that are left without an element"};

  void reinit() override;

  ElementType elementType() const override { return ElementType::tetrahedron; }

 protected:
  bool removesIsolatedPoints() const override { return d_removeIsolated.value(); }
};

}  // namespace sofa::component::topology
