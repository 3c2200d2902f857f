// SPDX-License-Identifier: Apache-2.0
#include "Sofa/Component/Mass/MassShares.h"

#include <algorithm>
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

namespace {

bool joins(const type::Edge& edge, type::Index a, type::Index b) {
  return (edge[0] == a && edge[1] == b) || (edge[0] == b && edge[1] == a);
}

}  // namespace

std::vector<type::Index> edgesOfElements(const MeshMeasure& mesh, const SymmetricGraph& graph) {
  const auto pairs = localEdges(mesh.family);
  std::vector<type::Index> found;
  found.reserve(mesh.size() * pairs.size());
  for (std::size_t e = 0; e < mesh.size(); ++e)
    for (const auto& [a, b] : pairs) found.push_back(graph.find(mesh.element(e)[a], mesh.element(e)[b]));
  return found;
}

bool hasEdges(const core::BaseMeshTopology& mesh, ElementFamily family, std::span<const type::Index> elements) {
  return withFamily(family, [&]<class E>() {
    return std::ranges::all_of(elements, [&](type::Index e) {
      const E& element = core::elementsOf<E>(mesh)[e];
      return std::ranges::all_of(localEdges(family), [&](const auto& ends) {
        return core::edgeBetween(mesh, element[ends[0]], element[ends[1]]) != type::invalidIndex;
      });
    });
  });
}

[[gnu::noinline]] double ElementMasses::part(type::Index element, double share) const {
  return (element < density.size() ? density[element] : density.front()) * measures[element] * share;
}

void ElementMasses::addUpPoints(std::span<const type::Index> points, std::vector<double>& masses) const {
  const double share = sharesOf(family).node;
  withFamily(family, [&]<class E>() {
    for (const auto i : points) {
      masses[i] = 0;
      for (const auto e : mesh.stars().around<E>(i)) masses[i] += part(e, share);
    }
    return true;
  });
}

void ElementMasses::addUpEdges(std::span<const type::Index> points, std::vector<double>& masses) const {
  const double share = sharesOf(family).edge;
  withFamily(family, [&]<class E>() {
    const auto& elements = core::elementsOf<E>(mesh);
    for (const auto i : points)
      for (const auto k : mesh.stars().around<type::Edge>(i)) {
        masses[k] = 0;
        for (const auto e : mesh.stars().around<E>(i))
          for (const auto& [a, b] : localEdges(family))
            if (joins(mesh.edges()[k], elements[e][a], elements[e][b])) masses[k] += part(e, share);
      }
    return true;
  });
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
