// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "Sofa/Component/Topology/SetTopologyContainer.h"

namespace sofa::component::topology {

/// Triangles that can change, and their edges, in the direction in which a triangle first runs along
/// them.
class TriangleSetTopologyContainer final : public SetTopologyContainer {
 public:
  TriangleSetTopologyContainer();

  EdgeFields m_edgeFields{this};
  ListData<Triangle> d_triangles{this, "triangles", {}, "triangles"};

  ElementType elementType() const override { return ElementType::triangle; }

 protected:
  std::size_t ownPointCount() const override { return givenPointCount<Triangle>(); }
  void deriveLists() override;
  void checkSubElements() override;
};

}  // namespace sofa::component::topology
