// SPDX-License-Identifier: Apache-2.0
#include "Sofa/Component/SolidMechanics/TriangleStress.h"

#include <cmath>
#include <limits>

#include "Sofa/Component/SolidMechanics/NodeMeans.h"
#include "Sofa/Component/SolidMechanics/TetraDrawing.h"

namespace sofa::component::solidmechanics {

PrincipalStress principalStress(const fem::TriangleKernel::State& state) {
  const auto& [xx, yy, xy] = state.stress;
  const double mean = (xx + yy) / 2, radius = std::hypot((xx - yy) / 2, xy), angle = std::atan2(2 * xy, xx - yy) / 2;
  PrincipalStress result{mean + radius, mean - radius, {}};
  for (int i = 0; i < 3; ++i)
    result.direction[i] = std::cos(angle) * state.shape.frame[0][i] + std::sin(angle) * state.shape.frame[1][i];
  return result;
}

std::vector<PrincipalStress> principalStresses(const fem::TriangleKernel& kernel, std::span<const type::Vec3> x) {
  std::vector<PrincipalStress> result;
  for (std::size_t e = 0; e < kernel.elementCount(); ++e) result.push_back(principalStress(kernel.state(e, x)));
  return result;
}

double hosfordStress(const PrincipalStress& stress, double exponent) {
  const double n = std::max(1.0, exponent);
  const auto power = [n](double s) { return std::pow(std::fabs(s), n); };
  return std::pow((power(stress.first - stress.second) + power(stress.second) + power(stress.first)) / 2, 1 / n);
}

void drawStresses(core::DrawList& list, const fem::TriangleKernel& kernel, std::span<const type::Vec3> x,
                  const std::vector<PrincipalStress>& stresses) {
  std::vector<double> values;
  for (const PrincipalStress& stress : stresses) values.push_back(stress.first);
  values = meanAroundNodes(kernel, values, x.size());
  const auto& colors = colorsOver(std::string(helper::ColorMap::perceptual), values);
  for (std::size_t e = 0; e < kernel.elementCount(); ++e) {
    const auto& n = kernel.element(e);
    const auto color = [&](int corner) { return colorOf(colors, values[n[corner]]); };
    list.triangle({x[n[0]], x[n[1]], x[n[2]]}, {color(0), color(1), color(2)});
  }
}

void drawStressDirections(core::DrawList& list, const fem::TriangleKernel& kernel, std::span<const type::Vec3> x,
                          const std::vector<PrincipalStress>& stresses, double threshold, const type::Color& color) {
  for (std::size_t e = 0; e < kernel.elementCount(); ++e) {
    if (!(stresses[e].first >= threshold)) continue;
    const auto& n = kernel.element(e);
    const type::Vec3 center = core::centerOf(n, x);
    list.line(center, center + (x[n[1]] - x[n[0]]).norm() / 2 * stresses[e].direction, 2, color);
  }
}

}  // namespace sofa::component::solidmechanics
