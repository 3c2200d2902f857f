// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "Sofa/Component/Topology/SetTopologyContainer.h"

namespace sofa::component::topology {

/// Edges that can change.
class EdgeSetTopologyContainer final : public SetTopologyContainer {
 public:
  EdgeSetTopologyContainer() { addList(m_edgeFields.d_edges); }

  EdgeFields m_edgeFields{this};

  ElementType elementType() const override { return ElementType::edge; }

 protected:
  std::size_t ownPointCount() const override { return givenPointCount<Edge>(); }
  void checkSubElements() override;
};

}  // namespace sofa::component::topology
