#include "Sofa/Component/Topology/SetTopologyContainer.h"

#include <numeric>

namespace sofa::component::topology {

void SetTopologyContainer::init() {
  const bool loaded = loadFile();
  const bool goodPoints = countPoints() && loaded;
  deriveLists();
  if (d_checkTopology.value()) reportDefects();
  isComplete() && goodPoints ? setValid() : setInvalid();
}

bool SetTopologyContainer::countPoints() {
  bool good = true;
  if (d_nbPoints.value() > geometry::maxPoints) {
    error("nbPoints=\"{}\": it must lie between 0 and {}.", d_nbPoints.text(), geometry::maxPoints);
    d_nbPoints.set(0);
    good = false;
  }
  const std::size_t positions = d_position.value().size();
  const bool fixed = positions > 0 && !growsToFitElements();
  const std::size_t given = std::max<std::size_t>(positions, d_nbPoints.value());
  good = checkIndices(fixed ? std::optional(given) : std::nullopt) && good;
  const std::size_t count = std::max(given, fixed ? 0 : ownPointCount());
  if (count != d_nbPoints.value()) d_nbPoints.set(static_cast<Index>(count));
  return good;
}

void SetTopologyContainer::reportMissing(const std::string& points, const core::BaseData& subs,
                                         const core::BaseData& elements, std::size_t element) const {
  error("{} lacks {}, a side of element {} of {}. Give all of them, or only {}: then the others are derived.",
        subs.name(), points, element, elements.name(), elements.name());
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
