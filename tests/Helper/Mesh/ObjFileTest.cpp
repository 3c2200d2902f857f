#include "Sofa/Helper/Mesh/ObjFile.h"

#include "Helper/Mesh/MeshMatchers.h"

namespace sofa::helper::mesh {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using tests::Elements;
using tests::plain;
using tests::refusal;
using type::Vec2;
using type::Vec3;

const char* const sixPoints = "v 0 0 0\nv 1 0 0\nv 1 1 0\nv 0 1 0\nv 2 0 0\nv 2 1 0\n";

TEST(ObjFile, FacesBecomeEdgesQuadsAndFans) {
  const auto mesh = readObj(std::string(sixPoints) + "f 1 2 3 4\nl 4 1\nf 1 2 5 6 3\nf 2 5 6\n", {});
  EXPECT_EQ(mesh.positions.size(), 6u);
  EXPECT_EQ(plain(mesh.quads), (Elements{{0, 1, 2, 3}}));
  EXPECT_EQ(plain(mesh.edges), (Elements{{0, 3}})) << "the smaller point comes first";
  EXPECT_EQ(plain(mesh.triangles), (Elements{{0, 1, 4}, {0, 4, 5}, {0, 5, 2}, {1, 4, 5}}));
  EXPECT_TRUE(mesh.normals.empty());
}

TEST(ObjFile, TriangulateAndFlipActWhileReading) {
  const std::string text = std::string(sixPoints) + "f 1 2 3 4\n";
  EXPECT_EQ(plain(readObj(text, {.triangulate = true}).triangles), (Elements{{0, 1, 2}, {0, 2, 3}}));
  EXPECT_EQ(plain(readObj(text, {.flip = true}).quads), (Elements{{3, 2, 1, 0}}));
}

TEST(ObjFile, NegativeIndicesCountBackFromTheLineTheyStandIn) {
  const auto mesh = readObj("v 0 0 0\nv 1 0 0\nv 0 1 0\nf -3 -2 -1\nv 0 0 1\nf -1 -4 -3\n", {});
  EXPECT_EQ(plain(mesh.triangles), (Elements{{0, 1, 2}, {3, 0, 1}}));
}

TEST(ObjFile, SeamsAreSplitInOrderOfTexcoords) {
  const std::string text = "v 0 0 0\nv 1 0 0\nv 1 1 0\nv 0 1 0\nvt 0.1 0.2\nvt 0.7 0.8\nf 1/1 2/1 3/1\nf 1/2 3/2 4/2\n";
  const auto mesh = readObj(text, {.splitSeams = true});
  EXPECT_THAT(mesh.pointOrigins, ElementsAre(0, 0, 1, 2, 2, 3));
  EXPECT_EQ(plain(mesh.triangles), (Elements{{0, 2, 3}, {1, 4, 5}}));
  EXPECT_EQ(mesh.texcoords[1], Vec2(0.7, 0.8));
  EXPECT_EQ(mesh.positions[4], Vec3(1, 1, 0));
}

TEST(ObjFile, SplittingDropsUnusedPointsAndNumbersNormals) {
  const std::string text =
      "v 0 0 0\nv 1 0 0\nv 9 9 9\nv 1 1 0\nvn 0 0 1\nvn 0 1 0\nf 1//1 2//1 4//1\nf 1//2 4//1 2//1\n";
  const auto mesh = readObj(text, {.splitSeams = true});
  EXPECT_THAT(mesh.pointOrigins, testing::IsEmpty()) << "as many points as in the file: one dropped, one split";
  const auto more = readObj(text + "f 1//1 2//2 4//2\n", {.splitSeams = true});
  EXPECT_THAT(more.pointOrigins, ElementsAre(0, 0, 1, 1, 3, 3));
  EXPECT_THAT(more.normalNumbers, testing::IsEmpty()) << "every point has a number of its own";
}

TEST(ObjFile, WithoutSplittingNormalsAreAveragedAndTexcoordsReplaced) {
  const std::string text =
      "v 0 0 0\nv 1 0 0\nv 1 1 0\nv 5 5 5\nvt 0.5 0.5\nvt 0.4 0.5\nvt 0.6 0.5\nvn 0 0 2\nvn 0 2 0\n"
      "f 1/1/1 2/1/1 3/1/1\nf 1/2/2 3/3/1 2/1/1\n";
  const auto mesh = readObj(text, {});
  ASSERT_EQ(mesh.normals.size(), 4u);
  EXPECT_TRUE(mesh.normals[0].isApprox(Vec3(0, 1, 1).normalized()));
  EXPECT_EQ(mesh.normals[3], Vec3(0, 0, 0));
  EXPECT_EQ(mesh.texcoords[0], Vec2(0.4, 0.5)) << "(new - old).(-1, 1) > 0 replaces";
  EXPECT_EQ(mesh.texcoords[2], Vec2(0.5, 0.5)) << "< 0 does not";
}

TEST(ObjFile, GroupsAndMaterialsAreRunsPerKind) {
  auto mesh = readObj(std::string("mtllib two words.mtl\n") + sixPoints +
                          "f 1 2 3\ng skin outer\nusemtl red\nf 1 2 3 4\nf 2 5 6\nusemtl blue\nf 2 6 3\nf 1 3 4\n",
                      {});
  ASSERT_EQ(mesh.trianglesGroups.size(), 3u);
  EXPECT_EQ(mesh.trianglesGroups[0], (type::PrimitiveGroup{"Default_Group", "", -1, 0, 1}));
  EXPECT_EQ(mesh.trianglesGroups[2], (type::PrimitiveGroup{"skin outer", "blue", -1, 2, 2}));
  EXPECT_EQ(mesh.quadsGroups[0], (type::PrimitiveGroup{"skin outer", "red", -1, 0, 1}));
  EXPECT_THAT(mesh.materialLibraries, ElementsAre("two words.mtl"));
  resolveMaterials(mesh, readObjMaterials("newmtl blue\nnewmtl red\n"));
  EXPECT_EQ(mesh.trianglesGroups[2].materialId, 0);
  EXPECT_EQ(mesh.quadsGroups[0].materialId, 1);
  EXPECT_EQ(mesh.trianglesGroups[0].materialId, -1);
}

TEST(ObjFile, MaterialsHaveColorsOpacityAndShininess) {
  const auto materials =
      readObjMaterials("# a\nnewmtl glass\nKa 0.1 0.2 0.3\nKd 1 0 0\nKs 0 1 0\nNs 20\nd 0.5\nillum 2\n");
  ASSERT_EQ(materials.size(), 1u);
  const auto& m = materials[0];
  EXPECT_EQ(m.name, "glass");
  EXPECT_EQ(m.diffuse.color, (type::Color{1, 0, 0, 0.5f}));
  EXPECT_TRUE(m.specular.use);
  EXPECT_TRUE(m.useShininess);
  EXPECT_EQ(m.shininess, 20.f);
  EXPECT_THAT(refusal([] { readObjMaterials("newmtl a\nKd 1 x 0\n"); }), HasSubstr("line 2"));
}

TEST(ObjFile, WindowsLineEndsAndCommentsAreFine) {
  EXPECT_EQ(plain(readObj("v 0 0 0\r\nv 1 0 0\r\nv 0 1 0\r\nf 1 2 3 # face\r\n", {}).triangles), (Elements{{0, 1, 2}}));
}

TEST(ObjFile, BadLinesAreNamed) {
  EXPECT_THAT(refusal([] { readObj("v 0 0 0\nv 1 b 0\n", {}); }), HasSubstr("line 2: \"1 b 0\" is not a vertex"));
  EXPECT_THAT(refusal([] { readObj("v 0 0 0\nf 0 1 1\n", {}); }), HasSubstr("line 2: Invalid index \"0\""));
  EXPECT_THAT(refusal([] { readObj("v 0 0 0\nf 1 -2 1\n", {}); }), HasSubstr("line 2: Invalid index \"-2\""));
  EXPECT_THAT(refusal([] { readObj("v 0 0 0\nf 1 2 1\nf 1 9 1\n", {}); }), HasSubstr("line 3: Invalid index 9"));
  EXPECT_THAT(refusal([] { readObj("v 0 0 0\nf 1/2 1 1\n", {}); }), HasSubstr("Invalid index 2"));
  EXPECT_THAT(refusal([] { readObj("v 0 0 0\nf 1x 1 1\n", {}); }), HasSubstr("Invalid index \"1x\""));
  EXPECT_THAT(refusal([] { readObj("# nothing\n", {}); }), HasSubstr("no vertex"));
}

}  // namespace
}  // namespace sofa::helper::mesh
