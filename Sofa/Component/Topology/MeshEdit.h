// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "Sofa/Component/Topology/ListTopology.h"

namespace sofa::component::topology {

/// One change of the lists of a mesh: first elements go, then others come (core::ElementChange). It is done, and the
/// mesh tells it, by finish().
///
/// Which sides or points go with an element is for the caller to say; MeshSurgery.h does. Until finish() everything is
/// numbered as before the change; what is added names points as they are numbered after the removal.
class MeshEdit {
 public:
  using Ancestors = core::Ancestors;

  /// Lists that were derived from others stay what they are from now on, so that their numbering is told as well.
  explicit MeshEdit(ListTopology& mesh);

  template <class E>
  void remove(std::vector<Index> elements) {
    m_change.of(core::kindOf<E>()).remove(std::move(elements));
  }
  void removePoints(std::vector<Index> points) { m_change.of(core::ElementKind::point).remove(std::move(points)); }
  template <class E>
  void add(const E& element, Ancestors ancestors = {}) {
    std::get<std::vector<E>>(m_added).push_back(element);
    std::vector<Ancestors> one;
    one.push_back(std::move(ancestors));
    m_change.of(core::kindOf<E>()).add(std::move(one));
  }
  void addPoints(std::vector<Ancestors> points) { m_change.of(core::ElementKind::point).add(std::move(points)); }

  /// What will be removed of a kind.
  const core::ElementChange& of(core::ElementKind kind) const { return m_change.of(kind); }
  ListTopology& mesh() const { return m_mesh; }
  /// Does all of it, unless there is nothing to do.
  void finish();

 private:
  template <class E>
  void applyTo(ListData<E>& data, const std::vector<Index>& renumbered);

  ListTopology& m_mesh;
  std::size_t m_revision;
  core::MeshChange m_change;
  std::tuple<std::vector<Edge>, std::vector<Triangle>, std::vector<Quad>, std::vector<Tetrahedron>,
             std::vector<Hexahedron>>
      m_added;
};

}  // namespace sofa::component::topology
