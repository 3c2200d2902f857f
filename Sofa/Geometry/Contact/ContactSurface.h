// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "Sofa/Geometry/MeshAdjacency.h"

namespace sofa::geometry {

/// Points, edges and triangles of bodies that may touch each other, seen as one set: the points of all bodies are
/// numbered through. Edges are those of the triangles and lone ones, of rods; points are the corners of both and lone
/// ones. What is to touch what is a matter of the bodies; elements that share a corner never touch.
class ContactSurface {
 public:
  /// The elements of one body, by the numbers of their points.
  struct Body {
    std::vector<Triangle> triangles;
    std::vector<Edge> edges;
    std::vector<Index> points;
  };

  ContactSurface() = default;
  /// `rest` holds all points, also such that are of no body. mayTouch(i, j) says whether bodies i <= j may touch.
  /// `thickness` is the width of what has no area (m): a lone edge weighs length x thickness, a lone point its square.
  template <class MayTouch>
  ContactSurface(const std::vector<Body>& bodies, std::span<const type::Vec3> rest, double thickness,
                 const MayTouch& mayTouch)
      : ContactSurface(bodies, rest, thickness) {
    for (std::size_t i = 0; i < m_bodies; ++i)
      for (std::size_t j = i; j < m_bodies; ++j)
        m_mayTouch[i * m_bodies + j] = m_mayTouch[j * m_bodies + i] = mayTouch(i, j);
  }

  std::size_t bodyCount() const { return m_bodies; }
  /// Triangles and edges that named a point twice, and are left out.
  std::size_t droppedCount() const { return m_dropped; }
  bool mayTouch(std::size_t bodyA, std::size_t bodyB) const { return m_mayTouch[bodyA * m_bodies + bodyB]; }
  bool pointsMayTouch(Index a, Index b) const { return mayTouch(m_bodyOf[a], m_bodyOf[b]); }
  Index bodyOf(Index point) const { return m_bodyOf[point]; }
  std::size_t pointCount() const { return m_bodyOf.size(); }

  const std::vector<Index>& points() const { return m_points; }  ///< of the bodies, ascending
  const std::vector<Edge>& edges() const { return m_edges; }
  const std::vector<Triangle>& triangles() const { return m_triangles; }
  /// Edges without triangles, and points without edges, by number.
  const std::vector<Index>& loneEdges() const { return m_loneEdges; }
  const std::vector<Index>& lonePoints() const { return m_lonePoints; }
  const std::array<Index, 3>& edgesOf(Index triangle) const { return m_edgesInTriangle[triangle]; }
  std::span<const Index> trianglesAroundEdge(Index edge) const { return m_trianglesAroundEdge[edge]; }
  std::span<const Index> trianglesAroundPoint(Index point) const { return m_trianglesAroundPoint[point]; }
  std::span<const Index> edgesAroundPoint(Index point) const { return m_edgesAroundPoint[point]; }

  /// A third of the triangles around the point, a half of the lone edges there (m^2).
  double pointArea(Index point) const { return m_pointArea[point]; }
  /// A third of the triangles around the edge, or length x thickness of a lone one (m^2).
  double edgeArea(Index edge) const { return m_edgeArea[edge]; }
  /// Squared length at rest (m^2).
  double squaredLength(Index edge) const { return m_squaredLength[edge]; }

 private:
  ContactSurface(const std::vector<Body>& bodies, std::span<const type::Vec3> rest, double thickness);
  void addElements(const std::vector<Body>& bodies, std::size_t count);
  void measure(std::span<const type::Vec3> rest);

  std::size_t m_bodies = 0, m_dropped = 0;
  double m_thickness = 0;
  std::vector<char> m_mayTouch;
  std::vector<Index> m_bodyOf, m_points, m_loneEdges, m_lonePoints;
  std::vector<Edge> m_edges;
  std::vector<Triangle> m_triangles;
  std::vector<std::array<Index, 3>> m_edgesInTriangle;
  IndexLists m_trianglesAroundEdge, m_trianglesAroundPoint, m_edgesAroundPoint;
  std::vector<double> m_pointArea, m_edgeArea, m_squaredLength;
};

}  // namespace sofa::geometry
