// SPDX-License-Identifier: Apache-2.0
#include "Sofa/FiniteElement/HingeKernel.h"

namespace sofa::fem {

void HingeKernel::set(std::span<const Hinge> hinges, std::size_t pointCount) {
  std::vector<type::Quad> quads;
  for (const Hinge& h : hinges) quads.push_back({h.points[0], h.points[1], h.points[2], h.points[3]});
  m_blocks.build(quads, pointCount);
  m_values.assign(m_blocks.blockCount(), Values{});
  for (std::size_t e = 0; e < hinges.size(); ++e) {
    Values& values = m_values[m_blocks.slot(e) / simdWidth];
    const std::size_t lane = m_blocks.slot(e) % simdWidth;
    for (std::size_t n = 0; n < 4; ++n) values.alpha[n][lane] = hinges[e].alpha[n];
    values.lambda[lane] = hinges[e].lambda;
  }
}

void HingeKernel::addForce(std::span<const Vec3> x, double factor, std::span<Vec3> f) const {
  m_blocks.accumulate(x, f, [&](unsigned block, const Blocks::Nodes& p, Blocks::Nodes& out) {
    const Values& v = m_values[block];
    const Pack scale = -factor * v.lambda;
    for (int i = 0; i < 3; ++i) {
      Pack sum{};
      for (int n = 0; n < 4; ++n) sum += v.alpha[n] * p[n][i];
      for (int n = 0; n < 4; ++n) out[n][i] = v.alpha[n] * (scale * sum);
    }
  });
}

double HingeKernel::energy(std::span<const Vec3> x) const {
  return m_blocks.sum(x, [&](unsigned block, const Blocks::Nodes& p) {
    const Values& v = m_values[block];
    Pack squares{};
    for (int i = 0; i < 3; ++i) {
      Pack sum{};
      for (int n = 0; n < 4; ++n) sum += v.alpha[n] * p[n][i];
      squares += sum * sum;
    }
    return v.lambda * squares;
  }) / 2;
}

}  // namespace sofa::fem
