// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "Sofa/Component/SolidMechanics/NonUniformHexahedronFEMForceFieldAndMass.h"
#include "Sofa/FiniteElement/CompositeHexahedron.h"

namespace sofa::component::solidmechanics {

/// Corotational cells of a sparse grid, with mass, whose matrices are condensed from finer cells by weights that follow
/// the material (fem::CompositeHexahedron; docs/manual/mechanics.md, "Hexahedra with mass").
class HexahedronCompositeFEMForceFieldAndMass final : public NonUniformHexahedronFEMForceFieldAndMass {
 public:
  int finerLevels() const { return levels(); }
  /// The smallest parts of a cell, by fem::partPlace(): what they have of a full one, and how their nodes (rows) move
  /// with the cell's, empty where there is no part.
  std::vector<Eigen::MatrixXd> partWeights(std::size_t cell) const;
  /// The rotation of a cell where the force was linearised last: from the world to the cell at rest.
  type::Mat3 rotation(std::size_t cell) const { return m_kernel.restFrame(cell).transpose() * m_kernel.frame(cell); }
  const core::BaseMeshTopology* cells() const { return topology(); }

 protected:
  void prepareParts(int levels, const fem::Mat24& stiffness, const fem::Mat24& mass) override;
  fem::Mat24 stiffnessMatrix(std::size_t element) const override { return m_condensed[element].stiffness; }
  fem::Mat24 massMatrix(std::size_t element) const override { return m_condensed[element].mass; }

 private:
  fem::CompositeHexahedron m_composite;
  std::vector<fem::CompositeHexahedron::Condensed> m_condensed;  ///< by cell
};

}  // namespace sofa::component::solidmechanics
