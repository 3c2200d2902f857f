// SPDX-License-Identifier: Apache-2.0
// Text formats of other programs: GiD, .trian surfaces and mass-spring files.
#include <gtest/gtest.h>

#include "MeshExpectations.h"
#include "Sofa/Helper/Mesh/GidFile.h"
#include "Sofa/Helper/Mesh/TrianFile.h"
#include "Sofa/Helper/Mesh/XspFile.h"

namespace sofa::helper::mesh {
namespace {

using ::testing::ElementsAre;
using testing::errorOf;
using testing::flat;
using ::testing::HasSubstr;
using testing::Indices;
using testing::indices;

std::string gid(const std::string& header, const std::string& elements) {
  return "# made by hand\nMESH \"name\" " + header +
         "\nCoordinates\n1 0 0\n2 1 0\n3 1 1\n4 0 1\nend coordinates\n\nElements\n" + elements + "End Elements\n";
}

TEST(GidFile, readsAPlaneMesh) {
  const auto mesh = readGid(gid("dimension 2 ElemType Quadrilateral Nnode 4", "1 1 2 3 4 5\n"), false);
  EXPECT_THAT(flat(mesh.positions), ElementsAre(0, 0, 0, 1, 0, 0, 1, 1, 0, 0, 1, 0));
  EXPECT_EQ(indices(mesh.quads), (Indices{{0, 1, 2, 3}})) << "the material is passed over";
  EXPECT_EQ(indices(readGid(gid("dimension 2 ElemType Triangle Nnode 3", "1 1 2 3\n"), true).triangles),
            (Indices{{2, 1, 0}}));
  EXPECT_EQ(indices(readGid(gid("dimension 2 ElemType Linear Nnode 2", "1 4 2\n"), false).edges), (Indices{{3, 1}}));
}

TEST(GidFile, elementsOfOneTypeDoNotLoseTheOthers) {
  const std::string first = gid("dimension 2 ElemType Octagon Nnode 3", "1 1 2 3\n2 2 3 4\n");
  const std::string empty = "\nCoordinates\nend coordinates\nElements\n";
  const auto mesh = readGid(first + "# next\nMESH dimension 3 ElemType Tetrahedra Nnode 4" + empty +
                                "1 1 2 3 4\nEnd Elements\nMESH dimension 3 ElemType Triangle Nnode 4" + empty +
                                "1 4 2 1 3\nEnd Elements\n",
                            false);
  EXPECT_THAT(mesh.errors, ElementsAre(HasSubstr("2 elements of type \"Octagon\" with 3 points are left out")));
  EXPECT_EQ(indices(mesh.tetrahedra), (Indices{{0, 1, 2, 3}}));
  EXPECT_EQ(indices(mesh.triangles), (Indices{{3, 1, 0}})) << "the corners of an element of high order";
  EXPECT_TRUE(mesh.isOfHighOrder);
}

TEST(GidFile, saysWhatIsWrong) {
  const std::string quads = "dimension 2 ElemType Quadrilateral Nnode 4";
  EXPECT_THAT(errorOf([&] { readGid("mesh", false); }), HasSubstr("instead of \"MESH\""));
  EXPECT_THAT(errorOf([&] { readGid(gid("dimension 2 ElemType Triangle Nnode 0", ""), false); }),
              HasSubstr("line 2: Nnode is 0"));
  EXPECT_THAT(errorOf([&] { readGid(gid(quads, "1 1 2 3 9\n"), false); }), HasSubstr("line 11: point 9"));
  EXPECT_THAT(errorOf([&] { readGid("MESH dimension 3 ElemType Linear Nnode 2\nCoordinates\n7 0 0 0\n", false); }),
              HasSubstr("1 expected, 7 found"));
  EXPECT_THAT(errorOf([&] { readGid("MESH dimension 3 ElemType Linear Nnode 2\nElements\n", false); }),
              HasSubstr("\"Coordinates\" should be"));
}

TEST(TrianFile, saysWhatIsWrong) {
  const std::string points = "3\n0 0 0\n1 0 0\n0 1 0\n";
  EXPECT_THAT(errorOf([&] { readTrian(points + "1\n0 1 3 -1 -1 -1\n", false); }), HasSubstr("line 6: index 3"));
  EXPECT_THAT(errorOf([&] { readTrian(points + "1\n0 1 2 -1 1 -1\n", false); }), HasSubstr("neighbour 1"));
  EXPECT_THAT(errorOf([&] { readTrian(points + "99\n", false); }), HasSubstr("99 triangles are announced"));
}

const std::string masses = "mass 1 i 0 0 0 0 0 0 1.0 0.1\nmass 2 s 0 4 0 0 0 0 1.0 0.1\n";

TEST(XspFile, springsCountFromOneAndMayTakeTheirLengthFromThePoints) {
  const auto content = readXsp("Xsp 3.0\nnumm 2 nums 2 # sizes\ngrav 0 -9.81 0\nvisc 0.1\n" + masses +
                               "lspg 1 1 2 33 1.5 0.7\nlspg 2 2 1 50 2 -1\n");
  EXPECT_THAT(flat(content.positions), ElementsAre(0, 0, 0, 0, 4, 0));
  ASSERT_EQ(content.springs.size(), 2u);
  EXPECT_EQ(content.springs[0].second, 1u);
  EXPECT_EQ(content.springs[0].restLength, 0.7);
  EXPECT_EQ(content.springs[1].stiffness, 12.5);
  EXPECT_EQ(content.springs[1].damping, 0.5);
  EXPECT_EQ(content.springs[1].restLength, 4);
}

TEST(XspFile, version4HasRestVectors) {
  const auto content = readXsp("Xsp 4.0\n" + masses + "lspg 1 1 2 33 1.5 0.7 0 0 0\nlspg 2 1 2 34 1.5 0.7 0 0 0\n");
  EXPECT_EQ(content.springs.at(1).stiffness, 34);
}

TEST(XspFile, malformedFilesAreRefusedWithTheLine) {
  for (const char* text : {"", "Xsp 5.0\n", "obj\n"})
    EXPECT_THAT(errorOf([&] { readXsp(text); }), HasSubstr("line 1: it must be \"Xsp 3.0\"")) << text;
  for (const char* text : {"lspg 1 1 2 33 1.5 0.7\n", "mass 2 i 0 0 0 0 0 0 1 1\n", "mass 1 i 0 0\n", "spring 1 2\n"})
    EXPECT_THAT(errorOf([&] { readXsp(std::string("Xsp 3.0\n") + text); }), HasSubstr("line 2: ")) << text;
}

}  // namespace
}  // namespace sofa::helper::mesh
