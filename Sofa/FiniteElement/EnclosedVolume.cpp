// SPDX-License-Identifier: Apache-2.0
#include "Sofa/FiniteElement/EnclosedVolume.h"

namespace sofa::fem {
namespace {

SOFA_INLINE void subtract(const Pack (&a)[3], const Pack (&b)[3], Pack (&out)[3]) {
  for (int i = 0; i < 3; ++i) out[i] = a[i] - b[i];
}

SOFA_INLINE void addCross(const Pack (&a)[3], const Pack (&b)[3], Pack (&out)[3]) {
  out[0] += a[1] * b[2] - a[2] * b[1];
  out[1] += a[2] * b[0] - a[0] * b[2];
  out[2] += a[0] * b[1] - a[1] * b[0];
}

/// (b - a) x (c - a): twice the area, along the normal.
SOFA_INLINE void normal(const ElementBlocks<type::Triangle, smallParts>::Nodes& x, Pack (&out)[3]) {
  Pack u[3], v[3];
  subtract(x[1], x[0], u);
  subtract(x[2], x[0], v);
  for (Pack& component : out) component = Pack{};
  addCross(u, v, out);
}

}  // namespace

void EnclosedVolume::set(std::span<const type::Triangle> triangles, std::size_t pointCount) {
  m_blocks.build(triangles, pointCount);
  m_edges.clear();
}

Pack EnclosedVolume::present(std::size_t block) const {
  Pack lanes = broadcast(1);
  if (m_blocks.element(block, simdWidth - 1) != m_blocks.noElement) return lanes;
  for (int lane = 0; lane < simdWidth; ++lane)
    if (m_blocks.element(block, lane) == m_blocks.noElement) lanes[lane] = 0;
  return lanes;
}

double EnclosedVolume::volume(std::span<const Vec3> x) const {
  Vec3 center = Vec3::Zero();  // of the points: less is lost where the body is far from the origin
  for (const Vec3& p : x) center += p;
  if (!x.empty()) center /= static_cast<double>(x.size());
  return m_blocks.sum(x, [&](unsigned block, const Nodes& p) {
    Pack n[3], sum{};
    normal(p, n);
    for (int i = 0; i < 3; ++i) sum += n[i] * (p[0][i] - center[i]);
    return sum * present(block);
  }) / 6;
}

double EnclosedVolume::area(std::span<const Vec3> x) const {
  return m_blocks.sum(x, [&](unsigned block, const Nodes& p) {
    Pack n[3];
    normal(p, n);
    return squareRoot(n[0] * n[0] + n[1] * n[1] + n[2] * n[2]) * present(block);
  }) / 2;
}

void EnclosedVolume::addGradient(std::span<const Vec3> x, double factor, std::span<Vec3> g) const {
  m_blocks.accumulate(x, g, [&](unsigned block, const Nodes& p, Nodes& out) {
    const Pack scale = factor / 6 * present(block);
    Pack n[3];
    normal(p, n);
    for (auto& corner : out)
      for (int i = 0; i < 3; ++i) corner[i] = scale * n[i];
  });
}

void EnclosedVolume::linearise(std::span<const Vec3> x, double factor) {
  m_edges.resize(m_blocks.blockCount());
  m_blocks.forEach(x, [&](unsigned block, const Nodes& p) {
    const Pack scale = factor / 6 * present(block);
    for (int n = 0; n < 3; ++n)
      for (int i = 0; i < 3; ++i) m_edges[block].v[n][i] = scale * (p[(n + 2) % 3][i] - p[(n + 1) % 3][i]);
  });
}

/// All corners get the sum of e_n x dx_n over the corners n, e_n the edge opposite of each.
void EnclosedVolume::addSecondProduct(std::span<const Vec3> dx, double more, std::span<Vec3> d) const {
  m_blocks.accumulate(dx, d, [&](unsigned block, const Nodes& u, Nodes& out) {
    Pack change[3] = {};
    for (int n = 0; n < 3; ++n) addCross(m_edges[block].v[n], u[n], change);
    for (auto& corner : out)
      for (int i = 0; i < 3; ++i) corner[i] = more * change[i];
  });
}

type::Mat<3> EnclosedVolume::edges(std::size_t triangle) const {
  const std::size_t slot = m_blocks.slot(triangle);
  type::Mat<3> edges;
  for (int n = 0; n < 3; ++n)
    for (int i = 0; i < 3; ++i) edges(i, n) = m_edges[slot / simdWidth].v[n][i][slot % simdWidth];
  return edges;
}

}  // namespace sofa::fem
