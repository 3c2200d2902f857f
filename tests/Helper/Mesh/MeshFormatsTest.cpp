// SPDX-License-Identifier: Apache-2.0
#include "Sofa/Helper/Mesh/MeshFormats.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "Sofa/Helper/Mesh/FormatError.h"

namespace sofa::helper::mesh {
namespace {

using ::testing::HasSubstr;
using ::testing::ThrowsMessage;

MeshFormat pointsOf(double x) {
  return {{"pts"}, "one point", [x](std::string_view, const std::filesystem::path&) {
            MeshData mesh;
            mesh.positions.emplace_back(x, 0, 0);
            return mesh;
          }};
}

TEST(MeshFormats, areFoundByExtensionWhileTheyAreRegistered) {
  const auto read = [] { return readMesh("", "Dir.off/A.PTS").positions.at(0)[0]; };
  {
    const RegisterMeshFormat one(pointsOf(1));
    EXPECT_EQ(read(), 1);
    {
      const RegisterMeshFormat other(pointsOf(2));
      EXPECT_EQ(read(), 2) << "the later one reads";
    }
    EXPECT_EQ(read(), 1);
    EXPECT_THAT(meshExtensions(), ::testing::Contains("pts"));
  }
  EXPECT_THAT(read, ThrowsMessage<FormatError>(HasSubstr("'.pts' is no known kind of mesh file (gmsh, msh, obj, off")));
}

TEST(MeshFormats, tellsOfFilesWithoutExtension) {
  EXPECT_EQ(readMesh("OFF\n1 0 0\n1 2 3\n", "a.off").positions.size(), 1u);
  EXPECT_THAT([] { readMesh("", "a"); }, ThrowsMessage<FormatError>(HasSubstr("'.' is no known kind")));
}

}  // namespace
}  // namespace sofa::helper::mesh
