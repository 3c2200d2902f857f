// SPDX-License-Identifier: Apache-2.0
#include "Sofa/Simulation/Adjoint/Retraction.h"

#include <cmath>

#include "Sofa/Type/DataTypes.h"

namespace sofa::simulation {
namespace {

using type::Vec3;

constexpr int frame = 6, frameCoordinates = 7, angles = 3;

bool areFrames(const core::BaseState& state) { return state.hostTypesName() == "Rigid3d"; }

/// a, b of J(d) = 1 + a [d] + b [d]^2; a = 1/2, b = 1/6 for no rotation.
struct LeftJacobian {
  double a = 0.5, b = 1.0 / 6;
  explicit LeftJacobian(double t) {
    constexpr double small = 1e-3;  // where the series to t^2 has all digits that differences of cosines lose
    if (t < small) {
      a = 0.5 - t * t / 24;
      b = 1.0 / 6 - t * t / 120;
    } else {
      a = (1 - std::cos(t)) / (t * t);
      b = (t - std::sin(t)) / (t * t * t);
    }
  }
  /// J(d)^T g = J(-d) g.
  Vec3 transposed(const Vec3& d, const Vec3& g) const { return g - a * d.cross(g) + b * d.cross(d.cross(g)); }
};

/// exp(d)^T g, by Rodrigues' formula for exp(-d).
Vec3 turnBack(const Vec3& d, const Vec3& g) {
  const double t = d.norm();
  const double s = t < 1e-12 ? 1.0 : std::sin(t) / t, half = t < 1e-12 ? 0.5 : std::sin(t / 2) / t;
  return g - s * d.cross(g) + 2 * half * half * d.cross(d.cross(g));
}

Vec3 vector(const double* p) { return Vec3(p[0], p[1], p[2]); }

}  // namespace

bool hasKnownRetraction(const core::BaseState& state) {
  return areFrames(state) || state.coordSize() == state.derivSize();
}

bool isAngle(const core::BaseState& state, int component) {
  if (areFrames(state)) return component >= angles;
  return state.hostTypesName() == "Rigid2d" && component == 2;
}

void transposeIncrement(const core::BaseState& state, std::span<const double> increment, std::span<double> overPosition,
                        std::span<double> overIncrement) {
  if (!areFrames(state)) {
    for (std::size_t i = 0; i < overPosition.size(); ++i) overIncrement[i] += overPosition[i];
    return;
  }
  for (std::size_t i = 0; i + frame <= overPosition.size(); i += frame) {
    for (int k = 0; k < angles; ++k) overIncrement[i + k] += overPosition[i + k];
    const Vec3 d = vector(&increment[i + angles]), g = vector(&overPosition[i + angles]);
    const Vec3 over = LeftJacobian(d.norm()).transposed(d, g), before = turnBack(d, g);
    for (int k = 0; k < angles; ++k) {
      overIncrement[i + angles + k] += over[k];
      overPosition[i + angles + k] = before[k];
    }
  }
}

std::vector<double> overIncrements(const core::BaseState& state, std::span<const double> positions,
                                   std::span<const double> overCoordinates) {
  if (!areFrames(state)) return {overCoordinates.begin(), overCoordinates.end()};
  std::vector<double> over;
  for (std::size_t i = 0; i + frameCoordinates <= positions.size(); i += frameCoordinates) {
    const double *q = &positions[i + angles], *g = &overCoordinates[i + angles];
    for (int k = 0; k < angles; ++k) over.push_back(overCoordinates[i + k]);
    // dq = (e, 0) q / 2: its vector is (q_w e + e x q_v) / 2, its scalar -e.q_v / 2.
    const Vec3 v = vector(q), gv = vector(g);
    const Vec3 turn = 0.5 * (q[3] * gv + v.cross(gv) - g[3] * v);
    for (int k = 0; k < angles; ++k) over.push_back(turn[k]);
  }
  return over;
}

std::vector<double> increments(const core::BaseState& state, std::span<const double> x, std::span<const double> from) {
  std::vector<double> all;
  if (!areFrames(state)) {
    for (std::size_t i = 0; i < x.size(); ++i) all.push_back(x[i] - from[i]);
    return all;
  }
  for (std::size_t i = 0; i + frameCoordinates <= x.size(); i += frameCoordinates) {
    for (int k = 0; k < angles; ++k) all.push_back(x[i + k] - from[i + k]);
    // The turn q p* = (t sin(a / 2), cos(a / 2)) about the axis t, from p to q.
    const Vec3 q = vector(&x[i + angles]), p = vector(&from[i + angles]);
    const double qw = x[i + frame], pw = from[i + frame], cosine = qw * pw + q.dot(p);
    const Vec3 sine = (cosine < 0 ? -1.0 : 1.0) * (pw * q - qw * p - q.cross(p));
    const double size = sine.norm();
    const Vec3 turn = (size > 0 ? 2 * std::atan2(size, std::abs(cosine)) / size : 2.0) * sine;
    for (int k = 0; k < angles; ++k) all.push_back(turn[k]);
  }
  return all;
}

}  // namespace sofa::simulation
