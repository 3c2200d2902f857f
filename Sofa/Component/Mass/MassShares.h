// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "Sofa/Component/Mass/MeshMeasure.h"
#include "Sofa/Component/Mass/SymmetricGraph.h"

namespace sofa::component::mass {

/// How an element shares its mass: parts for each node and each edge, and row sum over diagonal
/// (docs/manual/mechanics.md, "Mass matrix of a mesh").
struct MassShares {
  double node, edge, lumpingFactor;
};
MassShares sharesOf(ElementFamily family);

/// The kind of elements that have the mass; points if there are none.
core::ElementKind kindOf(ElementFamily family);

/// The edges of one element after the other, by its local edges; invalidIndex where the mesh lacks one.
std::vector<type::Index> edgesOfElements(const MeshMeasure& mesh, const SymmetricGraph& graph);
/// Whether all local edges of some elements are among the edges of their mesh.
bool hasEdges(const core::BaseMeshTopology& mesh, ElementFamily family, std::span<const type::Index> elements);

/// The masses of the elements of a mesh, to be added up anew where these changed.
struct ElementMasses {
  const core::BaseMeshTopology& mesh;
  ElementFamily family;
  const std::vector<double>& density;  ///< one for all, or one each
  const std::vector<double>& measures;

  /// A part of the mass of an element, rounded before anything is added to it: sums are the same to the bit wherever
  /// they are taken.
  double part(type::Index element, double share) const;
  void addUpPoints(std::span<const type::Index> points, std::vector<double>& masses) const;
  /// The edges around some points.
  void addUpEdges(std::span<const type::Index> points, std::vector<double>& masses) const;
};

/// The masses of a mesh before it changed.
struct SharedMass {
  ElementFamily family;
  std::size_t nodesPerElement;
  std::vector<double> density;  ///< one for all, or one each
  std::vector<double> nodes, edges;
  const SymmetricGraph& graph;
  bool lumped, planar;

  double total() const;
  /// What is left of the total if elements go, measured with nodes at `points`, as they were numbered before.
  ///
  /// SOFA takes from the total what the elements have where they are by then, and from what their points and edges had
  /// the same; what then is left to points and edges that go as well leaves the total too, of a lumped matrix without
  /// the edges and the lumping. Reference trajectories show it (docs/differences.md).
  double leftAfter(const core::MeshChange& change, std::span<const type::Vec3> points) const;
};

/// Gives what elements that go had, measured `before`, to those that come in their place, by their measures at rest and
/// which part of each is from which one that goes.
void shareAmongParts(std::vector<double>& measures, const core::ElementChange& coming, const core::ElementChange& going,
                     const std::vector<double>& before);

}  // namespace sofa::component::mass
