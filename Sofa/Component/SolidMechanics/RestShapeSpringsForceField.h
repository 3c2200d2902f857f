// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "Sofa/Core/Contract/ForceField.h"
#include "Sofa/Core/Contract/MeshTopology.h"

namespace sofa::component::solidmechanics {

/// Springs that pull points back to their rest position, or to the current position of another state.
///
///   f_i = -k_i (x_i - x_ref_i), one flag per coordinate saying whether it is bound; k_i is stiffness[rank of i in
///   points],
/// else stiffness[0]. Bodies are turned back by the torque -k angle axis of the rotation since the reference. The
/// tangent is -k on bound coordinates, for rotations too, whose exact derivative differs. The other state feels
/// nothing.
template <class DataTypes>
class RestShapeSpringsForceField : public core::ForceField<DataTypes> {
 public:
  using Base = core::ForceField<DataTypes>;
  using typename Base::Coord;
  using typename Base::Deriv;
  using typename Base::VecCoord;
  using typename Base::VecDeriv;
  using Indices = std::vector<type::Index>;
  using Directions = std::array<bool, DataTypes::coordSize>;

  core::Data<Indices> d_points{this, "points", {}, "bound points; empty: all", {.follows = core::pointIndices}};
  core::Data<std::vector<double>> d_stiffness{
      this, "stiffness", {}, "stiffness per listed point or one for all (N/m); default 100"};
  core::Data<std::vector<double>> d_angularStiffness{
      this,
      "angularStiffness",
      {},
      "of bodies: angular stiffness per listed point or one for all (N m/rad); default 100"};
  core::Data<Indices> d_externalPoints{
      this, "external_points", {}, "points of external_rest_shape; empty: same as points"};
  core::Data<bool> d_recomputeIndices{this, "recompute_indices", true,
                                      "if true, empty lists of points follow the size of the states"};
  core::Data<bool> d_drawSpring{this, "drawSpring", false, "draw the springs", {.group = "Visualization"}};
  core::Data<type::Color> d_springColor{this, "springColor", {0, 1, 0, 1}, "colour of the springs"};
  core::Data<Directions> d_activeDirections{this, "activeDirections", allActive(),
                                            "per coordinate: whether it is bound"};
  core::Link<core::State<DataTypes>> l_restState{this, "external_rest_shape",
                                                 "state whose current positions are the targets"};
  core::Link<core::BaseMeshTopology> l_topology{this, "topology", "mesh of the points"};

  void init() override;
  void bwdInit() override;
  bool topologyChanged(const core::MeshChanges&) override;
  void addForce(const core::MechanicalParams& params, VecDeriv& f, const VecCoord& x, const VecDeriv& v) override;
  void addDForce(const core::MechanicalParams& params, VecDeriv& df, const VecDeriv& dx, double kFactor) override;
  /// As reference trajectories have it, not always what addDForce does: the stiffness is the one listed at the number
  /// of the point instead of its rank, and translations are bound along every coordinate.
  void buildStiffnessMatrix(core::StiffnessMatrix* matrix) override;

  /// k_i |x_i - x_ref_i|^2 / 2 over the bound coordinates, and k angle^2 / 2 of turned bodies.
  std::optional<double> potentialEnergy(const core::MechanicalParams& params) override;
  bool isConservative() const override;

  void draw(core::DrawList& list) const override;

 protected:
  void dataChanged() override { prepare(); }

 private:
  /// One bound point with its stiffness and target.
  struct Spring {
    type::Index point, target;
    double stiffness, angularStiffness;
  };

  static Directions allActive() {
    Directions all;
    all.fill(true);
    return all;
  }
  const VecCoord& reference() const;
  void prepare();
  void tellDifference(const Spring& spring, double assembled);
  bool chooseIndices(Indices& points, Indices& targets) const;
  void updateSizes();

  std::vector<Spring> m_springs;
  std::vector<double> m_angular;  ///< angularStiffness, as long as stiffness
  Deriv m_active;                 ///< 1 for bound components of a derivative, else 0
  std::size_t m_size = 0, m_targetSize = 0;
  bool m_toldDifference = false;
  bool m_listed = false;   ///< the points are those of a list
  bool m_lostAll = false;  ///< the list is empty because they went, not because all points are meant
};

}  // namespace sofa::component::solidmechanics
