// SPDX-License-Identifier: Apache-2.0
#include "Sofa/Helper/Mesh/ObjFile.h"

#include <gtest/gtest.h>

#include <cmath>

#include "MeshExpectations.h"

namespace sofa::helper::mesh {
namespace {

using ::testing::AllOf;
using ::testing::ElementsAre;
using testing::errorOf;
using testing::flat;
using ::testing::HasSubstr;
using testing::Indices;
using testing::indices;
using ::testing::IsEmpty;

constexpr const char* square = "v 0 0 0\nv 1 0 0\nv 1 1 0\nv 0 1 0\n";

TEST(ObjFile, SortsFacesByTheirNumberOfCorners) {
  const auto mesh =
      readObj(std::string("# square\n") + square + "v 2 0.5 -3e-1\nf 1 2 3\nf 1 2 3 4\nf 1 2 5 3 4\nl 4 1\n", {});
  EXPECT_THAT(flat(mesh.positions), ElementsAre(0, 0, 0, 1, 0, 0, 1, 1, 0, 0, 1, 0, 2, 0.5, -0.3));
  EXPECT_EQ(indices(mesh.triangles), (Indices{{0, 1, 2}, {0, 1, 4}, {0, 4, 2}, {0, 2, 3}}));
  EXPECT_EQ(indices(mesh.quads), (Indices{{0, 1, 2, 3}}));
  EXPECT_EQ(indices(mesh.edges), (Indices{{0, 3}}));  // the smaller index first
}

TEST(ObjFile, CountsNegativeIndicesBackwards) {
  const auto mesh = readObj(std::string(square) + "f -4 -3 -2\nv 5 5 5\nf -1 -2 1\n", {});
  EXPECT_EQ(indices(mesh.triangles), (Indices{{0, 1, 2}, {4, 3, 0}}));
}

TEST(ObjFile, MissingCoordinatesOfAVertexAreZero) {
  EXPECT_THAT(flat(readObj("v 1 2\nv 3\nv 4 5 6 0.5\n", {}).positions), ElementsAre(1, 2, 0, 3, 0, 0, 4, 5, 6));
}

TEST(ObjFile, ReadsWindowsLineEndsAndAFileWithoutALastOne) {
  const auto mesh = readObj("v 0 0 0\r\nv 1 0 0\r\nv 0 1 0\r\nf 1 2 3", {});
  EXPECT_EQ(indices(mesh.triangles), (Indices{{0, 1, 2}}));
}

TEST(ObjFile, TurnsAndTriangulatesAsAsked) {
  const std::string text = std::string(square) + "f 1 2 3 4\nf 1 2 3\n";
  EXPECT_EQ(indices(readObj(text, {.flip = true}).quads), (Indices{{3, 2, 1, 0}}));
  EXPECT_EQ(indices(readObj(text, {.flip = true}).triangles), (Indices{{2, 1, 0}}));
  const auto mesh = readObj(text, {.triangulate = true});
  EXPECT_EQ(indices(mesh.triangles), (Indices{{0, 1, 2}, {0, 2, 3}, {0, 1, 2}}));
  EXPECT_THAT(mesh.quads, IsEmpty());
}

TEST(ObjFile, KeepsGroupsPerKindOfElement) {
  auto mesh = readObj(std::string("mtllib some colors.mtl\n") + square +
                          "f 1 2 3\ng left side\nf 1 3 4\nf 1 2 3 4\nusemtl red\nf 2 3 4\n",
                      {});
  using Group = type::PrimitiveGroup;
  EXPECT_THAT(mesh.materialLibraries, ElementsAre("some colors.mtl"));
  EXPECT_THAT(mesh.trianglesGroups, ElementsAre(Group{"Default_Group", "", -1, 0, 1}, Group{"left side", "", -1, 1, 1},
                                                Group{"left side", "red", -1, 2, 1}));
  EXPECT_THAT(mesh.quadsGroups, ElementsAre(Group{"left side", "", -1, 0, 1}));
  resolveMaterials(mesh, readObjMaterials("newmtl blue\nnewmtl red\n"));
  EXPECT_EQ(mesh.trianglesGroups[2].materialId, 1);
  EXPECT_EQ(mesh.trianglesGroups[1].materialId, -1);
}

// A square of two triangles whose texture coordinates differ along the common edge.
TEST(ObjFile, SplitsPointsAtSeams) {
  const std::string text = std::string(square) + "vt 0.25 0\nvt 0.75 1\nf 1/1 2/1 3/1\nf 1/2 3/2 4/2\n";
  const auto mesh = readObj(text, {.splitSeams = true});
  EXPECT_THAT(flat(mesh.positions), ElementsAre(0, 0, 0, 0, 0, 0, 1, 0, 0, 1, 1, 0, 1, 1, 0, 0, 1, 0));
  EXPECT_THAT(mesh.pointOrigins, ElementsAre(0, 0, 1, 2, 2, 3));
  EXPECT_EQ(indices(mesh.triangles), (Indices{{0, 2, 3}, {1, 4, 5}}));
  ASSERT_EQ(mesh.texcoords.size(), 6u);
  EXPECT_EQ(mesh.texcoords[4], type::Vec2(0.75, 1));
  EXPECT_THAT(flat(readObj(text, {}).positions), ::testing::SizeIs(12));
}

TEST(ObjFile, DropsUnusedPointsOnlyWithSeams) {
  const std::string text = std::string("v 9 9 9\n") + square + "f 2 3 4\n";
  EXPECT_EQ(readObj(text, {}).positions.size(), 5u);
  const auto mesh = readObj(text, {.splitSeams = true});
  EXPECT_THAT(flat(mesh.positions), ElementsAre(0, 0, 0, 1, 0, 0, 1, 1, 0));
  EXPECT_THAT(mesh.pointOrigins, ElementsAre(1, 2, 3));
}

// Point 1 names the normals x and y: their mean. Its texture coordinate (0.5, 0) gives way to (0, 0.5), since the
// change (-0.5, 0.5) has a positive product with (-1, 1); point 3 keeps (0, 0.5) against (0.5, 0).
TEST(ObjFile, MergesNormalsAndTextureCoordinatesWithoutSeams) {
  const auto mesh = readObj(
      std::string(square) + "vn 1 0 0\nvn 0 1 0\nvt 0.5 0\nvt 0 0.5\nf 1/1/1 2//1 3/2/1\nf 1/2/2 3/1/1 4/1\n", {});
  ASSERT_EQ(mesh.normals.size(), 4u);
  EXPECT_DOUBLE_EQ(mesh.normals[0][0], std::sqrt(0.5));
  EXPECT_DOUBLE_EQ(mesh.normals[0][1], std::sqrt(0.5));
  EXPECT_EQ(mesh.normals[1], type::Vec3(1, 0, 0));
  EXPECT_EQ(mesh.normals[3], type::Vec3(0, 0, 0));
  ASSERT_EQ(mesh.texcoords.size(), 4u);
  EXPECT_EQ(mesh.texcoords[0], type::Vec2(0, 0.5));
  EXPECT_EQ(mesh.texcoords[2], type::Vec2(0, 0.5));
}

TEST(ObjFile, DropsTextureCoordinatesAndNormalsThatAreNotThere) {
  const std::string text = std::string(square) + "vt 0.5 0.25\nf 1/1/1 2/2/1 3/1/-1\nf 1/1 3/-9 4/1\n";
  for (const bool seams : {false, true}) {
    const auto mesh = readObj(text, {.splitSeams = seams});
    EXPECT_EQ(mesh.triangles.size(), 2u);
    EXPECT_THAT(mesh.warnings,
                ElementsAre(AllOf(HasSubstr("line 7: a face names a texture coordinate"), HasSubstr("2 such")),
                            AllOf(HasSubstr("line 6: a face names a normal"), HasSubstr("3 such"))));
    std::vector<int> texcoords, normals;
    for (const auto& corner : mesh.corners) texcoords.push_back(corner.texcoord), normals.push_back(corner.normal);
    EXPECT_THAT(texcoords, ElementsAre(0, -1, 0, 0, -1, 0));
    EXPECT_THAT(normals, ::testing::Each(-1));
  }
  EXPECT_THAT(readObj(std::string(square) + "f 1/1 2/1 3/1\nvt 0 1\n", {}).warnings, IsEmpty()) << "it comes later";
}

TEST(ObjFile, NamesTheLineOfWhatIsWrong) {
  const auto error = [](const std::string& text) { return errorOf([&] { readObj(text, {}); }); };
  const std::string points = "v 0 0 0\nv 1 0 0\nv 1 1 0\n";
  EXPECT_THAT(error(points + "f 1 2 4\nf 1 2 3\n"), HasSubstr("line 4: Invalid index 4"));
  EXPECT_THAT(error(points + "f 1 2 0\n"), HasSubstr("line 4: Invalid index \"0\""));
  EXPECT_THAT(error(points + "f 1 2 -4\n"), HasSubstr("line 4: Invalid index \"-4\""));
  EXPECT_THAT(error(points + "f 1 2 x\n"), HasSubstr("line 4: Invalid index \"x\""));
  EXPECT_THAT(error(points + "f 1/x 2 3\n"), HasSubstr("line 4: Invalid index \"1/x\""));
  EXPECT_THAT(error(points + "f 1//0 2 3\n"), HasSubstr("line 4: Invalid index \"1//0\""));
  EXPECT_THAT(error(points + "f 1 2 99999999999\n"), HasSubstr("line 4: Invalid index"));
  EXPECT_THAT(error("v\n"), HasSubstr("line 1"));
  EXPECT_THAT(error("v 0 x\n"), HasSubstr("line 1"));
  EXPECT_THAT(error("v 0 0 nan\n"), HasSubstr("line 1"));
  EXPECT_THAT(error(""), HasSubstr("no vertex"));
}

TEST(ObjFile, ReadsMaterials) {
  const auto materials = readObjMaterials("# two\nnewmtl a b\nKd 0.5 0.25 1\nNs 12\nnewmtl c\nKa 1 0 0\nd 0.5\n");
  ASSERT_EQ(materials.size(), 2u);
  EXPECT_EQ(materials[0].name, "a b");
  EXPECT_EQ(materials[0].diffuse.color.g, 0.25f);
  EXPECT_TRUE(materials[0].useShininess);
  EXPECT_EQ(materials[0].shininess, 12.f);
  EXPECT_EQ(materials[1].ambient.color.r, 1.f);
  EXPECT_EQ(materials[1].diffuse.color.a, 0.5f);
  EXPECT_THAT(errorOf([] { readObjMaterials("newmtl a\nKd 1 x 0\n"); }), HasSubstr("line 2"));
}

TEST(ObjFile, ReadsImagesOfMaterials) {
  std::vector<std::string> images{"old"};
  readObjMaterials(
      "newmtl a\nmap_Kd my skin.png\nnewmtl b\nnewmtl c\nmap_Kd -s 2 2 -clamp on -imfchan r maps\\c.jpg \n", &images);
  EXPECT_EQ(images, (std::vector<std::string>{"my skin.png", "", "maps/c.jpg"}));
}

}  // namespace
}  // namespace sofa::helper::mesh
