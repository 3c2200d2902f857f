// SPDX-License-Identifier: Apache-2.0
#include "Sofa/Component/Topology/Hexa2TetraTopologicalMapping.h"

#include "Sofa/Core/Contract/GridSize.h"
#include "Sofa/Core/ObjectModel/ReadAtInit.h"
#include "Sofa/Core/Service/ObjectFactory.h"
#include "Sofa/Geometry/Subdivision.h"

namespace sofa::component::topology {

bool Hexa2TetraTopologicalMapping::connect(core::BaseMeshTopology& input, ListTopology& output) {
  if (!output.list<Tetrahedron>()) {
    error("The output topology '{}' holds no tetrahedra.", output.path());
    return false;
  }
  output.clear(input.nbPoints());
  output.derive<Tetrahedron>(lists<Hexahedron>(input), [this, &input] {
    // Cells per row and layer; meshes that are no grid count as 2 x 1.
    const auto n = core::gridSize(input);
    const std::size_t x = n ? static_cast<std::size_t>(std::max(1, (*n)[0] - 1)) : 2;
    const std::size_t y = n ? static_cast<std::size_t>(std::max(1, (*n)[1] - 1)) : 1;
    return geometry::splitHexahedra(input.hexahedra(), d_swapping.value(), x, y);
  });
  output.init();
  core::readAtInit(*this, {&d_swapping});
  return true;
}

namespace {
const auto registered = core::Register("Hexa2TetraTopologicalMapping", "Sofa.Component.Topology.Mapping",
                                       "cuts hexahedra into six tetrahedra each")
                            .add<Hexa2TetraTopologicalMapping>();
}  // namespace

}  // namespace sofa::component::topology
