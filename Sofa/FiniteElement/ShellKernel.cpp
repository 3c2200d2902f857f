// SPDX-License-Identifier: Apache-2.0
#include "Sofa/FiniteElement/ShellKernel.h"

#include "Sofa/Helper/Parallel.h"

namespace sofa::fem {
namespace {
constexpr std::size_t chunk = 64;
}

template <class Element>
void ShellKernel<Element>::init(std::span<const Element> elements, std::span<const Frame> rest,
                                std::span<const ShellMaterial> materials, ShellTangent tangent) {
  m_tangent = tangent;
  m_collapsed.forget();
  m_elements.assign(elements.begin(), elements.end());
  m_shells.clear();
  m_shells.reserve(m_elements.size());
  for (std::size_t e = 0; e < m_elements.size(); ++e)
    m_shells.emplace_back(frames(rest, e), materials[materials.size() > 1 ? e : 0]);
  m_tangents.resize(m_elements.size());
  m_parts.resize(m_elements.size());
  linearise(rest);
}

template <class Element>
template <class Body>
void ShellKernel<Element>::accumulate(std::span<type::Vec6> f, const Body& body) const {
  helper::parallelChunks(m_elements.size(), chunk, [&](std::size_t begin, std::size_t end) {
    for (std::size_t e = begin; e < end; ++e) m_parts[e] = body(e);
  });
  for (std::size_t e = 0; e < m_elements.size(); ++e)
    for (int a = 0; a < corners; ++a) f[m_elements[e][a]] += m_parts[e].template segment<6>(6 * a);
}

template <class Element>
void ShellKernel<Element>::addForce(std::span<const Frame> x, std::span<type::Vec6> f) const {
  accumulate(f, [&](std::size_t e) {
    const auto force = m_shells[e].force(frames(x, e));
    if (!force) m_collapsed.note(static_cast<unsigned>(e));
    return force.value_or(Vector(Vector::Zero()));
  });
}

template <class Element>
void ShellKernel<Element>::linearise(std::span<const Frame> x, bool positiveDefinite) {
  const ShellTangent kind = positiveDefinite ? ShellTangent::material : m_tangent;
  helper::parallelChunks(m_elements.size(), chunk, [&](std::size_t begin, std::size_t end) {
    for (std::size_t e = begin; e < end; ++e) m_tangents[e] = m_shells[e].tangent(frames(x, e), kind);
  });
}

template <class Element>
void ShellKernel<Element>::addDForce(std::span<const type::Vec6> dx, std::span<type::Vec6> df, double kFactor) const {
  accumulate(df, [&](std::size_t e) {
    Vector d;
    for (int a = 0; a < corners; ++a) d.template segment<6>(6 * a) = dx[m_elements[e][a]];
    return Vector(m_tangents[e] * d * kFactor);
  });
}

template <class Element>
double ShellKernel<Element>::energy(std::span<const Frame> x) const {
  double sum = 0;
  for (std::size_t e = 0; e < m_elements.size(); ++e) sum += m_shells[e].energy(frames(x, e));
  return sum;
}

template class ShellKernel<type::Triangle>;
template class ShellKernel<type::Quad>;

}  // namespace sofa::fem
