// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "Sofa/Core/Contract/LagrangianConstraint.h"
#include "Sofa/Core/Contract/MeshTopology.h"

namespace sofa::component::constraintlagrangian {

/// Ties points of one state to points of another by multipliers: three equations per pair (Vec3), or six (Rigid3).
template <class DataTypes>
class BilateralLagrangianConstraint : public core::BaseLagrangianConstraint {
 public:
  template <class T>
  using Data = core::Data<T>;
  using Coord = typename DataTypes::Coord;
  using Deriv = typename DataTypes::Deriv;

  Data<std::vector<type::Index>> d_firstPoint{this, "first_point", {}, "points of object1"};
  Data<std::vector<type::Index>> d_secondPoint{this, "second_point", {}, "points of object2, one per first point"};
  Data<std::vector<Deriv>> d_restVector{this, "rest_vector", {}, "wanted difference of each pair; missing ones are 0"};
  Data<bool> d_activate{this, "activate", true, "if false, points are not tied (Vec3)"};
  Data<bool> d_keepOrientationDifference{this, "keepOrientationDifference", false,
                                         "keep the difference of the frames at the beginning (Rigid3)"};
  Data<double> d_load{this, "load", 1.0, "part of the correction made in each sweep, from 0 to 1 (Vec3)"};
  core::Link<core::State<DataTypes>> l_object1{this, "object1", "first state"};
  core::Link<core::State<DataTypes>> l_object2{this, "object2", "second state"};
  core::Link<core::BaseMeshTopology> l_topology1{this, "topology1",
                                                 "mesh that first_point follows; default: that of the first state"};
  core::Link<core::BaseMeshTopology> l_topology2{this, "topology2",
                                                 "mesh that second_point follows; default: that of the second state"};

  static std::string staticTemplateName() { return DataTypes::name(); }
  static bool canCreate(core::Node& node, const core::ComponentDescription& description, std::string& why) {
    return core::checkState<DataTypes>(node, description, "object1", why) &&
           core::checkState<DataTypes>(node, description, "object2", why);
  }

  void init() override;
  void bwdInit() override;
  /// Pairs that lost a point go, the others follow theirs.
  bool topologyChanged(const core::MeshChanges& changes) override;
  void archive(core::Archive& archive) override;
  bool checkPoints() const override;
  void addRows(core::ConstraintProblem& problem) override;
  void draw(core::DrawList& list) const override;

 private:
  bool hasPoints(const Data<std::vector<type::Index>>& points, const core::BaseState& state) const;
  std::size_t count() const;
  Deriv restVector(std::size_t k) const;
  Deriv violationOf(std::size_t k, const core::ConstraintParams& params) const;

  std::vector<Coord> m_differences;  ///< of the frames of each pair, if kept
};

}  // namespace sofa::component::constraintlagrangian
