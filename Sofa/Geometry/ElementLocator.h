// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <array>
#include <span>
#include <vector>

#include "Sofa/Geometry/BoxTree.h"
#include "Sofa/Type/Vec.h"

namespace sofa::geometry {

enum class ElementShape { triangle, quad, tetrahedron, hexahedron };

/// Nodes and weights of a point in an element: x = sum of weights times node positions.
struct ElementWeights {
  std::array<type::Index, 8> nodes;
  std::array<double, 8> weights;
  int count = 0;
};

/// A point in an element.
struct ElementPlace {
  type::Vec3 coordinates;
  double depth;  ///< elementDepth(); no number if the element is flat
};

/// Finds for points the element of a mesh they belong to, and their coordinates in it (docs/manual/mappings.md,
/// "Searching elements").
///
/// Coordinates are affine, in the frame of the element's first node and the edges that leave it; a surface element's
/// third axis is its normal, of the length of the cross product of its edges. A point inside several elements belongs
/// to the one it lies deepest in; a point outside of all to the one with the nearest centre, with coordinates beyond
/// [0, 1]. Ties go to the first element. Positions must be finite.
class ElementLocator {
 public:
  struct Location {
    type::Index element = type::invalidIndex;  ///< in the order of the add() calls
    type::Vec3 coordinates = type::Vec3::Zero();
  };

  ElementLocator() = default;
  explicit ElementLocator(std::span<const type::Vec3> positions) { start(positions); }
  /// Forgets all elements and takes other positions. Where the elements that follow are about those there were, near
  /// where they were, the next search is prepared by a pass over them.
  void start(std::span<const type::Vec3> positions);

  /// Adds elements after those added before. All their nodes must be among the positions.
  void add(const std::vector<type::Tetrahedron>& elements);
  void add(const std::vector<type::Hexahedron>& elements);
  void add(const std::vector<type::Triangle>& elements);
  void add(const std::vector<type::Quad>& elements);
  std::size_t size() const { return m_elements.size(); }

  /// Among all elements. There must be one.
  Location locate(const type::Vec3& p);
  /// Prepares locateNearby(): cells of that size (> 0).
  void setCellSize(double size);
  /// Looks only at elements around p, as a table of cells would find them: the elements whose bounding box touches the
  /// cell of p; if the best value is larger than half a cell, those of the 26 cells around too; all elements if the
  /// cell is empty. The value compared is a depth inside an element and a squared distance outside, so that points
  /// outside of the mesh may get another element than from locate().
  Location locateNearby(const type::Vec3& p);

  ElementWeights weights(const Location& location) const;
  /// Nodes of an element, in its order.
  std::span<const type::Index> nodes(type::Index element) const;

 private:
  struct Entry {
    ElementShape shape;
    std::array<type::Index, 8> nodes;
  };
  /// The best element so far; smaller values are better.
  struct Best {
    double value;
    Location location;
  };

  /// The best element around a point so far: of several with the same value that of the first cell, there the first.
  class Nearest;

  template <class E>
  void addAll(const std::vector<E>& elements, ElementShape shape);
  void prepareExhaustive();
  type::Vec3 centre(const Entry& entry) const;
  type::BoundingBox domain(const Entry& entry) const;
  void test(type::Index element, const type::Vec3& p, Best& best) const;
  std::vector<type::Vec3> m_positions;
  std::vector<Entry> m_elements;
  bool m_prepared = false;  ///< the first two trees are those of the elements
  BoxTree m_domains;        // boxes around what counts as inside of each element
  BoxTree m_centres;
  BoxTree m_cells;                               // boxes of cell numbers that each element touches
  std::vector<type::BoundingBox> m_nearDomains;  ///< for locateNearby(), as are the centres
  std::vector<type::Vec3> m_nearCentres;
  double m_cellFactor = 0;
};

/// Columns of the frame of an element whose nodes have these positions.
type::Mat3 elementFrame(ElementShape shape, std::span<const type::Index> nodes, std::span<const type::Vec3> positions);
/// Its inverse: coordinates = inverse * (p - first node). Not finite if the element is flat.
type::Mat3 inverseElementFrame(ElementShape shape, std::span<const type::Index> nodes,
                               std::span<const type::Vec3> positions);
ElementPlace placeIn(ElementShape shape, std::span<const type::Index> nodes, std::span<const type::Vec3> positions,
                     const type::Vec3& p);
/// How far coordinates lie outside of the element, in units of its frame; negative inside.
double elementDepth(ElementShape shape, const type::Vec3& coordinates);
/// Shape functions at coordinates; returns their number.
int elementWeights(ElementShape shape, const type::Vec3& coordinates, double* weights);
ElementWeights weightsIn(ElementShape shape, std::span<const type::Index> nodes, const type::Vec3& coordinates);

/// Place of a point along edges: x = (1 - coordinate) first node + coordinate second node.
struct EdgeLocation {
  type::Index edge = 0;
  double coordinate = 0;
};
/// The first edge on which p projects between the ends, else the last one, extended. There must be one.
EdgeLocation locateOnEdges(std::span<const type::Edge> edges, std::span<const type::Vec3> positions,
                           const type::Vec3& p);

}  // namespace sofa::geometry
