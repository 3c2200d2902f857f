#include "Sofa/Component/Mapping/MeasureMapping.h"
#include "Sofa/Core/Service/ObjectFactory.h"

namespace sofa::component::mapping {

/// The area of each triangle of a mesh.
template <class In, class Out>
class AreaMapping : public MeasureMapping<AreaMapping<In, Out>, In, type::Triangle> {
 public:
  core::Link<core::BaseMeshTopology> l_topology{this, "topology",
                                                "mesh that holds the triangles; default: this node's"};

  template <class S, class Points>
  static S measure(const Points& x) {
    using std::sqrt;
    const type::Vec<3, S> a = x[1] - x[0], b = x[2] - x[0];
    return sqrt(a.cross(b).squaredNorm()) * S(0.5);
  }
  bool readElements(std::vector<type::Triangle>& triangles) {
    const auto* mesh = measuredMesh(*this, l_topology);
    if (mesh && !mesh->quads().empty()) {
      this->error("{} has quads: areas are those of triangles only. Split them, or name a mesh of triangles.",
                  mesh->path());
      return false;
    }
    return mesh && takeElements(*this, *mesh, "triangles", mesh->triangles(), this->l_input->size(), triangles);
  }
};

namespace {
const auto registered =
    core::Register("AreaMapping", "Sofa.Component.Mapping.NonLinear", "areas of the triangles of a mesh")
        .add<AreaMapping<type::Vec3Types, type::Vec1Types>>();
}  // namespace

}  // namespace sofa::component::mapping
