#include "Sofa/FiniteElement/TriangleKernel.h"

namespace sofa::fem {
namespace {

/// Calls body(block, lane, element) for every lane; padding lanes have the element before them, and `isPadding`.
template <class Blocks, class Body>
void forEachLane(const Blocks& blocks, const Body& body) {
  for (std::size_t b = 0; b < blocks.blockCount(); ++b)
    for (int lane = 0, source = 0; lane < simdWidth; ++lane) {
      const bool isPadding = blocks.element(b, lane) == blocks.noElement;
      if (!isPadding) source = lane;
      body(b, lane, blocks.element(b, source), isPadding);
    }
}

template <class Values>
void clear(Values& values, std::size_t size) {
  values.clear();
  values.resize(size);
}

}  // namespace

void TriangleKernel::init(std::span<const type::Triangle> elements, std::span<const Vec3> rest,
                          std::span<const TriangleMaterial> materials, TriangleRule rule) {
  m_rule = rule;
  m_collapsed = noElement;
  m_elements.assign(elements.begin(), elements.end());
  m_blocks.build(m_elements, rest.size());
  clear(m_rest, m_blocks.blockCount());
  clear(m_tangents, m_blocks.blockCount());
  m_lawStride = materials.size() > 1 ? 1 : 0;
  clear(m_laws, materials.size() > 1 ? m_blocks.blockCount() : 1);
  m_thickness.clear();
  for (const TriangleMaterial& material : materials) m_thickness.push_back(material.thickness);
  forEachLane(m_blocks, [&](std::size_t b, int lane, unsigned e, bool isPadding) {
    const type::Triangle& n = m_elements[e];
    const Vec3 first = rest[n[1]] - rest[n[0]], second = rest[n[2]] - rest[n[0]];
    const Mat3 axes = rule.turns ? frameOfAxes(first, second) : Mat3(Mat3::Identity());
    const Vec3 localFirst = axes * first, localSecond = axes * second;
    Packs::Rest& data = m_rest[b].v;
    for (int i = 0; i < 2; ++i) {
      data.edge[0][i][lane] = localFirst[i];
      data.edge[1][i][lane] = localSecond[i];
    }
    if (!isPadding && !materials.empty())
      data.weight[lane] = first.cross(second).norm() / 2 * m_thickness[m_lawStride * e];
    if (!materials.empty()) setLaw(b, lane, materials[m_lawStride * e].law);
  });
  m_blocks.forEach(rest, [&](unsigned block, const Nodes& p) { Packs::setRestEdges(p, rule, m_rest[block].v); });
  linearise(rest);
}

void TriangleKernel::setLaw(std::size_t block, int lane, const PlaneLaw<double>& law) {
  for (int i = 0; i < 6; ++i) m_laws[m_lawStride * block].v.entry[i][lane] = law.entry[i];
}

void TriangleKernel::setRestEdges(std::size_t e, const type::Vec<2>& first, const type::Vec<2>& second) {
  const std::size_t block = m_blocks.slot(e) / simdWidth, lane = m_blocks.slot(e) % simdWidth;
  Packs::Rest& data = m_rest[block].v;
  for (int i = 0; i < 2; ++i) {
    data.edge[0][i][lane] = first[i];
    data.edge[1][i][lane] = second[i];
  }
  const double area = std::fabs(first[0] * second[1] - first[1] * second[0]) / 2;
  data.weight[lane] = area * m_thickness[m_lawStride * e];
}

void TriangleKernel::scaleRest(double factor) {
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
    if (collapsed[lane] && m_rest[block].v.weight[lane] != 0) noteCollapsed(m_blocks.element(block, lane));
}

void TriangleKernel::noteCollapsed(unsigned element) const {
  unsigned known = m_collapsed.load(std::memory_order_relaxed);
  while (element < known && !m_collapsed.compare_exchange_weak(known, element, std::memory_order_relaxed)) {
  }
}

void TriangleKernel::addForce(std::span<const Vec3> x, std::span<Vec3> f) const {
  m_blocks.accumulate(x, f, [&](unsigned block, const Nodes& p, Nodes& out) {
    Packs::Tangent t;
    Pack strain[3];
    evaluate(block, p, t, strain);
    Packs::forces(t, law(block), strain, m_rest[block].v.weight, out);
  });
}

void TriangleKernel::linearise(std::span<const Vec3> x) {
  m_blocks.forEach(x, [&](unsigned block, const Nodes& p) {
    Pack strain[3];
    evaluate(block, p, m_tangents[block].v, strain);
  });
}

void TriangleKernel::addForceAndLinearise(std::span<const Vec3> x, std::span<Vec3> f) {
  m_blocks.accumulate(x, f, [&](unsigned block, const Nodes& p, Nodes& out) {
    Packs::Tangent& t = m_tangents[block].v;
    Pack strain[3];
    evaluate(block, p, t, strain);
    Packs::forces(t, law(block), strain, m_rest[block].v.weight, out);
  });
}

void TriangleKernel::addDForce(std::span<const Vec3> dx, std::span<Vec3> df, double kFactor) const {
  const Pack factor = broadcast(kFactor);
  m_blocks.accumulate(dx, df, [&](unsigned block, const Nodes& u, Nodes& out) {
    prefetch(&m_tangents[block]);
    Packs::product(m_tangents[block].v, law(block), u, factor * m_rest[block].v.weight, out);
  });
}

double TriangleKernel::energy(std::span<const Vec3> x) const {
  return m_blocks.sum(x, [&](unsigned block, const Nodes& p) {
    Packs::Tangent t;
    Pack strain[3], stress[3];
    evaluate(block, p, t, strain);
    law(block).stress(strain, stress);
    return 0.5 * m_rest[block].v.weight * (strain[0] * stress[0] + strain[1] * stress[1] + strain[2] * stress[2]);
  });
}

TriangleKernel::State TriangleKernel::state(std::size_t e, std::span<const Vec3> x) const {
  const std::size_t block = m_blocks.slot(e) / simdWidth, lane = m_blocks.slot(e) % simdWidth;
  double p[3][3];
  Element::Rest rest;
  PlaneLaw<double> law;
  for (int n = 0; n < 3; ++n)
    for (int i = 0; i < 3; ++i) p[n][i] = x[m_elements[e][n]][i];
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
