// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "Sofa/Component/Mass/MassShares.h"
#include "Sofa/Component/Mass/MeshMass.h"
#include "Sofa/Core/Contract/LightProduct.h"

namespace sofa::component::mass {

/// Mass matrix of linear elements: a part of the mass of each element couples its nodes along its edges
/// (docs/manual/mechanics.md, "Mass matrix of a mesh"). Lumped, the rows are summed onto the diagonal. Units: kg, and
/// for massDensity kg per m2 or m3 after the kind of element.
///
/// vertexMass comes with edgeMass, unless lumped.
template <class DataTypes, class GeometryTypes>
class MeshMatrixMass final : public MeshMass<DataTypes, GeometryTypes>, public core::LightProduct {
 public:
  using Base = MeshMass<DataTypes, GeometryTypes>;
  using typename Base::Deriv;
  using typename Base::VecCoord;
  using typename Base::VecDeriv;

  core::Data<std::vector<double>> d_massDensity{
      this, "massDensity", {}, "mass per area or volume: one value, or one per element"};
  using Base::d_totalMass, Base::l_topology, Base::l_geometryState;
  core::Data<std::vector<double>> d_vertexMass{
      this, "vertexMass", {}, "mass of each point before lumping", {.follows = core::perPoint()}};
  core::Data<std::vector<double>> d_edgeMass{
      this, "edgeMass", {}, "mass that couples the ends of each edge", {.follows = core::perElement<type::Edge>()}};
  core::Data<bool> d_computeMassOnRest{this, "computeMassOnRest", false,
                                       "if true elements are measured at rest, else where they are"};
  core::Data<bool> d_lumping{this, "lumping", false, "if true the matrix is diagonal"};
  core::Data<bool> d_printMass{this, "printMass", false, "records the total mass of each step in `graph`"};
  core::Data<std::map<std::string, std::vector<double>>> d_graph{
      this, "graph", {}, "total mass over time, for printMass"};
  core::Data<bool> d_showGravityCenter{
      this, "showGravityCenter", false, "draws the centre of gravity", {.group = "Visualization"}};
  core::Data<double> d_showAxisSizeFactor{
      this, "showAxisSizeFactor", 1.0, "length of the axes drawn at it", {.group = "Visualization"}};

  void init() override;
  /// Elements that stay keep their masses and new ones are measured at rest, unless some go: then the mass that is left
  /// is shared anew among all, as they are now.
  bool topologyChanged(const core::MeshChanges& changes) override;
  void archive(core::Archive& archive) override;
  void handleEvent(core::Event& event) override;
  void addWeight(VecDeriv& f, const Deriv& gravity) override;
  void addMDx(VecDeriv& res, const VecDeriv& dx, double factor) override;
  void buildMassMatrix(core::MassMatrixAccumulator* matrix) override;
  /// Only when lumped.
  void accFromF(VecDeriv& a, const VecDeriv& f) override;
  bool isDiagonal() const override { return m_lumped; }
  std::size_t lightProduct() const override { return m_lumped ? 1 : 0; }
  double kineticEnergy(const core::MechanicalParams& params) const override;
  std::optional<double> potentialEnergy(const core::MechanicalParams& params) override;
  void draw(core::DrawList& list) const override;

 protected:
  void dataChanged() override;
  bool takeDensity() override;
  bool takeVertexMass() override;
  void share(double total) override;

 private:
  bool measure(bool atRest);
  void trackMasses();
  bool vertexMassIsUsable() const;
  void fromDensity(const std::vector<double>& density) { fromDensity(density, edgesOfElements(m_mesh, m_graph)); }
  void fromDensity(const std::vector<double>& density, const std::vector<type::Index>& edgesOfElements);
  double totalOf(const std::vector<double>& vertexMass, const std::vector<double>& edgeMass) const;
  void takeMasses();
  void followTopology();
  /// Takes in, where elements are measured at rest, what a change concerns. False, with nothing done, if what there was
  /// is not what the change started from. density: massDensity after it.
  bool followChange(const core::MeshChanges& changes, const std::vector<double>& density);
  template <class E>
  void carryMeasures(const core::MeshChanges& changes, std::span<const type::Index> changed);
  /// The mass that is left after the change, if elements went and were measured where they were; by what the nodes and
  /// edges had before.
  std::optional<double> massLeft(const core::MeshChange& change) const;

  MeshMeasure m_mesh;
  SymmetricGraph m_graph;                           // which points share an edge
  std::vector<double> m_diagonal;                   // of each point
  std::vector<double> m_coupling;                   // of each entry of the graph
  std::vector<std::array<type::Index, 2>> m_pairs;  // points that share an edge, each pair once
  std::vector<double> m_pairMass;                   // of each pair
  double m_lumpingFactor = 0;                       // row sum over diagonal
  bool m_lumped = false;
  bool m_refusedAcceleration = false;
  std::size_t m_revision = 0;
  bool m_byDensity = false;  // masses are those of the elements
  bool m_followed = false;   // a change of the mesh
  bool m_toldOfSharing = false;
};

}  // namespace sofa::component::mass
