// SPDX-License-Identifier: Apache-2.0
#include "Sofa/Helper/Mesh/GmshFile.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "BinaryGmsh.h"
#include "MeshExpectations.h"
#include "Sofa/Helper/Mesh/GmshTypes.h"

namespace sofa::helper::mesh {
namespace {

using testing::binary2;
using testing::binary4;
using testing::binary40;
using testing::Bytes;
using ::testing::ElementsAre;
using testing::errorOf;
using testing::flat;
using ::testing::HasSubstr;
using testing::Indices;
using testing::indices;
using ::testing::IsEmpty;
using ::testing::SizeIs;
using Group = type::PrimitiveGroup;

const std::string header2 = "$MeshFormat\n2.2 0 8\n$EndMeshFormat\n";
const std::string nodes4 = "$Nodes\n4\n10 0 0 0\n20 1 0 0\n5 0 1 0\n7 0 0 1\n$EndNodes\n";

TEST(GmshFile, ReadsFormat1) {
  const auto mesh = readGmsh(
      "$NOD\n4\n1 0 0 0\n2 1.5 0 0\n3 0 1 0\n4 0 0 -1\n$ENDNOD\n$ELM\n3\n1 1 7 8 2 2 1\n2 2 7 8 3 1 2 3\n"
      "3 4 7 8 4 1 2 3 4\n$ENDELM\n");
  EXPECT_THAT(flat(mesh.positions), ElementsAre(0, 0, 0, 1.5, 0, 0, 0, 1, 0, 0, 0, -1));
  EXPECT_EQ(indices(mesh.edges), (Indices{{1, 0}}));
  EXPECT_EQ(indices(mesh.triangles), (Indices{{0, 1, 2}}));
  EXPECT_EQ(indices(mesh.tetrahedra), (Indices{{0, 1, 2, 3}}));
}

// Nodes are numbered as they come, whatever their ids; the last tag is the group; points are passed over.
TEST(GmshFile, ReadsFormat2) {
  const auto mesh = readGmsh(header2 + "$PhysicalNames\n0\n$EndPhysicalNames\n" + nodes4 +
                             "$Elements\n5\n1 15 2 1 1 10\n2 2 2 1 6 10 20 5\n3 2 2 1 6 7 5 20\n4 2 3 1 2 9 5 10 7\n"
                             "5 3 2 1 1 10 20 5 7\n$EndElements\n");
  EXPECT_EQ(indices(mesh.triangles), (Indices{{0, 1, 2}, {3, 2, 1}, {2, 0, 3}}));
  EXPECT_THAT(mesh.trianglesGroups, ElementsAre(Group{"6", "6", -1, 0, 2}, Group{"9", "9", -1, 2, 1}));
  EXPECT_EQ(indices(mesh.quads), (Indices{{0, 1, 2, 3}}));
  EXPECT_THAT(mesh.quadsGroups, IsEmpty());
  EXPECT_THAT(mesh.warnings, IsEmpty());
}

TEST(GmshFile, ReadsQuadraticElements) {
  const std::string nodes = "$Nodes\n6\n1 0 0 0\n2 2 0 0\n3 0 2 0\n4 1 0 0\n5 1 1 0\n6 0 1 0\n$EndNodes\n";
  const auto mesh = readGmsh(header2 + nodes + "$Elements\n2\n1 9 2 1 1 1 2 3 4 5 6\n2 8 2 1 1 2 1 4\n$EndElements\n");
  EXPECT_EQ(indices(mesh.triangles), (Indices{{0, 1, 2}}));
  EXPECT_EQ(indices(mesh.edges), (Indices{{0, 1}, {1, 2}, {0, 2}, {0, 1}}));  // format 2 does not share edges
  EXPECT_EQ(indices(mesh.highOrderEdgePositions), (Indices{{3, 0, 1, 1}, {4, 1, 1, 1}, {5, 2, 1, 1}, {3, 3, 1, 1}}));
}

TEST(GmshFile, ReadsFormat4) {
  const auto mesh = readGmsh(
      "$MeshFormat\n4.1 0 8\n$EndMeshFormat\n$Nodes\n2 4 1 4\n2 1 0 3\n1\n2\n3\n0 0 0\n1 0 0\n0 1 0\n3 1 0 1\n4\n0 0 "
      "1\n"
      "$EndNodes\n$Elements\n2 2 1 2\n2 5 2 1\n1 1 2 3\n3 6 4 1\n2 4 3 2 1\n$EndElements\n");
  EXPECT_THAT(flat(mesh.positions), ElementsAre(0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1));
  EXPECT_EQ(indices(mesh.triangles), (Indices{{0, 1, 2}}));
  EXPECT_EQ(indices(mesh.tetrahedra), (Indices{{3, 2, 1, 0}}));
  EXPECT_THAT(mesh.trianglesGroups, ElementsAre(Group{"5", "5", -1, 0, 1}));
}

TEST(GmshFile, ReadsFormat40) {
  const auto mesh = readGmsh(
      "$MeshFormat\n4 0 8\n$EndMeshFormat\n$Nodes\n2 4\n1 2 1 3\n7 0 0 0 9 9\n2 1 0 0 9 9\n3 0 1 0 9 9\n1 3 0 1\n4 0 0 "
      "1\n"
      "$EndNodes\n$Elements\n2 2\n5 2 2 1\n1 7 2 3\n6 3 4 1\n2 4 3 2 7\n$EndElements\n");
  EXPECT_THAT(flat(mesh.positions), ElementsAre(0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1));
  EXPECT_EQ(indices(mesh.triangles), (Indices{{0, 1, 2}}));
  EXPECT_EQ(indices(mesh.tetrahedra), (Indices{{3, 2, 1, 0}}));
  EXPECT_THAT(mesh.trianglesGroups, ElementsAre(Group{"5", "5", -1, 0, 1}));
}

TEST(GmshFile, ReadsPrismsAndPyramids) {
  const auto mesh = readGmsh(header2 +
                             "$Nodes\n6\n1 0 0 0\n2 1 0 0\n3 0 1 0\n4 0 0 1\n5 1 0 1\n6 0 1 1\n$EndNodes\n"
                             "$Elements\n2\n1 6 2 1 1 1 2 3 4 5 6\n2 7 2 1 1 1 2 5 4 3\n$EndElements\n");
  EXPECT_EQ(indices(mesh.prisms), (Indices{{0, 1, 2, 3, 4, 5}}));
  EXPECT_EQ(indices(mesh.pyramids), (Indices{{0, 1, 4, 3, 2}}));
  EXPECT_THAT(mesh.warnings, IsEmpty());
}

// Whatever type of elements stands behind it, or before it in a text, a tetrahedron is read, in every format.
TEST(GmshFile, ElementsOfOneTypeDoNotLoseTheOthers) {
  std::string points, more;
  for (int i = 1; i <= 125; ++i) points += fmt::format("{0} {0} {1} {2}\n", i, i % 5, i % 7);
  for (int i = 1; i <= 125; ++i) more += fmt::format(" {}", i);
  const auto check = [](const MeshData& mesh, int type) {
    const auto tetrahedra = indices(mesh.tetrahedra);
    EXPECT_TRUE(std::ranges::count(tetrahedra, std::vector<type::Index>{0, 1, 2, 3}) > 0) << type;
  };
  for (int type = 1; type <= 140; ++type) {
    if (type == 4) continue;
    const auto* known = findGmshType(type);
    std::string nodes;
    for (std::size_t i = 1; i <= (known ? known->nodes : 9); ++i) nodes += fmt::format(" {}", i);
    check(readGmsh(header2 + "$Nodes\n125\n" + points + "$EndNodes\n$Elements\n2\n" +
                   fmt::format("1 {} 2 1 1{}\n2 4 2 1 1 1 2 3 4\n$EndElements\n", type, nodes)),
          type);
    check(readGmsh(
              "$MeshFormat\n4.0 0 8\n$EndMeshFormat\n$Nodes\n1 125\n1 3 0 125\n" + points +
              fmt::format("$EndNodes\n$Elements\n2 2\n1 3 {} 1\n1{}\n2 3 4 1\n2 1 2 3 4\n$EndElements\n", type, nodes)),
          type);
    Bytes binary;
    binary.text("$MeshFormat\n2.2 1 8\n").add<int>(1).text("\n$EndMeshFormat\n$Nodes\n4\n");
    for (int i = 1; i <= 4; ++i) binary.add<int>(i).add<double>(i == 1, i == 2, i == 3);
    binary.text("\n$EndNodes\n$Elements\n2\n").add<int>(4, 1, 0).add<int>(1, 1, 2, 3, 4).add<int>(type, 1, 0, 2);
    for (std::size_t i = 0; i < (known ? known->nodes : 9); ++i) binary.add<int>(static_cast<int>(i) % 4 + 1);
    const auto mesh = readGmsh(binary.text("\n$EndElements\n").str());
    check(mesh, type);
    EXPECT_EQ(mesh.errors.size(), known ? 0u : 1u) << type;
  }
}

TEST(GmshFile, TellsWhatItLeavesOut) {
  const auto mesh =
      readGmsh(header2 + nodes4 + "$Elements\n2\n1 99 2 1 1 10 20 5 7 10\n2 1 2 1 1 20 99\n$EndElements\n");
  EXPECT_EQ(indices(mesh.edges), (Indices{{1, 0}}));  // an unknown node is the first one
  ASSERT_THAT(mesh.warnings, SizeIs(2));
  EXPECT_THAT(mesh.warnings[0], HasSubstr("type 99"));
  EXPECT_THAT(mesh.warnings[1], HasSubstr("99"));
}

TEST(GmshFile, NamesTheLineOfWhatIsWrong) {
  const auto error = [](const std::string& text) { return errorOf([&] { readGmsh(text); }); };
  EXPECT_THAT(error(""), HasSubstr("line 1"));
  EXPECT_THAT(error("solid\n"), HasSubstr("line 1: \"solid\""));
  EXPECT_THAT(error("$MeshFormat\n1e300 0 8\n"), HasSubstr("is not known"));
  EXPECT_THAT(error(header2), HasSubstr("ends without $Nodes"));
  EXPECT_THAT(error(header2 + "$Nodes\n1000000000\n"), HasSubstr("line 5: 1000000000 nodes are announced"));
  EXPECT_THAT(error(header2 + "$Nodes\n-1\n"), HasSubstr("line 5: the number of nodes is -1"));
  EXPECT_THAT(error(header2 + "$Nodes\n1\n1 0 x 0\n$EndNodes\n"), HasSubstr("line 6: \"x\""));
  EXPECT_THAT(error(header2 + nodes4 + "$Elements\n1\n1 2 2 1 1 10"), HasSubstr("line 13: the file ends"));
}

TEST(GmshFile, ReadsBinaryFilesOfBothOrdersOfBytes) {
  for (const auto order : {std::endian::native, testing::otherOrder})
    for (const auto& file : {binary2(order), binary4(order), binary40(order)}) {
      const auto mesh = readGmsh(file);
      EXPECT_THAT(flat(mesh.positions), ElementsAre(0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 0.5));
      EXPECT_EQ(indices(mesh.triangles), (Indices{{0, 1, 2}, {3, 2, 1}}));
      EXPECT_THAT(mesh.trianglesGroups, ElementsAre(Group{"6", "6", -1, 0, 1}, Group{"9", "9", -1, 1, 1}));
      EXPECT_EQ(indices(mesh.tetrahedra), (Indices{{0, 1, 2, 3}}));
      EXPECT_THAT(mesh.warnings, IsEmpty());
    }
}

TEST(GmshFile, BinaryFilesMayEndAnywhere) {
  constexpr auto order = std::endian::native;
  for (const std::string& file : {binary2(order), binary4(order), binary40(order)}) {
    const std::size_t needed = file.find("$EndElements") + std::string("$EndElements").size();
    for (std::size_t size = 0; size < needed; ++size)
      EXPECT_NE(errorOf([&] { readGmsh(file.substr(0, size)); }), "") << size;
    EXPECT_EQ(errorOf([&] { readGmsh(file.substr(0, needed)); }), "");
  }
}

TEST(GmshFile, TellsWhatIsWrongWithBinaryFiles) {
  const auto error = [](const Bytes& file) { return errorOf([&] { readGmsh(file.str()); }); };
  EXPECT_THAT(error(Bytes().text("$MeshFormat\n2.2 1 4\n")), HasSubstr("reals of 4 bytes"));
  EXPECT_THAT(error(Bytes().text("$MeshFormat\n2.2 1 8\n").add<int>(7)), HasSubstr("order of bytes is not 1"));
  const std::string begin4 = "\n$EndMeshFormat\n$Nodes\n";
  const auto nodes = [&](std::uint64_t count) {
    return Bytes().text("$MeshFormat\n4.1 1 8\n").add<int>(1).text(begin4).add<std::uint64_t>(1, count, 1, 1);
  };
  EXPECT_THAT(error(nodes(1'000'000'000)), HasSubstr("1000000000 nodes are announced"));
  EXPECT_THAT(error(nodes(~std::uint64_t{0})), HasSubstr("nodes is 18446744073709551615"));
}

}  // namespace
}  // namespace sofa::helper::mesh
