// SPDX-License-Identifier: Apache-2.0
#include "Sofa/Geometry/MeshAdjacency.h"

#include <gmock/gmock.h>

namespace sofa::geometry {
namespace {

using testing::ElementsAre;

std::vector<Index> listed(std::span<const Index> span) { return {span.begin(), span.end()}; }

TEST(ElementsAround, listsElementsOfEachPointAscending) {
  const auto around = elementsAround(std::vector<Triangle>{{0, 1, 2}, {2, 1, 3}, {3, 1, 0}}, 5);
  ASSERT_EQ(around.size(), 5u);
  EXPECT_THAT(listed(around[1]), ElementsAre(0, 1, 2));
  EXPECT_THAT(listed(around[2]), ElementsAre(0, 1));
  EXPECT_TRUE(around[4].empty());
  const IndexLists& constant = around;
  EXPECT_TRUE(constant[99].empty()) << "beyond the last list";
}

TEST(ElementsAround, leavesOutKeysBeyondTheCount) {
  const auto around = elementsAround(std::vector<Edge>{{0, 7}, {type::invalidIndex, 1}}, 2);
  EXPECT_THAT(listed(around[0]), ElementsAre(0));
  EXPECT_THAT(listed(around[1]), ElementsAre(1));
}

TEST(SubElementsIn, areFoundInTheOrderOfTheTable) {
  const std::vector<Edge> edges{{0, 1}, {2, 1}, {0, 2}};
  const auto rows = subElementsIn(std::vector<Triangle>{{0, 1, 2}, {1, 0, 3}}, triangleEdges, ElementMap<Edge>(edges));
  EXPECT_THAT(rows[0], ElementsAre(1, 2, 0));  // (1,2) (2,0) (0,1)
  EXPECT_THAT(rows[1], ElementsAre(type::invalidIndex, type::invalidIndex, 0));
}

TEST(TrianglesAroundEdges, thoseInTheEdgesDirectionComeFirstTheLastOneFoundAtTheFront) {
  const std::vector<Edge> edges{{0, 1}};
  // 0 and 2 run from 0 to 1; 1 and 3 from 1 to 0.
  const std::vector<Triangle> triangles{{0, 1, 2}, {1, 0, 3}, {4, 0, 1}, {0, 5, 1}};
  const auto rows = subElementsIn(triangles, triangleEdges, ElementMap<Edge>(edges));
  const auto around = trianglesAroundEdges(triangles, edges, rows);
  EXPECT_THAT(listed(around[0]), ElementsAre(2, 0, 1, 3));
}

}  // namespace
}  // namespace sofa::geometry
