// SPDX-License-Identifier: Apache-2.0
#include "Sofa/Geometry/GridMesh.h"

#include <gmock/gmock.h>

namespace sofa::geometry {
namespace {

using testing::ElementsAre;

TEST(GridMesh, oneCell) {
  const GridSize n{2, 2, 2};
  EXPECT_THAT(gridHexahedra(n), ElementsAre(Hexahedron(0, 1, 3, 2, 4, 5, 7, 6)));
  EXPECT_THAT(gridQuads(n), ElementsAre(Quad(0, 1, 3, 2), Quad(4, 5, 7, 6), Quad(0, 1, 5, 4), Quad(2, 3, 7, 6),
                                        Quad(0, 2, 6, 4), Quad(1, 3, 7, 5)));
  const auto edges = edgesOfSurface(fanQuads(gridQuads(n)), {});
  EXPECT_EQ(edges.size(), 18u);
  EXPECT_THAT(std::vector<Edge>(edges.begin(), edges.begin() + 5),
              ElementsAre(Edge(1, 3), Edge(3, 0), Edge(0, 1), Edge(3, 2), Edge(2, 0)));
}

TEST(GridMesh, countsOfAnOblongGrid) {
  const GridSize n{4, 3, 2};
  EXPECT_EQ(gridPointCount(n), 24u);
  EXPECT_EQ(gridHexahedra(n).size(), 3u * 2 * 1);
  EXPECT_EQ(gridQuads(n).size(), 3u * 2 * 2 + 3u * 3 * 1 + 4u * 2 * 1);
  EXPECT_EQ(gridLines(n).size(), 3u * 3 * 2 + 4u * 2 * 2 + 4u * 3 * 1);
  EXPECT_EQ(edgesOfSurface(fanQuads(gridQuads(n)), {}).size(), gridLines(n).size() + gridQuads(n).size());
  EXPECT_EQ(gridHexahedra(n)[5], Hexahedron(6, 7, 11, 10, 18, 19, 23, 22)) << "cell (2,1,0)";
}

TEST(GridMesh, linesOfAFlatGridRunAlongXThenY) {
  EXPECT_THAT(gridLines({2, 1, 2}), ElementsAre(Edge(0, 1), Edge(2, 3), Edge(0, 2), Edge(1, 3)));
  EXPECT_THAT(gridLines({1, 3, 1}), ElementsAre(Edge(0, 1), Edge(1, 2)));
  EXPECT_TRUE(gridHexahedra({5, 5, 1}).empty());
  EXPECT_TRUE(gridQuads({5, 1, 1}).empty());
}

TEST(GridMesh, impossibleSizesHaveNoPoints) {
  EXPECT_EQ(gridPointCount({0, 3, 2}), 0u);
  EXPECT_EQ(gridPointCount({-4, -4, 4}), 0u);
  EXPECT_EQ(gridPointCount({2147483647, 2147483647, 2147483647}), 0u);
  EXPECT_EQ(gridPointCount({1, 1, 1}), 1u);
}

}  // namespace
}  // namespace sofa::geometry
