// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "Sofa/Component/Topology/SetTopologyContainer.h"

namespace sofa::component::topology {

/// Tetrahedra that can change, all their faces, smallest point first, and their edges, stored (min, max).
class TetrahedronSetTopologyContainer final : public SetTopologyContainer {
 public:
  TetrahedronSetTopologyContainer();

  EdgeFields m_edgeFields{this};
  ListData<Triangle> d_triangles{this, "triangles", {}, "triangles; all faces of the tetrahedra if empty"};
  ListData<Tetrahedron> d_tetrahedra{this, "tetrahedra", {}, "tetrahedra", {.aliases = {"tetras"}}};

  ElementType elementType() const override { return ElementType::tetrahedron; }

 protected:
  std::size_t ownPointCount() const override { return givenPointCount<Tetrahedron>(); }
  void deriveLists() override;
  void checkSubElements() override;

 private:
  std::vector<Triangle> deriveTriangles() const;
};

}  // namespace sofa::component::topology
