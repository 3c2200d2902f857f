// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "Sofa/Component/MechanicalLoad/Ellipsoid.h"
#include "Sofa/Component/MechanicalLoad/ObstacleForceField.h"

namespace sofa::component::mechanicalload {

/// Pushes points out of an ellipsoid, or keeps them in it if the stiffness is negative; the law is that of Ellipsoid.
template <class DataTypes>
class EllipsoidForceField : public ObstacleForceField<EllipsoidForceField<DataTypes>, DataTypes> {
 public:
  using Base = ObstacleForceField<EllipsoidForceField<DataTypes>, DataTypes>;
  using typename Base::Block;
  using typename Base::Coord;
  using typename Base::Deriv;

  core::Data<Coord> d_center{this, "center", Coord(Coord::Zero()), "centre of the ellipsoid"};
  core::Data<Coord> d_radii{this, "vradius", Coord(Coord::Zero()), "half axes along x, y, z (m); positive"};
  core::Data<double> d_stiffness{this, "stiffness", 500.0, "force per part of the radius (N); negative: keeps inside"};
  core::Data<double> d_damping{this, "damping", 5.0, "damping per part of the radius (N s/m)"};
  core::Data<type::Color> d_color{this, "color", {0, 0.5f, 1, 1}, "colour of the drawn ellipsoid"};

  void init() override;
  bool isConservative() const override { return false; }
  void draw(core::DrawList& list) const override;

  bool touches(const Coord& x) const { return m_ellipsoid.touches(x); }
  Deriv force(const Coord& x, const Deriv& v) const { return m_ellipsoid.force(x, v); }
  Block tangent(const Coord& x) const { return m_ellipsoid.tangent(x); }

 protected:
  void dataChanged() override { set(); }

 private:
  void set();

  Ellipsoid<DataTypes::derivSize> m_ellipsoid;
};

}  // namespace sofa::component::mechanicalload
