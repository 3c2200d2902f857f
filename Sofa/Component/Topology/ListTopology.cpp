// SPDX-License-Identifier: Apache-2.0
#include "Sofa/Component/Topology/ListTopology.h"

#include <algorithm>

#include "Sofa/Component/Topology/MeshFileReading.h"
#include "Sofa/Core/ObjectModel/Archive.h"
#include "Sofa/Core/ObjectModel/NodeIndex.h"

namespace sofa::component::topology {
namespace {

template <class E>
constexpr bool isSimplex = std::is_same_v<E, Edge> || std::is_same_v<E, Triangle> || std::is_same_v<E, Tetrahedron>;

template <class E>
bool repeatsPoint(const E& element) {
  for (std::size_t i = 0; i < element.size(); ++i)
    if (std::find(element.begin() + i + 1, element.end(), element[i]) != element.end()) return true;
  return false;
}

/// Index as a user wrote it: a negative number wraps around when it is read.
std::string written(Index index) {
  return index > Index{1} << 31 ? std::to_string(static_cast<std::int32_t>(index)) : std::to_string(index);
}

/// Without known points, an index this far beyond what the elements can use would only exhaust the memory.
std::size_t plausiblePointCount(std::size_t cornerCount) { return (std::size_t{1} << 22) + 64 * cornerCount; }

/// The last one in the node of `topology`, which is being made, but itself; null if there is none.
const core::Component* topologyBefore(const core::Component& topology) {
  const auto isTopology = [](const core::Component& c) {
    return dynamic_cast<const core::BaseMeshTopology*>(&c) != nullptr;
  };
  const core::Node& node = *topology.context();
  if (core::firstOfKind(node, isTopology) == &topology) return nullptr;
  const auto& components = node.components();
  for (auto it = components.rbegin(); it != components.rend(); ++it)
    if (it->get() != &topology && isTopology(**it)) return it->get();
  return nullptr;
}

}  // namespace

std::string_view nameOf(ElementType type) {
  constexpr std::string_view names[] = {"POINT",   "EDGE",  "TRIANGLE",    "QUAD",
                                        "PYRAMID", "PRISM", "TETRAHEDRON", "HEXAHEDRON"};
  return names[static_cast<int>(type)];
}

ListTopology::ListTopology() = default;
ListTopology::~ListTopology() = default;

type::Vec3 ListTopology::position(std::size_t i) const {
  const auto& positions = d_position.value();
  return i < positions.size() ? positions[i] : type::Vec3::Zero();
}

std::size_t ListTopology::revision() const {
  // Lists derived here change only with those they are derived from, so that reading them for the first time is no
  // change.
  std::size_t sum = m_changes;
  forEachList([&]<class E>(const ListData<E>& data) {
    if (!isDerived<E>() || m_mapped[slot<E>()]) sum += static_cast<std::size_t>(data.counter());
  });
  return sum;
}

void ListTopology::keepLists() {
  m_edited = true;
  forEachList([&]<class E>(ListData<E>& data) {
    data.value();
    for (auto* output : data.outputs()) {
      const auto* derivation = dynamic_cast<Derivation*>(output);
      auto* other = derivation ? dynamic_cast<ListTopology*>(derivation->owner()) : nullptr;
      if (other && other != this && other->m_following && !other->m_edited) other->keepLists();
    }
    if (!isDerived<E>()) return;
    // Its changes count from now on; those so far did not, and the revision stays what it was.
    if (!m_mapped[slot<E>()]) m_changes -= static_cast<std::size_t>(data.counter());
    m_derived[slot<E>()].reset();
    m_mapped[slot<E>()] = false;
  });
}

void ListTopology::matchPoints(std::size_t count) {
  if (count == nbPoints()) return;
  setPointCount(count);
  ++m_changes;
}

void ListTopology::archive(core::Archive& archive) {
  bool edited = m_edited;
  archive.io(edited);
  // A mesh that was changed in the meantime cannot go back to what the scene gave.
  if (m_edited && !edited) archive.fail();
  if (!edited || !archive.isGood()) return;
  if (archive.isLoading()) {
    keepLists();
    ++m_changes;
  }
  std::uint64_t points = nbPoints();
  archive.io(points);
  forEachList([&]<class E>(ListData<E>& data) {
    auto elements = data.value();
    archive.io(elements);
    for (const E& element : elements)
      for (const Index i : element)
        if (i >= points) archive.fail();
    const bool given = data.isSet();
    if (archive.isLoading() && archive.isGood()) data.set(std::move(elements));
    if (!given) data.unset();
  });
  if (points > geometry::maxPoints) archive.fail();
  if (archive.isLoading() && archive.isGood()) setPointCount(points);
}

void ListTopology::parseExtra(core::ComponentDescription& description) {
  BaseMeshTopology::parseExtra(description);
  if (const auto* other = topologyBefore(*this))
    warning(
        "The node has another topology, '{}'. Components that name none take this one; put it in a node of its own.",
        other->name());
}

bool ListTopology::loadFile() {
  const std::string& name = d_filename.value();
  if (name.empty() || m_loadedFile == name) return true;
  m_loadedFile = name;
  auto mesh = readMeshFile(*this, name);
  if (!mesh) return false;
  if (!mesh->polygons.empty())
    warning("'{}': {} faces with more than four corners are left out.", name, mesh->polygons.size());
  clear(mesh->positions.size());
  d_position.setParent(nullptr);
  d_position.set(std::move(mesh->positions));
  const auto take = [this]<class E>(std::vector<E>& elements) {
    if (list<E>() && !elements.empty()) list<E>()->set(std::move(elements));
  };
  take(mesh->edges), take(mesh->triangles), take(mesh->quads), take(mesh->tetrahedra), take(mesh->hexahedra);
  return true;
}

void ListTopology::clear(std::size_t pointCount) {
  forEachList([&]<class E>(ListData<E>& data) {
    if (isDerived<E>() && !m_mapped[slot<E>()]) return;
    m_derived[slot<E>()].reset();
    m_mapped[slot<E>()] = false;
    data.setParent(nullptr);
    data.set({});
    data.unset();
  });
  m_edited = false;
  setPointCount(pointCount);
  ++m_changes;
}

std::size_t ListTopology::referencedPointCount() const {
  std::size_t count = 0;
  forEachList([&]<class E>(const ListData<E>& data) {
    if (!isDerived<E>()) count = std::max(count, geometry::pointCountOf(data.value()));
  });
  return count;
}

bool ListTopology::checkIndices(std::optional<std::size_t> knownPoints) {
  std::size_t cornerCount = 0;
  forEachList([&]<class E>(const ListData<E>& data) {
    if (!isDerived<E>()) cornerCount += data.value().size() * E().size();
  });
  const std::size_t limit = knownPoints.value_or(plausiblePointCount(cornerCount));
  const auto beyond = [&](const auto& element) {
    return std::any_of(element.begin(), element.end(), [&](Index i) { return i >= limit; });
  };
  bool good = true;
  forEachList([&]<class E>(ListData<E>& data) {
    if (isDerived<E>()) return;
    const auto& elements = data.value();
    if (const auto bad = std::find_if(elements.begin(), elements.end(), beyond); bad != elements.end()) {
      const Index index = *std::find_if(bad->begin(), bad->end(), [&](Index i) { return i >= limit; });
      error("{}: element {} names point {}, but {}. Elements beyond the points are left out.", data.name(),
            bad - elements.begin(), written(index),
            knownPoints ? fmt::format("there are {} points (indices 0 to {})", limit, static_cast<long>(limit) - 1)
                        : std::string("no mesh of this size has that many points"));
      std::erase_if(data.edit(), beyond);
      good = false;
    }
    if constexpr (isSimplex<E>)
      if (const auto flat = std::find_if(elements.begin(), elements.end(), repeatsPoint<E>); flat != elements.end())
        warning("{}: element {} names a point twice, it has no extent.", data.name(), flat - elements.begin());
  });
  return good;
}

}  // namespace sofa::component::topology
