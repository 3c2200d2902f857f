// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "Sofa/Component/MechanicalLoad/ObstacleForceField.h"

namespace sofa::component::mechanicalload {

/// Keeps points in the part of a cone around `coneHeight`, with its apex at `coneCenter`, that is nearer to the apex
/// than |coneHeight| = H. With p = x - coneCenter:
///
///   |p| > H:               s = |p| - H,  n = -p/|p|,          F = stiffness s n + damping s v
///   beside the cone:       s n = nearest line of it less p,   F = (stiffness s - damping n.v) n
///   behind the apex:       s = |p|,      n = -p/|p|,          F = (stiffness s - damping n.v) n
///
/// The tangent is -stiffness n n^T.
class ConicalForceField : public ObstacleForceField<ConicalForceField, type::Vec3Types> {
 public:
  core::Data<type::Vec3> d_coneCenter{this, "coneCenter", {0, 0, 0}, "apex of the cone"};
  core::Data<type::Vec3> d_coneHeight{this, "coneHeight", {0, 0, 0}, "from the apex along the axis (m); not zero"};
  core::Data<double> d_coneAngle{this, "coneAngle", 10.0, "angle between axis and surface (degrees)"};
  core::Data<double> d_stiffness{this, "stiffness", 500.0, "stiffness of the surface (N/m)"};
  core::Data<double> d_damping{this, "damping", 5.0, "damping of what leaves the cone"};
  core::Data<type::Color> d_color{this, "color", {0, 0, 1, 1}, "colour of the drawn cone"};

  void init() override;
  bool isConservative() const override { return false; }
  void draw(core::DrawList& list) const override;

  bool touches(const Coord& x) const;
  Deriv force(const Coord& x, const Deriv& v) const;
  Block tangent(const Coord& x) const;

 protected:
  void dataChanged() override { check(); }

 private:
  void check();
  double angle() const;
  /// s n: the way back into the cone.
  type::Vec3 wayBack(const type::Vec3& p) const;
};

}  // namespace sofa::component::mechanicalload
