#include "Sofa/Component/Mass/MassShares.h"

#include <map>
#include <numeric>

namespace sofa::component::mass {

MassShares sharesOf(ElementFamily family) {
  switch (family) {
    case ElementFamily::triangle:
      return {1.0 / 6, 1.0 / 12, 2};
    case ElementFamily::quad:
      return {1.0 / 8, 1.0 / 16, 2};
    case ElementFamily::tetrahedron:
      return {1.0 / 10, 1.0 / 20, 2.5};
    case ElementFamily::hexahedron:
      return {1.0 / 20, 1.0 / 40, 2.5};
    default:
      return {0, 0, 0};  // line elements have no mass here
  }
}

core::ElementKind kindOf(ElementFamily family) {
  switch (family) {
    case ElementFamily::edge:
      return core::ElementKind::edge;
    case ElementFamily::triangle:
      return core::ElementKind::triangle;
    case ElementFamily::quad:
      return core::ElementKind::quad;
    case ElementFamily::tetrahedron:
      return core::ElementKind::tetrahedron;
    case ElementFamily::hexahedron:
      return core::ElementKind::hexahedron;
    default:
      return core::ElementKind::point;
  }
}

double SharedMass::total() const {
  const double ofNodes = std::accumulate(nodes.begin(), nodes.end(), 0.0);
  if (lumped) return sharesOf(family).lumpingFactor * ofNodes;
  return ofNodes + 2 * std::accumulate(edges.begin(), edges.end(), 0.0);
}

double SharedMass::leftAfter(const core::MeshChange& change, std::span<const type::Vec3> points) const {
  const MassShares shares = sharesOf(family);
  const auto& elements = change.of(kindOf(family));
  auto ofNodes = nodes, ofEdges = edges;
  double left = total();
  for (std::size_t k = 0; k < elements.removed().size(); ++k) {
    const auto element = elements.removed()[k];
    const std::span<const type::Index> corners(&elements.removedNodes[k * nodesPerElement], nodesPerElement);
    const double mass =
        density[element < density.size() ? element : 0] * measureElement(family, points, corners, planar);
    left -= mass;
    for (const auto i : corners) ofNodes[i] -= mass * shares.node;
    for (const auto& [a, b] : localEdges(family))
      if (const auto edge = graph.find(corners[a], corners[b]); edge != type::invalidIndex)
        ofEdges[edge] -= mass * shares.edge;
  }
  for (const auto i : change.points().removed()) left -= ofNodes[i];
  if (lumped) return left;
  for (const auto i : change.of(core::ElementKind::edge).removed()) left -= ofEdges[i];
  return left;
}

void shareAmongParts(std::vector<double>& measures, const core::ElementChange& coming, const core::ElementChange& going,
                     const std::vector<double>& before) {
  struct Part {
    type::Index whole, element;
    double atRest;
  };
  std::vector<Part> parts;
  std::map<type::Index, double> wholes;  // how much of each is in elements that came
  for (type::Index k = 0; k < coming.added(); ++k) {
    const auto* ancestors = coming.ancestors(k);
    const type::Index element = going.newIndex(coming.remaining() + k);
    for (std::size_t i = 0; ancestors && element != type::invalidIndex && i < ancestors->elements.size(); ++i) {
      const type::Index whole = ancestors->elements[i];
      if (whole >= before.size() || !going.isRemoved(whole)) continue;
      parts.push_back({whole, element, ancestors->weight(i) * measures[element]});
      wholes[whole] += parts.back().atRest;
    }
  }
  for (const Part& part : parts) measures[part.element] = 0;
  for (const auto& [whole, element, atRest] : parts)
    measures[element] += wholes[whole] > 0 ? before[whole] * atRest / wholes[whole] : atRest;
}

}  // namespace sofa::component::mass
