// SPDX-License-Identifier: Apache-2.0
#include "Sofa/FiniteElement/QuadPlateKernel.h"

#include <cmath>

#include "Sofa/FiniteElement/SmallMatrix.h"

namespace sofa::fem {
namespace {

constexpr auto& sign = ReferenceElement<type::Quad>::sign;

/// Gradients of the shape functions at a Gauss point.
SOFA_INLINE void gradients(const Pack& l, const Pack& h, int point, Pack (&g)[4][2]) {
  const double gauss = 1 / std::sqrt(3.0), x = gauss * sign[point][0], y = gauss * sign[point][1];
  for (int n = 0; n < 4; ++n) {
    g[n][0] = 0.25 * sign[n][0] * (1 + sign[n][1] * y) / l;
    g[n][1] = 0.25 * sign[n][1] * (1 + sign[n][0] * x) / h;
  }
}

}  // namespace

void QuadPlateKernel::init(std::span<const type::Quad> elements, std::span<const Vec3> rest,
                           std::span<const Material> materials) {
  m_elements.assign(elements.begin(), elements.end());
  m_blocks.build(m_elements, rest.size());
  m_packs.assign(m_blocks.blockCount(), Element());
  for (std::size_t b = 0; b < m_blocks.blockCount(); ++b)
    for (int lane = 0; lane < simdWidth; ++lane) {
      Element& pack = m_packs[b];
      pack.size.l[lane] = pack.size.h[lane] = 1;  // padding has no stiffness, but a size
      const unsigned e = m_blocks.element(b, lane);
      if (e == m_blocks.noElement) continue;
      const auto& nodes = m_elements[e];
      for (int n = 0; n < 4; ++n)
        for (int i = 0; i < 3; ++i) pack.rest[n][i][lane] = rest[nodes[n]][i] - rest[nodes[0]][i];
      const auto& [young, poisson, thickness] = materials[e];
      const double modulus = young * thickness;
      pack.stretch[lane] = modulus / (1 - poisson * poisson);
      pack.across[lane] = poisson * modulus / (1 - poisson * poisson);
      pack.shear[lane] = modulus / (2 + 2 * poisson);
      pack.tilt[lane] = 5.0 / 6 * modulus / (2 + 2 * poisson);
      pack.size.l[lane] = (rest[nodes[1]] - rest[nodes[0]]).norm() / 2;
      pack.size.h[lane] = (rest[nodes[3]] - rest[nodes[0]]).norm() / 2;
    }
}

QuadPlateKernel::Size QuadPlateKernel::sizeAt(const Nodes& x) {
  const auto half = [&](int n) {
    Pack sum{};
    for (int i = 0; i < 3; ++i) sum += (x[n][i] - x[0][i]) * (x[n][i] - x[0][i]);
    return 0.5 * squareRoot(sum);
  };
  return {half(1), half(3)};
}

void QuadPlateKernel::backToRest(const Element& element, const Nodes& x, Nodes& u) {
  for (int n = 0; n < 4; ++n)
    for (int i = 0; i < 3; ++i) u[n][i] = element.rest[n][i] - (x[n][i] - x[0][i]);
}

/// f = K u.
void QuadPlateKernel::multiply(const Element& element, const Size& size, const Nodes& u, Nodes& f) {
  const auto& [l, h] = size;
  const Pack area = l * h;
  for (auto& node : f)
    for (Pack& component : node) component = Pack{};
  for (int point = 0; point < 4; ++point) {
    Pack g[4][2], xx{}, yy{}, xy{};
    gradients(l, h, point, g);
    for (int n = 0; n < 4; ++n) {
      xx += g[n][0] * u[n][0];
      yy += g[n][1] * u[n][1];
      xy += g[n][1] * u[n][0] + g[n][0] * u[n][1];
    }
    const Pack sx = area * (element.stretch * xx + element.across * yy),
               sy = area * (element.across * xx + element.stretch * yy), t = area * element.shear * xy;
    for (int n = 0; n < 4; ++n) {
      f[n][0] += g[n][0] * sx + g[n][1] * t;
      f[n][1] += g[n][1] * sy + g[n][0] * t;
    }
  }
  Pack x{}, y{};
  for (int n = 0; n < 4; ++n) {
    x += double(sign[n][0]) * u[n][2];
    y += double(sign[n][1]) * u[n][2];
  }
  const Pack byX = 0.25 * element.tilt * x * h / l, byY = 0.25 * element.tilt * y * l / h;
  for (int n = 0; n < 4; ++n) f[n][2] = double(sign[n][0]) * byX + double(sign[n][1]) * byY;
}

void QuadPlateKernel::addForce(std::span<const Vec3> x, std::span<Vec3> f) const {
  m_blocks.accumulate(x, f, [&](unsigned block, const Nodes& p, Nodes& out) {
    Nodes u;
    backToRest(m_packs[block], p, u);
    multiply(m_packs[block], sizeAt(p), u, out);
  });
}

void QuadPlateKernel::linearise(std::span<const Vec3> x) {
  m_blocks.forEach(x, [&](unsigned block, const Nodes& p) { m_packs[block].size = sizeAt(p); });
}

void QuadPlateKernel::addDForce(std::span<const Vec3> dx, std::span<Vec3> df, double kFactor) const {
  m_blocks.accumulate(dx, df, [&](unsigned block, const Nodes& u, Nodes& out) {
    multiply(m_packs[block], m_packs[block].size, u, out);
    for (auto& node : out)
      for (Pack& component : node) component *= -kFactor;
  });
}

double QuadPlateKernel::energy(std::span<const Vec3> x) const {
  return m_blocks.sum(x, [&](unsigned block, const Nodes& p) {
    Nodes u, f;
    backToRest(m_packs[block], p, u);
    multiply(m_packs[block], sizeAt(p), u, f);
    Pack sum{};
    for (int n = 0; n < 4; ++n)
      for (int i = 0; i < 3; ++i) sum += 0.5 * u[n][i] * f[n][i];
    return sum;
  });
}

void QuadPlateKernel::stiffnessPacks(std::size_t block, Pack (&k)[10][9]) const {
  const Element& element = m_packs[block];
  for (int b = 0; b < 4; ++b)
    for (int j = 0; j < 3; ++j) {
      Nodes u = {}, f;
      u[b][j] += 1;
      multiply(element, element.size, u, f);
      for (int a = 0; a <= b; ++a)
        for (int i = 0; i < 3; ++i) k[triangleIndex(4, a, b)][3 * j + i] = -f[a][i];
    }
}

}  // namespace sofa::fem
