// SPDX-License-Identifier: Apache-2.0
#include "Sofa/Geometry/Contact/ContactSurface.h"

#include <cmath>

namespace sofa::geometry {

ContactSurface::ContactSurface(const std::vector<Body>& bodies, std::span<const type::Vec3> rest, double thickness)
    : m_bodies(bodies.size()), m_thickness(thickness), m_mayTouch(bodies.size() * bodies.size()) {
  addElements(bodies, rest.size());
  measure(rest);
}

void ContactSurface::addElements(const std::vector<Body>& bodies, std::size_t count) {
  m_bodyOf.assign(count, type::invalidIndex);
  ElementMap<Edge> known;
  const auto add = [&](const Edge& edge) {
    const Index place = known.insert(edge, static_cast<Index>(m_edges.size()));
    if (place == m_edges.size()) m_edges.push_back(canonical(edge));
    return place;
  };
  for (std::size_t b = 0; b < bodies.size(); ++b) {
    const auto own = [&](const auto& element) {
      for (const Index point : element) m_bodyOf[point] = static_cast<Index>(b);
    };
    ElementMap<Triangle> knownTriangles;
    for (const Triangle& triangle : bodies[b].triangles) {
      if (triangle[0] == triangle[1] || triangle[1] == triangle[2] || triangle[2] == triangle[0]) {
        ++m_dropped;
        continue;
      }
      const auto next = static_cast<Index>(m_triangles.size());
      if (knownTriangles.insert(triangle, next) != next) continue;
      own(triangle);
      m_triangles.push_back(triangle);
      auto& edges = m_edgesInTriangle.emplace_back();
      for (int j = 0; j < 3; ++j) edges[j] = add(subElement<Edge>(triangle, triangleEdges[j]));
    }
    for (const Edge& edge : bodies[b].edges) {
      if (edge[0] == edge[1]) {
        ++m_dropped;
        continue;
      }
      own(edge);
      add(edge);
    }
    own(bodies[b].points);
  }
  m_trianglesAroundEdge = elementsAround(m_edgesInTriangle, m_edges.size());
  m_trianglesAroundPoint = elementsAround(m_triangles, count);
  m_edgesAroundPoint = elementsAround(m_edges, count);
  for (Index e = 0; e < m_edges.size(); ++e)
    if (m_trianglesAroundEdge[e].empty()) m_loneEdges.push_back(e);
  for (Index p = 0; p < count; ++p) {
    if (m_bodyOf[p] == type::invalidIndex) continue;
    m_points.push_back(p);
    if (m_edgesAroundPoint[p].empty()) m_lonePoints.push_back(p);
  }
}

void ContactSurface::measure(std::span<const type::Vec3> rest) {
  m_pointArea.assign(rest.size(), 0);
  m_edgeArea.assign(m_edges.size(), 0);
  for (const Edge& edge : m_edges) m_squaredLength.push_back((rest[edge[1]] - rest[edge[0]]).squaredNorm());
  for (std::size_t t = 0; t < m_triangles.size(); ++t) {
    const type::Vec3& a = rest[m_triangles[t][0]];
    const double area = (rest[m_triangles[t][1]] - a).cross(rest[m_triangles[t][2]] - a).norm() / 2;
    for (const Index point : m_triangles[t]) m_pointArea[point] += area / 3;
    for (const Index edge : m_edgesInTriangle[t]) m_edgeArea[edge] += area / 3;
  }
  for (const Index e : m_loneEdges) {
    m_edgeArea[e] = m_thickness * std::sqrt(m_squaredLength[e]);
    for (const Index point : m_edges[e]) m_pointArea[point] += m_edgeArea[e] / 2;
  }
  for (const Index p : m_lonePoints) m_pointArea[p] = m_thickness * m_thickness;
}

}  // namespace sofa::geometry
