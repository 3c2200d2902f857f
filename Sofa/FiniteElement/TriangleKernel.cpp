// SPDX-License-Identifier: Apache-2.0
#include "Sofa/FiniteElement/TriangleKernel.h"

#include <numeric>

namespace sofa::fem {
namespace {

template <class Values>
void clear(Values& values, std::size_t size) {
  values.clear();
  values.resize(size);
}

}  // namespace

void TriangleKernel::init(std::span<const type::Triangle> elements, std::span<const Vec3> rest,
                          std::span<const TriangleMaterial> materials, TriangleRule rule,
                          const std::vector<Index>* changed) {
  std::optional<std::vector<Index>> anew;
  if (changed && rule == m_rule && !m_ownRest) anew = m_mesh.follow(elements, rest, materials, *changed);
  m_rule = rule;
  m_ownRest = false;
  m_collapsed.forget();
  if (!anew) {
    m_mesh.set(elements, rest, materials);
    return setAllBlocks();
  }
  m_mesh.fit(m_rest);
  m_mesh.fit(m_tangents);
  if (m_lawStride == 1) m_mesh.fit(m_laws);
  setBlocks(m_mesh.blocksOf(*anew));
}

void TriangleKernel::setAllBlocks() {
  const std::size_t count = m_mesh.blocks.blockCount();
  clear(m_rest, count);
  clear(m_tangents, count);
  m_lawStride = m_mesh.materials.size() > 1 ? 1 : 0;
  clear(m_laws, m_lawStride == 1 ? count : 1);
  std::vector<unsigned> all(count);
  std::iota(all.begin(), all.end(), 0u);
  setBlocks(all);
}

void TriangleKernel::setBlocks(const std::vector<unsigned>& anew) {
  std::vector<char> isAnew(m_mesh.blocks.blockCount(), 0);
  for (const unsigned block : anew) {
    isAnew[block] = 1;
    for (int lane = 0, source = 0; lane < simdWidth; ++lane) {
      const bool isPadding = m_mesh.blocks.element(block, lane) == m_mesh.blocks.noElement;
      if (!isPadding) source = lane;
      setElement(block, lane, m_mesh.blocks.element(block, source), isPadding);
    }
  }
  // In the loop of forces, so that products and sums are fused as there: at rest there is exactly no force.
  m_mesh.blocks.forEach(std::span<const Vec3>(m_mesh.rest), [&](unsigned block, const Nodes& p) {
    if (!isAnew[block]) return;
    const auto frameless = Packs::setRestEdges(p, m_rule, m_rest[block].v);
    if (anyLane(frameless)) [[unlikely]]
      setEdges(block, frameless);
  });
  m_mesh.blocks.forEach(std::span<const Vec3>(m_mesh.rest), [&](unsigned block, const Nodes& p) {
    Pack strain[3];
    if (isAnew[block]) evaluate(block, p, m_tangents[block].v, strain);
  });
}

/// Padding lanes have the material of the element before them, and no weight.
void TriangleKernel::setElement(std::size_t block, int lane, std::size_t e, bool isPadding) {
  const type::Triangle& n = m_mesh.elements[e];
  const Vec3 first = m_mesh.rest[n[1]] - m_mesh.rest[n[0]], second = m_mesh.rest[n[2]] - m_mesh.rest[n[0]];
  Packs::Rest& data = m_rest[block].v;
  data.weight[lane] = 0;
  if (m_mesh.materials.empty()) return;
  const TriangleMaterial& material = m_mesh.materialOf(e);
  if (!isPadding) data.weight[lane] = first.cross(second).norm() / 2 * material.thickness;
  for (int i = 0; i < 6; ++i) m_laws[m_lawStride * block].v.entry[i][lane] = material.law.entry[i];
}

/// The edges at rest of elements without area, in lanes of a block: those along a frame of some kind.
void TriangleKernel::setEdges(std::size_t block, Mask lanes) {
  for (int lane = 0, source = 0; lane < simdWidth; ++lane) {
    if (m_mesh.blocks.element(block, lane) != m_mesh.blocks.noElement) source = lane;
    if (!lanes[lane]) continue;
    const type::Triangle& n = m_mesh.elements[m_mesh.blocks.element(block, source)];
    const Vec3 first = m_mesh.rest[n[1]] - m_mesh.rest[n[0]], second = m_mesh.rest[n[2]] - m_mesh.rest[n[0]];
    const Mat3 axes = m_rule.turns ? frameOfAxes(first, second) : Mat3(Mat3::Identity());
    const Vec3 localFirst = axes * first, localSecond = axes * second;
    Packs::Rest& data = m_rest[block].v;
    for (int i = 0; i < 2; ++i) {
      data.edge[0][i][lane] = localFirst[i];
      data.edge[1][i][lane] = localSecond[i];
    }
  }
}

void TriangleKernel::setRestEdges(std::size_t e, const type::Vec<2>& first, const type::Vec<2>& second) {
  const std::size_t block = m_mesh.blocks.slot(e) / simdWidth, lane = m_mesh.blocks.slot(e) % simdWidth;
  Packs::Rest& data = m_rest[block].v;
  for (int i = 0; i < 2; ++i) {
    data.edge[0][i][lane] = first[i];
    data.edge[1][i][lane] = second[i];
  }
  const double area = std::fabs(first[0] * second[1] - first[1] * second[0]) / 2;
  data.weight[lane] = area * m_mesh.materialOf(e).thickness;
  m_ownRest = true;
}

void TriangleKernel::scaleRest(double factor) {
  m_ownRest = true;
  for (auto& rest : m_rest) {
    for (auto& edge : rest.v.edge)
      for (Pack& length : edge) length *= factor;
    rest.v.weight *= factor * factor;
  }
}

SOFA_INLINE void TriangleKernel::evaluate(unsigned block, const Nodes& x, Packs::Tangent& t, Pack (&strain)[3]) const {
  const auto collapsed = Packs::evaluate(x, m_rest[block].v, m_rule, t, strain);
  if (!anyLane(collapsed)) return;
  for (int lane = 0; lane < simdWidth; ++lane)
    if (collapsed[lane] && m_rest[block].v.weight[lane] != 0) m_collapsed.note(m_mesh.blocks.element(block, lane));
}

void TriangleKernel::addForce(std::span<const Vec3> x, std::span<Vec3> f) const {
  m_mesh.blocks.accumulate(x, f, [&](unsigned block, const Nodes& p, Nodes& out) {
    Packs::Tangent t;
    Pack strain[3];
    evaluate(block, p, t, strain);
    Packs::forces(t, law(block), strain, m_rest[block].v.weight, out);
  });
}

void TriangleKernel::linearise(std::span<const Vec3> x) {
  m_mesh.blocks.forEach(x, [&](unsigned block, const Nodes& p) {
    Pack strain[3];
    evaluate(block, p, m_tangents[block].v, strain);
  });
}

void TriangleKernel::addForceAndLinearise(std::span<const Vec3> x, std::span<Vec3> f) {
  m_mesh.blocks.accumulate(x, f, [&](unsigned block, const Nodes& p, Nodes& out) {
    Packs::Tangent& t = m_tangents[block].v;
    Pack strain[3];
    evaluate(block, p, t, strain);
    Packs::forces(t, law(block), strain, m_rest[block].v.weight, out);
  });
}

void TriangleKernel::addDForce(std::span<const Vec3> dx, std::span<Vec3> df, double kFactor) const {
  const Pack factor = broadcast(kFactor);
  m_mesh.blocks.accumulate(dx, df, [&](unsigned block, const Nodes& u, Nodes& out) {
    prefetch(&m_tangents[block]);
    Packs::product(m_tangents[block].v, law(block), u, factor * m_rest[block].v.weight, out);
  });
}

double TriangleKernel::energy(std::span<const Vec3> x) const {
  return m_mesh.blocks.sum(x, [&](unsigned block, const Nodes& p) {
    Packs::Tangent t;
    Pack strain[3], stress[3];
    evaluate(block, p, t, strain);
    law(block).stress(strain, stress);
    return 0.5 * m_rest[block].v.weight * (strain[0] * stress[0] + strain[1] * stress[1] + strain[2] * stress[2]);
  });
}

TriangleKernel::State TriangleKernel::state(std::size_t e, std::span<const Vec3> x) const {
  const std::size_t block = m_mesh.blocks.slot(e) / simdWidth, lane = m_mesh.blocks.slot(e) % simdWidth;
  double p[3][3];
  Element::Rest rest;
  PlaneLaw<double> law;
  for (int n = 0; n < 3; ++n)
    for (int i = 0; i < 3; ++i) p[n][i] = x[m_mesh.elements[e][n]][i];
  for (int n = 0; n < 2; ++n)
    for (int i = 0; i < 2; ++i) rest.edge[n][i] = m_rest[block].v.edge[n][i][lane];
  rest.weight = m_rest[block].v.weight[lane];
  for (int i = 0; i < 6; ++i) law.entry[i] = this->law(block).entry[i][lane];
  State state;
  Element::evaluate(p, rest, m_rule, state.shape, state.strain);
  law.stress(state.strain, state.stress);
  return state;
}

}  // namespace sofa::fem
