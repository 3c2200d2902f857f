// SPDX-License-Identifier: Apache-2.0
#include "Sofa/FiniteElement/BeamElement.h"

#include <numbers>

namespace sofa::fem {
namespace {

using type::Quat;
using type::Vec3;

/// a^-1 b by the short way round: b may be written with either sign.
Quat turnBetween(const Quat& a, Quat b) {
  if (a.coeffs().dot(b.coeffs()) < 0) b.coeffs() = -b.coeffs();
  Quat turn = type::inverse(a) * b;
  turn.normalize();
  return turn;
}

}  // namespace

BeamStiffness::BeamStiffness(const BeamSection& s) {
  const double outer = s.radius * s.radius, inner = s.radiusInner * s.radiusInner;
  const double area = std::numbers::pi * (outer - inner);
  const double inertia = std::numbers::pi * (outer * outer - inner * inner) / 4;
  const double shearModulus = s.youngModulus / (2 * (1 + s.poissonRatio));
  const double bending = s.youngModulus * inertia / s.length;
  m_axial = s.youngModulus * area / s.length;
  m_torsion = shearModulus * 2 * inertia / s.length;
  m_shear = 12 * bending / (s.length * s.length);
  m_coupling = 6 * bending / s.length;
  m_near = 4 * bending;
  m_far = 2 * bending;
}

Mat12 BeamStiffness::matrix() const {
  Mat12 k = Mat12::Zero();
  const auto set = [&](int i, int j, double value) { k(i, j) = k(j, i) = value; };
  for (const int end : {0, 6}) {
    set(end, end, m_axial);
    set(end + 1, end + 1, m_shear);
    set(end + 2, end + 2, m_shear);
    set(end + 3, end + 3, m_torsion);
    set(end + 4, end + 4, m_near);
    set(end + 5, end + 5, m_near);
    // A turn of either end about y lifts along -z, one about z along y.
    set(0 + 2, end + 4, -m_coupling);
    set(6 + 2, end + 4, m_coupling);
    set(0 + 1, end + 5, m_coupling);
    set(6 + 1, end + 5, -m_coupling);
  }
  set(0, 6, -m_axial);
  set(1, 7, -m_shear);
  set(2, 8, -m_shear);
  set(3, 9, -m_torsion);
  set(4, 10, m_far);
  set(5, 11, m_far);
  return k;
}

Vec12 BeamStiffness::product(const Vec12& d) const {
  const double stretch = m_axial * (d[6] - d[0]);
  const double twist = m_torsion * (d[9] - d[3]);
  const double y = d[1] - d[7], z = d[2] - d[8];
  const double turnY = d[4] + d[10], turnZ = d[5] + d[11];
  const double shearY = m_shear * y + m_coupling * turnZ, shearZ = m_shear * z - m_coupling * turnY;
  Vec12 f;
  f << -stretch, shearY, shearZ,                                                                               //
      -twist, m_near * d[4] + m_far * d[10] - m_coupling * z, m_near * d[5] + m_far * d[11] + m_coupling * y,  //
      stretch, -shearY, -shearZ,                                                                               //
      twist, m_far * d[4] + m_near * d[10] - m_coupling * z, m_far * d[5] + m_near * d[11] + m_coupling * y;
  return f;
}

BeamStiffness::EndForces BeamStiffness::forces(const Vec3& displacement, const Vec3& rotation) const {
  Vec12 d;
  d << Vec3::Zero(), Vec3::Zero(), displacement, rotation;
  const Vec12 f = product(d);
  return {f.head<6>(), f.tail<6>()};
}

CorotationalBeam::CorotationalBeam(const type::RigidCoord<3>& restA, const type::RigidCoord<3>& restB)
    : m_restArm(type::inverseRotate(restA.orientation, restB.center - restA.center)),
      m_restTurn(turnBetween(restA.orientation, restB.orientation)) {}

CorotationalBeam::Displacement CorotationalBeam::displacement(const type::RigidCoord<3>& a,
                                                              const type::RigidCoord<3>& b) const {
  const Quat turn = turnBetween(m_restTurn, turnBetween(a.orientation, b.orientation));
  return {type::inverseRotate(a.orientation, b.center - a.center) - m_restArm, type::rotationVector(turn)};
}

Mat12 beamWorldStiffness(const Mat12& local, const type::Mat3& rotation) {
  Mat12 world;
  for (int i = 0; i < 12; i += 3)
    for (int j = 0; j < 12; j += 3)
      world.block<3, 3>(i, j).noalias() = rotation * local.block<3, 3>(i, j) * rotation.transpose();
  return world;
}

}  // namespace sofa::fem
