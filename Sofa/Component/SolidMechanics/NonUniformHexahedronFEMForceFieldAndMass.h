// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "Sofa/Component/SolidMechanics/HexahedraWithMass.h"
#include "Sofa/Component/SolidMechanics/HexahedronFEMForceField.h"
#include "Sofa/Core/Contract/FinerCells.h"
#include "Sofa/FiniteElement/PartedHexahedron.h"

namespace sofa::component::solidmechanics {

/// Corotational cells of a sparse grid, with mass, that a body fills in part: their matrices are those of finer cells,
/// condensed (fem::PartedHexahedron; docs/manual/mechanics.md).
class NonUniformHexahedronFEMForceFieldAndMass
    : public HexahedraWithMass<HexahedronFEM<core::ForceFieldAndMass<type::Vec3Types>>> {
 public:
  Data<int> d_nbVirtualFinerLevels{this, "nbVirtualFinerLevels", 0,
                                   "how often cells are halved; the grid must have that many finer levels"};
  Data<bool> d_useMass{this, "useMass", true, "if false, each point has its part of totalMass, and no more"};
  Data<double> d_totalMass{this, "totalMass", 0.0, "divided by the number of elements, the mass of each point (kg)"};

  void init() override;
  void buildMassMatrix(core::MassMatrixAccumulator* matrix) override;

 protected:
  void takeRestShape() override;
  void initKernel() override;
  void initMass() override;
  bool isLumped() const override { return HexahedraWithMass::isLumped() || !d_useMass.value(); }
  fem::Mat24 massMatrix(std::size_t element) const override { return m_mass.matrix(parts(element)); }
  double nodeMass(std::size_t element) const override;
  /// Prepares the matrices of cells from those of the smallest parts.
  virtual void prepareParts(int levels, const fem::Mat24& stiffness, const fem::Mat24& mass);
  virtual fem::Mat24 stiffnessMatrix(std::size_t element) const { return m_stiffness.matrix(parts(element)); }
  std::span<const float> parts(std::size_t element) const;
  int levels() const;

 private:
  /// Null if the mesh is no sparse grid.
  const core::FinerCells* grid() const { return dynamic_cast<const core::FinerCells*>(topology()); }
  double cellVolume() const { return fem::boxVolume(m_cell); }

  fem::HexaPoints m_cell;  ///< shape of a cell, of which all are alike
  fem::PartedHexahedron m_stiffness, m_mass;
};

}  // namespace sofa::component::solidmechanics
