// SPDX-License-Identifier: Apache-2.0
#include "Sofa/Geometry/FaceOrientation.h"

#include <gtest/gtest.h>

namespace sofa::geometry {
namespace {

using type::Index;
using type::Quad;
using type::Triangle;

/// The same sense of round for neighbours: each directed edge occurs once.
bool isConsistent(std::vector<Triangle> triangles, std::vector<Quad> quads, const FaceTurns& turns) {
  std::set<std::pair<Index, Index>> seen;
  bool good = true;
  const auto add = [&](auto& faces, const std::vector<bool>& turned) {
    for (std::size_t i = 0; i < faces.size(); ++i) {
      auto& f = faces[i];
      if (i < turned.size() && turned[i]) std::swap(f[1], f[f.size() - 1]);
      for (std::size_t c = 0; c < f.size(); ++c) good = seen.insert({f[c], f[(c + 1) % f.size()]}).second && good;
    }
  };
  add(triangles, turns.triangles);
  add(quads, turns.quads);
  return good;
}

const std::vector<Quad> cubeToOrient{{0, 1, 3, 2}, {4, 6, 7, 5}, {0, 2, 6, 4},
                                     {1, 5, 7, 3}, {0, 4, 5, 1}, {2, 3, 7, 6}};

TEST(FaceOrientation, agreeingFacesStay) {
  EXPECT_FALSE(consistentTurns({}, cubeToOrient, {}, 8).any());
  EXPECT_FALSE(consistentTurns({}, {}, {}, 0).any());
  const std::vector<Triangle> apart{{0, 1, 2}, {3, 5, 4}};
  EXPECT_FALSE(consistentTurns(apart, {}, {}, 6).any());
}

TEST(FaceOrientation, theFewerAreTurned) {
  auto mixed = cubeToOrient;
  std::swap(mixed[1][1], mixed[1][3]);
  std::swap(mixed[4][1], mixed[4][3]);
  const auto turns = consistentTurns({}, mixed, {}, 8);
  EXPECT_EQ(turns.quads, (std::vector<bool>{false, true, false, false, true, false}));
  EXPECT_TRUE(turns.triangles.empty());
  EXPECT_TRUE(isConsistent({}, mixed, turns));
}

TEST(FaceOrientation, longStripsAreFollowed) {
  std::vector<Triangle> triangles;
  std::vector<Quad> quads;
  std::srand(1);
  const auto coin = [] { return std::rand() % 2 == 0; };
  for (Index i = 0; i < 1000; ++i) {
    const Index a = 2 * i, b = a + 1, c = a + 3, d = a + 2;
    if (i % 3 == 0) {
      quads.push_back(coin() ? Quad{a, b, c, d} : Quad{a, d, c, b});
      continue;
    }
    triangles.push_back(coin() ? Triangle{a, b, c} : Triangle{a, c, b});
    triangles.push_back(coin() ? Triangle{a, c, d} : Triangle{a, d, c});
  }
  const auto turns = consistentTurns(triangles, quads, {}, 2002);
  ASSERT_TRUE(turns.any());
  EXPECT_TRUE(isConsistent(triangles, quads, turns));
}

TEST(FaceOrientation, splitVerticesAreNeighbours) {
  const std::vector<Triangle> two{{0, 1, 2}, {3, 4, 5}};  // 4 and 5 stand for 1 and 2
  const std::vector<Index> pointOf{0, 1, 2, 3, 1, 2};
  EXPECT_TRUE(consistentTurns(two, {}, pointOf, 6).any());
  EXPECT_FALSE(consistentTurns(two, {}, {}, 6).any());
}

TEST(FaceOrientation, edgesOfMoreThanTwoFacesAreCounted) {
  EXPECT_EQ(crossingShare({}, cubeToOrient, {}, 8), 0);
  EXPECT_EQ(crossingShare({}, {}, {}, 0), 0);
  const std::vector<Triangle> book = {{0, 1, 2}, {0, 1, 3}, {0, 1, 4}};  // one of seven edges
  EXPECT_DOUBLE_EQ(crossingShare(book, {}, {}, 5), 1.0 / 7);
}

TEST(FaceOrientation, whatHasNoAnswerIsSurvived) {
  // A Moebius strip, three faces at an edge, a face with equal corners, points that do not exist.
  const std::vector<Quad> moebius{{0, 1, 3, 2}, {2, 3, 5, 4}, {4, 5, 0, 1}};
  consistentTurns({}, moebius, {}, 6);
  const std::vector<Triangle> odd{{0, 1, 2}, {0, 1, 3}, {0, 1, 4}, {5, 5, 5}, {6, 7, 99}};
  EXPECT_FALSE(consistentTurns(odd, {}, {}, 8).any());
  EXPECT_FALSE(consistentTurns(odd, {}, std::vector<Index>{0, 1}, 8).any());
}

}  // namespace
}  // namespace sofa::geometry
