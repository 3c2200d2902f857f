// SPDX-License-Identifier: Apache-2.0
#include "Sofa/Component/Mapping/MeasureMapping.h"
#include "Sofa/Core/Service/ObjectFactory.h"

namespace sofa::component::mapping {

/// The area of each triangle of a mesh.
template <class In, class Out>
class AreaMapping : public MeasureMapping<AreaMapping<In, Out>, In, type::Triangle> {
 public:
  core::Link<core::BaseMeshTopology> l_topology{this, "topology",
                                                "mesh that holds the triangles; default: this node's"};

  // With the edges a, b from the first point and the unit normal n = a x b / |a x b|.
  using Points = std::array<type::Vec3, 3>;
  static double measure(const Points& x, type::Vec6& gradient) {
    const type::Vec3 a = x[1] - x[0], b = x[2] - x[0], across = a.cross(b);
    const double twice = across.norm();
    const type::Vec3 n = across / twice;
    gradient << b.cross(n) / 2, n.cross(a) / 2;
    return twice / 2;
  }
  static type::Mat6 hessian(const Points& x) {
    const type::Vec3 a = x[1] - x[0], b = x[2] - x[0], across = a.cross(b);
    const double twice = across.norm();
    const type::Vec3 n = across / twice, half = n / 2;
    const type::Mat3 outward = n * n.transpose() / (2 * twice);
    type::Mat3 turn;
    turn << 0, -half[2], half[1], half[2], 0, -half[0], -half[1], half[0], 0;
    type::Mat6 hessian;
    hessian.topLeftCorner<3, 3>() = b.squaredNorm() * outward;
    hessian.bottomRightCorner<3, 3>() = a.squaredNorm() * outward;
    hessian.topRightCorner<3, 3>() = -a.dot(b) * outward - turn;
    hessian.bottomLeftCorner<3, 3>() = -a.dot(b) * outward + turn;
    return hessian;
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
