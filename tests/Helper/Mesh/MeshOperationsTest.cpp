// SPDX-License-Identifier: Apache-2.0
#include "Sofa/Helper/Mesh/MeshOperations.h"

#include "MeshExpectations.h"

namespace sofa::helper::mesh {
namespace {

using testing::Indices;
using testing::indices;
using type::Vec3;

TEST(MeshOperations, OneTetrahedronHasFourFacesAndSixEdges) {
  MeshData mesh;
  mesh.positions.resize(4);
  mesh.tetrahedra.emplace_back(0, 1, 2, 3);
  createSubelements(mesh);
  EXPECT_EQ(indices(mesh.triangles), (Indices{{0, 2, 1}, {0, 1, 3}, {0, 3, 2}, {1, 2, 3}}));
  EXPECT_EQ(indices(mesh.edges), (Indices{{2, 1}, {1, 0}, {0, 2}, {1, 3}, {3, 0}, {3, 2}}));
}

TEST(MeshOperations, WhatIsThereIsNotRepeated) {
  MeshData mesh;
  mesh.positions.resize(8);
  mesh.hexahedra.emplace_back(0, 1, 2, 3, 4, 5, 6, 7);
  mesh.quads.emplace_back(2, 3, 0, 1);
  mesh.edges.emplace_back(6, 7);
  createSubelements(mesh);
  EXPECT_EQ(indices(mesh.quads),
            (Indices{{2, 3, 0, 1}, {4, 5, 6, 7}, {0, 1, 5, 4}, {1, 2, 6, 5}, {2, 3, 7, 6}, {3, 0, 4, 7}}));
  EXPECT_EQ(mesh.edges.size(), 12u);
  createSubelements(mesh);
  EXPECT_EQ(mesh.quads.size(), 6u);
  EXPECT_EQ(mesh.edges.size(), 12u);
}

TEST(MeshOperations, PrismAndPyramid) {
  MeshData mesh;
  mesh.positions.resize(7);
  mesh.prisms.emplace_back(0, 1, 2, 3, 4, 5);
  createSubelements(mesh);
  EXPECT_EQ(indices(mesh.quads), (Indices{{0, 3, 4, 1}, {0, 2, 5, 3}, {1, 4, 5, 2}}));
  EXPECT_EQ(indices(mesh.triangles), (Indices{{0, 1, 2}, {4, 3, 5}}));
  MeshData other;
  other.positions.resize(5);
  other.pyramids.emplace_back(0, 1, 2, 3, 4);
  createSubelements(other);
  EXPECT_EQ(indices(other.quads), (Indices{{0, 3, 2, 1}}));
  EXPECT_EQ(indices(other.triangles), (Indices{{0, 1, 4}, {1, 2, 4}, {3, 4, 2}, {0, 4, 3}}));
}

TEST(MeshOperations, TriangulatingAppends) {
  MeshData mesh;
  mesh.positions.resize(5);
  mesh.triangles.emplace_back(0, 1, 4);
  mesh.quads.emplace_back(0, 1, 2, 3);
  triangulateQuads(mesh, false);
  EXPECT_EQ(indices(mesh.triangles), (Indices{{0, 1, 4}, {0, 1, 2}, {0, 2, 3}}));
  EXPECT_TRUE(mesh.quads.empty());
}

TEST(MeshOperations, AttachedPointsKeepTheirOrder) {
  MeshData mesh;
  for (int i = 0; i < 5; ++i) mesh.positions.emplace_back(i, 0, 0);
  mesh.triangles.emplace_back(4, 1, 3);
  mesh.polylines = {{1, 4}, {0, 1}};
  EXPECT_EQ(keepAttachedPoints(mesh), 2u);
  ASSERT_EQ(mesh.positions.size(), 3u);
  EXPECT_EQ(mesh.positions[1], Vec3(3, 0, 0));
  EXPECT_EQ(indices(mesh.triangles), (Indices{{2, 0, 1}}));
  EXPECT_EQ(indices(mesh.polylines), (Indices{{0, 2}})) << "one that lost a point is left out";
  EXPECT_EQ(keepAttachedPoints(mesh), 0u);
}

TEST(MeshOperations, NormalsAreSumsOfUnitNormals) {
  const std::vector<Vec3> points{{0, 0, 0}, {5, 0, 0}, {0, 1, 0}, {0, 0, 2}, {9, 9, 9}};
  std::vector<Vec3> normals;
  completeNormals(normals, points, {{0, 1, 2}, {0, 3, 1}}, {});  // +z and +y, of different areas
  EXPECT_TRUE(normals[0].isApprox(Vec3(0, 1, 1).normalized()));
  EXPECT_TRUE(normals[2].isApprox(Vec3(0, 0, 1)));
  EXPECT_EQ(normals[4], Vec3(0, 0, 0));
  normals = {{1, 0, 0}};
  completeNormals(normals, points, {{0, 1, 2}}, {});
  EXPECT_TRUE(normals[0].isApprox(Vec3(1, 0, 1).normalized())) << "what is there is added to";
}

}  // namespace
}  // namespace sofa::helper::mesh
