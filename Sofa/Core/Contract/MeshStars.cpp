// SPDX-License-Identifier: Apache-2.0
#include "Sofa/Core/Contract/MeshStars.h"

#include <algorithm>

#include "Sofa/Core/Contract/ElementsOf.h"
#include "Sofa/Core/Contract/NumberSet.h"

namespace sofa::core {

using type::Index;

template <class E>
MeshStars::Stars MeshStars::build() const {
  const auto& elements = elementsOf<E>(*m_mesh);
  std::vector<Index> counts(m_mesh->nbPoints(), 0);
  for (const E& element : elements)
    for (const Index p : element)
      if (p < counts.size()) ++counts[p];
  Stars stars(counts.size());
  for (std::size_t p = 0; p < stars.size(); ++p) stars[p].reserve(counts[p]);
  for (std::size_t i = 0; i < elements.size(); ++i)
    for (const Index p : elements[i])
      if (p < stars.size()) stars[p].push_back(static_cast<Index>(i));
  return stars;
}

template <class E>
std::vector<Index> MeshStars::around(std::span<const Index> points) const {
  const Stars& stars = starsOf<E>();
  std::vector<Index> all;
  for (const Index p : points)
    if (p < stars.size()) all.insert(all.end(), stars[p].begin(), stars[p].end());
  sortOnce(all, elementsOf<E>(*m_mesh).size());
  return all;
}

template <class E>
std::vector<Index> MeshStars::changedBy(const MeshChanges& changes) const {
  std::vector<Index> all, points;
  const auto carry = [](std::vector<Index>& numbers, const ElementChange& change) {
    carryIndices(numbers, change);
    for (const auto& [before, after] : change.renamed()) numbers.push_back(after);
    for (Index i = change.remaining(); i < change.after(); ++i) numbers.push_back(i);
  };
  for (const auto& step : changes.steps) {
    carry(all, step->of<E>());
    carry(points, step->points());
  }
  const auto named = around<E>(points);
  all.insert(all.end(), named.begin(), named.end());
  sortOnce(all, elementsOf<E>(*m_mesh).size());
  return all;
}

namespace {

/// Of an element of a star that gets a smaller number: it and those that it passes move.
void renumber(std::vector<Index>& star, Index before, Index after) {
  auto place = star.end();
  while (place != star.begin() && *std::prev(place) > before) --place;
  if (place == star.begin() || *std::prev(place) != before) place = std::next(star.insert(place, before));
  for (--place; place != star.begin() && *std::prev(place) > after; --place) *place = *std::prev(place);
  *place = after;
}

}  // namespace

template <class E>
void MeshStars::followKind(const MeshChange& change) {
  auto& stars = m_stars[static_cast<std::size_t>(kindOf<E>())];
  if (!stars) return;
  const ElementChange& elements = change.of<E>();
  const auto& now = elementsOf<E>(*m_mesh);
  constexpr std::size_t corners = std::tuple_size_v<typename E::array>;
  if (stars->size() != change.points().before() || now.size() != elements.after() ||
      elements.removedNodes.size() != corners * elements.removed().size()) {
    stars.reset();
    return;
  }
  for (std::size_t k = 0; k < elements.removedNodes.size(); ++k)
    if (const Index p = elements.removedNodes[k]; p < stars->size())
      std::erase((*stars)[p], elements.removed()[k / corners]);
  carryValues(*stars, change.points());
  for (const auto& [before, after] : elements.renamed())
    for (const Index p : now[after]) {
      if (p >= stars->size()) continue;
      renumber((*stars)[p], before, after);
    }
  for (Index i = elements.remaining(); i < elements.after(); ++i)
    for (const Index p : now[i])
      if (p < stars->size()) (*stars)[p].push_back(i);
}

void MeshStars::follow(const MeshChange& change) {
  followKind<type::Edge>(change);
  followKind<type::Triangle>(change);
  followKind<type::Quad>(change);
  followKind<type::Tetrahedron>(change);
  followKind<type::Hexahedron>(change);
}

template std::vector<Index> MeshStars::around<type::Edge>(std::span<const Index>) const;
template std::vector<Index> MeshStars::around<type::Triangle>(std::span<const Index>) const;
template std::vector<Index> MeshStars::around<type::Quad>(std::span<const Index>) const;
template std::vector<Index> MeshStars::around<type::Tetrahedron>(std::span<const Index>) const;
template std::vector<Index> MeshStars::around<type::Hexahedron>(std::span<const Index>) const;
template std::vector<Index> MeshStars::changedBy<type::Edge>(const MeshChanges&) const;
template std::vector<Index> MeshStars::changedBy<type::Triangle>(const MeshChanges&) const;
template std::vector<Index> MeshStars::changedBy<type::Quad>(const MeshChanges&) const;
template std::vector<Index> MeshStars::changedBy<type::Tetrahedron>(const MeshChanges&) const;
template std::vector<Index> MeshStars::changedBy<type::Hexahedron>(const MeshChanges&) const;
template MeshStars::Stars MeshStars::build<type::Edge>() const;
template MeshStars::Stars MeshStars::build<type::Triangle>() const;
template MeshStars::Stars MeshStars::build<type::Quad>() const;
template MeshStars::Stars MeshStars::build<type::Tetrahedron>() const;
template MeshStars::Stars MeshStars::build<type::Hexahedron>() const;

}  // namespace sofa::core
