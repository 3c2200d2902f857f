// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "Sofa/Component/Topology/TopologyModifier.h"

namespace sofa::component::topology {

/// Changes the triangles of a container.
class TriangleSetTopologyModifier final : public TopologyModifier {
 public:
  core::Data<std::vector<Index>> d_listOut{
      this, "list_Out", {}, "points around which all elements are removed on reinit"};

  void reinit() override;

  ElementType elementType() const override { return ElementType::triangle; }
};

}  // namespace sofa::component::topology
