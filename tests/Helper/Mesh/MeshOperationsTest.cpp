#include "Sofa/Helper/Mesh/MeshOperations.h"

#include "Helper/Mesh/MeshMatchers.h"
#include "Sofa/Helper/Mesh/GmshFile.h"
#include "Sofa/Helper/Mesh/MeshWriter.h"
#include "Sofa/Helper/Mesh/ObjFile.h"
#include "Sofa/Helper/Mesh/VtkFile.h"

namespace sofa::helper::mesh {
namespace {

using testing::HasSubstr;
using tests::Elements;
using tests::plain;
using type::Vec3;

TEST(MeshOperations, OneTetrahedronHasFourFacesAndSixEdges) {
  MeshData mesh;
  mesh.positions.resize(4);
  mesh.tetrahedra.emplace_back(0, 1, 2, 3);
  createSubelements(mesh);
  EXPECT_EQ(plain(mesh.triangles), (Elements{{0, 2, 1}, {0, 1, 3}, {0, 3, 2}, {1, 2, 3}}));
  EXPECT_EQ(plain(mesh.edges), (Elements{{2, 1}, {1, 0}, {0, 2}, {1, 3}, {3, 0}, {3, 2}}));
}

TEST(MeshOperations, WhatIsThereIsNotRepeated) {
  MeshData mesh;
  mesh.positions.resize(8);
  mesh.hexahedra.emplace_back(0, 1, 2, 3, 4, 5, 6, 7);
  mesh.quads.emplace_back(2, 3, 0, 1);
  mesh.edges.emplace_back(6, 7);
  createSubelements(mesh);
  EXPECT_EQ(plain(mesh.quads),
            (Elements{{2, 3, 0, 1}, {4, 5, 6, 7}, {0, 1, 5, 4}, {1, 2, 6, 5}, {2, 3, 7, 6}, {3, 0, 4, 7}}));
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
  EXPECT_EQ(plain(mesh.quads), (Elements{{0, 3, 4, 1}, {0, 2, 5, 3}, {1, 4, 5, 2}}));
  EXPECT_EQ(plain(mesh.triangles), (Elements{{0, 1, 2}, {4, 3, 5}}));
  MeshData other;
  other.positions.resize(5);
  other.pyramids.emplace_back(0, 1, 2, 3, 4);
  createSubelements(other);
  EXPECT_EQ(plain(other.quads), (Elements{{0, 3, 2, 1}}));
  EXPECT_EQ(plain(other.triangles), (Elements{{0, 1, 4}, {1, 2, 4}, {3, 4, 2}, {0, 4, 3}}));
}

TEST(MeshOperations, TriangulatingAppends) {
  MeshData mesh;
  mesh.positions.resize(5);
  mesh.triangles.emplace_back(0, 1, 4);
  mesh.quads.emplace_back(0, 1, 2, 3);
  triangulateQuads(mesh, false);
  EXPECT_EQ(plain(mesh.triangles), (Elements{{0, 1, 4}, {0, 1, 2}, {0, 2, 3}}));
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
  EXPECT_EQ(plain(mesh.triangles), (Elements{{2, 0, 1}}));
  EXPECT_EQ(plain(mesh.polylines), (Elements{{0, 2}})) << "one that lost a point is left out";
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

class MeshWriterTest : public testing::Test {
 protected:
  const std::vector<Vec3> points{{0, 0, 0},       {1, 0, 0}, {0, 1, 0}, {0, 0, 1},
                                 {1.0 / 3, 1, 1}, {1, 1, 0}, {1, 1, 1}, {0, 1, 1}};
  const std::vector<type::Edge> edges{{0, 1}};
  const std::vector<type::Triangle> triangles{{0, 1, 2}};
  const std::vector<type::Quad> quads{{0, 1, 5, 2}};
  const std::vector<type::Tetrahedron> tetrahedra{{0, 1, 2, 3}};
  const std::vector<type::Hexahedron> hexahedra{{0, 1, 2, 3, 4, 5, 6, 7}};
  MeshView mesh{points, edges, triangles, quads, tetrahedra, hexahedra, {}, {}};

  void expectAllCells(const MeshData& read) const {
    EXPECT_EQ(plain(read.edges), plain(edges));
    EXPECT_EQ(plain(read.triangles), plain(triangles));
    EXPECT_EQ(plain(read.quads), plain(quads));
    EXPECT_EQ(plain(read.tetrahedra), plain(tetrahedra));
    EXPECT_EQ(plain(read.hexahedra), plain(hexahedra));
    ASSERT_EQ(read.positions.size(), points.size());
    EXPECT_NEAR(read.positions[4].x(), 1.0 / 3, 1e-9);
  }
};

TEST_F(MeshWriterTest, WhatIsWrittenReadsBack) {
  mesh.pointFields.push_back({"a<b", 2, true, {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16}});
  mesh.cellFields.push_back({"heat", 1, false, {0.5, 1, 2, 3, 4}});
  for (const auto& text : {vtuText(mesh, 9), vtkText(mesh, 9)}) {
    const auto read = readVtk(text, {});
    expectAllCells(read);
    ASSERT_EQ(read.pointData.size(), 1u);
    EXPECT_EQ(read.pointData[0].name, "a<b");
    EXPECT_EQ(read.pointData[0].values, mesh.pointFields[0].values);
    ASSERT_EQ(read.cellData.size(), 1u);
    EXPECT_EQ(read.cellData[0].values, mesh.cellFields[0].values);
  }
  expectAllCells(readGmsh(gmshText(mesh, 10)));
}

TEST_F(MeshWriterTest, ObjHoldsTrianglesElseQuads) {
  EXPECT_EQ(plain(readObj(objText(mesh, 9), {}).triangles), (Elements{{0, 1, 2}}));
  mesh.triangles = {};
  EXPECT_EQ(plain(readObj(objText(mesh, 9), {}).quads), (Elements{{0, 1, 5, 2}}));
}

TEST_F(MeshWriterTest, TetgenAndNetgen) {
  EXPECT_THAT(tetgenNodeText(mesh, 9), HasSubstr("8 3 0 0\n0 0 0 0\n1 1 0 0\n"));
  EXPECT_EQ(tetgenEleText(mesh), "1 4 0\n0 1 0 2 3\n") << "turned: its volume is positive";
  EXPECT_EQ(tetgenFaceText(mesh), "1 0\n0 0 1 2\n");
  EXPECT_THAT(netgenText(mesh, 9), testing::EndsWith("1\n1 1 2 3 4\n1\n1 1 2 3\n"));
}

}  // namespace
}  // namespace sofa::helper::mesh
