// SPDX-License-Identifier: Apache-2.0
#include "Sofa/Geometry/Contact/FreeMotion.h"

#include <algorithm>
#include <cmath>

#include "Sofa/Geometry/Contact/SquaredDistance.h"
#include "Sofa/Geometry/ContinuousCollision.h"
#include "Sofa/Helper/Parallel.h"

namespace sofa::geometry {
namespace {

constexpr std::size_t impactsPerChunk = 64;

/// The points of a pair of elements on their ways, the elements one after the other.
struct Ways {
  std::array<MovingPoint, 4> points;
  int count, first;  ///< points in all, and of the first element

  /// The most by which the elements approach each other: points of an element lie between its corners.
  double approach() const {
    Vec3 mean;
    for (int i = 0; i < count; ++i) mean += (points[i].end - points[i].begin) / count;
    double longest[2] = {0, 0};
    for (int i = 0; i < count; ++i) {
      double& most = longest[i < first ? 0 : 1];
      most = std::max(most, (points[i].end - points[i].begin - mean).norm());
    }
    return longest[0] + longest[1];
  }
};

/// The part of the ways up to `most` that a pair of elements may go. impact(ways, search) looks for their impact.
template <class FindImpact>
double freePart(Ways ways, double squaredDistance, double part, double most, const FindImpact& findImpact) {
  const double distance = std::sqrt(squaredDistance);
  if (!(distance > 0)) return 0;
  const double approach = ways.approach(), room = (1 - part) * distance;
  if (most * approach <= room) return most;
  for (MovingPoint& point : ways.points) point.end = point.at(most);
  // Elements that are as near as `gap` along every axis are nearer than sqrt(3) gap. The impact is looked for down to a
  // fraction of the separation, since what counts is that some of the distance is left.
  const ImpactSearch search{.separation = part * distance, .tolerance = part * distance / 2, .maxBoxes = 20000};
  const auto impact = findImpact(ways.points, search);
  if (!impact) return most;
  return std::max(most * impact->time, std::min(most, room / approach));
}

}  // namespace

double freeMotion(const ContactSurface& surface, const ContactCandidates& candidates, std::span<const type::Vec3> begin,
                  std::span<const type::Vec3> end, double part) {
  const auto way = [&](Index p) { return MovingPoint{begin[p], end[p]}; };
  double least = 1;
  std::vector<double> parts;
  const auto look = [&](const ContactCandidates::Pairs& pairs, const auto& freeOf) {
    parts.assign((pairs.size() + impactsPerChunk - 1) / impactsPerChunk, least);
    helper::parallelChunks(pairs.size(), impactsPerChunk, [&](std::size_t first, std::size_t last) {
      double& most = parts[first / impactsPerChunk];
      for (std::size_t i = first; i < last; ++i) most = freeOf(pairs[i], most);
    });
    for (const double most : parts) least = std::min(least, most);
  };
  using Points = std::array<MovingPoint, 4>;
  look(candidates.pointTriangle, [&](const auto& pair, double most) {
    const Triangle& triangle = surface.triangles()[pair[1]];
    const Index p = pair[0], a = triangle[0], b = triangle[1], c = triangle[2];
    return freePart(
        {{way(p), way(a), way(b), way(c)}, 4, 1}, squaredDistanceToFace(begin[p], begin[a], begin[b], begin[c]), part,
        most,
        [](const Points& x, const ImpactSearch& search) { return pointFaceImpact(x[0], x[1], x[2], x[3], search); });
  });
  look(candidates.edgeEdge, [&](const auto& pair, double most) {
    const Edge &first = surface.edges()[pair[0]], &second = surface.edges()[pair[1]];
    const Index a = first[0], b = first[1], c = second[0], d = second[1];
    return freePart(
        {{way(a), way(b), way(c), way(d)}, 4, 2}, squaredDistanceOfEdges(begin[a], begin[b], begin[c], begin[d]), part,
        most,
        [](const Points& x, const ImpactSearch& search) { return edgeEdgeImpact(x[0], x[1], x[2], x[3], search); });
  });
  look(candidates.pointEdge, [&](const auto& pair, double most) {
    const Edge& edge = surface.edges()[pair[1]];
    const Index p = pair[0], a = edge[0], b = edge[1];
    return freePart(
        {{way(p), way(a), way(b)}, 3, 1}, squaredDistanceToEdge(begin[p], begin[a], begin[b]), part, most,
        [](const Points& x, const ImpactSearch& search) { return pointEdgeImpact(x[0], x[1], x[2], search); });
  });
  look(candidates.pointPoint, [&](const auto& pair, double most) {
    return freePart({{way(pair[0]), way(pair[1])}, 2, 1}, (begin[pair[0]] - begin[pair[1]]).squaredNorm(), part, most,
                    [](const Points& x, const ImpactSearch& search) { return pointPointImpact(x[0], x[1], search); });
  });
  return least;
}

namespace {

/// The root of the mean squared length of the edges at rest.
double typicalLength(const ContactSurface& surface) {
  double sum = 0;
  for (Index e = 0; e < surface.edges().size(); ++e) sum += surface.squaredLength(e);
  return std::sqrt(sum / static_cast<double>(std::max<std::size_t>(1, surface.edges().size())));
}

}  // namespace

double freeMotion(const ContactSurface& surface, CandidateSearch& search, std::span<const type::Vec3> begin,
                  std::span<const type::Vec3> end, double distance, double part) {
  constexpr double firstPiece = 4, growth = 4;  // in lengths of edges, and from piece to piece
  double longest = 0;
  for (const Index p : surface.points()) longest = std::max(longest, (end[p] - begin[p]).norm());
  const double length = std::max(firstPiece * typicalLength(surface), 2 * distance);
  ContactCandidates candidates;
  std::vector<Vec3> pieceEnd(begin.size());
  for (double piece = longest > length ? length / longest : 1;; piece = std::min(1.0, growth * piece)) {
    for (std::size_t i = 0; i < begin.size(); ++i)
      pieceEnd[i] = piece < 1 ? begin[i] + piece * (end[i] - begin[i]) : end[i];
    search.find(surface, begin, pieceEnd, distance, candidates);
    const double free = freeMotion(surface, candidates, begin, pieceEnd, part);
    if (free < 1 || piece == 1) return free * piece;
  }
}

/// Each piece leaves a tenth of the distances. Six of them on a way that is blocked leave a millionth, where
/// coordinates still have digits.
std::vector<Vec3> freeEnd(const ContactSurface& surface, CandidateSearch& search, std::span<const Vec3> begin,
                          std::span<const Vec3> end) {
  constexpr int pieces = 6;
  constexpr double part = 0.1;
  std::vector<Vec3> at(begin.begin(), begin.end());
  for (int i = 0; i < pieces; ++i) {
    const double free = freeMotion(surface, search, at, end, 0, part);
    if (free == 1) return {end.begin(), end.end()};
    for (std::size_t p = 0; p < at.size(); ++p) at[p] += free * (end[p] - at[p]);
  }
  return at;
}

}  // namespace sofa::geometry
