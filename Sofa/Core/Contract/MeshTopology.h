// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <vector>

#include "Sofa/Core/Contract/MeshAdjacency.h"
#include "Sofa/Core/Contract/MeshChange.h"
#include "Sofa/Core/ObjectModel/Node.h"
#include "Sofa/Geometry/RegularGrid.h"

namespace sofa::core {

class MeshStars;

/// How a mesh is kept. Mappings choose by it how they search the element that holds a point.
enum class TopologyKind {
  mesh,              ///< fixed lists of elements
  regularGrid,       ///< implied by a lattice: regularGrid() describes it
  dynamicContainer,  ///< lists that a modifier changes (...SetTopologyContainer)
};

/// Connectivity of a mesh. Lists that a mesh does not have are derived on first use.
class BaseMeshTopology : public Component SOFA_AUTHOR(BaseMeshTopology) {
 public:
  static constexpr bool visibleFromBelow = true;

  BaseMeshTopology();
  ~BaseMeshTopology() override;

  virtual std::size_t nbPoints() const = 0;
  virtual bool hasPositions() const = 0;
  /// Zero beyond the points the mesh knows.
  virtual type::Vec3 position(std::size_t i) const = 0;
  virtual const std::vector<type::Edge>& edges() const = 0;
  virtual const std::vector<type::Triangle>& triangles() const = 0;
  virtual const std::vector<type::Quad>& quads() const = 0;
  virtual const std::vector<type::Tetrahedron>& tetrahedra() const = 0;
  virtual const std::vector<type::Hexahedron>& hexahedra() const = 0;
  virtual const std::vector<type::Prism>& prisms() const;
  virtual const std::vector<type::Pyramid>& pyramids() const;
  virtual TopologyKind kind() const { return TopologyKind::mesh; }
  /// The lattice, up to date, of a topology of kind regularGrid; null for the others.
  virtual const geometry::RegularGrid* regularGrid() const { return nullptr; }
  /// Factor of the stiffness of a hexahedron; below 1 where the body fills a grid cell in part.
  virtual double hexahedronStiffness(std::size_t) const { return 1; }
  /// Factor of the mass of a hexahedron.
  virtual double hexahedronMass(std::size_t) const { return 1; }
  /// Grows when the mesh changes; what was computed from it is stale if it differs.
  virtual std::size_t revision() const { return 0; }
  /// What happened since that revision, as far as it is known.
  MeshChanges changesSince(std::size_t revision) const;
  /// Whether elements or points came or went since the scene began.
  virtual bool wasChanged() const { return false; }
  /// To be called by who changed the mesh, after it: what happened since that revision.
  void tellChange(std::size_t sinceRevision, MeshChange change);

  /// Which elements touch which, computed on demand and again after a change of the mesh.
  const MeshAdjacency& adjacency() const;
  /// The elements around points, which follow changes that are told: for what looks at a part of a mesh that changes.
  const MeshStars& stars() const;

 private:
  MeshChangeLog m_log;
  mutable std::optional<MeshAdjacency> m_adjacency;
  mutable std::unique_ptr<MeshStars> m_stars;
  mutable std::size_t m_adjacencyRevision = 0, m_starsRevision = 0;
};

/// A component that makes one mesh of another.
class MeshMapping {
 public:
  virtual ~MeshMapping() = default;
  virtual const BaseMeshTopology* source() const = 0;
  virtual BaseMeshTopology* target() const = 0;
  /// Changes the target as the source was changed, and says how.
  virtual MeshChanges follow(const MeshChanges& ofSource) = 0;
};

/// The last topology of the node, else the first one of the nearest ancestor that has one.
/// Default of the `topology` link of masses, force fields and engines.
BaseMeshTopology* meshTopology(const Node& node);
/// The first one in the node's order, upwards.
BaseMeshTopology* firstMeshTopology(const Node& node);

}  // namespace sofa::core
