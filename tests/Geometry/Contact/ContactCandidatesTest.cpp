// SPDX-License-Identifier: Apache-2.0
#include "Sofa/Geometry/Contact/ContactCandidates.h"

#include <set>

#include "Geometry/Contact/RandomSheets.h"
#include "Sofa/Geometry/Contact/ContactPairs.h"
#include "Sofa/Geometry/Contact/FreeMotion.h"
#include "Sofa/Helper/Parallel.h"

namespace sofa::tests {
namespace {

using geometry::ContactCandidates;
using geometry::ContactSurface;
using type::Index;
using type::Vec3;
using Points = std::vector<Vec3>;

template <class Element>
bool hasPoint(const Element& element, Index point) {
  return std::ranges::find(element, point) != element.end();
}

/// All pairs of elements closer than `distance`, one by one.
ContactCandidates bruteForce(const ContactSurface& s, const Points& x, double distance) {
  ContactCandidates all;
  const double d2 = distance * distance;
  for (const Index p : s.points()) {
    for (Index t = 0; t < s.triangles().size(); ++t) {
      const auto& f = s.triangles()[t];
      if (!hasPoint(f, p) && s.pointsMayTouch(p, f[0]) &&
          geometry::squaredDistanceToFace(x[p], x[f[0]], x[f[1]], x[f[2]]) < d2)
        all.pointTriangle.push_back({p, t});
    }
    for (const Index e : s.loneEdges()) {
      const auto& edge = s.edges()[e];
      if (!hasPoint(edge, p) && s.pointsMayTouch(p, edge[0]) &&
          geometry::squaredDistanceToEdge(x[p], x[edge[0]], x[edge[1]]) < d2)
        all.pointEdge.push_back({p, e});
    }
    for (const Index q : s.lonePoints())
      if (p != q && (!s.edgesAroundPoint(p).empty() || p < q) && s.pointsMayTouch(p, q) &&
          geometry::squaredDistance(x[p], x[q]) < d2)
        all.pointPoint.push_back({p, q});
  }
  for (Index i = 0; i < s.edges().size(); ++i)
    for (Index j = i + 1; j < s.edges().size(); ++j) {
      const auto &e = s.edges()[i], &f = s.edges()[j];
      if (hasPoint(f, e[0]) || hasPoint(f, e[1]) || !s.pointsMayTouch(e[0], f[0])) continue;
      if (geometry::squaredDistanceOfEdges(x[e[0]], x[e[1]], x[f[0]], x[f[1]]) < d2) all.edgeEdge.push_back({i, j});
    }
  return all;
}

using Pairs = ContactCandidates::Pairs;
std::set<std::array<Index, 2>> setOf(const Pairs& pairs) { return {pairs.begin(), pairs.end()}; }

void expectHolds(const Pairs& found, const Pairs& wanted) {
  const auto all = setOf(found);
  EXPECT_EQ(all.size(), found.size()) << "a pair is there twice";
  for (const auto& pair : wanted) EXPECT_TRUE(all.contains(pair)) << pair[0] << ' ' << pair[1];
}

TEST(ContactCandidates, holdAllThatAreClose) {
  geometry::CandidateSearch search;
  for (unsigned seed = 0; seed < 10; ++seed)
    for (const bool self : {true, false}) {
      const SheetBodies all = randomBodies(seed);
      const auto surface = all.surface(self);
      for (const double distance : {0.02, 0.1}) {
        ContactCandidates found;
        search.find(surface, all.x, distance, found);
        const auto wanted = bruteForce(surface, all.x, distance);
        EXPECT_GT(wanted.pointTriangle.size(), 0u);
        EXPECT_GT(wanted.edgeEdge.size(), 0u);
        if (distance > 0.05) {
          EXPECT_GT(wanted.pointEdge.size(), 0u);
          EXPECT_GT(wanted.pointPoint.size(), 0u);
        }
        expectHolds(found.pointTriangle, wanted.pointTriangle);
        expectHolds(found.edgeEdge, wanted.edgeEdge);
        expectHolds(found.pointEdge, wanted.pointEdge);
        expectHolds(found.pointPoint, wanted.pointPoint);
      }
    }
}

TEST(ContactCandidates, holdAllThatComeCloseOnTheWay) {
  geometry::CandidateSearch search;
  const SheetBodies all = randomBodies(3);
  SheetBodies moved = all;
  moved.shake(0.5, 8);
  const auto surface = all.surface();
  ContactCandidates found;
  search.find(surface, all.x, moved.x, 0.02, found);
  for (const double t : {0.0, 0.3, 0.5, 0.9, 1.0}) {
    Points x = all.x;
    for (std::size_t i = 0; i < x.size(); ++i) x[i] += t * (moved.x[i] - all.x[i]);
    const auto wanted = bruteForce(surface, x, 0.02);
    expectHolds(found.pointTriangle, wanted.pointTriangle);
    expectHolds(found.edgeEdge, wanted.edgeEdge);
    expectHolds(found.pointEdge, wanted.pointEdge);
    expectHolds(found.pointPoint, wanted.pointPoint);
  }
}

TEST(ContactCandidates, areTheSameForAnyNumberOfThreads) {
  const int before = helper::threadCount();
  SheetBodies all;
  for (int i = 0; i < 8; ++i) all.addSheet(12, Vec3(0, 0, 0.02 * i), Vec3(1, 0, 0), Vec3(0, 1, 0));
  all.shake(0.004, 1);
  SheetBodies moved = all;
  moved.shake(0.05, 2);
  const auto surface = all.surface();
  struct Result {
    ContactCandidates candidates;
    std::vector<geometry::ContactPair> pairs;
    double free;
  };
  std::vector<Result> results;
  for (const int threads : {1, 2, 4}) {
    helper::setThreadCount(threads);
    geometry::CandidateSearch search;
    geometry::ContactPairs pairs;
    Result& result = results.emplace_back();
    search.find(surface, all.x, moved.x, 0.02, result.candidates);
    pairs.find(surface, result.candidates, all.x, 0.02);
    result.pairs = pairs.list();
    result.free = geometry::freeMotion(surface, result.candidates, all.x, moved.x, 0.1);
  }
  helper::setThreadCount(before);
  EXPECT_GT(results[0].pairs.size(), 1000u);
  for (const Result& other : {results[1], results[2]}) {
    EXPECT_EQ(other.candidates.pointTriangle, results[0].candidates.pointTriangle);
    EXPECT_EQ(other.candidates.edgeEdge, results[0].candidates.edgeEdge);
    EXPECT_EQ(other.free, results[0].free);
    ASSERT_EQ(other.pairs.size(), results[0].pairs.size());
    for (std::size_t i = 0; i < other.pairs.size(); ++i) {
      EXPECT_EQ(other.pairs[i].points, results[0].pairs[i].points);
      EXPECT_EQ(other.pairs[i].area, results[0].pairs[i].area);
    }
  }
}

/// The part of a motion that is free ends near the first impact, and never behind it.
TEST(FreeMotion, leavesAPartOfEveryDistance) {
  geometry::CandidateSearch search;
  for (unsigned seed = 0; seed < 20; ++seed) {
    SheetBodies all;
    all.addSheet(3, Vec3(0, 0, 0), Vec3(1, 0, 0), Vec3(0, 1, 0));
    all.addSheet(3, Vec3(0, 0, 0.3), Vec3(1, 0.2, 0), Vec3(0, 1, 0.1));
    all.addRod(3, Vec3(-0.5, 0, 0.6), Vec3(0.5, 0, 0.6));
    all.addPoints({{0, 0.1, 0.7}});
    all.shake(0.05, seed);
    SheetBodies moved = all;
    for (std::size_t i = 0; i < all.x.size(); ++i) moved.x[i].z() *= -3;
    moved.shake(0.2, seed + 100);
    const auto surface = all.surface(false);
    ContactCandidates candidates;
    search.find(surface, all.x, moved.x, 0, candidates);
    const double free = geometry::freeMotion(surface, candidates, all.x, moved.x, 0.1);
    EXPECT_NEAR(geometry::freeMotion(surface, search, all.x, moved.x, 0.01, 0.1) / free, 1, 0.05);
    EXPECT_GT(free, 0.01);
    EXPECT_LT(free, 1);
    const double first = std::sqrt(geometry::leastSquaredDistance(surface, candidates, all.x));
    double least = first;
    for (int i = 0; i <= 50; ++i) {
      Points x = all.x;
      for (std::size_t k = 0; k < x.size(); ++k) x[k] += free * i / 50.0 * (moved.x[k] - all.x[k]);
      least = std::min(least, std::sqrt(geometry::leastSquaredDistance(surface, candidates, x)));
      EXPECT_FALSE(geometry::findIntersection(surface, x, search));
    }
    EXPECT_GE(least, 0.099 * first);
    // Some pair ends within a few times what it has to leave; all were farther apart at the beginning.
    Points end = all.x;
    for (std::size_t k = 0; k < end.size(); ++k) end[k] += free * (moved.x[k] - all.x[k]);
    EXPECT_LT(least, 0.1);
  }
}

TEST(FreeMotion, fastSheetsDoNotPassEachOther) {
  geometry::CandidateSearch search;
  SheetBodies all;
  all.addSheet(4, Vec3(0, 0, 0), Vec3(1, 0, 0), Vec3(0, 1, 0));
  all.addSheet(5, Vec3(0, 0, 1), Vec3(1, 0, 0), Vec3(0, 1, 0));
  Points end = all.x;
  for (std::size_t i = 25; i < end.size(); ++i) end[i].z() -= 1000;
  const auto surface = all.surface(false);
  ContactCandidates candidates;
  search.find(surface, all.x, end, 0, candidates);
  EXPECT_NEAR(geometry::freeMotion(surface, candidates, all.x, end, 0.1), 0.9e-3, 0.1e-3);
  EXPECT_NEAR(geometry::freeMotion(surface, search, all.x, end, 0.01, 0.1), 0.9e-3, 0.1e-3);  // by pieces
  for (std::size_t i = 0; i < end.size(); ++i) end[i] = all.x[i] + Vec3(0, 3, -1000);
  search.find(surface, all.x, end, 0, candidates);
  EXPECT_EQ(geometry::freeMotion(surface, candidates, all.x, end, 0.1), 1);  // all together
  EXPECT_EQ(geometry::freeMotion(surface, search, all.x, end, 0.01, 0.1), 1);
}

TEST(FindIntersection, namesAnEdgeThatGoesThroughATriangle) {
  geometry::CandidateSearch search;
  SheetBodies all;
  all.addSheet(2, Vec3(0, 0, 0), Vec3(1, 0, 0), Vec3(0, 1, 0));
  all.addRod(1, Vec3(0.1, 0.2, 0.5), Vec3(0.1, 0.2, 0.01));
  const auto surface = all.surface();
  EXPECT_FALSE(geometry::findIntersection(surface, all.x, search));
  all.x.back().z() = -0.01;
  const auto found = geometry::findIntersection(surface, all.x, search);
  ASSERT_TRUE(found);
  EXPECT_EQ(found->edge, (type::Edge{9, 10}));
}

}  // namespace
}  // namespace sofa::tests
