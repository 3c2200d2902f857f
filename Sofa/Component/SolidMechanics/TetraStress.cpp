// SPDX-License-Identifier: Apache-2.0
#include "Sofa/Component/SolidMechanics/TetraStress.h"

#include <cmath>

namespace sofa::component::solidmechanics {
namespace {

type::Mat3 gradient(const type::Tetrahedron& n, const std::vector<type::Vec3>& x, const std::vector<type::Vec3>& rest) {
  return fem::deformationGradient({x[n[0]], x[n[1]], x[n[2]], x[n[3]]},
                                  {rest[n[0]], rest[n[1]], rest[n[2]], rest[n[3]]});
}

}  // namespace

type::Mat3 corotationalStrain(const type::Tetrahedron& element, const std::vector<type::Vec3>& x,
                              const std::vector<type::Vec3>& rest, const type::Mat3& rotation) {
  const type::Mat3 h = rotation.transpose() * gradient(element, x, rest) - type::Mat3::Identity();
  return 0.5 * (h + h.transpose());
}

type::Mat3 greenStrain(const type::Tetrahedron& element, const std::vector<type::Vec3>& x,
                       const std::vector<type::Vec3>& rest) {
  const type::Mat3 f = gradient(element, x, rest);
  return 0.5 * (f.transpose() * f - type::Mat3::Identity());
}

type::Mat3 stress(const fem::Lame& material, const type::Mat3& strain) {
  return 2 * material.mu * strain + material.lambda * strain.trace() * type::Mat3::Identity();
}

double vonMises(const type::Mat3& s, double modulus) {
  constexpr double rounding = 1e-12;  // of strains
  const double x = s(0, 0), y = s(1, 1), z = s(2, 2), xy = s(0, 1), yz = s(1, 2), zx = s(0, 2);
  const double square = x * x + y * y + z * z - x * y - y * z - z * x + 3 * (xy * xy + yz * yz + zx * zx);
  const double value = square > 0 ? std::sqrt(square) : 0;
  return value > rounding * std::abs(modulus) ? value : 0;
}

}  // namespace sofa::component::solidmechanics
