// SPDX-License-Identifier: Apache-2.0
#include "Sofa/Component/Topology/MeshEdit.h"

#include "Sofa/Core/Contract/MeshStars.h"
#include "Sofa/Core/Contract/NumberSet.h"

namespace sofa::component::topology {

using core::ElementKind;

MeshEdit::MeshEdit(ListTopology& mesh) : m_mesh(mesh), m_revision(mesh.revision()) {
  mesh.keepLists();
  m_change.of(ElementKind::point) = core::ElementChange(mesh.nbPoints());
  mesh.forEachList([&]<class E>(const ListData<E>& data) {
    if constexpr (!std::is_same_v<E, Prism> && !std::is_same_v<E, Pyramid>)
      m_change.of(core::kindOf<E>()) = core::ElementChange(data.value().size());
  });
}

template <class E>
void MeshEdit::applyTo(ListData<E>& data, const std::vector<Index>& renumbered) {
  core::ElementChange& change = m_change.of(core::kindOf<E>());
  const auto& added = std::get<std::vector<E>>(m_added);
  if (change.isNothing() && renumbered.empty()) return;
  const bool given = data.isSet();
  auto& elements = data.edit();
  for (const Index i : change.removed())
    change.removedNodes.insert(change.removedNodes.end(), elements[i].begin(), elements[i].end());
  core::carryValues(elements, change);
  elements.resize(change.remaining());
  const core::NewIndices newElement(change, renumbered.size());
  const core::NewIndices newPoint(m_change.points(), renumbered.size() * std::tuple_size_v<typename E::array>);
  for (const Index e : renumbered)
    if (const Index place = newElement[e]; place != type::invalidIndex)
      for (Index& i : elements[place]) i = newPoint[i];
  elements.insert(elements.end(), added.begin(), added.end());
  if (!given) data.unset();
}

void MeshEdit::finish() {
  const core::ElementChange& points = m_change.points();
  bool nothing = points.isNothing();
  m_mesh.forEachList([&]<class E>(const ListData<E>&) {
    if constexpr (!std::is_same_v<E, Prism> && !std::is_same_v<E, Pyramid>)
      nothing = nothing && m_change.of<E>().isNothing();
  });
  if (nothing) return;
  // Who names a point that gets another number, found before any list changes.
  std::vector<Index> moved = points.removed();
  for (const auto& [before, after] : points.renamed()) moved.push_back(before);
  std::array<std::vector<Index>, core::elementKinds> renumbered;
  const auto forEachKind = [this](const auto& f) {
    m_mesh.forEachList([&]<class E>(ListData<E>& data) {
      if constexpr (!std::is_same_v<E, Prism> && !std::is_same_v<E, Pyramid>) f(data);
    });
  };
  const auto& stars = m_mesh.stars();
  if (!moved.empty())
    forEachKind([&]<class E>(const ListData<E>&) {
      renumbered[static_cast<std::size_t>(core::kindOf<E>())] = stars.around<E>(moved);
    });
  forEachKind(
      [&]<class E>(ListData<E>& data) { applyTo(data, renumbered[static_cast<std::size_t>(core::kindOf<E>())]); });
  if (!points.isNothing()) m_mesh.setPointCount(points.after());
  ++m_mesh.m_changes;  // also if no list but the points changed
  m_mesh.tellChange(m_revision, std::move(m_change));
}

}  // namespace sofa::component::topology
