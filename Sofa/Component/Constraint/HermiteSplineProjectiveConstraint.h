// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "Sofa/Component/Constraint/TimedPath.h"

namespace sofa::component::constraint {

/// Leads points along a cubic Hermite spline from X0 to X1 with the tangents dX0 and dX1, at the parameter s(u): the
/// second coordinate of the Hermite spline in the plane from (0, 0) to (1, 1) with the tangents SX0 and SX1, u being
/// the part of the time that has passed. Velocities are the derivative of the spline by s, as reference trajectories
/// have it.
template <class DataTypes>
class HermiteSplineProjectiveConstraint : public TimedPath<DataTypes> {
 public:
  core::Data<type::Vec3> d_x0{this, "X0", {0, 0, 0}, "start of the curve"};
  core::Data<type::Vec3> d_dx0{this, "dX0", {0, 0, 0}, "tangent there"};
  core::Data<type::Vec3> d_x1{this, "X1", {0, 0, 0}, "end of the curve"};
  core::Data<type::Vec3> d_dx1{this, "dX1", {0, 0, 0}, "tangent there"};
  core::Data<type::Vec<2>> d_sx0{this, "SX0", {0, 0}, "tangent of the progress at the start"};
  core::Data<type::Vec<2>> d_sx1{this, "SX1", {0, 0}, "tangent of the progress at the end"};

 protected:
  type::Vec3 place(double u) const override;
  type::Vec3 velocity(double u, std::size_t rank) const override;

 private:
  double parameter(double u) const;
};

}  // namespace sofa::component::constraint
