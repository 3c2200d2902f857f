// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>

#include <cstring>

#include "CapturedMessages.h"
#include "Component/SceneText.h"
#include "Sofa/Helper/Mesh/StlFile.h"
#include "Sofa/Helper/Mesh/VtkFile.h"
#include "TemporaryFolder.h"

namespace sofa::component::io {
namespace {

using tests::CapturedMessages;
using tests::Scene;

class ExporterTest : public testing::Test {
 protected:
  tests::TemporaryFolder folder;
  const std::string body =
      "<MeshTopology name='mesh' position='0 0 0 1 0 0 0 1 0 0 0 1' edges='0 1' triangles='0 1 2' tetrahedra='0 1 2 "
      "3'/>"
      "<MechanicalObject name='dofs' position='0 0 0 2 0 0 0 1 0 0 0 1'/>";
  Scene scene(const std::string& exporter) const { return Scene(body + exporter); }
};

TEST_F(ExporterTest, VtkSeriesIsNumberedFromZero) {
  const Scene s =
      scene("<VTKExporter filename='" + folder.file("out/a.vtu") +
            "' exportEveryNumberOfSteps='2' exportAtBegin='1' tetras='1' pointsDataFields='x=@dofs.position'/>");
  EXPECT_TRUE(folder.has("out/a0.vtu")) << "at begin";
  s.step();
  EXPECT_FALSE(folder.has("out/a1.vtu"));
  s.step();
  ASSERT_TRUE(folder.has("out/a1.vtu"));
  const auto mesh = helper::mesh::readVtk(folder.read("out/a1.vtu"), {});
  EXPECT_EQ(mesh.positions.at(1), type::Vec3(2, 0, 0)) << "points of the state, not of the topology";
  EXPECT_EQ(mesh.edges.size(), 1u) << "a list that is given is kept as given";
  EXPECT_EQ(mesh.tetrahedra.size(), 1u);
  EXPECT_TRUE(mesh.triangles.empty());
  ASSERT_EQ(mesh.pointData.size(), 1u);
  EXPECT_EQ(mesh.pointData[0].name, "x");
  EXPECT_EQ(mesh.pointData[0].components, 3u);
}

TEST_F(ExporterTest, VtkNamesOfTheLegacyFormatAndOverwrite) {
  scene("<VTKExporter filename='" + folder.file("a.vtk") +
        "' XMLformat='0' exportAtBegin='1'/><VTKExporter filename='" + folder.file("b") +
        "' overwrite='1' exportAtBegin='1'/>");
  scene("<VTKExporter filename='" + folder.file("c.vtu") +
        "' XMLformat='0' exportAtBegin='1'/><VTKExporter filename='" + folder.file("d") +
        "' XMLformat='0' exportAtBegin='1'/>");
  for (const char* legacy : {"a_0.vtk", "c_0.vtk", "d_0.vtk"})  // readers choose the format by the name
    EXPECT_TRUE(folder.read(legacy).starts_with("# vtk DataFile Version")) << legacy;
  EXPECT_TRUE(folder.read("b.vtu").starts_with("<?xml"));
}

TEST_F(ExporterTest, MeshExporterWritesEveryFormatWithPatterns) {
  const Scene s = scene("<MeshExporter filename='" + folder.file("m_%p_%e_%n") + "' exportEveryNumberOfSteps='1'/>");
  s.step();
  for (const char* extension : {".vtu", ".vtk", ".mesh", ".node", ".ele", ".face", ".gmsh", ".obj"})
    EXPECT_TRUE(folder.has(std::string("m_4_1_00001") + extension)) << extension;
}

TEST_F(ExporterTest, AtEndOnceAndInAFolder) {
  const Scene s = scene("<MeshExporter name='end' format='obj' filename='" + folder.file("") + "' exportAtEnd='1'/>");
  s.step();
  EXPECT_FALSE(folder.has("end.obj"));
  simulation::unload(*s.root);
  EXPECT_TRUE(folder.has("end.obj")) << "a folder gets the name of the component";
}

TEST_F(ExporterTest, DisabledWritesNothing) {
  const Scene s = scene("<MeshExporter format='obj' filename='" + folder.file("no") +
                        "' exportEveryNumberOfSteps='1' exportAtBegin='1' enable='0'/>");
  s.step();
  EXPECT_FALSE(folder.has("no.obj"));
}

TEST_F(ExporterTest, ErrorsSayWhatIsWrong) {
  CapturedMessages messages;
  Scene("<MeshExporter filename='x' exportAtBegin='1'/>");
  EXPECT_EQ(messages.errors("No mesh is visible"), 1u);
  scene("<VTKExporter filename='" + folder.file("a") +
        "' exportAtBegin='1' pointsDataFields='dofs.nothing @mesh.edges'/>");
  EXPECT_EQ(messages.errors("does not name a Data"), 1u);
  EXPECT_EQ(messages.errors("4 are needed"), 1u);
  EXPECT_TRUE(folder.has("a0.vtu")) << "the mesh is written all the same";
  scene("<MeshExporter filename='/proc/nowhere/a' format='obj' exportAtBegin='1'/>");
  EXPECT_EQ(messages.errors("/proc/nowhere"), 1u);
}

TEST_F(ExporterTest, StlIsReadBack) {
  scene("<STLExporter filename='" + folder.file("a") + "' exportAtBegin='1'/><STLExporter filename='" +
        folder.file("b.stl") +
        "' binaryformat='0' exportAtBegin='1' position='0 0 0 1 0 0 1 1 0 0 1 0' quad='0 1 2 3' triangle='0 2 1'/>");
  EXPECT_EQ(folder.read("a.stl").size(), 84u + 50u) << "one facet";
  const auto mesh = helper::mesh::readStl(folder.read("a.stl"), {});
  EXPECT_EQ(mesh.positions.at(1), type::Vec3(2, 0, 0)) << "points of the state";
  EXPECT_EQ(mesh.normals.at(0), type::Vec3(0, 0, 1));
  const auto text = helper::mesh::readStl(folder.read("b.stl"), {});
  ASSERT_EQ(text.triangles.size(), 3u) << "the triangle, then the halves of the quad";
  EXPECT_EQ(text.normals.at(0), type::Vec3(0, 0, -1));
  EXPECT_EQ(text.normals.at(2), type::Vec3(0, 0, 1));
}

TEST_F(ExporterTest, VisualModelsBecomeGroupsOfAnObjFile) {
  const std::string surface = "position='0 0 0 1 0 0 0 1 0' triangles='0 1 2'";
  const Scene s = scene("<VisualModelOBJExporter filename='" + folder.file("v.obj") +
                        "' exportEveryNumberOfSteps='1'/><VisualModelImpl name='one' " + surface +
                        " color='1 0 0'/><Node name='child'><VisualModelImpl name='two' " + surface + "/></Node>");
  s.step();
  const std::string text = folder.read("v00001.obj");
  EXPECT_NE(text.find("mtllib v00001.mtl\ng 0_one\nusemtl mat0\nv 0 0 0\n"), text.npos) << text;
  EXPECT_NE(text.find("f 1//1 2//2 3//3\ng 1_two\n"), text.npos) << text;
  EXPECT_NE(text.find("f 4//4 5//5 6//6\n"), text.npos) << "numbers go on";
  EXPECT_NE(folder.read("v00001.mtl").find("newmtl mat0\nKa 0.2 0 0\nKd 1 0 0\n"), std::string::npos);
}

TEST_F(ExporterTest, StlNeedsASurface) {
  CapturedMessages messages;
  const Scene s("<STLExporter filename='" + folder.file("a") + "' exportAtBegin='1'/>");
  EXPECT_EQ(messages.errors("no surface to write"), 1u);
  EXPECT_FALSE(folder.has("a.stl"));
}

TEST_F(ExporterTest, BlenderPointCaches) {
  const auto floats = [](const std::string& bytes) {
    std::vector<float> values((bytes.size() - 20) / sizeof(float));
    std::memcpy(values.data(), bytes.data() + 20, values.size() * sizeof(float));
    return values;
  };
  const std::string state =
      "<MechanicalObject position='1 2 3  4 5 6' velocity='0 0 7  0 0 8' rest_position='9 9 9  8 8 8'/>";
  const Scene s(state + "<BlenderExporter filename='" + folder.file("soft") +
                "' exportEveryNumberOfSteps='2'/><BlenderExporter path='" + folder.file("") +
                "' baseName='hair' simulationType='3' exportAtBegin='1'/>");
  const std::string hair = folder.read("hair_00.bphys");
  EXPECT_EQ(hair.substr(0, 20), std::string("BPHYSICS\3\0\0\0\2\0\0\0\26\0\0\0", 20)) << "22 = 026";
  EXPECT_THAT(floats(hair), testing::ElementsAre(4, 5, 6, 0, 0, 8, 8, 8, 8, 1, 2, 3, 0, 0, 7, 9, 9, 9));
  s.step(4);
  const std::string soft = folder.read("soft00002_00.bphys");
  EXPECT_EQ(soft.substr(8, 12), std::string("\0\0\0\0\2\0\0\0\6\0\0\0", 12));
  EXPECT_THAT(floats(soft), testing::ElementsAre(4, 5, 6, 0, 0, 8, 1, 2, 3, 0, 0, 7)) << "the last point first";
  CapturedMessages messages;
  Scene(state + "<BlenderExporter simulationType='4'/>");
  EXPECT_EQ(messages.errors("simulationType is 4; it should be 0"), 1u);
}

}  // namespace
}  // namespace sofa::component::io
