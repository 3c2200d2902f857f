// SPDX-License-Identifier: Apache-2.0
#include "Sofa/Component/Mass/TurningInertia.h"

#include <cmath>

namespace sofa::component::mass {

using type::Mat3;
using type::Quat;
using type::Vec3;

Mat3 turnedInertia(const Mat3& inertia, const Quat& orientation) {
  const Mat3 r = type::toMatrix(orientation);
  return r * inertia * r.transpose();
}

Vec3 gyroscopicTorque(const Mat3& inertia, const Vec3& w) { return -w.cross(inertia * w); }

Vec3 gyroscopicTorque(const Mat3& inertia, const Quat& orientation, const Vec3& w, double h) {
  constexpr int most = 50;
  constexpr double close = 1e-13;  // what is left is smaller by the angle of the step
  const Mat3 now = turnedInertia(inertia, orientation), inverse = inertia.inverse();
  const Vec3 momentum = now * w;
  Vec3 next = w;
  for (int i = 0; i < most; ++i) {
    const Vec3 last = next;
    next = turnedInertia(inverse, type::exponential(h * last) * orientation) * momentum;
    if ((next - last).norm() <= close * w.norm()) return now * (next - w) / h;
  }
  return gyroscopicTorque(now, w);  // the body turns too far in a step for the iteration to converge
}

bool FixedInertiaWatch::matters(std::size_t body, const Mat3& inertia, const Quat& orientation, const Vec3& w) {
  constexpr double part = 0.01, turn = 0.1;  // rad
  while (m_first.size() <= body) m_first.push_back(orientation);
  if (std::abs(m_first[body].dot(orientation)) > std::cos(turn / 2)) return false;
  const Vec3 momentum = turnedInertia(inertia, orientation) * w, fixed = inertia * w;
  return (momentum - fixed).norm() > part * fixed.norm() ||
         w.cross(momentum).norm() > part * w.norm() * momentum.norm();
}

}  // namespace sofa::component::mass
