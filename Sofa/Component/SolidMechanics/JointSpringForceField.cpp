// SPDX-License-Identifier: Apache-2.0
#include "Sofa/Component/SolidMechanics/JointSpringForceField.h"

#include "Sofa/Core/Contract/MeshDrawing.h"
#include "Sofa/Core/Service/ObjectFactory.h"

namespace sofa::component::solidmechanics {
namespace {

using type::Quat;
using type::Vec3;
constexpr double pi = std::numbers::pi;

/// The rotation from the first body to the second, less that at rest.
Quat relativeRotation(const JointSpring& s, const Quat& q1, const Quat& q2) {
  return (type::inverse(q1) * q2 * s.restRotation).normalized();
}

/// The angle modulo 2 pi that is nearest to zero.
double wrapped(double angle) { return std::remainder(angle, 2 * pi); }

/// The part of an angle that the limits of its axis allow.
double lawful(const JointSpring& s, int axis, double angle) {
  const auto& [low, high] = s.limits[axis];
  if (!s.isFree(3 + axis)) return 0;
  if (angle > low && angle < high) return angle;
  return std::abs(wrapped(angle - low)) < std::abs(wrapped(angle - high)) ? low : high;
}

/// Turns of a hinge about `axis`, bent by the angle between the axis in both bodies.
Vec3 hingeTorque(const JointSpring& s, int axis, const Quat& q, const Vec3& torsion) {
  const type::Mat3 r = type::toMatrix(q);
  const Vec3 k = s.stiffness(3);
  const Vec3 turned = r.col(axis), bend = Vec3::Unit(axis).cross(turned);
  const double angle = std::atan2(bend.norm(), turned[axis]);
  Vec3 torque = k.cwiseProduct(bend) * angle;
  torque[axis] = k[axis] * torsion[axis];
  return torque;
}

/// The torque on the first body in its own axes.
Vec3 localTorque(const JointSpring& s, const Quat& q) {
  const Vec3 torsion = type::rotationVector(q), k = s.stiffness(3);
  Vec3 allowed;
  int freeAxes = 0, hinge = 0;
  for (int i = 0; i < 3; ++i) {
    allowed[i] = lawful(s, i, torsion[i]);
    if (s.isFree(3 + i)) ++freeAxes, hinge = i;
  }
  if (freeAxes == 1 && allowed[hinge] == torsion[hinge]) return hingeTorque(s, hinge, q, torsion);
  Vec3 extra = torsion - allowed;
  if (const double angle = extra.norm(); angle > pi) extra *= wrapped(angle) / angle;
  const double block = s.block != 0 ? s.block : s.rotation[1] / 100;
  Vec3 torque = k.cwiseProduct(torsion);
  for (int i = 0; i < 3; ++i)
    if (s.isFree(3 + i) && allowed[i] != torsion[i]) torque[i] = block * extra[i];
  return torque;
}

}  // namespace

void JointSpringForceField::bwdInit() {
  if (!l_object1 || !l_object2) return;
  const VecCoord &x1 = l_object1->positions(), &x2 = l_object2->positions();
  for (JointSpring& s : d_spring.edit()) {
    const auto [a, b] = s.points;
    if (!s.isAtRestNow || a >= x1.size() || b >= x2.size()) continue;
    s.restTranslation = x2[b].center - x1[a].center;
    s.restRotation = x2[b].orientation * type::inverse(x1[a].orientation);
  }
}

auto JointSpringForceField::force(std::size_t i, const Coord& x1, const Coord& x2, const Deriv& v1,
                                  const Deriv& v2) const -> Deriv {
  const JointSpring& s = d_spring.value()[i];
  const Vec3 offset = type::inverseRotate(x1.orientation, x2.center - x1.center - s.restTranslation);
  Deriv force;
  force << type::rotate(x1.orientation, s.stiffness(0).cwiseProduct(offset)),
      type::rotate(x1.orientation, localTorque(s, relativeRotation(s, x1.orientation, x2.orientation)));
  return force + s.damping * (v2 - v1);
}

auto JointSpringForceField::stiffness(std::size_t i, const Coord& x1, const Coord&, const Deriv&, const Deriv&) const
    -> Block {
  const JointSpring& s = d_spring.value()[i];
  const type::Mat3 r = type::toMatrix(x1.orientation);
  Block k = Block::Zero();
  for (const int first : {0, 3}) k.block<3, 3>(first, first) = r * s.stiffness(first).asDiagonal() * r.transpose();
  return k;
}

void JointSpringForceField::draw(core::DrawList& list) const {
  if (!l_object1 || !l_object2 || !list.shows(type::DisplayFlags::InteractionForceFields)) return;
  const VecCoord &x1 = l_object1->positions(), &x2 = l_object2->positions();
  for (const JointSpring& s : d_spring.value()) {
    const auto [a, b] = s.points;
    if (a >= x1.size() || b >= x2.size()) continue;
    const Vec3& from = x1[a].center;
    list.line(from, x2[b].center, 1, {1, 0, 0, 1});
    const Vec3 torsion = type::rotationVector(relativeRotation(s, x1[a].orientation, x2[b].orientation));
    Vec3 allowed;
    for (int k = 0; k < 3; ++k) allowed[k] = lawful(s, k, torsion[k]);
    const auto drawTurn = [&](const Vec3& turn, const type::Color& color) {
      list.line(from, from + d_showFactorSize.value() * type::rotate(x1[a].orientation, turn), 3, color);
    };
    if (d_showLawfulTorsion.value()) drawTurn(allowed, {0, 1, 0, 1});
    if (d_showExtraTorsion.value()) drawTurn(torsion - allowed, {1, 0.5f, 0, 1});
  }
}

namespace {
const auto registered = core::Register("JointSpringForceField", "Sofa.Component.SolidMechanics.Spring",
                                       "joints between bodies, with free axes and limits")
                            .ignores("infile", "ConstantForceField and LinearForceField load a body")
                            .ignores("outfile", "WriteState writes the forces of a state (writeF)")
                            .ignores("period", "it belongs to infile and outfile")
                            .ignores("reinit", "the attribute spring can be changed at any time")
                            .add<JointSpringForceField>();
}  // namespace

}  // namespace sofa::component::solidmechanics
