// SPDX-License-Identifier: Apache-2.0
#include "Sofa/Component/SolidMechanics/FrameSpringForceField.h"

#include "Sofa/Core/Contract/DrawList.h"
#include "Sofa/Core/ObjectModel/Compatibility.h"
#include "Sofa/Core/Service/ObjectFactory.h"

namespace sofa::component::solidmechanics {

using type::Vec3;

void FrameSpringForceField::init() {
  RelativeSpringForceField::init();
  if (isValid() && springCount() > 0 && core::reproducesSofa(*this))
    core::tellDefect(*this,
                     "both bodies get the damping torque with the same sign, and solvers without a matrix take the "
                     "stiffness without the factor of the time step",
                     "Use a JointSpringForceField");
}

auto FrameSpringForceField::forces(std::size_t i, const Coord& x1, const Coord& x2, const Deriv& v1,
                                   const Deriv& v2) const -> std::array<Deriv, 2> {
  const FrameSpring& s = d_spring.value()[i];
  const Vec3 arm1 = type::rotate(x1.orientation, s.anchor1), arm2 = type::rotate(x2.orientation, s.anchor2);
  const Deriv damping = s.damping * (v2 - v1);
  const Vec3 force = s.translation * (x2.center + arm2 - x1.center - arm1) + damping.head<3>();
  const Vec3 turn = s.rotation * type::rotationVector(type::inverse(x1.orientation) * x2.orientation);
  std::array<Deriv, 2> both;
  both[0] << force, arm1.cross(force) + turn + damping.tail<3>();
  const double sign = core::reproducesSofa(*this) ? 1 : -1;
  both[1] << -force, -arm2.cross(force) - turn + sign * damping.tail<3>();
  return both;
}

auto FrameSpringForceField::stiffness(std::size_t i, const Coord&, const Coord&, const Deriv&, const Deriv&) const
    -> Block {
  const FrameSpring& s = d_spring.value()[i];
  Block k = Block::Zero();
  k.diagonal() << Vec3::Constant(s.translation), Vec3::Constant(s.rotation);
  return k;
}

void FrameSpringForceField::addDForce(const core::MechanicalParams& params, VecDeriv& df1, VecDeriv& df2,
                                      const VecDeriv& dx1, const VecDeriv& dx2, double kFactor, double bFactor) {
  const bool isSofas = core::reproducesSofa(*this);
  RelativeSpringForceField::addDForce(params, df1, df2, dx1, dx2, isSofas ? 1 : kFactor, isSofas ? 0 : bFactor);
}

void FrameSpringForceField::draw(core::DrawList& list) const {
  if (!l_object1 || !l_object2 || !list.shows(type::DisplayFlags::InteractionForceFields)) return;
  const VecCoord &x1 = l_object1->positions(), &x2 = l_object2->positions();
  for (const FrameSpring& s : d_spring.value()) {
    const auto [a, b] = s.points;
    if (a < x1.size() && b < x2.size())
      list.line(x1[a].center + type::rotate(x1[a].orientation, s.anchor1),
                x2[b].center + type::rotate(x2[b].orientation, s.anchor2), 1, {1, 0, 0, 1});
  }
}

namespace {
const auto registered = core::Register("FrameSpringForceField", "Sofa.Component.SolidMechanics.Spring",
                                       "springs between points fixed to rigid bodies")
                            .ignores("showLawfulTorsion", "springs are drawn as lines")
                            .ignores("showExtraTorsion", "springs are drawn as lines")
                            .add<FrameSpringForceField>();
}  // namespace

}  // namespace sofa::component::solidmechanics
