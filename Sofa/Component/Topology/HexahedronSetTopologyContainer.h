// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "Sofa/Component/Topology/SetTopologyContainer.h"

namespace sofa::component::topology {

/// Hexahedra that can change, their faces, smallest point first, and their edges, stored (min, max).
class HexahedronSetTopologyContainer : public SetTopologyContainer {
 public:
  HexahedronSetTopologyContainer();

  EdgeFields m_edgeFields{this};
  ListData<Quad> d_quads{this, "quads", {}, "quads; all faces of the hexahedra if empty"};
  ListData<Hexahedron> d_hexahedra{this, "hexahedra", {}, "hexahedra", {.aliases = {"hexas"}}};

  ElementType elementType() const override { return ElementType::hexahedron; }

 protected:
  std::size_t ownPointCount() const override { return givenPointCount<Hexahedron>(); }
  bool growsToFitElements() const override { return true; }
  void deriveLists() override;
  void checkSubElements() override;
};

}  // namespace sofa::component::topology
