// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "Sofa/Core/Contract/ForceField.h"
#include "Sofa/Core/Contract/MeshTopology.h"

namespace sofa::component::solidmechanics {

/// Bending of triangles that are flat at rest and stretch little (Bergou, Wardetzky, Harmon, Zorin and Grinspun, A
/// Quadratic Bending Model for Inextensible Surfaces, 2006).
///
/// Per inner edge x0 x1 with the opposite points x2 and x3, and the areas A0, A1 of its triangles at rest,
///
///   E = 3 stiffness / (4 (A0 + A1)) |K0 x0 + K1 x1 + K2 x2 + K3 x3|^2
///
/// where K = (c03 + c04, c01 + c02, -c01 - c03, -c02 - c04) holds cotangents of the angles at rest between the edge and
/// the four others. The stiffness matrix is constant.
class QuadraticBendingForceField : public core::ForceField<type::Vec3Types> {
 public:
  core::Data<double> d_stiffness{this, "stiffness", 1e-6, "bending stiffness (N m)"};
  core::Link<core::BaseMeshTopology> l_topology{this, "topology", "mesh of the triangles; default: the node's"};

  void init() override;
  void addForce(const core::MechanicalParams& params, VecDeriv& f, const VecCoord& x, const VecDeriv& v) override;
  void addDForce(const core::MechanicalParams& params, VecDeriv& df, const VecDeriv& dx, double kFactor) override;
  void buildStiffnessMatrix(core::StiffnessMatrix* matrix) override;
  std::optional<double> potentialEnergy(const core::MechanicalParams& params) override;

 private:
  struct Hinge {
    std::array<double, 4> weights;  ///< K
    double factor;                  ///< 3 / (2 (A0 + A1))
    type::Vec3 bent(const std::array<type::Index, 4>& nodes, const VecCoord& x) const;
  };
  void findHinges();
  void subtractProduct(VecDeriv& f, const VecCoord& x, double factor) const;

  std::vector<std::array<type::Index, 4>> m_nodes;
  std::vector<Hinge> m_hinges;
};

}  // namespace sofa::component::solidmechanics
