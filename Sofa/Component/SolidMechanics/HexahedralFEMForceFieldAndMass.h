// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "Sofa/Component/SolidMechanics/HexahedraWithMass.h"
#include "Sofa/Component/SolidMechanics/HexahedralFEMForceField.h"

namespace sofa::component::solidmechanics {

/// Hexahedra of a mesh that may change, with the stiffness of boxes and a mass.
class HexahedralFEMForceFieldAndMass
    : public HexahedraWithMass<HexahedralFEM<core::ForceFieldAndMass<type::Vec3Types>>> {
 public:
  using Reals = std::vector<double>;

  Data<Reals> d_totalMass{this, "totalMass", {}, "mass of each element, made when read", {.readOnly = true}};
  Data<Reals> d_particleMasses{
      this, "particleMasses", {}, "mass of each point on which gravity acts, made when read", {.readOnly = true}};
  Data<std::vector<type::Vec3>> d_lumpedMasses{
      this, "lumpedMasses", {}, "row sums of the mass matrix at each point, made when read", {.readOnly = true}};

  void buildMassMatrix(core::MassMatrixAccumulator* matrix) override;

 protected:
  void initElements() override;
  fem::Mat24 massMatrix(std::size_t element) const override { return hexaMass(*this, massOf(element)); }
  double nodeMass(std::size_t element) const override { return massOf(element) / 8; }

 private:
  double massOf(std::size_t element) const { return d_density.value() * fem::boxVolume(restShape(element)); }
  void collectMasses();

  bool m_toldDiagonal = false;
  OutputOnRead<HexahedralFEMForceFieldAndMass> m_massOutput{
      *this, &HexahedralFEMForceFieldAndMass::collectMasses, {&d_totalMass, &d_particleMasses, &d_lumpedMasses}};
};

}  // namespace sofa::component::solidmechanics
