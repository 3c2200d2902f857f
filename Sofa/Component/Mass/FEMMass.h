// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "Sofa/Component/Mass/NodalMassDensity.h"
#include "Sofa/Core/Contract/Mass.h"
#include "Sofa/Core/Contract/MeshTopology.h"
#include "Sofa/FiniteElement/ElementBlocks.h"

namespace sofa::component::mass {

/// Consistent mass matrix of elements of one kind: M_ij = integral of density N_i N_j, by quadrature on the rest shape.
/// It is computed by init() and stays, whatever happens to the mesh. Units: kg.
///
/// The weight of a point is the sum of its row times gravity, and always a force: separateGravity has no effect.
template <class DataTypes, class Element>
class FEMMass final : public core::Mass<DataTypes> {
 public:
  using Base = core::Mass<DataTypes>;
  using typename Base::Deriv;
  using typename Base::VecDeriv;
  using Reference = fem::ReferenceElement<Element>;

  core::Link<core::BaseMeshTopology> l_topology{
      this, "topology", "mesh whose elements have mass; default: the one visible from this node"};
  core::Link<NodalMassDensity> l_nodalMassDensity{
      this, "nodalMassDensity", "density at the points; default: the one of this node or the nearest above"};

  static std::string staticTemplateName() { return std::string(DataTypes::name()) + "," + Reference::name; }

  void init() override;
  /// Computes the matrix anew.
  void reinit() override;
  void accumulateForce(const core::MechanicalParams& params, core::VecDerivId f) override;
  void addGravityToVelocity(core::VecDerivId, double) override {}
  void addWeight(VecDeriv& f, const Deriv& gravity) override;
  void addMDx(VecDeriv& res, const VecDeriv& dx, double factor) override;
  void buildMassMatrix(core::MassMatrixAccumulator* matrix) override;
  /// Not possible: reports an error and leaves `a` as it is.
  void accFromF(VecDeriv& a, const VecDeriv& f) override;
  bool isDiagonal() const override { return false; }
  double kineticEnergy(const core::MechanicalParams& params) const override;
  std::optional<double> potentialEnergy(const core::MechanicalParams& params) override;

 private:
  using ElementMass = type::Mat<Reference::nodeCount>;

  bool findMesh();
  bool checkIndices();
  void computeElements();
  void assemble();
  std::size_t points() const { return m_rowSum.size(); }
  bool covers(std::size_t size);
  void shareMatrices();
  void addSharedProduct(VecDeriv& res, const VecDeriv& dx, double factor) const;
  Deriv row(const VecDeriv& dx, std::size_t i) const;

  std::vector<Element> m_elements;
  std::vector<ElementMass> m_elementMass;
  // The sum of the matrices of the elements, row by row: each point reads its neighbours and writes only itself.
  std::vector<std::size_t> m_start;  // first entry of each row, and the end
  std::vector<type::Index> m_column;
  std::vector<double> m_value;
  std::vector<double> m_rowSum;  // of each point up to the last one in an element

  // Hexahedra of few different matrices multiply these: a cell has 8 nodes, a point 27 neighbours. Other elements have
  // no fewer nodes around a point than it has neighbours.
  static constexpr bool mayShare = std::is_same_v<Element, type::Hexahedron>;
  struct alignas(64) Lanes {
    fem::Pack isThere;
  };
  std::conditional_t<mayShare, fem::ElementBlocks<Element>, std::nullptr_t> m_blocks{};
  std::vector<ElementMass> m_classes;  ///< the different matrices; empty: too many
  std::vector<type::Index> m_classOfBlock;
  std::vector<Lanes> m_lanes;  ///< 1 for each element of a block, 0 in its padding

  bool m_refusedAcceleration = false, m_refusedSize = false;
};

}  // namespace sofa::component::mass
