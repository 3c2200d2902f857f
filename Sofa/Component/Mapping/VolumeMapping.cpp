// SPDX-License-Identifier: Apache-2.0
#include "Sofa/Component/Mapping/MeasureMapping.h"
#include "Sofa/Core/Service/ObjectFactory.h"

namespace sofa::component::mapping {

/// The volume of each tetrahedron of a mesh, negative if it is inverted.
template <class In, class Out>
class VolumeMapping : public MeasureMapping<VolumeMapping<In, Out>, In, type::Tetrahedron> {
 public:
  core::Link<core::BaseMeshTopology> l_topology{this, "topology",
                                                "mesh that holds the tetrahedra; default: this node's"};

  template <class S, class Points>
  static S measure(const Points& x) {
    const type::Vec<3, S> a = x[1] - x[0], b = x[2] - x[0], c = x[3] - x[0];
    return a.dot(b.cross(c)) * S(1. / 6);
  }
  bool readElements(std::vector<type::Tetrahedron>& tetrahedra) {
    const auto* mesh = measuredMesh(*this, l_topology);
    if (mesh && !mesh->hexahedra().empty()) {
      this->error("{} has hexahedra: volumes are those of tetrahedra only. Split them, or name a mesh of tetrahedra.",
                  mesh->path());
      return false;
    }
    return mesh && takeElements(*this, *mesh, "tetrahedra", mesh->tetrahedra(), this->l_input->size(), tetrahedra);
  }
};

namespace {
const auto registered =
    core::Register("VolumeMapping", "Sofa.Component.Mapping.NonLinear", "volumes of the tetrahedra of a mesh")
        .add<VolumeMapping<type::Vec3Types, type::Vec1Types>>();
}  // namespace

}  // namespace sofa::component::mapping
