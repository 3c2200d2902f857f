// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <span>
#include <vector>

#include "Sofa/FiniteElement/Hyperelastic.h"
#include "Sofa/FiniteElement/LinearElement.h"

namespace sofa::fem {

/// The tangent that SOFA's StandardTetrahedralFEMForceField gives tetrahedra of Costa's material, which differs from
/// the derivative of the forces. With S the second Piola-Kirchhoff stress, C = F^T F and a change H of C,
///   dS = p (J^-4/3 (dQ K + (4/9 Q^2 Ci - 2/3 Q^2 UE) (Ci : H)) - 2/3 (Ci : H) K + U H/2 - 2/3 dQ Ci + 2/3 Q Ci H Ci)
///        + k0 J (ln J + 1)/2 (Ci : H) Ci - J ln J Ci H Ci,
/// where Ci = C^-1, p = a J^-4/3 exp(J^-4/3 Q), K = UE - 2/3 Q Ci, dQ = UE : H, and U E and U H multiply componentwise
/// with the moduli: the derivative has Q in the place of the second Q^2, and k0 before the last term. What that gives
/// for the force on the lower point of an edge when the other one moves, B, is taken for all four blocks of the edge:
/// B^T for the other point's force, and with opposite signs on the diagonal.
class CostaEdgeTangent {
 public:
  using Matrix = ElementMatrix<type::Tetrahedron, 3>;

  /// Linearised at the rest shape.
  void init(const Costa<double>& material, std::span<const type::Tetrahedron> elements,
            std::span<const type::Vec3> rest);
  void linearise(std::span<const type::Vec3> x);
  /// df += factor (df/dx) dx.
  void addDForce(std::span<const type::Vec3> dx, std::span<type::Vec3> df, double factor) const;
  const std::vector<type::Tetrahedron>& elements() const { return m_elements; }
  /// df/dx of an element.
  const Matrix& matrix(std::size_t e) const { return m_matrices[e]; }

 private:
  using Mat3 = type::Mat<3>;
  struct Rest {
    std::array<type::Vec3, 4> gradients;  ///< of the shape functions
    double volume;
  };
  /// What dS needs of a deformation.
  struct Strain;

  Mat3 stressChange(const Strain& now, const Mat3& h) const;

  Costa<double> m_material{};
  Mat3 m_moduli = Mat3::Zero();
  std::vector<type::Tetrahedron> m_elements;
  std::vector<Rest> m_rest;
  std::vector<Matrix> m_matrices;
};

}  // namespace sofa::fem
