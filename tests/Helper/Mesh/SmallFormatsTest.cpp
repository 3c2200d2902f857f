#include <cstring>

#include "Helper/Mesh/MeshMatchers.h"
#include "Sofa/Helper/Mesh/OffFile.h"
#include "Sofa/Helper/Mesh/SphereFile.h"
#include "Sofa/Helper/Mesh/StlFile.h"

namespace sofa::helper::mesh {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using tests::Elements;
using tests::plain;
using tests::refusal;
using type::Vec3;

const std::string facet =
    "facet normal 0 0 1\nouter loop\nvertex 0 0 0\nvertex 1 0 0\nvertex 0 1 0\nendloop\nendfacet\n";

TEST(StlFile, AsciiCornersAtOnePlaceAreOnePoint) {
  const auto mesh = readStl(
      "solid s\n" + facet +
          "facet normal 0 0 1\nouter loop\nvertex 1 0 -0\nvertex 1 1 0\nvertex 0 1 0\nendloop\nendfacet\nendsolid\n",
      {});
  EXPECT_EQ(mesh.positions.size(), 4u);
  EXPECT_EQ(plain(mesh.triangles), (Elements{{0, 1, 2}, {1, 3, 2}}));
  EXPECT_EQ(mesh.normals.size(), 2u) << "one per facet";
  EXPECT_EQ(plain(readStl("solid s\n" + facet, {.flip = true}).triangles), (Elements{{2, 1, 0}}));
}

std::string binaryStl(std::initializer_list<std::array<float, 9>> facets,
                      const std::string& header = std::string(80, 'h')) {
  std::string bytes = header;
  const auto count = static_cast<std::uint32_t>(facets.size());
  bytes.append(reinterpret_cast<const char*>(&count), 4);
  for (const auto& f : facets) {
    bytes.append(12, '\0');
    bytes.append(reinterpret_cast<const char*>(f.data()), sizeof(f));
    bytes.append(2, '\0');
  }
  return bytes;
}

TEST(StlFile, BinaryDropsDegenerateFacets) {
  const auto mesh = readStl(binaryStl({{0, 0, 0, 1, 0, 0, 0, 1, 0}, {0, 0, 0, 1, 0, 0, 1, 0, 0}}), {});
  EXPECT_EQ(plain(mesh.triangles), (Elements{{0, 1, 2}}));
  EXPECT_THAT(mesh.warnings, ElementsAre(HasSubstr("1 facets")));
}

TEST(StlFile, BinaryWithTheWordSolidNeedsForce) {
  std::string header(80, ' ');
  header.replace(0, 5, "solid");
  const std::string bytes = binaryStl({{0, 0, 0, 1, 0, 0, 0, 1, 0}}, header);
  EXPECT_THAT(refusal([&] { readStl(bytes, {}); }), testing::Not(testing::IsEmpty()));
  EXPECT_EQ(readStl(bytes, {.forceBinary = true}).triangles.size(), 1u);
  EXPECT_EQ(readStl(binaryStl({{0, 0, 0, 1, 0, 0, 0, 1, 0}}, "0123456789"), {.headerSize = 10}).triangles.size(), 1u);
}

TEST(StlFile, BadFilesAreNamed) {
  EXPECT_THAT(refusal([] { readStl(std::string(90, '\xff'), {}); }), HasSubstr("announces 4294967295 facets"));
  EXPECT_THAT(refusal([] { readStl("too short", {}); }), HasSubstr("less than the 84"));
  EXPECT_THAT(refusal([] { readStl("solid s\nendsolid\n", {}); }), HasSubstr("no facet"));
  EXPECT_THAT(refusal([] { readStl("solid s\nfacet normal 0 0 1\nouter loop\nvertex 0 0 q\n", {}); }),
              HasSubstr("line 4: \"q\" stands"));
  EXPECT_THAT(refusal([] { readStl("solid s\nfacet normal 0 0 1\nvertex 0 0 0\nendfacet\n", {}); }),
              HasSubstr("1 vertices instead of 3"));
}

TEST(OffFile, TrianglesAndQuads) {
  const auto mesh = readOff(
      "OFF # header\n# comment\n5 3 0\n0 0 0\n1 0 0 255 0 0\n1 1 0\n0 1 0\n2 0 0\n3 1 4 2 0.5 0.5\n5 0 1 2 3 4\n4 0 1 "
      "2 3\n",
      false);
  EXPECT_EQ(mesh.positions.size(), 5u);
  EXPECT_EQ(plain(mesh.triangles), (Elements{{1, 4, 2}}));
  EXPECT_EQ(plain(mesh.quads), (Elements{{0, 1, 2, 3}}));
  EXPECT_EQ(mesh.warnings.size(), 1u) << "the pentagon";
  EXPECT_THAT(refusal([] { readOff("COFF\n", false); }), HasSubstr("line 1"));
  EXPECT_THAT(refusal([] { readOff("OFF\n1 1 0\n0 0 0\n3 0 0 1\n", false); }), HasSubstr("line 4: index 1"));
  EXPECT_THAT(refusal([] { readOff("OFF\n-1 1 0\n", false); }), HasSubstr("the number of vertices is -1"));
}

TEST(SphereFile, CentersAndRadii) {
  const auto spheres = readSpheres("sph 1.0\n# comment\nnums 2\nsphe 0 1 2 3 0.5\nsphe 1 -1 0 0 0.25\n");
  ASSERT_EQ(spheres.centers.size(), 2u);
  EXPECT_EQ(spheres.centers[0], Vec3(1, 2, 3));
  EXPECT_THAT(spheres.radii, ElementsAre(0.5, 0.25));
  EXPECT_THAT(refusal([] { readSpheres("sph 1.0\nsphe 0 1 2 3\n"); }), HasSubstr("line 2"));
  EXPECT_THAT(refusal([] { readSpheres("v 1 2 3\n"); }), HasSubstr("instead of \"sph 1.0\""));
}

}  // namespace
}  // namespace sofa::helper::mesh
