// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "Sofa/Core/Contract/LagrangianConstraint.h"

namespace sofa::component::constraintlagrangian {

/// Lets a point of one state slide along the segment between two points of another, without friction, from end to end:
/// two equations across the segment, and one unilateral row for each end (docs/manual/constraints.md, "Points on a
/// segment"). Of frames only the centres are bound.
template <class DataTypes>
class SlidingLagrangianConstraint : public core::BaseLagrangianConstraint {
 public:
  using Deriv = typename DataTypes::Deriv;

  core::Data<int> d_slidingPoint{this, "sliding_point", 0, "point of object1 that slides"};
  core::Data<int> d_axis1{this, "axis_1", 0, "point of object2 at the first end of the segment"};
  core::Data<int> d_axis2{this, "axis_2", 0, "point of object2 at the second end of the segment"};
  core::Data<Deriv> d_force{
      this, "force", Deriv::Zero(), "sum of multipliers on the sliding point after the step", {.readOnly = true}};
  core::Link<core::State<DataTypes>> l_object1{this, "object1", "state of the sliding point"};
  core::Link<core::State<DataTypes>> l_object2{this, "object2", "state of the segment"};

  static std::string staticTemplateName() { return DataTypes::name(); }
  static bool canCreate(core::Node& node, const core::ComponentDescription& description, std::string& why) {
    return core::checkState<DataTypes>(node, description, "object1", why) &&
           core::checkState<DataTypes>(node, description, "object2", why);
  }

  void init() override;
  bool checkPoints() const override;
  void addRows(core::ConstraintProblem& problem) override;
  /// Sets `force` at the end of a step.
  void handleEvent(core::Event& event) override;
  void draw(core::DrawList& list) const override;

 private:
  using Vec3 = type::Vec3;
  Vec3 point(core::VecCoordId x) const { return at(*l_object1, d_slidingPoint.value(), x); }
  Vec3 end(int which, core::VecCoordId x) const {
    return at(*l_object2, which == 0 ? d_axis1.value() : d_axis2.value(), x);
  }
  static Vec3 at(const core::BaseState& state, int index, core::VecCoordId x) {
    return state.pointPosition(static_cast<std::size_t>(index), x);
  }
  /// A row with direction d on the sliding point, and -d shared by the ends in the parts 1 - s and s.
  void addRow(core::ConstraintProblem& problem, core::ConstraintKind kind, const Vec3& d, double s, double violation);

  std::vector<Vec3> m_directions;  ///< on the sliding point, by row of the last solve
};

}  // namespace sofa::component::constraintlagrangian
