// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "Sofa/Component/SolidMechanics/KernelForceField.h"
#include "Sofa/FiniteElement/TetraKernel.h"

namespace sofa::component::solidmechanics {

/// Linear tetrahedra of small displacements. The name is that of a way to compute them, by a tensor of each edge
/// (S. Cotin, H. Delingette, N. Ayache, A hybrid elastic model for real-time cutting, 2000); forces are those of small
/// strain.
class TetrahedralTensorMassForceField : public KernelForceField<fem::TetraKernel, MeshForceField<type::Vec3Types>> {
 public:
  template <class T>
  using Data = core::Data<T>;

  Data<double> d_poissonRatio{this, "poissonRatio", 0.3, "Poisson's ratio, above -1 and not 0.5; stable below 0.5"};
  Data<double> d_youngModulus{this, "youngModulus", 1000.0, "Young's modulus (Pa)"};

  void init() override;
  void draw(core::DrawList& list) const override;

 protected:
  void initElements() override;
};

}  // namespace sofa::component::solidmechanics
