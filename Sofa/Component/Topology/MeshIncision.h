// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "Sofa/Component/Topology/TopologyModifier.h"
#include "Sofa/Core/Contract/ElementsOf.h"
#include "Sofa/Core/Contract/State.h"
#include "Sofa/Geometry/MeshCut.h"

namespace sofa::core {
class Archive;
}

namespace sofa::component::topology {

/// A stroke of a blade through a mesh of a scene: of tetrahedra if it has any, else of triangles. All that follows the
/// mesh follows the cut (docs/manual/cutting.md).
class MeshIncision {
 public:
  /// Empty, or why the mesh cannot be cut, and what would help.
  std::string start(core::BaseMeshTopology& mesh);
  bool isStarted() const { return m_modifier.get() != nullptr; }
  const core::BaseMeshTopology* mesh() const { return m_modifier ? m_modifier->container() : nullptr; }

  /// Makes the mesh as it is now a part of saved states, which otherwise hold meshes that were changed: so that it can
  /// be brought back.
  void keepMesh() { MeshEdit keeps(*m_modifier->container()); }

  /// Cuts on, from where the blade was at the cut before, which the mesh took along as it moved. A blade that is near
  /// nothing, unless it rests, ends the stroke, and the next one begins another.
  geometry::CutReport cut(const geometry::SweptBlade& blade, const geometry::CutSettings& settings);
  /// Opens the mesh along faces, or edges between triangles, of these points each, and those that are pending.
  template <class Cell>
  geometry::CutReport open(const std::vector<geometry::FacetOf<Cell>>& facets);
  void endStroke();
  /// Points of facets that are cut but not open yet, one facet after the other.
  const std::vector<Index>& pending() const { return m_pending; }
  /// To be called where the component that cuts is told of a change of the mesh.
  void follow(const core::MeshChanges& changes);
  void archive(core::Archive& archive);

  bool hasTetrahedra() const { return !mesh()->tetrahedra().empty(); }
  /// Where the points of the mesh are now, or at rest.
  std::vector<type::Vec3> positions(core::VecCoordId id) const;

 private:
  template <class Cell>
  geometry::CutMesh<Cell> meshAt(const std::vector<type::Vec3>& x, const std::vector<type::Vec3>& rest) const;
  template <class Cell>
  geometry::CutReport apply(geometry::MeshCut<Cell> cut);
  template <class Cell>
  geometry::CutStroke<Cell> stroke() const;

  core::Found<TopologyModifier> m_modifier;
  std::vector<Index> m_front, m_pending;
  std::vector<type::Vec3> m_former;  ///< points when the blade came to where it starts from now
};

}  // namespace sofa::component::topology
