// SPDX-License-Identifier: Apache-2.0
#include "Sofa/FiniteElement/EdgeTensorKernel.h"

namespace sofa::fem {

void EdgeTensorKernel::init(std::span<const type::Edge> edges, std::span<const Vec3> rest,
                            std::span<const Mat3> tensors) {
  m_edges.assign(edges.begin(), edges.end());
  m_blocks.build(m_edges, rest.size());
  m_tensors.assign(m_blocks.blockCount(), {});
  m_rest.assign(m_blocks.blockCount(), {});
  for (std::size_t e = 0; e < m_edges.size(); ++e) {
    const std::size_t block = m_blocks.slot(e) / simdWidth, lane = m_blocks.slot(e) % simdWidth;
    for (int i = 0; i < 3; ++i) {
      for (int j = 0; j < 3; ++j) m_tensors[block].t[i][j][lane] = tensors[e](i, j);
      for (std::size_t n = 0; n < 2; ++n) m_rest[block].x[n][i][lane] = rest[m_edges[e][n]][i];
    }
  }
}

SOFA_INLINE void EdgeTensorKernel::forces(const Tensor& tensor, const Pack (&u)[3], const Pack& factor, Nodes& f) {
  const auto& t = tensor.t;
  for (int i = 0; i < 3; ++i) {
    f[0][i] = -factor * (t[0][i] * u[0] + t[1][i] * u[1] + t[2][i] * u[2]);
    f[1][i] = factor * (t[i][0] * u[0] + t[i][1] * u[1] + t[i][2] * u[2]);
  }
}

void EdgeTensorKernel::addForce(std::span<const Vec3> x, std::span<Vec3> f) const {
  m_blocks.accumulate(x, f, [&](unsigned block, const Nodes& p, Nodes& out) {
    prefetch(&m_tensors[block]);
    const auto& rest = m_rest[block].x;
    Pack u[3];
    for (int i = 0; i < 3; ++i) u[i] = (p[1][i] - p[0][i]) - (rest[1][i] - rest[0][i]);
    forces(m_tensors[block], u, broadcast(1), out);
  });
}

void EdgeTensorKernel::addDForce(std::span<const Vec3> dx, std::span<Vec3> df, double kFactor) const {
  const Pack factor = broadcast(kFactor);
  m_blocks.accumulate(dx, df, [&](unsigned block, const Nodes& p, Nodes& out) {
    prefetch(&m_tensors[block]);
    Pack u[3];
    for (int i = 0; i < 3; ++i) u[i] = p[1][i] - p[0][i];
    forces(m_tensors[block], u, factor, out);
  });
}

double EdgeTensorKernel::energy(std::span<const Vec3> x) const {
  return m_blocks.sum(x, [&](unsigned block, const Nodes& p) {
    Pack u[2][3], difference[3], work{};
    for (int i = 0; i < 3; ++i) {
      for (int n = 0; n < 2; ++n) u[n][i] = p[n][i] - m_rest[block].x[n][i];
      difference[i] = u[1][i] - u[0][i];
    }
    Nodes f;
    forces(m_tensors[block], difference, broadcast(-0.5), f);
    for (int n = 0; n < 2; ++n)
      for (int i = 0; i < 3; ++i) work += f[n][i] * u[n][i];
    return work;
  });
}

void EdgeTensorKernel::stiffnessPacks(std::size_t block, Pack (&k)[3][9]) const {
  const auto& t = m_tensors[block].t;
  for (int i = 0; i < 3; ++i)
    for (int j = 0; j < 3; ++j) {
      k[0][3 * j + i] = t[j][i];
      k[1][3 * j + i] = -t[j][i];
      k[2][3 * j + i] = t[i][j];
    }
}

}  // namespace sofa::fem
