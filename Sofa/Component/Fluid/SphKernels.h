// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cmath>
#include <numbers>

namespace sofa::component::fluid {

/// The kernels of smoothed particle hydrodynamics (M. Mueller, D. Charypar, M. Gross, Particle-based fluid simulation
/// for interactive applications, 2003): a polynomial for densities, a spiky one for pressures and one with a positive
/// Laplacian for viscosity, or one cubic spline for all (J. J. Monaghan, Smoothed particle hydrodynamics, 1992).
///
/// q = r / h, with the distance r of two particles and the support h beyond which all are zero; a gradient is its
/// factor of the difference of positions. The constants are those of space, in the plane too.
class SphKernels {
 public:
  SphKernels(double support, bool cubic) : m_h(support), m_isCubic(cubic) {}

  double density(double q) const {
    if (q >= 1) return 0;
    if (m_isCubic) return spline() * (q < 0.5 ? 1.0 / 6 - q * q + q * q * q : cube(1 - q) / 3);
    return poly6() * cube(1 - q * q);
  }
  double densityGradient(double q) const {
    if (q >= 1) return 0;
    if (m_isCubic) return splineGradient(q);
    const double s = 1 - q * q;
    return -6 * poly6() / (m_h * m_h) * s * s;
  }
  double densityLaplacian(double q) const {
    if (q >= 1) return 0;
    if (m_isCubic) return splineLaplacian(q);
    return -6 * poly6() / (m_h * m_h) * (1 - q * q) * (3 - 7 * q * q);
  }
  /// Infinite where particles meet; their difference of positions is zero there.
  double pressureGradient(double q) const {
    if (q >= 1 || q == 0) return 0;
    if (m_isCubic) return splineGradient(q);
    return -3 * 15 / (std::numbers::pi * cube(m_h)) / (m_h * m_h) * (1 - q) * (1 - q) / q;
  }
  double viscosityLaplacian(double q) const {
    if (q >= 1) return 0;
    if (m_isCubic) return splineLaplacian(q);
    return 6 * 15 / (2 * std::numbers::pi * cube(m_h)) / (m_h * m_h) * (1 - q);
  }

 private:
  static double cube(double s) { return s * s * s; }
  double poly6() const { return 315 / (64 * std::numbers::pi * cube(m_h)); }
  double spline() const { return 48 / (std::numbers::pi * cube(m_h)); }
  double splineGradient(double q) const {
    return spline() / (m_h * m_h) * (q < 0.5 ? 3 * q - 2 : -(1 - q) * (1 - q) / q);
  }
  double splineLaplacian(double q) const { return spline() / (m_h * m_h) * (q < 0.5 ? 12 * q - 6 : 6 - 4 * q - 2 / q); }

  double m_h;
  bool m_isCubic;
};

}  // namespace sofa::component::fluid
