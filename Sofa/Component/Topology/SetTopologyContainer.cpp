// SPDX-License-Identifier: Apache-2.0
#include "Sofa/Component/Topology/SetTopologyContainer.h"

#include <numeric>
#include <set>

#include "Sofa/Core/Contract/State.h"
#include "Sofa/Core/ObjectModel/ReadAtInit.h"

namespace sofa::component::topology {

void SetTopologyContainer::init() {
  const bool loaded = loadFile();
  const bool goodPoints = countPoints() && loaded;
  deriveLists();
  if (d_checkTopology.value()) reportDefects();
  checkSubElements();
  core::readAtInit(*this, {&d_position});
  forEachList([this]<class E>(const ListData<E>& data) {
    if (!isDerived<E>()) core::readAtInit(*this, {&data});
  });
  goodPoints ? setValid() : setInvalid();
}

/// Points of the state that components in this node act on, if that stands further up: elements of a region of its mesh
/// may have the numbers of the whole. 0 if there is none.
std::size_t SetTopologyContainer::pointsOfStateAbove() const {
  const auto* state = core::localMechanicalState(*context()) ? nullptr : core::mechanicalState(*context());
  return state ? state->size() : 0;
}

bool SetTopologyContainer::countPoints() {
  bool good = true;
  if (d_nbPoints.value() > geometry::maxPoints) {
    error("nbPoints=\"{}\": it must lie between 0 and {}.", d_nbPoints.text(), geometry::maxPoints);
    d_nbPoints.set(0);
    good = false;
  }
  const std::size_t positions = d_position.value().size();
  const std::size_t given = std::max<std::size_t>(positions, d_nbPoints.value());
  const std::size_t own = ownPointCount();
  const bool ofStateAbove = positions > 0 && own > given && own <= pointsOfStateAbove();
  if (ofStateAbove)
    warning("The {} positions are not used: the elements name points up to {}, those of {}. Delete position.",
            positions, own - 1, core::mechanicalState(*context())->path());
  const bool fixed = positions > 0 && !growsToFitElements() && !ofStateAbove;
  good = checkIndices(fixed ? std::optional(given) : std::nullopt) && good;
  const std::size_t count = std::max(given, fixed ? 0 : ownPointCount());
  if (count != d_nbPoints.value()) d_nbPoints.set(static_cast<Index>(count));
  return good;
}

void SetTopologyContainer::tellMissing(std::size_t count, const std::string& first, const core::BaseData& faces,
                                       const core::BaseData& elements) const {
  warning("{0} lacks {1} sides of {2}, such as {3}. What uses {0} acts on those given; without any, all are derived.",
          faces.name(), count, elements.name(), first);
}

void SetTopologyContainer::addEdges(std::vector<Edge> missing, const core::BaseData& elements) {
  auto& edges = list<Edge>()->edit();
  const std::size_t given = edges.size();
  std::set<Edge> known;
  for (const Edge& e : missing)
    if (const Edge edge(std::min(e[0], e[1]), std::max(e[0], e[1])); known.insert(edge).second) edges.push_back(edge);
  warning("edges lacks {} of {}, such as {}: they are put behind the {} given.", known.size(), elements.name(),
          type::toText(missing.front()), given);
}

void SetTopologyContainer::reportDefects() const {
  forEachList([&]<class E>(const ListData<E>& data) {
    if (isDerived<E>()) return;
    std::vector<E> sorted = data.value();
    for (auto& element : sorted) {
      std::sort(element.begin(), element.end());
      if (std::adjacent_find(element.begin(), element.end()) != element.end())
        error("{}: an element names point {} twice.", data.name(), *std::adjacent_find(element.begin(), element.end()));
    }
    std::sort(sorted.begin(), sorted.end());
    if (const auto twice = std::adjacent_find(sorted.begin(), sorted.end()); twice != sorted.end())
      error("{}: the element with the points {} occurs twice.", data.name(), type::toText(*twice));
  });
}

void EdgeFields::checkConnexity() const {
  if (!d_checkConnexity.value()) return;
  std::vector<Index> leader(geometry::pointCountOf(*d_edges));
  std::iota(leader.begin(), leader.end(), 0);
  const auto find = [&](Index i) {
    while (leader[i] != i) i = leader[i] = leader[leader[i]];
    return i;
  };
  std::vector<char> used(leader.size(), 0);
  for (const Edge& edge : *d_edges) {
    leader[find(edge[0])] = find(edge[1]);
    used[edge[0]] = used[edge[1]] = 1;
  }
  std::size_t parts = 0;
  for (Index i = 0; i < leader.size(); ++i) parts += used[i] && leader[i] == i;
  if (parts > 1) m_owner->warning("The mesh has {} parts that no edge connects.", parts);
}

}  // namespace sofa::component::topology
