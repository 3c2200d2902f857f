// SPDX-License-Identifier: Apache-2.0
// The small formats: STL, OFF and spheres.
#include <gtest/gtest.h>

#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>

#include "MeshExpectations.h"
#include "Sofa/Helper/Mesh/MeshFormats.h"
#include "Sofa/Helper/Mesh/MeshOperations.h"
#include "Sofa/Helper/Mesh/OffFile.h"
#include "Sofa/Helper/Mesh/SphereFile.h"
#include "Sofa/Helper/Mesh/StlFile.h"

namespace sofa::helper::mesh {
namespace {

using ::testing::ElementsAre;
using testing::errorOf;
using testing::flat;
using ::testing::HasSubstr;
using testing::Indices;
using testing::indices;
using ::testing::IsEmpty;
using ::testing::SizeIs;

void addLittleEndian(std::string& bytes, std::uint32_t value, int size) {
  for (int i = 0; i < size; ++i) bytes += static_cast<char>(value >> (8 * i) & 255);
}

/// A binary STL file; each facet is a normal and three corners.
std::string binaryStl(const std::vector<std::vector<float>>& facets, std::size_t headerSize = 80) {
  std::string bytes(headerSize, 'h');
  addLittleEndian(bytes, static_cast<std::uint32_t>(facets.size()), 4);
  for (const auto& facet : facets) {
    for (const float x : facet) addLittleEndian(bytes, std::bit_cast<std::uint32_t>(x), 4);
    addLittleEndian(bytes, 0, 2);
  }
  return bytes;
}

const std::string asciiStl =
    "solid a thing\nfacet normal 0 0 1\n outer loop\n  vertex 0 0 0\n  vertex 1 0 0\n  vertex 0 1 0\n "
    "endloop\nendfacet\n"
    "facet normal 0 0 1\n outer loop\n  vertex 1 0 0\n  vertex 1 1 0\n  vertex -0 1 -0.0\n "
    "endloop\nendfacet\nendsolid\n";

TEST(StlFile, MergesThePointsOfAnAsciiFile) {
  const auto mesh = readStl(asciiStl, {});
  EXPECT_THAT(flat(mesh.positions), ElementsAre(0, 0, 0, 1, 0, 0, 0, 1, 0, 1, 1, 0));
  EXPECT_EQ(indices(mesh.triangles), (Indices{{0, 1, 2}, {1, 3, 2}}));
  EXPECT_THAT(mesh.normals, SizeIs(2));
  EXPECT_EQ(indices(readStl(asciiStl, {.flip = true}).triangles), (Indices{{2, 1, 0}, {2, 3, 1}}));
}

TEST(StlFile, AnAsciiFileEndsInSeveralWays) {
  const std::string facets = asciiStl.substr(0, asciiStl.find("endsolid"));
  for (const char* end : {"", "endsolid", "endsolid a thing\n", "end solid\n", "end solid a thing", "end\n"})
    EXPECT_EQ(readStl(facets + end, {}).triangles.size(), 2u) << end;
  EXPECT_THAT(errorOf([&] { readStl(facets + "end facet\n", {}); }), HasSubstr("\"end\" is no word"));
}

TEST(StlFile, ReadsBinaryFiles) {
  const std::vector<std::vector<float>> facets = {{0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1, 0.25f},
                                                  {0, 0, 1, 1, 0, 0, 1.5f, 1, 0, 0, 1, 0.25f}};
  const auto mesh = readStl(binaryStl(facets), {});
  EXPECT_THAT(flat(mesh.positions), ElementsAre(0, 0, 0, 1, 0, 0, 0, 1, 0.25, 1.5, 1, 0));
  EXPECT_EQ(indices(mesh.triangles), (Indices{{0, 1, 2}, {1, 3, 2}}));
  EXPECT_EQ(readStl(binaryStl(facets, 12), {.headerSize = 12}).triangles.size(), 2u);
  const std::string named = "solid " + binaryStl(facets).substr(6);
  EXPECT_EQ(readStl(named, {}).triangles.size(), 2u) << "no text has the size of 84 bytes and 50 for each facet";
  EXPECT_EQ(readStl(named, {.forceBinary = true}).triangles.size(), 2u);
  EXPECT_EQ(readStl("solid " + binaryStl(facets, 12).substr(6), {.headerSize = 12}).triangles.size(), 2u);
}

// The degenerate facet is left out but its normal stays: the normals of the points start from the list of facets. With
// the face normal z and file normals x, y: point 0 gets x + z, point 1 gets y + z, point 2 just z.
TEST(StlFile, KeepsTheNormalOfADegenerateFacet) {
  auto mesh = readStl(binaryStl({{1, 0, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0}, {0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 1, 0}}), {});
  EXPECT_EQ(indices(mesh.triangles), (Indices{{0, 1, 2}}));
  EXPECT_THAT(mesh.warnings, ElementsAre(HasSubstr("1 facets with equal corners")));
  EXPECT_THAT(flat(mesh.normals), ElementsAre(1, 0, 0, 0, 1, 0));
  completeNormals(mesh.normals, mesh.positions, mesh.triangles, mesh.quads);
  const double h = 1 / std::sqrt(2.0);
  EXPECT_THAT(flat(mesh.normals), ::testing::Pointwise(::testing::DoubleEq(), {h, 0.0, h, 0.0, h, h, 0.0, 0.0, 1.0}));
}

TEST(StlFile, RefusesWhatIsNotFinite) {
  const float nan = std::numeric_limits<float>::quiet_NaN();
  EXPECT_THAT(errorOf([&] {
                readStl(binaryStl({{0, 0, 1, 0, nan, 0, 1, 0, 0, 0, 1, 0}}), {});
              }),
              HasSubstr("not a number"));
  const auto mesh = readStl(binaryStl({{nan, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1, 0}}), {});
  EXPECT_THAT(flat(mesh.normals), ElementsAre(0, 0, 0));
}

TEST(StlFile, TellsWhatIsWrong) {
  const auto error = [](const std::string& bytes) { return errorOf([&] { readStl(bytes, {}); }); };
  EXPECT_THAT(error(""), HasSubstr("0 bytes"));
  EXPECT_THAT(error("solid\nendsolid\n"),
              HasSubstr("no facet (for a binary one that starts with \"solid\" set forceBinary)"));
  EXPECT_THAT(error("solid\nfacet normal 0 0 1\nouter loop\nvertex 0 0 z\n"), HasSubstr("line 4: \"z\""));
  EXPECT_THAT(error("solid\nfacet normal 0 0 1\nouter loop\nvertex 0 0 0\nendloop\nendfacet\n"),
              HasSubstr("line 6: a facet has 1 vertices"));
  EXPECT_THAT(error(asciiStl.substr(0, asciiStl.find("vertex 1") + 8)), HasSubstr("the file ends"));
  std::string truncated = binaryStl({{0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1, 0}});
  truncated.pop_back();
  EXPECT_THAT(error(truncated), HasSubstr("announces 1 facets and should have 134 bytes, but has 133"));
}

TEST(OffFile, ReadsTrianglesAndQuads) {
  const std::string text =
      "OFF # a comment\n# another\n4 3 0\n0 0 0\n1 0 0 # right\n1 1 0\n0 1 -2\n3 0 1 2 255 0 0\n4 0 1 2 3\n5 0 1 2 3 "
      "0\n";
  const auto mesh = readOff(text, false);
  EXPECT_THAT(flat(mesh.positions), ElementsAre(0, 0, 0, 1, 0, 0, 1, 1, 0, 0, 1, -2));
  EXPECT_EQ(indices(mesh.triangles), (Indices{{0, 1, 2}}));
  EXPECT_EQ(indices(mesh.quads), (Indices{{0, 1, 2, 3}}));
  EXPECT_THAT(mesh.warnings, ElementsAre(HasSubstr("1 faces")));
  EXPECT_EQ(indices(readOff(text, true).quads), (Indices{{3, 2, 1, 0}}));
}

TEST(OffFile, NamesTheLineOfWhatIsWrong) {
  const auto error = [](const std::string& text) { return errorOf([&] { readOff(text, false); }); };
  EXPECT_THAT(error(""), HasSubstr("line 1"));
  EXPECT_THAT(error("COFF\n"), HasSubstr("\"COFF\" instead of \"OFF\""));
  EXPECT_THAT(error("OFF\n1000000 1 0\n"), HasSubstr("line 2: 1000000 vertices are announced"));
  EXPECT_THAT(error("OFF\n1 1 0\n0 0 0\n3 0 0 1\n"), HasSubstr("line 4: index 1 of a face"));
  EXPECT_THAT(error("OFF\n1 1 0\n0 0 0\n3 0 0 -1\n"), HasSubstr("line 4: index -1"));
  EXPECT_THAT(error("OFF\n2 1 0\n0 0 0\n1 0"), HasSubstr("line 4: the file ends"));
}

TEST(SphereFile, ReadsCentersAndRadii) {
  const auto spheres = readSpheres("sph 1.0\n# two\nnums 2\nsphe 1 0 1.5 -2 0.25\r\nsphe 2 1 1 1 3\n");
  EXPECT_THAT(flat(spheres.centers), ElementsAre(0, 1.5, -2, 1, 1, 1));
  EXPECT_THAT(spheres.radii, ElementsAre(0.25, 3));
  EXPECT_THAT(readSpheres("sph 1.0\nnums 5\n").centers, IsEmpty());  // the announced number does not count
}

TEST(SphereFile, NamesTheLineOfWhatIsWrong) {
  EXPECT_THAT(errorOf([] { readSpheres(""); }), HasSubstr("it is empty"));
  EXPECT_THAT(errorOf([] { readSpheres("OFF\n"); }), HasSubstr("line 1"));
  EXPECT_THAT(errorOf([] { readSpheres("sph 1.0\nsphe 1 0 0 0\n"); }), HasSubstr("line 2"));
}

TEST(MeshFile, ChoosesTheParserByTheExtension) {
  EXPECT_EQ(readMesh(asciiStl, "a/B.STL").triangles.size(), 2u);
}

}  // namespace
}  // namespace sofa::helper::mesh
