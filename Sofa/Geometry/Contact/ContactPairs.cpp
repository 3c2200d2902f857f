// SPDX-License-Identifier: Apache-2.0
#include "Sofa/Geometry/Contact/ContactPairs.h"

#include <algorithm>
#include <tuple>

#include "Sofa/Geometry/Contact/LogBarrier.h"
#include "Sofa/Helper/Parallel.h"

namespace sofa::geometry {
namespace {

constexpr Index none = type::invalidIndex;
constexpr std::size_t pairsPerChunk = 512;
constexpr double parallelPart = 1e-3;  // of the squared lengths of two edges: below that they count as parallel

template <class Element>
bool isCornerOf(Index point, const Element& element) {
  return std::ranges::find(element, point) != element.end();
}

}  // namespace

/// How often the elements of the surface count for one point, and which element finds those that others share.
class ContactPairs::PointTerms {
 public:
  PointTerms(const ContactSurface& surface, std::span<const type::Vec3> x, double squaredDistance, Terms& terms)
      : m_surface(surface), m_x(x), m_squaredDistance(squaredDistance), m_terms(terms) {}

  void addTriangle(Index p, Index t) {
    const Triangle& triangle = m_surface.triangles()[t];
    const Index a = triangle[0], b = triangle[1], c = triangle[2];
    const Vec3 &xp = m_x[p], &xa = m_x[a], &xb = m_x[b], &xc = m_x[c];
    if (squaredDistanceToFace(xp, xa, xb, xc) >= m_squaredDistance) return;
    const CornerBits closest = closestOfFace(xp, xa, xb, xc);
    addFeature(p, {closest & 1 ? a : none, closest & 2 ? b : none, closest & 4 ? c : none}, 1);
    for (const Index e : m_surface.edgesOf(t))
      if (owner(p, m_surface.trianglesAroundEdge(e)) == t) addEdge(p, e);
    for (const Index q : triangle)
      if (owner(p, m_surface.trianglesAroundPoint(q)) == t) addPoint(p, q);
  }

  void addLoneEdge(Index p, Index e) {
    addEdge(p, e);
    for (const Index q : m_surface.edges()[e])
      if (owner(p, m_surface.trianglesAroundPoint(q)) == none && loneOwner(p, q) == e) addPoint(p, q);
  }

  void addPoint(Index p, Index q) {
    int others = 0;
    for (const Index t : m_surface.trianglesAroundPoint(q)) others += !isCornerOf(p, m_surface.triangles()[t]);
    for (const Index e : m_surface.edgesAroundPoint(q))
      if (!isCornerOf(p, m_surface.edges()[e])) others += edgeCount(p, e);
    if (others != 1 && squaredDistance(m_x[p], m_x[q]) < m_squaredDistance) addFeature(p, {q, none, none}, 1 - others);
  }

 private:
  /// The first of the triangles to which p does not belong.
  Index owner(Index p, std::span<const Index> triangles) const {
    for (const Index t : triangles)
      if (!isCornerOf(p, m_surface.triangles()[t])) return t;
    return none;
  }
  Index loneOwner(Index p, Index q) const {
    for (const Index e : m_surface.edgesAroundPoint(q))
      if (m_surface.trianglesAroundEdge(e).empty() && !isCornerOf(p, m_surface.edges()[e])) return e;
    return none;
  }

  int edgeCount(Index p, Index e) const {
    int triangles = 0;
    for (const Index t : m_surface.trianglesAroundEdge(e)) triangles += !isCornerOf(p, m_surface.triangles()[t]);
    return 1 - triangles;
  }

  void addEdge(Index p, Index e) {
    const Edge& edge = m_surface.edges()[e];
    const Index a = edge[0], b = edge[1];
    const int count = isCornerOf(p, edge) ? 0 : edgeCount(p, e);
    if (count == 0 || squaredDistanceToEdge(m_x[p], m_x[a], m_x[b]) >= m_squaredDistance) return;
    const CornerBits closest = closestOfEdge(m_x[p], m_x[a], m_x[b]);
    addFeature(p, {closest & 1 ? a : none, closest & 2 ? b : none, none}, count);
  }

  void addFeature(Index p, std::array<Index, 3> feature, int count) {
    std::ranges::sort(feature);  // none is the largest
    m_terms.push_back({{p, feature[0], feature[1], feature[2]}, count});
  }

  const ContactSurface& m_surface;
  std::span<const type::Vec3> m_x;
  double m_squaredDistance;
  Terms& m_terms;
};

void ContactPairs::find(const ContactSurface& surface, const ContactCandidates& candidates,
                        std::span<const type::Vec3> x, double distance) {
  const double squared = distance * distance;
  m_terms.clear();
  m_pairs.clear();
  const auto gather = [&](const ContactCandidates::Pairs& pairs, const auto& add) {
    m_chunkTerms.resize((pairs.size() + pairsPerChunk - 1) / pairsPerChunk);
    helper::parallelChunks(pairs.size(), pairsPerChunk, [&](std::size_t begin, std::size_t end) {
      Terms& found = m_chunkTerms[begin / pairsPerChunk];
      found.clear();
      PointTerms terms(surface, x, squared, found);
      for (std::size_t i = begin; i < end; ++i) add(terms, pairs[i]);
    });
    for (const Terms& found : m_chunkTerms) m_terms.insert(m_terms.end(), found.begin(), found.end());
  };
  gather(candidates.pointTriangle, [](PointTerms& terms, const auto& pair) { terms.addTriangle(pair[0], pair[1]); });
  gather(candidates.pointEdge, [](PointTerms& terms, const auto& pair) { terms.addLoneEdge(pair[0], pair[1]); });
  gather(candidates.pointPoint, [&](PointTerms& terms, const auto& pair) {
    terms.addPoint(pair[0], pair[1]);
    if (surface.edgesAroundPoint(pair[0]).empty()) terms.addPoint(pair[1], pair[0]);
  });
  mergeTerms(surface);

  const auto& edges = surface.edges();
  m_chunkPairs.resize((candidates.edgeEdge.size() + pairsPerChunk - 1) / pairsPerChunk);
  helper::parallelChunks(candidates.edgeEdge.size(), pairsPerChunk, [&](std::size_t begin, std::size_t end) {
    auto& found = m_chunkPairs[begin / pairsPerChunk];
    found.clear();
    for (std::size_t i = begin; i < end; ++i) {
      const auto [e, f] = candidates.edgeEdge[i];
      const Index a = edges[e][0], b = edges[e][1], c = edges[f][0], d = edges[f][1];
      const double threshold = parallelPart * surface.squaredLength(e) * surface.squaredLength(f);
      if (!(threshold > 0) || squaredDistanceOfEdges(x[a], x[b], x[c], x[d]) >= squared) continue;
      found.push_back({.points = {a, b, c, d},
                       .kind = ContactPair::Kind::edgeEdge,
                       .closest = static_cast<unsigned char>(closestOfEdges(x[a], x[b], x[c], x[d])),
                       .area = std::min(squared, (surface.edgeArea(e) + surface.edgeArea(f)) / 4),
                       .threshold = threshold});
    }
  });
  for (const auto& found : m_chunkPairs) m_pairs.insert(m_pairs.end(), found.begin(), found.end());
}

/// Terms of one point and one feature become one pair, or none if they cancel.
void ContactPairs::mergeTerms(const ContactSurface& surface) {
  std::ranges::sort(m_terms, {}, &Term::points);
  for (std::size_t i = 0; i < m_terms.size();) {
    const auto& points = m_terms[i].points;
    int count = 0;
    for (; i < m_terms.size() && m_terms[i].points == points; ++i) count += m_terms[i].count;
    if (count == 0) continue;
    const auto kind = points[2] == none   ? ContactPair::Kind::pointPoint
                      : points[3] == none ? ContactPair::Kind::pointEdge
                                          : ContactPair::Kind::pointFace;
    m_pairs.push_back({.points = points, .kind = kind, .area = count * surface.pointArea(points[0]) / 2});
  }
}

double squaredDistance(const ContactPair& pair, std::span<const type::Vec3> x) {
  const auto& p = pair.points;
  switch (pair.kind) {
    case ContactPair::Kind::pointPoint:
      return squaredDistance(x[p[0]], x[p[1]]);
    case ContactPair::Kind::pointEdge:
      return squaredDistanceToLine(x[p[0]], x[p[1]], x[p[2]]);
    case ContactPair::Kind::pointFace:
      return squaredDistanceToPlane(x[p[0]], x[p[1]], x[p[2]], x[p[3]]);
    case ContactPair::Kind::edgeEdge:
      break;
  }
  return squaredDistanceOfEdges(x[p[0]], x[p[1]], x[p[2]], x[p[3]]);
}

double leastSquaredDistance(const ContactSurface& surface, const ContactCandidates& candidates,
                            std::span<const type::Vec3> x) {
  double least = std::numeric_limits<double>::infinity();
  const auto& edges = surface.edges();
  const auto& triangles = surface.triangles();
  for (const auto& [p, t] : candidates.pointTriangle)
    least = std::min(least, squaredDistanceToFace(x[p], x[triangles[t][0]], x[triangles[t][1]], x[triangles[t][2]]));
  for (const auto& [e, f] : candidates.edgeEdge)
    least = std::min(least, squaredDistanceOfEdges(x[edges[e][0]], x[edges[e][1]], x[edges[f][0]], x[edges[f][1]]));
  for (const auto& [p, e] : candidates.pointEdge)
    least = std::min(least, squaredDistanceToEdge(x[p], x[edges[e][0]], x[edges[e][1]]));
  for (const auto& [p, q] : candidates.pointPoint) least = std::min(least, squaredDistance(x[p], x[q]));
  return least;
}

double barrierEnergy(const ContactPair& pair, std::span<const type::Vec3> x, double distance, double stiffness) {
  const auto& p = pair.points;
  const double unit = pair.area * stiffness * distance;
  const double energy = unit * LogBarrier::at(squaredDistance(pair, x) / (distance * distance)).value;
  if (pair.kind != ContactPair::Kind::edgeEdge || energy == 0) return energy;
  const double factor = parallelMollifier(pair.threshold, x[p[0]], x[p[1]], x[p[2]], x[p[3]]);
  return factor == 0 && squaredDistance(pair, x) > 0 ? 0 : factor * energy;
}

namespace {

/// Of the function f of the first K points as one of four.
template <int K>
PointFunction<4> padded(const PointFunction<K>& f) {
  PointFunction<4> r;
  r.value = f.value;
  r.gradient.template head<3 * K>() = f.gradient;
  r.hessian.template block<3 * K, 3 * K>(0, 0) = f.hessian;
  return r;
}

PointFunction<4> distanceDerivatives(const ContactPair& pair, std::span<const type::Vec3> x) {
  const auto& p = pair.points;
  switch (pair.kind) {
    case ContactPair::Kind::pointPoint:
      return padded(pointPointDistance(x[p[0]], x[p[1]]));
    case ContactPair::Kind::pointEdge:
      return padded(pointLineDistance(x[p[0]], x[p[1]], x[p[2]]));
    case ContactPair::Kind::pointFace:
      return pointPlaneDistance(x[p[0]], x[p[1]], x[p[2]], x[p[3]]);
    case ContactPair::Kind::edgeEdge:
      break;
  }
  return edgeEdgeDistance(pair.closest, x[p[0]], x[p[1]], x[p[2]], x[p[3]]);
}

/// f g: gradient f g' + g f', Hessian f g'' + g f'' + f' g'^T + g' f'^T.
PointFunction<4> product(const PointFunction<4>& f, const PointFunction<4>& g) {
  PointFunction<4> r;
  r.value = f.value * g.value;
  r.gradient = f.value * g.gradient + g.value * f.gradient;
  r.hessian = f.value * g.hessian + g.value * f.hessian + f.gradient * g.gradient.transpose() +
              g.gradient * f.gradient.transpose();
  return r;
}

}  // namespace

/// With s = d^2 / D^2 and E = k b(s): E' = k b' s', E'' = k (b'' s' s'^T + b' s'').
PointFunction<4> barrierDerivatives(const ContactPair& pair, std::span<const type::Vec3> x, double distance,
                                    double stiffness) {
  PointFunction<4> f = distanceDerivatives(pair, x);
  const double scale = 1 / (distance * distance), unit = pair.area * stiffness * distance;
  const LogBarrier barrier = LogBarrier::at(f.value * scale);
  if (barrier.slope == 0) return {};
  const double slope = unit * barrier.slope * scale, curvature = unit * barrier.curvature * scale * scale;
  f.value = unit * barrier.value;
  f.hessian = slope * f.hessian + curvature * (f.gradient * f.gradient.transpose());
  f.gradient *= slope;
  if (pair.kind != ContactPair::Kind::edgeEdge) return f;
  const auto& p = pair.points;
  return product(f, parallelMollifierDerivatives(pair.threshold, x[p[0]], x[p[1]], x[p[2]], x[p[3]]));
}

}  // namespace sofa::geometry
