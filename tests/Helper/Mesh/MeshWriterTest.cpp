// SPDX-License-Identifier: Apache-2.0
#include "Sofa/Helper/Mesh/MeshWriter.h"

#include <gtest/gtest.h>

#include <cstring>

#include "MeshExpectations.h"
#include "Sofa/Helper/Mesh/GmshFile.h"
#include "Sofa/Helper/Mesh/ObjFile.h"
#include "Sofa/Helper/Mesh/VtkFile.h"
#include "Sofa/Helper/Mesh/VtkXmlWriter.h"

namespace sofa::helper::mesh {
namespace {

using ::testing::ElementsAre;
using testing::flat;
using testing::indices;

/// One element of every kind, with coordinates that need all digits.
class MeshWriterTest : public ::testing::Test {
 protected:
  MeshWriterTest() {
    for (int i = 0; i < 8; ++i) m_points.emplace_back(i & 1, i / 2 & 1, (i / 4) / 3.0);
    m_view.points = m_points;
    m_view.edges = m_edges;
    m_view.triangles = m_triangles;
    m_view.quads = m_quads;
    m_view.tetrahedra = m_tetrahedra;
    m_view.hexahedra = m_hexahedra;
    m_view.pointFields.push_back({"heat", 1, false, {0, 1, 2, 3, 4, 5, 6, 0.1}});
    m_view.cellFields.push_back({"pair", 2, true, {0, 1, 2, 3, 4, 5, 6, 7, 8, -9}});
  }

  void expectSame(const MeshData& mesh) const {
    EXPECT_EQ(flat(mesh.positions), flat(m_points));
    EXPECT_EQ(indices(mesh.edges), indices(m_edges));
    EXPECT_EQ(indices(mesh.triangles), indices(m_triangles));
    EXPECT_EQ(indices(mesh.quads), indices(m_quads));
    EXPECT_EQ(indices(mesh.tetrahedra), indices(m_tetrahedra));
    EXPECT_EQ(indices(mesh.hexahedra), indices(m_hexahedra));
  }

  void expectFields(const VtkMesh& mesh) const {
    ASSERT_EQ(mesh.pointData.size(), 1u);
    EXPECT_EQ(mesh.pointData[0].name, "heat");
    EXPECT_EQ(mesh.pointData[0].values, m_view.pointFields[0].values);
    ASSERT_EQ(mesh.cellData.size(), 1u);
    EXPECT_EQ(mesh.cellData[0].components, 2u);
    EXPECT_TRUE(mesh.cellData[0].integral);
    EXPECT_EQ(mesh.cellData[0].values, m_view.cellFields[0].values);
  }

  std::vector<type::Vec3> m_points;
  std::vector<type::Edge> m_edges{type::Edge(6, 1)};
  std::vector<type::Triangle> m_triangles{type::Triangle(0, 1, 2)};
  std::vector<type::Quad> m_quads{type::Quad(0, 1, 3, 2)};
  std::vector<type::Tetrahedron> m_tetrahedra{type::Tetrahedron(0, 1, 2, 4)};
  std::vector<type::Hexahedron> m_hexahedra{type::Hexahedron(0, 1, 3, 2, 4, 5, 7, 6)};
  MeshView m_view;
};

TEST_F(MeshWriterTest, BinaryVtkFilesAreReadBackToTheBit) {
  m_view.pointFields.push_back({.name = "a <\"normal\">",
                                .components = 3,
                                .values = std::vector<double>(24, 0.5),
                                .role = FieldView::Role::normals});
  const auto grid = readVtk(vtuBytes(m_view), {});
  expectSame(grid);
  expectFields(grid);
  EXPECT_EQ(flat(grid.normals), std::vector<double>(24, 0.5));
  const auto surface = readVtk(vtpBytes(m_view), {});
  EXPECT_EQ(flat(surface.positions), flat(m_points));
  EXPECT_EQ(indices(surface.edges), indices(m_edges));
  EXPECT_EQ(indices(surface.triangles), indices(m_triangles));
  EXPECT_EQ(indices(surface.quads), indices(m_quads));
}

TEST_F(MeshWriterTest, ArraysOfBinaryFilesLieBehindTheirSizes) {
  const std::string file = vtuBytes({.points = std::span(m_points).first(1), .pointsAreCells = true});
  const auto mark = file.find('_', file.find("<AppendedData encoding=\"raw\">"));
  ASSERT_NE(mark, std::string::npos);
  // One point (24 bytes), its node number and the end of its cell (8 bytes each), its type (1 byte).
  std::size_t at = mark + 1;
  for (const std::uint64_t expected : {24, 8, 8, 1}) {
    std::uint64_t size = 0;
    ASSERT_LE(at + sizeof(size), file.size());
    std::memcpy(&size, file.data() + at, sizeof(size));
    EXPECT_EQ(size, expected);
    at += sizeof(size) + expected;
  }
  EXPECT_EQ(file[at - 1], 1) << "VTK_VERTEX";
  EXPECT_EQ(file.substr(at), "\n</AppendedData>\n</VTKFile>\n");
  EXPECT_NE(file.find("header_type=\"UInt64\""), std::string::npos);
  EXPECT_NE(file.find("Name=\"types\" NumberOfComponents=\"1\" format=\"appended\" offset=\"64\""), std::string::npos);
}

TEST_F(MeshWriterTest, TheReadersReadWhatIsWritten) {
  const VtkMesh xml = readVtk(vtuText(m_view, 17), {}), legacy = readVtk(vtkText(m_view, 17), {});
  expectSame(xml);
  expectFields(xml);
  expectSame(legacy);
  expectFields(legacy);
  expectSame(readGmsh(gmshText(m_view, 17)));
}

TEST_F(MeshWriterTest, NamesMayHoldMarkup) {
  m_view.pointFields[0].name = "a<b & \"c\"";
  EXPECT_EQ(readVtk(vtuText(m_view, 6), {}).pointData[0].name, "a<b & \"c\"");
}

TEST_F(MeshWriterTest, ObjHoldsTrianglesElseQuads) {
  const auto mesh = readObj(objText(m_view, 17), {});
  EXPECT_EQ(flat(mesh.positions), flat(m_points));
  EXPECT_EQ(indices(mesh.triangles), indices(m_triangles));
  EXPECT_TRUE(mesh.quads.empty());
  m_view.triangles = {};
  EXPECT_EQ(indices(readObj(objText(m_view, 17), {}).quads), indices(m_quads));
}

// The tetrahedron 0 1 2 4 has a positive volume, so TetGen gets it turned.
TEST_F(MeshWriterTest, WritesTetgenAndNetgen) {
  EXPECT_EQ(tetgenEleText(m_view), "1 4 0\n0 1 0 2 4\n");
  EXPECT_EQ(tetgenFaceText(m_view), "1 0\n0 0 1 2\n");
  m_view.points = std::span(m_points).first(2);
  EXPECT_EQ(tetgenNodeText(m_view, 6), "2 3 0 0\n0 0 0 0\n1 1 0 0\n");
  EXPECT_EQ(netgenText(m_view, 6), "2\n0 0 0\n1 0 0\n1\n1 1 2 3 5\n1\n1 1 2 3\n");
}

TEST_F(MeshWriterTest, CountsTheCellsOfTheHighestDimension) {
  EXPECT_EQ(m_view.topCellCount(), 2u);
  m_view.tetrahedra = {};
  m_view.hexahedra = {};
  m_view.quads = {};
  EXPECT_EQ(m_view.topCellCount(), 1u);
}

}  // namespace
}  // namespace sofa::helper::mesh
