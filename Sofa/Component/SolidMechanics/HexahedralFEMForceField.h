// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "Sofa/Component/SolidMechanics/KernelForceField.h"
#include "Sofa/Component/SolidMechanics/LinearElasticForceField.h"
#include "Sofa/Core/Contract/ForceFieldAndMass.h"
#include "Sofa/Core/ObjectModel/Choice.h"
#include "Sofa/FiniteElement/HexaKernel.h"

namespace sofa::component::solidmechanics {

/// Corotational hexahedra of a mesh that may change, all with the stiffness of a box along the axes
/// (fem::boxStiffness; docs/manual/mechanics.md). Contract: see MeshForceField.
template <class Contract>
class HexahedralFEM : public KernelForceField<fem::HexaKernel, LinearElasticForceField<type::Vec3Types, Contract>> {
 public:
  template <class T>
  using Data = core::Data<T>;

  Data<core::Choice> d_method{this, "method", core::Choice({"large", "polar"}), "rotation of an element"};

  HexahedralFEM() { this->template letModuliFollow<type::Hexahedron>(); }

  void init() override;
  void buildStiffnessMatrix(core::StiffnessMatrix* matrix) override;

  bool isConservative() const override { return false; }
  void draw(core::DrawList& list) const override;

 protected:
  void initElements() override;
  fem::HexaPoints restShape(std::size_t element) const;

 private:
  bool checkExtents();

  bool m_toldTurn = false;
};

using HexahedralFEMForceField = HexahedralFEM<core::ForceField<type::Vec3Types>>;
extern template class HexahedralFEM<core::ForceField<type::Vec3Types>>;
extern template class HexahedralFEM<core::ForceFieldAndMass<type::Vec3Types>>;

}  // namespace sofa::component::solidmechanics
