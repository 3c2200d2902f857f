// SPDX-License-Identifier: Apache-2.0
#include "Sofa/Geometry/MeshElements.h"

#include <gmock/gmock.h>

#include <random>
#include <set>

namespace sofa::geometry {
namespace {

using testing::ElementsAre;

TEST(ElementTables, facesOfATetrahedronLieOppositeTheirCornerAndPointOutwards) {
  const type::Vec3 p[] = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
  for (std::size_t j = 0; j < 4; ++j) {
    const auto [a, b, c] = tetrahedronTriangles[j];
    EXPECT_TRUE(a != j && b != j && c != j);
    const type::Vec3 e = p[b] - p[a], f = p[c] - p[a], towards = p[j] - p[a];
    EXPECT_LT(e.x() * (f.y() * towards.z() - f.z() * towards.y()) -
                  e.y() * (f.x() * towards.z() - f.z() * towards.x()) +
                  e.z() * (f.x() * towards.y() - f.y() * towards.x()),
              0);
  }
}

TEST(ElementMap, findsAnElementFromAnyCornerAndEitherWayRound) {
  const ElementMap<Quad> quads(std::vector<Quad>{{4, 2, 7, 9}, {0, 1, 2, 3}});
  EXPECT_EQ(quads.find({7, 9, 4, 2}), 0u);
  EXPECT_EQ(quads.find({2, 4, 9, 7}), 0u);
  EXPECT_EQ(quads.find({3, 2, 1, 0}), 1u);
  EXPECT_EQ(quads.find({0, 2, 1, 3}), type::invalidIndex) << "the same points, joined otherwise";
}

TEST(ElementMap, ofEqualElementsTheFirstCountsAndManyFit) {
  std::vector<Edge> edges;
  for (Index i = 0; i < 1000; ++i) edges.push_back({i, i + 1});
  edges.push_back({1, 0});
  const ElementMap<Edge> map(edges);
  for (Index i = 0; i < 1000; ++i) EXPECT_EQ(map.find({i + 1, i}), i);
  EXPECT_EQ(ElementMap<Edge>().find({0, 1}), type::invalidIndex);
}

TEST(DerivedElements, ofOneTetrahedron) {
  const std::vector<Tetrahedron> tets{{0, 1, 2, 3}};
  EXPECT_THAT(edgesOfVolumes(tets, {}),
              ElementsAre(Edge(0, 1), Edge(0, 2), Edge(0, 3), Edge(1, 2), Edge(1, 3), Edge(2, 3)));
  EXPECT_THAT(trianglesOfTetrahedra(tets, Repeated::keep),
              ElementsAre(Triangle(1, 2, 3), Triangle(0, 3, 2), Triangle(0, 1, 3), Triangle(0, 2, 1)));
}

TEST(DerivedElements, volumesStoreEdgesSmallestFirst) {
  EXPECT_THAT(edgesOfVolumes({{3, 1, 0, 2}}, {}),
              ElementsAre(Edge(1, 3), Edge(0, 3), Edge(2, 3), Edge(0, 1), Edge(1, 2), Edge(0, 2)));
}

TEST(DerivedElements, trianglesKeepTheDirectionInWhichAnEdgeIsMetFirst) {
  // The second triangle runs along (2,0) of the first the other way round: no new edge.
  EXPECT_THAT(edgesOfSurface({{0, 1, 2}, {0, 2, 3}}, {}),
              ElementsAre(Edge(1, 2), Edge(2, 0), Edge(0, 1), Edge(2, 3), Edge(3, 0)));
}

TEST(DerivedElements, quadsStoreTheirEdgesSmallestFirstBehindThoseOfTriangles) {
  EXPECT_THAT(edgesOfSurface({}, {{0, 1, 2, 3}}), ElementsAre(Edge(1, 2), Edge(2, 3), Edge(0, 3), Edge(0, 1)));
  EXPECT_THAT(edgesOfSurface({{4, 2, 1}}, {{0, 1, 2, 3}}),
              ElementsAre(Edge(2, 1), Edge(1, 4), Edge(4, 2), Edge(2, 3), Edge(0, 3), Edge(0, 1)));
}

TEST(DerivedElements, twoTetrahedraShareAFace) {
  const std::vector<Tetrahedron> tets{{0, 1, 2, 3}, {1, 4, 2, 3}};
  EXPECT_EQ(trianglesOfTetrahedra(tets, Repeated::keep).size(), 7u);
  EXPECT_EQ(edgesOfVolumes(tets, {}).size(), 9u);
}

TEST(DerivedElements, aFaceMetAgainWithTheSameOrientationIsKeptOrDropped) {
  // The second tetrahedron is inverted: it sees the shared face (1,2,3) as the first does.
  const std::vector<Tetrahedron> tets{{0, 1, 2, 3}, {4, 1, 2, 3}};
  std::size_t repeated = 0;
  EXPECT_EQ(trianglesOfTetrahedra(tets, Repeated::keep, &repeated).size(), 8u);
  EXPECT_EQ(repeated, 1u);
  EXPECT_EQ(trianglesOfTetrahedra(tets, Repeated::drop, &repeated).size(), 7u);
  EXPECT_EQ(repeated, 1u);
}

TEST(DerivedElements, ofHexahedra) {
  const std::vector<Hexahedron> one{{0, 1, 2, 3, 4, 5, 6, 7}};
  EXPECT_THAT(quadsOfHexahedra(one), ElementsAre(Quad(0, 3, 2, 1), Quad(4, 5, 6, 7), Quad(0, 1, 5, 4), Quad(1, 2, 6, 5),
                                                 Quad(2, 3, 7, 6), Quad(0, 4, 7, 3)));
  EXPECT_EQ(edgesOfVolumes({}, one).size(), 12u);
  const std::vector<Hexahedron> two{one[0], {4, 5, 6, 7, 8, 9, 10, 11}};
  EXPECT_EQ(quadsOfHexahedra(two).size(), 11u);
  EXPECT_EQ(edgesOfVolumes({}, two).size(), 20u);
}

/// Edges as the rule has them, found by a search among those before.
std::vector<Edge> edgesByRule(const std::vector<Triangle>& triangles) {
  std::set<std::pair<Index, Index>> known;
  std::vector<Edge> edges;
  for (const Triangle& t : triangles)
    for (const auto& [a, b] : triangleEdges)
      if (known.insert(std::minmax(t[a], t[b])).second) edges.emplace_back(t[a], t[b]);
  return edges;
}

TEST(DerivedElements, ofManyTrianglesAroundAPointAndOfPointsOfAnyNumber) {
  constexpr Index tip = 3, sides = 500;  // the tip is the lowest corner of 500 edges
  std::vector<Triangle> cone, strewn;
  for (Index i = 0; i < sides; ++i) cone.emplace_back(tip, 10 + i, 10 + (i + 1) % sides);
  EXPECT_EQ(edgesOfSurface(cone, {}), edgesByRule(cone));
  EXPECT_EQ(edgesOfSurface(cone, {}).size(), 2 * sides);
  std::mt19937 generator(5);
  std::uniform_int_distribution<Index> point(0, 40);
  for (int i = 0; i < 2000; ++i) {
    const auto far = [&] { return point(generator) % 3 == 0 ? 4'000'000'000u + point(generator) : point(generator); };
    strewn.emplace_back(far(), far(), far());
  }
  EXPECT_EQ(edgesOfSurface(strewn, {}), edgesByRule(strewn));
}

TEST(DerivedElements, ofAFanOfTetrahedraEveryInnerFaceIsShared) {
  // Around the edge from 0 to 1: every face with that edge belongs to two of them.
  constexpr Index sides = 300;
  std::vector<Tetrahedron> fan;
  for (Index i = 0; i < sides; ++i) fan.emplace_back(0, 1, 2 + i, 2 + (i + 1) % sides);
  std::size_t repeated = 7;
  EXPECT_EQ(trianglesOfTetrahedra(fan, Repeated::drop, &repeated).size(), 3 * sides);
  EXPECT_EQ(repeated, 0u);
  EXPECT_EQ(edgesOfVolumes(fan, {}).size(), 1 + 3 * sides);
}

TEST(DerivedElements, degenerateElementsDoNoHarm) {
  EXPECT_EQ(edgesOfVolumes({{5, 5, 5, 5}}, {}).size(), 1u);
  EXPECT_EQ(trianglesOfTetrahedra({{5, 5, 5, 5}}, Repeated::drop).size(), 1u);
  EXPECT_EQ(pointCountOf(std::vector<Edge>{}), 0u);
  EXPECT_EQ(pointCountOf(std::vector<Edge>{{0, type::invalidIndex}}), std::size_t{1} << 32);
}

}  // namespace
}  // namespace sofa::geometry
