// SPDX-License-Identifier: Apache-2.0
#include "Sofa/Component/Topology/TopologicalMapping.h"
#include "Sofa/Core/Service/ObjectFactory.h"

namespace sofa::component::topology {

/// Cuts each hexahedron into two prisms.
class Hexa2PrismTopologicalMapping final : public TopologicalMapping {
 protected:
  bool connect(core::BaseMeshTopology& input, ListTopology& output) override {
    if (!output.list<Prism>()) {
      error("The output topology '{}' holds no prisms: use a MeshTopology.", output.path());
      return false;
    }
    output.clear(input.nbPoints());
    output.derive<Prism>(lists<Hexahedron>(input), [&input] {
      std::vector<Prism> prisms;
      for (const Hexahedron& h : input.hexahedra()) {
        prisms.emplace_back(h[0], h[5], h[1], h[3], h[6], h[2]);
        prisms.emplace_back(h[0], h[4], h[5], h[3], h[7], h[6]);
      }
      return prisms;
    });
    output.init();
    return true;
  }
};

namespace {
const auto registered = core::Register("Hexa2PrismTopologicalMapping", "Sofa.Component.Topology.Mapping",
                                       "cuts hexahedra into two prisms each")
                            .add<Hexa2PrismTopologicalMapping>();
}  // namespace

}  // namespace sofa::component::topology
