#include <gmock/gmock.h>

#include "CapturedMessages.h"
#include "Component/SceneText.h"
#include "Sofa/Component/IO/MeshGmshLoader.h"
#include "Sofa/Component/IO/MeshOBJLoader.h"
#include "Sofa/Component/IO/MeshVTKLoader.h"
#include "Sofa/Component/IO/SphereLoader.h"
#include "Sofa/Component/IO/StringMeshCreator.h"
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

}  // namespace
}  // namespace sofa::component::io
