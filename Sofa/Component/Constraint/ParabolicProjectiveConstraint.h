// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "Sofa/Component/Constraint/TimedPath.h"

namespace sofa::component::constraint {

/// Leads points along the parabola through P1, P2 and P3 in their plane, with its axis across P1 P3, at constant speed
/// along P1 P3. The velocity of the first point is the forward difference over one time step; that of the others is
/// zero, as reference trajectories have it.
template <class DataTypes>
class ParabolicProjectiveConstraint : public TimedPath<DataTypes> {
 public:
  core::Data<type::Vec3> d_p1{this, "P1", {0, 0, 0}, "start of the curve"};
  core::Data<type::Vec3> d_p2{this, "P2", {0, 0, 0}, "a point of the curve between its ends"};
  core::Data<type::Vec3> d_p3{this, "P3", {0, 0, 0}, "end of the curve"};

  void init() override;

 protected:
  type::Vec3 place(double u) const override;
  type::Vec3 velocity(double u, std::size_t rank) const override;
};

}  // namespace sofa::component::constraint
