// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "Sofa/Component/MechanicalLoad/ObstacleForceField.h"

namespace sofa::component::mechanicalload {

/// Pushes points out of a sphere: with r = |x - center|, the depth s = r - radius and the direction n = (x - center) /
/// r,
///
///   F = -stiffness s n + damping s v,      dF/dx = -stiffness ((radius / r) n n^T + (1 - radius / r) 1)
///
/// on every point inside (s < 0), or every point if bilateral. The tangent leaves the damping out.
template <class DataTypes>
class SphereForceField : public ObstacleForceField<SphereForceField<DataTypes>, DataTypes> {
 public:
  using Base = ObstacleForceField<SphereForceField<DataTypes>, DataTypes>;
  using typename Base::Block;
  using typename Base::Coord;
  using typename Base::Deriv;

  core::Data<Coord> d_center{this, "center", Coord(Coord::Zero()), "centre of the sphere"};
  core::Data<double> d_radius{this, "radius", 1.0, "radius of the sphere (m)"};
  core::Data<double> d_stiffness{this, "stiffness", 500.0, "stiffness of the contact (N/m)"};
  core::Data<double> d_damping{this, "damping", 5.0, "damping per depth (N s/m^2)"};
  core::Data<type::Color> d_color{this, "color", {0, 0, 1, 1}, "colour of the drawn sphere"};
  core::Data<type::Vec<2, int>> d_localRange{
      this, "localRange", {-1, -1}, "first and last point concerned; -1 -1: all"};
  core::Data<bool> d_bilateral{this, "bilateral", false, "if true, points outside are pulled too"};

  void init() override;
  bool isConservative() const override { return d_damping.value() == 0; }
  void draw(core::DrawList& list) const override;

  bool touches(const Coord& x) const;
  Deriv force(const Coord& x, const Deriv& v) const;
  Block tangent(const Coord& x) const;
  double energy(const Coord& x) const;
  type::Vec<2, int> range() const { return d_localRange.value(); }
};

}  // namespace sofa::component::mechanicalload
