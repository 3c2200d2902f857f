// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cmath>

#include "Sofa/Type/Vec.h"

namespace sofa::component::mechanicalload {

/// An ellipsoid with its axes along those of the space, which pushes points out (stiffness > 0) or keeps them inside
/// (stiffness < 0). With u = x - center, N^2 = sum of (u_i / r_i)^2, g_i = u_i / r_i^2 and s = N - 1:
///
///   F = -|stiffness| s g/|g| - damping |s| v
template <int Dimension>
struct Ellipsoid {
  using Vector = type::Vec<Dimension>;
  using Block = type::Mat<Dimension>;

  Vector center = Vector::Zero();
  Vector radii = Vector::Ones();
  double stiffness = 0, damping = 0;

  /// N^2: below 1 inside.
  double level(const Vector& x) const { return (x - center).cwiseQuotient(radii).squaredNorm(); }
  bool touches(const Vector& x) const {
    const double level = this->level(x);
    return level > 0 && (level - 1) * stiffness < 0;
  }
  Vector force(const Vector& x, const Vector& v) const {
    const Vector g = gradient(x);
    const double s = std::sqrt(level(x)) - 1;
    return (-std::abs(stiffness) * s / g.norm()) * g - damping * std::abs(s) * v;
  }
  /// What reference trajectories have for dF/dx: without damping, and with |g|^2 for |g|^3 in the turn of the normal.
  Block tangent(const Vector& x) const {
    const Vector g = gradient(x), inverse = radii.cwiseProduct(radii).cwiseInverse();
    const double norm = g.norm(), root = std::sqrt(level(x)), s = root - 1, k = std::abs(stiffness);
    const double a1 = -k / (root * norm), a2 = -k * s / norm, a3 = -k * s / (norm * norm);
    const Vector column = Vector::Constant(a1) + a3 * inverse;
    return g * g.cwiseProduct(column).transpose() + Block((a2 * inverse).asDiagonal());
  }

 private:
  Vector gradient(const Vector& x) const { return (x - center).cwiseQuotient(radii.cwiseProduct(radii)); }
};

}  // namespace sofa::component::mechanicalload
