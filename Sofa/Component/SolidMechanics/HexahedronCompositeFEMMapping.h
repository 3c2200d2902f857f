// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "Sofa/Component/SolidMechanics/HexahedronCompositeFEMForceFieldAndMass.h"
#include "Sofa/Core/Contract/Mapping.h"
#include "Sofa/Core/ObjectModel/Found.h"

namespace sofa::component::solidmechanics {

class PartLattice;

/// Points in the smallest parts of the cells of a HexahedronCompositeFEMForceFieldAndMass, which move as its weights
/// say (docs/manual/mappings.md, "Points of composite cells"). With the rotation R of a cell, where the force was
/// linearised last, its nodes x, at rest X, and u = R x - X:
///
///     p = sum over cells of R^T (c + B u),      J = R^T B R
///
/// where c and B are the place at rest and the weights of the nodes of the point's part, trilinear in it, each node
/// shared alike among the cells that have it.
class HexahedronCompositeFEMMapping final : public core::Mapping<type::Vec3Types, type::Vec3Types> {
 public:
  void init() override;
  /// R is that of the force, which stays until it is linearised anew.
  void apply(OutVecCoord& out, const InVecCoord& in) override;
  void applyJ(OutVecDeriv& out, const InVecDeriv& in) override;
  void applyJT(InVecDeriv& in, const OutVecDeriv& out) override;

 private:
  /// A point's share of a cell.
  struct Share {
    type::Index cell;
    double part = 0;                                      ///< of 1, the sum over all cells
    type::Vec3 rest = type::Vec3::Zero();                 ///< c
    type::Mat<3, 24> weights = type::Mat<3, 24>::Zero();  ///< B
  };
  using Shares = std::vector<Share>;
  using CellNodes = type::Mat<3, 8>;
  bool place();
  /// Rotations where the force was linearised last; room for the nodes of the cells.
  void findRotations();
  Shares sharesOf(const type::Vec3& p, const PartLattice& lattice) const;

  core::Found<HexahedronCompositeFEMForceFieldAndMass> m_force;
  std::vector<type::Hexahedron> m_cells;
  std::vector<type::Vec3> m_rest;  ///< of the nodes
  std::vector<Shares> m_points;
  std::vector<type::Mat3> m_rotations;  ///< of the cells
  std::vector<CellNodes> m_cellNodes;   ///< u, du or forces of the nodes of each cell, in its frame
};

}  // namespace sofa::component::solidmechanics
