// SPDX-License-Identifier: Apache-2.0
#include "Sofa/Component/MechanicalLoad/ConicalForceField.h"

#include <numbers>

#include "Sofa/Core/Contract/DrawList.h"
#include "Sofa/Core/Service/ObjectFactory.h"

namespace sofa::component::mechanicalload {

using type::Vec3;

void ConicalForceField::init() {
  Base::init();
  if (!isValid()) return;
  trackData(d_coneHeight);
  check();
}

void ConicalForceField::check() {
  if (d_coneHeight.value().norm() > 0) return setValid();
  error("coneHeight is zero: give the axis of the cone, as long as the cone is high.");
  setInvalid();
}

double ConicalForceField::angle() const { return d_coneAngle.value() * std::numbers::pi / 180; }

bool ConicalForceField::touches(const Coord& x) const {
  const Vec3 p = x - d_coneCenter.value(), axis = d_coneHeight.value();
  const double length = p.norm();
  if (!(length > 0)) return false;
  return length > axis.norm() || std::atan2(axis.cross(p).norm(), axis.dot(p)) > angle();
}

Vec3 ConicalForceField::wayBack(const Vec3& p) const {
  const Vec3 axis = d_coneHeight.value();
  const double length = p.norm(), height = axis.norm();
  if (length > height) return (height - length) / length * p;
  if (!(axis.dot(p) > 0)) return -p;
  const Vec3 along = axis / height, aside = (p - p.dot(along) * along).normalized();
  const Vec3 surface = std::cos(angle()) * along + std::sin(angle()) * aside;
  return p.dot(surface) * surface - p;
}

auto ConicalForceField::force(const Coord& x, const Deriv& v) const -> Deriv {
  const Vec3 p = x - d_coneCenter.value(), back = wayBack(p);
  const double s = back.norm();
  if (p.norm() > d_coneHeight.value().norm()) return d_stiffness.value() * back + d_damping.value() * s * v;
  if (!(s > 0)) return Deriv::Zero();
  const Vec3 n = back / s;
  return (d_stiffness.value() * s - d_damping.value() * n.dot(v)) * n;
}

auto ConicalForceField::tangent(const Coord& x) const -> Block {
  const Vec3 back = wayBack(x - d_coneCenter.value());
  if (!(back.norm() > 0)) return Block::Zero();
  const Vec3 n = back.normalized();
  return -d_stiffness.value() * n * n.transpose();
}

void ConicalForceField::draw(core::DrawList& list) const {
  if (!isValid() || !list.shows(type::DisplayFlags::ForceFields)) return;
  constexpr int sides = 32;
  const Vec3 apex = d_coneCenter.value(), axis = d_coneHeight.value();
  const double height = axis.norm();
  int least = 0;
  axis.cwiseAbs().minCoeff(&least);
  const Vec3 along = axis / height, u = along.cross(Vec3::Unit(least)).normalized(), w = along.cross(u);
  const auto rim = [&](int side) {
    const double turn = 2 * std::numbers::pi * side / sides;
    return Vec3(apex +
                height * (std::cos(angle()) * along + std::sin(angle()) * (std::cos(turn) * u + std::sin(turn) * w)));
  };
  for (int side = 0; side < sides; ++side) {
    list.line(rim(side), rim(side + 1), 1, d_color.value());
    if (side % 4 == 0) list.line(apex, rim(side), 1, d_color.value());
  }
}

namespace {
const auto registered = core::Register("ConicalForceField", "Sofa.Component.MechanicalLoad", "keeps points in a cone")
                            .add<ConicalForceField>();
}  // namespace

}  // namespace sofa::component::mechanicalload
