// SPDX-License-Identifier: Apache-2.0
#include "Sofa/Component/SolidMechanics/GearSpringForceField.h"

#include <numbers>

#include "Sofa/Core/Contract/DrawList.h"
#include "Sofa/Core/Contract/MatrixAccumulator.h"
#include "Sofa/Core/ObjectModel/Archive.h"
#include "Sofa/Core/Service/ObjectFactory.h"

namespace sofa::component::solidmechanics {
namespace {

using type::Quat;
using type::Vec3;

/// The vector (axis times angle) of the least rotation that takes direction a to b.
Vec3 leastTurn(const Vec3& a, const Vec3& b) {
  const Vec3 cross = a.cross(b);
  const double sine = cross.norm();
  return sine > 0 ? Vec3(cross * (std::atan2(sine, a.dot(b)) / sine)) : Vec3(Vec3::Zero());
}

/// The mean of the angles by which the two other axes of a wheel are turned from its parent's, between -pi and pi.
double turnedAngle(const Quat& parent, const Quat& wheel, int axis) {
  const Vec3 normal = type::rotate(parent, Vec3(Vec3::Unit(axis)));
  double sum = 0;
  for (const int side : {(axis + 1) % 3, (axis + 2) % 3}) {
    const Vec3 turn =
        leastTurn(type::rotate(parent, Vec3(Vec3::Unit(side))), type::rotate(wheel, Vec3(Vec3::Unit(side))));
    sum += std::copysign(turn.norm(), turn.dot(normal));
  }
  return sum / 2;
}

}  // namespace

void GearSpringForceField::init() {
  PairForceField::init();
  if (isValid()) trackData(d_spring);
}

void GearSpringForceField::bwdInit() { makeGears(); }

void GearSpringForceField::makeGears() {
  m_gears.clear();
  m_tangents.clear();
  if (!isValid() || !l_object1 || !l_object2) return;
  const VecCoord &x1 = l_object1->positions(), &x2 = l_object2->positions();
  for (const GearSpring& s : d_spring.value()) {
    const auto [p1, w1, p2, w2] = s.points;
    const auto isAxis = [](double axis) { return axis == 0 || axis == 1 || axis == 2; };
    if (std::max(p1, p2) >= x1.size() || std::max(w1, w2) >= x2.size() || !isAxis(s.axis[0]) || !isAxis(s.axis[1]) ||
        s.ratio == 0) {
      error(
          "A gear joins parents {} and {} of {} bodies and wheels {} and {} of {}, with axes {} and {} and ratio {}: "
          "bodies must exist, axes be 0, 1 or 2 and the ratio not 0; it is left out.",
          p1, p2, x1.size(), w1, w2, x2.size(), s.axis[0], s.axis[1], s.ratio);
      continue;
    }
    const auto wheel = [&](type::Index parent, type::Index body, double axis) {
      const bool isOwnParent = l_object1.get() == l_object2.get() && parent == body;
      return Wheel{parent, body, static_cast<int>(axis), isOwnParent, x2[body]};
    };
    m_gears.push_back({s, {wheel(p1, w1, s.axis[0]), wheel(p2, w2, s.axis[1])}});
  }
  startAngles();
}

void GearSpringForceField::startAngles() {
  if (!l_object1 || !l_object2) return;
  for (Gear& gear : m_gears) {
    if (!exists(gear, l_object1->size(), l_object2->size())) continue;
    for (Wheel& wheel : gear.wheels) {
      wheel.angle = 0;
      wheel.angle = angleOf(wheel, l_object1->positions(), l_object2->positions());
    }
  }
}

void GearSpringForceField::archive(core::Archive& archive) {
  for (Gear& gear : m_gears)
    for (Wheel& wheel : gear.wheels) archive.io(wheel.angle);
}

double GearSpringForceField::angleOf(const Wheel& wheel, const VecCoord& x1, const VecCoord& x2) const {
  constexpr double turn = 2 * std::numbers::pi;
  const double angle = turnedAngle(parentOf(wheel, x1).orientation, x2[wheel.body].orientation, wheel.axis);
  return angle + turn * std::round((wheel.angle - angle) / turn);
}

void GearSpringForceField::beginStep(const core::MechanicalParams& params) {
  if (!l_object1 || !l_object2) return;
  const VecCoord &x1 = l_object1->coords(params.x), &x2 = l_object2->coords(params.x);
  for (Gear& gear : m_gears) {
    if (!exists(gear, x1.size(), x2.size())) continue;
    for (Wheel& wheel : gear.wheels) wheel.angle = angleOf(wheel, x1, x2);
  }
}

void GearSpringForceField::addForce(const core::MechanicalParams&, VecDeriv& f1, VecDeriv& f2, const VecCoord& x1,
                                    const VecCoord& x2, const VecDeriv& v1, const VecDeriv& v2) {
  for (const Gear& gear : m_gears) {
    if (!exists(gear, x1.size(), x2.size())) continue;
    const GearSpring& s = gear.spring;
    double turns = 0;
    for (const Wheel& wheel : gear.wheels) {
      const Coord &parent = parentOf(wheel, x1), &body = x2[wheel.body];
      const Vec3 axis = Vec3::Unit(wheel.axis);
      Deriv force = -s.damping * v2[wheel.body];
      if (!wheel.isOwnParent) force += s.damping * v1[wheel.parent];
      force.head<3>() += s.translation * (parent.center - body.center);
      force.tail<3>() +=
          s.rotation[1] * leastTurn(type::rotate(body.orientation, axis), type::rotate(parent.orientation, axis));
      f2[wheel.body] += force;
      if (!wheel.isOwnParent) f1[wheel.parent] -= force;
      turns += (&wheel == &gear.wheels[0] ? s.ratio : 1) * angleOf(wheel, x1, x2);
    }
    for (const Wheel& wheel : gear.wheels) {
      const double torque = -s.rotation[0] * turns / (&wheel == &gear.wheels[0] ? 1 : s.ratio);
      f2[wheel.body].tail<3>() += torque * type::rotate(x2[wheel.body].orientation, Vec3(Vec3::Unit(wheel.axis)));
    }
  }
}

void GearSpringForceField::addPivot(const GearSpring& spring, const Wheel& wheel, const VecCoord& x1) {
  const type::Mat3 r = type::toMatrix(parentOf(wheel, x1).orientation);
  Vec3 stiffness = Vec3::Constant(spring.rotation[1]);
  stiffness[wheel.axis] = 0;
  type::Mat<6> k = type::Mat<6>::Zero();
  k.topLeftCorner<3, 3>().diagonal().setConstant(spring.translation);
  k.bottomRightCorner<3, 3>() = r * stiffness.asDiagonal() * r.transpose();
  const End body{1, wheel.body}, parent{0, wheel.parent};
  m_tangents.push_back({body, body, -k});
  if (wheel.isOwnParent) return;
  m_tangents.push_back({body, parent, k});
  m_tangents.push_back({parent, body, k});
  m_tangents.push_back({parent, parent, -k});
}

void GearSpringForceField::addGear(const Gear& gear, const VecCoord& x1) {
  const GearSpring& s = gear.spring;
  const auto axisOf = [&](const Wheel& wheel) {
    return type::rotate(parentOf(wheel, x1).orientation, Vec3(Vec3::Unit(wheel.axis)));
  };
  const std::array<double, 2> torques{1, 1 / s.ratio}, angles{s.ratio, 1};
  for (std::size_t row = 0; row < 2; ++row)
    for (std::size_t column = 0; column < 2; ++column) {
      const Wheel &turned = gear.wheels[row], &by = gear.wheels[column];
      type::Mat<6> k = type::Mat<6>::Zero();
      k.bottomRightCorner<3, 3>() =
          -s.rotation[0] * torques[row] * angles[column] * axisOf(turned) * axisOf(by).transpose();
      m_tangents.push_back({{1, turned.body}, {1, by.body}, k});
    }
}

void GearSpringForceField::linearise(const core::MechanicalParams&, const VecCoord& x1, const VecCoord& x2,
                                     const VecDeriv&, const VecDeriv&, core::Linearisation) {
  m_tangents.clear();
  for (const Gear& gear : m_gears) {
    if (!exists(gear, x1.size(), x2.size())) continue;
    for (const Wheel& wheel : gear.wheels) addPivot(gear.spring, wheel, x1);
    addGear(gear, x1);
  }
}

void GearSpringForceField::addDForce(const core::MechanicalParams&, VecDeriv& df1, VecDeriv& df2, const VecDeriv& dx1,
                                     const VecDeriv& dx2, double kFactor, double) {
  VecDeriv* const df[] = {&df1, &df2};
  const VecDeriv* const dx[] = {&dx1, &dx2};
  for (const Tangent& t : m_tangents)
    if (t.row.body < df[t.row.state]->size() && t.column.body < dx[t.column.state]->size())
      (*df[t.row.state])[t.row.body] += kFactor * t.block * (*dx[t.column.state])[t.column.body];
}

void GearSpringForceField::buildStiffnessMatrix(core::StiffnessMatrix* matrix) {
  const core::BaseState* states[] = {l_object1.get(), l_object2.get()};
  if (!states[0] || !states[1]) return;
  for (int row = 0; row < 2; ++row)
    for (int column = 0; column < 2; ++column) {
      const auto target = matrix->getForceDerivativeIn(states[row]).withRespectToPositionsIn(states[column]);
      for (const Tangent& t : m_tangents)
        if (t.row.state == row && t.column.state == column)
          target(6 * static_cast<int>(t.row.body), 6 * static_cast<int>(t.column.body)) += t.block;
    }
}

void GearSpringForceField::draw(core::DrawList& list) const {
  if (!l_object1 || !l_object2 || !list.shows(type::DisplayFlags::InteractionForceFields)) return;
  const VecCoord &x1 = l_object1->positions(), &x2 = l_object2->positions();
  for (const Gear& gear : m_gears) {
    if (!exists(gear, x1.size(), x2.size())) continue;
    for (const Wheel& wheel : gear.wheels)
      list.line(parentOf(wheel, x1).center, x2[wheel.body].center, 1, {1, 0, 0, 1});
  }
}

namespace {
const auto registered = core::Register("GearSpringForceField", "Sofa.Component.SolidMechanics.Spring",
                                       "wheels on pivots whose turns are coupled")
                            .ignores("filename", "write the gears into the attribute spring")
                            .ignores("period", "it has no effect")
                            .ignores("reinit", "the attribute spring can be changed at any time")
                            .ignores("showFactorSize", "pivots are drawn as lines")
                            .add<GearSpringForceField>();
}  // namespace

}  // namespace sofa::component::solidmechanics
