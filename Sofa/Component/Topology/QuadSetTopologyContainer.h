// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "Sofa/Component/Topology/SetTopologyContainer.h"

namespace sofa::component::topology {

/// Quads that can change, and their edges, stored (min, max).
class QuadSetTopologyContainer final : public SetTopologyContainer {
 public:
  QuadSetTopologyContainer();

  EdgeFields m_edgeFields{this};
  ListData<Quad> d_quads{this, "quads", {}, "quads"};

  ElementType elementType() const override { return ElementType::quad; }

 protected:
  std::size_t ownPointCount() const override { return givenPointCount<Quad>(); }
  void deriveLists() override;
  void checkSubElements() override;
};

}  // namespace sofa::component::topology
