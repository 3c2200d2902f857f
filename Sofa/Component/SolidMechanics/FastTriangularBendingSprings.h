// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "Sofa/Component/SolidMechanics/MeshForceField.h"
#include "Sofa/FiniteElement/HingeKernel.h"

namespace sofa::component::solidmechanics {

/// Resists the bending of triangles that are flat at rest, with a constant matrix (Volino and Magnenat-Thalmann, Simple
/// linear bending stiffness in particle systems, 2006).
///
/// For the edge CD that two triangles with the further points A and B share, with areas of the four triangles at rest
/// and distances h_A, h_B of A and B from the edge of length l:
///
///   R = sum of alpha_i x_i,   f_i = -lambda alpha_i R,   lambda = 2/3 (h_A + h_B) / (h_A h_B)^2 l bendingStiffness
///   alpha_A = |CDB| / (|CDA| + |CDB|),  alpha_B = |CDA| / (...),  alpha_C = -|ABD| / (|ABC| + |ABD|),  alpha_D =
///   -|ABC| / (...)
///
/// Assembled matrices have the blocks of A, B and C alone, as reference trajectories have it.
class FastTriangularBendingSprings : public MeshForceField<type::Vec3Types> {
 public:
  core::Data<double> d_bendingStiffness{this, "bendingStiffness", 1.0, "bending stiffness (N m)"};
  core::Data<double> d_minDistValidity{this, "minDistValidity", 1e-6,
                                       "edges shorter than this, or with opposite points nearer, do not bend (m)"};

  void init() override;
  bool topologyChanged(const core::MeshChanges& changes) override;
  void addForce(const core::MechanicalParams& params, VecDeriv& f, const VecCoord& x, const VecDeriv& v) override;
  void addDForce(const core::MechanicalParams& params, VecDeriv& df, const VecDeriv& dx, double kFactor) override;
  void buildStiffnessMatrix(core::StiffnessMatrix* matrix) override;
  std::optional<double> potentialEnergy(const core::MechanicalParams& params) override;
  void draw(core::DrawList& list) const override;

  /// How many edges bend.
  std::size_t size() const { return m_hinges.size(); }

 protected:
  void dataChanged() override;

 private:
  template <int points>
  void addHinges(core::StiffnessMatrix& matrix) const;
  using Hinge = fem::Hinge;  // of points A, B, C, D
  /// Follows a changed mesh. False if there is nothing to compute.
  bool prepare();
  void makeHinges();
  /// Makes the hinges around what changed. False, with nothing done, if what there was is not what that started from.
  bool follow(const core::MeshChanges& changes);
  /// The hinge along an edge, by the triangles around it: none where it does not bend.
  template <class Triangles>
  std::optional<Hinge> hingeAlong(const type::Edge& edge, const Triangles& around) const;
  std::optional<Hinge> hingeOf(type::Index a, type::Index b, const type::Edge& edge) const;
  void takeHinges();
  /// Of the hinges whose points are among `size` points.
  const fem::HingeKernel& kernel(std::size_t size);

  std::vector<std::optional<Hinge>> m_ofEdge;
  std::vector<Hinge> m_hinges;  ///< those there are
  fem::HingeKernel m_kernel;
  bool m_isKernelOld = true, m_told = false;
};

}  // namespace sofa::component::solidmechanics
