#include "Sofa/Helper/Mesh/GmshFile.h"

#include "Helper/Mesh/MeshMatchers.h"

namespace sofa::helper::mesh {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using tests::Elements;
using tests::plain;
using tests::refusal;

std::string format2(const std::string& elements) {
  return "$MeshFormat\n2.2 0 8\n$EndMeshFormat\n$PhysicalNames\n0\n$EndPhysicalNames\n$Nodes\n4\n10 0 0 0\n30 1 0 "
         "0\n20 0 1 0\n"
         "7 0 0 1\n$EndNodes\n$Elements\n" +
         elements + "$EndElements\n";
}

std::string format4(const std::string& elements) {
  return "$MeshFormat\n4.1 0 8\n$EndMeshFormat\n$Nodes\n2 4 1 4\n0 1 0 1\n1\n0 0 0\n3 1 0 3\n2\n3\n4\n1 0 0\n0 1 0\n0 "
         "0 1\n$EndNodes\n"
         "$Elements\n" +
         elements + "$EndElements\n";
}

TEST(GmshFile, Format1) {
  const auto mesh = readGmsh(
      "$NOD\n4\n1 0 0 0\n2 1 0 0\n3 0 1 0\n4 0 0 1\n$ENDNOD\n$ELM\n2\n1 4 7 8 4 1 2 3 4\n2 1 7 9 2 4 1\n$ENDELM\n");
  EXPECT_EQ(mesh.positions.size(), 4u);
  EXPECT_EQ(plain(mesh.tetrahedra), (Elements{{0, 1, 2, 3}}));
  EXPECT_EQ(plain(mesh.edges), (Elements{{3, 0}}));
}

TEST(GmshFile, NodeNumbersNeedNotBeContiguous) {
  const auto mesh = readGmsh(format2("1\n1 2 2 0 1 7 20 30\n"));
  EXPECT_EQ(plain(mesh.triangles), (Elements{{3, 2, 1}}));
}

TEST(GmshFile, GroupIsTheLastTagAndUnknownTypesAreSkipped) {
  const auto mesh = readGmsh(format2(
      "5\n1 2 2 5 11 10 30 20\n2 2 2 5 11 10 20 7\n3 2 3 5 11 12 10 7 30\n4 15 2 0 1 10\n5 93 2 0 1 1 2 3 4 5\n"));
  ASSERT_EQ(mesh.trianglesGroups.size(), 2u);
  EXPECT_EQ(mesh.trianglesGroups[0], (type::PrimitiveGroup{"11", "11", -1, 0, 2}));
  EXPECT_EQ(mesh.trianglesGroups[1], (type::PrimitiveGroup{"12", "12", -1, 2, 1}));
  EXPECT_THAT(mesh.warnings, ElementsAre(HasSubstr("1 elements of type 93"))) << "points are left out silently";
}

TEST(GmshFile, UnknownNodesAreTheFirstOneWithAWarning) {
  const auto mesh = readGmsh(format2("1\n1 2 2 0 1 10 30 99\n"));
  EXPECT_EQ(plain(mesh.triangles), (Elements{{0, 1, 0}}));
  EXPECT_THAT(mesh.warnings, ElementsAre(HasSubstr("such as 99")));
}

TEST(GmshFile, QuadraticTriangleGivesItsEdgesWithMidNodes) {
  const std::string nodes =
      "$MeshFormat\n2 0 8\n$EndMeshFormat\n$Nodes\n6\n1 0 0 0\n2 2 0 0\n3 0 2 0\n4 1 0 0\n5 1 1 0\n6 0 1 "
      "0\n$EndNodes\n";
  const auto mesh = readGmsh(nodes + "$Elements\n1\n1 9 2 0 1 2 1 3 4 6 5\n$EndElements\n");
  EXPECT_EQ(plain(mesh.triangles), (Elements{{1, 0, 2}}));
  EXPECT_EQ(plain(mesh.edges), (Elements{{0, 1}, {0, 2}, {1, 2}})) << "ends sorted";
  EXPECT_EQ(plain(mesh.highOrderEdgePositions), (Elements{{3, 0, 1, 1}, {5, 1, 1, 1}, {4, 2, 1, 1}}));
}

TEST(GmshFile, Format4HasBlocks) {
  const auto mesh = readGmsh(format4("2 3 1 3\n2 1 2 1\n1 1 3 2\n3 5 4 2\n2 1 2 3 4\n3 2 1 3 4\n"));
  EXPECT_EQ(mesh.positions[3], type::Vec3(0, 0, 1));
  EXPECT_EQ(plain(mesh.triangles), (Elements{{0, 2, 1}}));
  EXPECT_EQ(plain(mesh.tetrahedra), (Elements{{0, 1, 2, 3}, {1, 0, 2, 3}}));
}

TEST(GmshFile, BadFilesAreNamed) {
  EXPECT_THAT(refusal([] { readGmsh("solid x\n"); }),
              HasSubstr("line 1: \"solid x\" is not the first line of a Gmsh file"));
  EXPECT_THAT(refusal([] { readGmsh("$MeshFormat\n2.2 1 8\n"); }), HasSubstr("binary"));
  EXPECT_THAT(refusal([] { readGmsh("$MeshFormat\n2.2 0 8\n$EndMeshFormat\n"); }), HasSubstr("without $Nodes"));
  EXPECT_THAT(refusal([] { readGmsh("$NOD\n99999999999\n"); }), HasSubstr("line 2: 99999999999 nodes are announced"));
  EXPECT_THAT(refusal([] { readGmsh("$NOD\n2\n1 0 0 0\n2 x 0 0\n$ENDNOD\n"); }),
              HasSubstr("line 4: \"x\" stands where a coordinate"));
  EXPECT_THAT(refusal([] { readGmsh(format2("1\n1 2 2 0 1 10 30")); }),
              HasSubstr("\"$EndElements\" stands where a node"));
  EXPECT_THAT(refusal([] { readGmsh(format4("1 1 1 1\n2 1 2 1\n1 1 3 9\n")); }), HasSubstr("no node 9"));
  EXPECT_THAT(refusal([] { readGmsh(format4("1 1 1 1\n2 1 77 1\n1 1 3 2\n")); }), HasSubstr("type 77"));
}

}  // namespace
}  // namespace sofa::helper::mesh
