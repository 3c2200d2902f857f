#include "Sofa/Component/Topology/MeshEdit.h"

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
void MeshEdit::applyTo(ListData<E>& data) {
  core::ElementChange& change = m_change.of(core::kindOf<E>());
  const auto& added = std::get<std::vector<E>>(m_added);
  if (change.isNothing() && m_newPoints.empty()) return;
  const bool given = data.isSet();
  auto& elements = data.edit();
  for (const Index i : change.removed())
    change.removedNodes.insert(change.removedNodes.end(), elements[i].begin(), elements[i].end());
  core::carryValues(elements, change);
  elements.resize(change.remaining());
  if (!m_newPoints.empty())
    for (E& element : elements)
      for (Index& i : element) i = m_newPoints[i];
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
  if (!points.removed().empty()) m_newPoints = points.newIndices();
  m_mesh.forEachList([&]<class E>(ListData<E>& data) {
    if constexpr (!std::is_same_v<E, Prism> && !std::is_same_v<E, Pyramid>) applyTo(data);
  });
  if (!points.isNothing()) m_mesh.setPointCount(points.after());
  ++m_mesh.m_changes;  // also if no list but the points changed
  m_mesh.tellChange(m_revision, std::move(m_change));
}

}  // namespace sofa::component::topology
