// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>

#include "CapturedMessages.h"
#include "Component/SceneText.h"
#include "Sofa/Component/IO/GIDMeshLoader.h"
#include "Sofa/Component/IO/GridMeshCreator.h"
#include "Sofa/Component/IO/MeshGmshLoader.h"
#include "Sofa/Component/IO/MeshLoader.h"
#include "Sofa/Component/IO/MeshOBJLoader.h"
#include "Sofa/Component/IO/MeshTrianLoader.h"
#include "Sofa/Component/IO/MeshVTKLoader.h"
#include "Sofa/Component/IO/MeshXspLoader.h"
#include "Sofa/Component/IO/SphereLoader.h"
#include "Sofa/Component/IO/StringMeshCreator.h"
#include "Sofa/Component/IO/VoxelGridLoader.h"
#include "Sofa/Type/DataTypes.h"
#include "TemporaryFolder.h"

namespace sofa::component::io {
namespace {

using testing::ElementsAre;
using tests::CapturedMessages;
using tests::Scene;
using type::Vec3;

const char* const square = "v 1 0 0\nv 0 1 0\nv 0 0 1\nv 1 1 1\nf 1 2 3\nf 1 2 4 3\n";

class MeshLoaderTest : public testing::Test {
 protected:
  tests::TemporaryFolder folder;
  /// A scene with one loader of the given file and attributes.
  Scene scene(const std::string& className, const std::string& file, const std::string& attributes = "",
              const std::string& more = "") const {
    return Scene("<" + className + " name='loader' filename='" + file + "' " + attributes + "/>" + more);
  }
};

TEST_F(MeshLoaderTest, FileIsReadWhileTheSceneIsParsedSoThatOthersCanLink) {
  folder.write("a.obj", square);
  const auto root = simulation::readSceneText(
      "<Node name='root'><MeshOBJLoader name='loader' filename='a.obj'/><MechanicalObject name='dofs' "
      "src='@loader'/></Node>",
      std::filesystem::path(folder.file("")));
  EXPECT_EQ(root->down<MeshOBJLoader>()->d_positions.value().size(), 4u)
      << "before any initialisation, beside the scene";
  simulation::initRoot(*root);
  EXPECT_EQ(core::localMechanicalState(*root)->size(), 4u);
}

TEST_F(MeshLoaderTest, ScalesThenRotatesThenTranslates) {
  const auto file = folder.write("a.obj", square);
  const Scene s = scene("MeshOBJLoader", file, "scale3d='2 1 1' rotation='0 0 90' translation='1 0 0'");
  auto& loader = s.first<MeshOBJLoader>();
  EXPECT_TRUE(loader.d_positions.value()[0].isApprox(Vec3(1, 2, 0)));
  loader.d_translation.set({0, 0, 5});
  EXPECT_TRUE(loader.d_positions.value()[0].isApprox(Vec3(0, 2, 5))) << "follows a change";
  loader.d_transformation.edit().row(0) << 0, 0, 0, 7;
  EXPECT_EQ(loader.d_positions.value()[0], Vec3(7, 0, 0)) << "the matrix replaces the others";
}

TEST_F(MeshLoaderTest, LegacyScaleIsOneNumberInSinglePrecision) {
  const Scene s = scene("MeshOBJLoader", folder.write("a.obj", square), "scale='0.1' scale3d='2 1 1'");
  EXPECT_EQ(s.first<MeshOBJLoader>().d_positions.value()[0].x(), 2 * static_cast<double>(0.1f));
}

TEST_F(MeshLoaderTest, OptionsAndFileNameMayChangeLater) {
  const Scene s = scene("MeshOBJLoader", folder.write("a.obj", square));
  auto& loader = s.first<MeshOBJLoader>();
  EXPECT_EQ(loader.d_quads.value().size(), 1u);
  loader.d_triangulate.set(true);
  EXPECT_EQ(loader.d_triangles.value().size(), 3u);
  loader.d_filename.set(folder.write("b.obj", "v 0 0 0\nv 1 0 0\nl 1 2\n"));
  EXPECT_EQ(loader.d_edges.value().size(), 1u);
  EXPECT_EQ(loader.d_positions.value().size(), 2u);
}

TEST_F(MeshLoaderTest, ObjMaterialsSeamsAndFaceLists) {
  folder.write("m.mtl", "newmtl red\nKd 1 0 0\n");
  const Scene s =
      scene("MeshOBJLoader",
            folder.write(
                "a.obj",
                "mtllib m.mtl\nv 0 0 0\nv 1 0 0\nv 0 1 0\nvt 0 0\nvt 1 1\nusemtl red\nf 1/1 2/1 3/2\nf 1/2 3/2 2/1\n"),
            "handleSeams='1' computeMaterialFaces='1'");
  auto& loader = s.first<MeshOBJLoader>();
  ASSERT_EQ(loader.d_materials.value().size(), 1u);
  EXPECT_EQ(loader.d_trianglesGroups.value().at(0).materialId, 0);
  EXPECT_THAT(loader.d_vertPosIdx.value(), ElementsAre(0, 0, 1, 2));
  EXPECT_THAT(loader.d_faceList.value(), ElementsAre(ElementsAre(0, 1, 2), ElementsAre(0, 2, 1)));
  EXPECT_THAT(loader.d_texcoordsIndex.value(), ElementsAre(ElementsAre(0, 0, 1), ElementsAre(1, 1, 0)));
  ASSERT_NE(loader.findData("material_red_triangleIndices"), nullptr);
  EXPECT_EQ(loader.findData("material_red_triangleIndices")->text(), "0 1");
}

TEST_F(MeshLoaderTest, GmshCreatesSubelementsUnlessToldOtherwise) {
  const auto file = folder.write(
      "a.msh", "$NOD\n4\n1 0 0 0\n2 1 0 0\n3 0 1 0\n4 0 0 1\n$ENDNOD\n$ELM\n1\n1 4 7 8 4 1 2 3 4\n$ENDELM\n");
  EXPECT_EQ(scene("MeshGmshLoader", file).first<MeshGmshLoader>().d_edges.value().size(), 6u);
  EXPECT_EQ(scene("MeshGmshLoader", file, "createSubelements='0'").first<MeshGmshLoader>().d_edges.value().size(), 0u);
}

TEST_F(MeshLoaderTest, VtkArraysAreDataToLinkTo) {
  const auto file = folder.write("a.vtk",
                                 "# vtk DataFile Version 2.0\nt\nASCII\nDATASET UNSTRUCTURED_GRID\nPOINTS 2 double\n0 "
                                 "0 0 1 0 0\nCELLS 1 3\n2 0 1\n"
                                 "CELL_TYPES 1\n3\nPOINT_DATA 2\nVECTORS push double\n1 2 3 4 5 6\nSCALARS position "
                                 "double\nLOOKUP_TABLE d\n1 2\n");
  CapturedMessages messages;
  const Scene s = scene("MeshVTKLoader", file, "", "<MechanicalObject position='@loader.push'/>");
  EXPECT_EQ(s.state<type::Vec3Types>().positions().at(1), Vec3(4, 5, 6));
  EXPECT_EQ(s.first<MeshVTKLoader>().d_positions.value()[1], Vec3(1, 0, 0))
      << "an array cannot take the place of a Data";
  EXPECT_EQ(messages.warnings("\"position\""), 1u);
}

TEST_F(MeshLoaderTest, SpheresAreMovedButNotTheirRadii) {
  const Scene s = scene("SphereLoader", folder.write("a.sph", "sph 1.0\nsphe 0 1 0 0 0.5\n"),
                        "scale3d='2 2 2' rotation='0 0 90' translation='1 0 0'");
  auto& loader = s.first<SphereLoader>();
  EXPECT_TRUE(loader.d_positions.value().at(0).isApprox(Vec3(1, 2, 0)));
  EXPECT_THAT(loader.d_radii.value(), ElementsAre(0.5));
}

TEST_F(MeshLoaderTest, StringNeedsNoFileAndStaysOnTheAxis) {
  CapturedMessages messages;
  const Scene s("<StringMeshCreator name='loader' resolution='3' translation='1 1 1'/>");
  auto& loader = s.first<StringMeshCreator>();
  EXPECT_EQ(loader.d_positions.value(), (std::vector<Vec3>{{0, 0, 0}, {0.5, 0, 0}, {1, 0, 0}}));
  EXPECT_EQ(loader.d_edges.value().size(), 2u);
  EXPECT_EQ(messages.errors(), 0u);
  EXPECT_GT(messages.warnings("no effect"), 0u);
  loader.d_resolution.set(1);
  EXPECT_TRUE(loader.d_positions.value().empty());
  EXPECT_EQ(messages.errors("resolution is 1"), 1u);
}

TEST_F(MeshLoaderTest, ErrorsSayWhatIsWrongAndTheSceneGoesOn) {
  CapturedMessages messages;
  const auto broken = folder.write("broken.obj", "v 0 0 0\nv a b c\n");
  const Scene s(
      "<MeshOBJLoader name='a'/><MeshOBJLoader name='b' filename='nowhere.obj'/><MeshOBJLoader name='c' filename='" +
      broken + "'/><MeshOBJLoader name='d' filename='" + folder.write("empty.obj", "") +
      "'/><SphereLoader name='e' filename='" + broken + "'/><MechanicalObject/>");
  EXPECT_EQ(messages.errors("No file to load. Data filename is not set."), 1u);
  EXPECT_EQ(
      messages.errors("File: 'nowhere.obj' not found. It was searched in " + std::filesystem::current_path().string()),
      1u);
  EXPECT_EQ(messages.errors("broken.obj': line 2"), 1u);
  EXPECT_EQ(messages.errors("it is empty"), 1u);
  EXPECT_EQ(messages.errors("instead of \"sph 1.0\""), 1u);
  EXPECT_EQ(messages.errors(), 5u) << "each is said once";
  EXPECT_FALSE(s.first<MeshOBJLoader>().isValid());
}

TEST_F(MeshLoaderTest, MatrixWithABadLastRowActsByItsInverse) {
  const Scene s = scene("MeshOBJLoader", folder.write("a.obj", "v 1 0 0\n"),
                        "transformation='2 0 0 0.5  0 2 0 0  0 0 2 0  0 0 0 3'");
  EXPECT_TRUE(s.first<MeshOBJLoader>().d_positions.value().at(0).isApprox(Vec3(0.25, 0, 0)));
}

/// Elements as text, one after the other.
template <class Elements>
std::string listed(const Elements& elements) {
  std::string text;
  for (const auto& element : elements) {
    for (const auto index : element) text += std::to_string(index) + ' ';
    text.back() = ',';
  }
  return text;
}

TEST_F(MeshLoaderTest, GridIsMadeOfQuadsOrTriangles) {
  const Scene s("<GridMeshCreator resolution='3 2' trianglePattern='1' scale3d='2 1 1' translation='0 0 1'/>");
  auto& grid = s.first<GridMeshCreator>();
  EXPECT_EQ(grid.d_positions.value().at(4), Vec3(1, 1, 1)) << "second of the second row";
  EXPECT_EQ(listed(grid.d_triangles.value()), "0 1 4,0 4 3,1 2 4,2 5 4,") << "diagonals alternate";
  EXPECT_EQ(listed(grid.d_edges.value()), "0 1,1 2,1 4,2 4,2 5,3 0,4 0,4 3,5 4,") << "each as it was met first";
  grid.d_trianglePattern.set(3);
  EXPECT_EQ(listed(grid.d_triangles.value()), "0 1 3,1 4 3,1 2 4,2 5 4,");
  grid.d_trianglePattern.set(2);
  EXPECT_EQ(listed(grid.d_triangles.value()), "0 1 4,0 4 3,1 2 5,1 5 4,");
  grid.d_trianglePattern.set(0);
  EXPECT_EQ(listed(grid.d_quads.value()), "0 1 4 3,1 2 5 4,");
  EXPECT_TRUE(grid.d_triangles.value().empty());
}

TEST_F(MeshLoaderTest, GridThatCannotBeIsRefused) {
  CapturedMessages messages;
  const Scene s("<GridMeshCreator resolution='1 3'/><GridMeshCreator trianglePattern='4'/>");
  EXPECT_EQ(messages.errors("resolution is 1 3"), 1u);
  EXPECT_EQ(messages.errors("trianglePattern is 4"), 1u);
  EXPECT_FALSE(s.first<GridMeshCreator>().isValid());
}

TEST_F(MeshLoaderTest, TrianTellsNeighboursAndBorder) {
  const auto file = folder.write("a.trian", "4\n0 0 0\n1 0 0\n1 1 0\n0 1 0\n2\n0 1 2 -1 1 -1\n0 2 3 -1 -1 0\n");
  const Scene s = scene("MeshTrianLoader", file);
  auto& loader = s.first<MeshTrianLoader>();
  EXPECT_EQ(listed(loader.d_triangles.value()), "0 1 2,0 2 3,");
  EXPECT_EQ(listed(loader.d_neighborTable.value()), "-1 1 -1,-1 -1 0,");
  EXPECT_EQ(listed(loader.d_edgesOnBorder.value()), "1 2,0 1,2 3,3 0,");
  EXPECT_THAT(loader.d_trianglesOnBorderList.value(), ElementsAre(0, 1));
  loader.d_flipNormals.set(true);
  EXPECT_EQ(listed(loader.d_triangles.value()), "2 1 0,3 2 0,");
  EXPECT_EQ(listed(loader.d_neighborTable.value()), "-1 1 -1,0 -1 -1,") << "stay opposite to their corners";
}

TEST_F(MeshLoaderTest, XspIsSearchedInTheDataPathAlone) {
  CapturedMessages messages;
  const auto file =
      folder.write("a.xs3", "Xsp 3.0\nmass 1 i 0 0 0 0 0 0 1 1\nmass 2 s 0 4 0 0 0 0 1 1\nlspg 1 1 2 10 0 3\n");
  const Scene s = scene("MeshXspLoader", file);
  EXPECT_EQ(s.first<MeshXspLoader>().d_positions.value().at(1), Vec3(0, 4, 0));
  EXPECT_EQ(listed(s.first<MeshXspLoader>().d_edges.value()), "0 1,");
  EXPECT_EQ(messages.errors(), 0u);
  const auto beside = simulation::readSceneText("<Node name='root'><MeshXspLoader filename='a.xs3'/></Node>",
                                                std::filesystem::path(folder.file("")));
  EXPECT_FALSE(beside->down<MeshXspLoader>()->isValid());
  EXPECT_EQ(messages.warnings("beside the scene is not looked at"), 1u);
  EXPECT_EQ(messages.errors("File: 'a.xs3' not found"), 1u);
}

TEST_F(MeshLoaderTest, VoxelsThatAreActiveBecomeHexahedra) {
  const auto file = folder.write("a.raw", std::string("h\3\0\0\3\1\0\3\0", 9));
  const std::string attributes = "resolution='2 2 2' header='1' voxelSize='0.5 0.4 0.3' ";
  const Scene s = scene("VoxelGridLoader", file, attributes + "dataValue='3'");
  auto& loader = s.first<VoxelGridLoader>();
  EXPECT_THAT(loader.d_idxInRegularGrid.value(), ElementsAre(0, 3, 6));
  EXPECT_EQ(listed(loader.d_hexahedra.value()), "0 1 3 2 7 8 10 9,3 4 6 5 10 11 14 13,9 10 13 12 15 16 18 17,");
  EXPECT_EQ(loader.d_positions.value().size(), 19u);
  EXPECT_TRUE(loader.d_positions.value().at(18).isApprox(Vec3(0.5, 0.8, 0.6)));
  loader.d_roi.set((type::Vec<6, int>() << 0, 0, 1, 9, 9, 9).finished());
  EXPECT_THAT(loader.d_idxInRegularGrid.value(), ElementsAre(6));
  const Scene all = scene("VoxelGridLoader", file, attributes + "bgValue='0'");
  EXPECT_THAT(all.first<VoxelGridLoader>().d_idxInRegularGrid.value(), ElementsAre(0, 3, 4, 6)) << "all but 0";
}

TEST_F(MeshLoaderTest, VoxelFileThatIsTooShortIsRefused) {
  CapturedMessages messages;
  const auto file = folder.write("a.raw", "abc");
  const Scene s = scene("VoxelGridLoader", file, "resolution='2 2 2'", "<VoxelGridLoader filename='" + file + "'/>");
  EXPECT_EQ(messages.errors("has 3 bytes; 8 voxels"), 1u);
  EXPECT_EQ(messages.errors("resolution is 0 0 0"), 1u);
  EXPECT_FALSE(s.first<VoxelGridLoader>().isValid());
}

TEST_F(MeshLoaderTest, GidHoldsOneKindOfElements) {
  const auto file = folder.write("a.gid",
                                 "MESH dimension 3 ElemType Tetrahedra Nnode 4\nCoordinates\n1 0 0 0\n2 1 0 0\n"
                                 "3 0 1 0\n4 0 0 1\nEnd Coordinates\nElements\n1 1 2 3 4\nEnd Elements\n");
  const Scene s = scene("GIDMeshLoader", file);
  EXPECT_EQ(listed(s.first<GIDMeshLoader>().d_tetrahedra.value()), "0 1 2 3,");
  EXPECT_EQ(s.first<GIDMeshLoader>().d_positions.value().at(3), Vec3(0, 0, 1));
}

TEST_F(MeshLoaderTest, SeriesOfFilesGoOnWithTheTime) {
  const auto off = [&](const std::string& name, int height) {
    return folder.write(name, fmt::format("OFF\n3 1 0\n0 0 {0}\n1 0 {0}\n0 1 {0}\n3 0 1 2\n", height));
  };
  const auto first = off("s09.off", 0);
  off("s10.off", 1), off("s11.off", 2);
  CapturedMessages messages;
  const Scene s = scene("OffSequenceLoader", first, "nbOfFiles='3' stepDuration='0.2' translation='0 0 5'");
  const auto& loader = s.first<MeshLoader>();
  std::vector<double> heights;
  for (int i = 0; i < 8; ++i) {
    s.step();
    heights.push_back(loader.d_positions.value().at(0).z());
  }
  EXPECT_THAT(heights, ElementsAre(5, 5, 6, 6, 7, 7, 5, 5)) << "steps begin at 0, 0.1, 0.2 ...";
  EXPECT_EQ(loader.d_triangles.value().size(), 1u);
  EXPECT_EQ(messages.errors(""), 0u);
}

TEST_F(MeshLoaderTest, AFileThatASeriesLacksIsAnError) {
  CapturedMessages messages;
  const auto first = folder.write("a.off", "OFF\n1 0 0\n0 0 0\n");
  scene("OffSequenceLoader", first, "nbOfFiles='2' stepDuration='0.1'").step(2);
  EXPECT_EQ(messages.errors("a1.off' not found"), 1u);
}

}  // namespace
}  // namespace sofa::component::io
