// SPDX-License-Identifier: Apache-2.0
#include "Sofa/Geometry/Subdivision.h"

#include <gmock/gmock.h>

#include "Sofa/Geometry/GridMesh.h"
#include "Sofa/Geometry/Orientation.h"

namespace sofa::geometry {
namespace {

using testing::ElementsAre;

const Hexahedron cubeToDivide{0, 1, 2, 3, 4, 5, 6, 7};

TEST(SplitHexahedra, plain) {
  EXPECT_THAT(splitHexahedra({cubeToDivide}, false, 1, 1),
              ElementsAre(Tetrahedron(0, 5, 1, 6), Tetrahedron(0, 1, 3, 6), Tetrahedron(1, 3, 6, 2),
                          Tetrahedron(6, 3, 0, 7), Tetrahedron(6, 7, 0, 5), Tetrahedron(7, 5, 4, 0)));
}

TEST(SplitHexahedra, theFirstCellOfAGridIsMirroredAlongX) {
  EXPECT_THAT(splitHexahedra({cubeToDivide}, true, 1, 1),
              ElementsAre(Tetrahedron(1, 4, 7, 0), Tetrahedron(1, 0, 7, 2), Tetrahedron(0, 2, 3, 7),
                          Tetrahedron(7, 2, 6, 1), Tetrahedron(7, 6, 4, 1), Tetrahedron(6, 4, 1, 5)));
}

TEST(SplitHexahedra, theCutsOfFacesThatCellsShareAgree) {
  const auto hexahedra = gridHexahedra({4, 3, 3});
  for (const bool swapping : {false, true}) {
    const auto tetrahedra = splitHexahedra(hexahedra, swapping, 3, 2);
    // Per cell 6 inner faces; per quad of the grid 2 triangles, if both neighbours cut it alike.
    EXPECT_EQ(trianglesOfTetrahedra(tetrahedra, Repeated::keep).size(),
              6 * hexahedra.size() + 2 * gridQuads({4, 3, 3}).size());
  }
}

TEST(SplitQuads, alternatesTheDiagonalByColumnAndRow) {
  const std::vector<Quad> quads{{0, 1, 2, 3}, {4, 5, 6, 7}, {8, 9, 10, 11}};
  const auto triangles = splitQuads(quads, true, 2);
  EXPECT_EQ(triangles[0], Triangle(1, 2, 0));
  EXPECT_EQ(triangles[1], Triangle(3, 0, 2));
  EXPECT_EQ(triangles[2], Triangle(4, 5, 7));
  EXPECT_EQ(triangles[3], Triangle(6, 7, 5));
  EXPECT_EQ(triangles[4], Triangle(8, 9, 11)) << "first of the second row";
  EXPECT_EQ(splitQuads(quads, false, 2)[2], Triangle(5, 6, 4));
}

TEST(Border, keepsWhatOneElementTouches) {
  const std::vector<Tetrahedron> tets{{0, 1, 2, 3}, {1, 4, 2, 3}};
  const auto triangles = trianglesOfTetrahedra(tets, Repeated::drop);
  const auto rows = subElementsIn(tets, tetrahedronTriangles, ElementMap<Triangle>(triangles));
  const auto surface = border(triangles, elementsAround(rows, triangles.size()));
  EXPECT_EQ(surface.size(), 6u);
  EXPECT_THAT(surface, testing::Not(testing::Contains(Triangle(1, 2, 3))));
}

TEST(OrientAlike, turnsNeighboursThatFaceTheOtherSide) {
  const std::vector<type::Vec3> points{{0, 0, 0}, {1, 0, 0}, {1, 1, 0}, {0, 1, 0}, {5, 5, 5}, {6, 5, 5}, {5, 6, 5}};
  std::vector<Triangle> triangles{{0, 1, 2}, {0, 3, 2}, {4, 6, 5}};
  const auto edges = edgesOfSurface(triangles, {});
  const auto rows = subElementsIn(triangles, triangleEdges, ElementMap<Edge>(edges));
  const auto around = trianglesAroundEdges(triangles, edges, rows);
  orientAlike(triangles, points, rows, around, false);
  EXPECT_THAT(triangles, ElementsAre(Triangle(0, 1, 2), Triangle(0, 2, 3), Triangle(4, 6, 5)));
  orientAlike(triangles, points, rows, around, true);
  EXPECT_THAT(triangles, ElementsAre(Triangle(0, 2, 1), Triangle(0, 3, 2), Triangle(4, 6, 5)));
}

}  // namespace
}  // namespace sofa::geometry
