// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "Sofa/Component/SolidMechanics/KernelForceField.h"
#include "Sofa/FiniteElement/EdgeTensorKernel.h"

namespace sofa::component::solidmechanics {

/// Linear triangles of small displacements in plane stress, one unit thick, by tensors per edge. Besides, displacements
/// u_n along the normal of a triangle have the energy of a stretched skin, (lambda + 2 mu) A |grad u_n|^2 / 2. Forces
/// of a triangle on its points k: f_k = -sum_l K_kl u_l,
///   K_kl = A (lambda g_k g_l^T + mu g_l g_k^T + g_k.g_l (mu I + (lambda + mu) n n^T)),
/// g_k the gradient of the shape function at rest and lambda, mu the coefficients of two dimensions.
class TriangularTensorMassForceField : public KernelForceField<fem::EdgeTensorKernel, MeshForceField<type::Vec3Types>> {
 public:
  template <class T>
  using Data = core::Data<T>;

  Data<double> d_poissonRatio{this, "poissonRatio", 0.3, "Poisson's ratio, between -1 and 1"};
  Data<double> d_youngModulus{this, "youngModulus", 1000.0, "Young's modulus times thickness (N/m)"};

  void init() override;
  void draw(core::DrawList& list) const override;

 protected:
  void initElements() override;
};

}  // namespace sofa::component::solidmechanics
