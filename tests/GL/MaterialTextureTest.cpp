// SPDX-License-Identifier: Apache-2.0
#include "CapturedMessages.h"
#include "RendererFixture.h"
#include "Sofa/Core/ObjectModel/Path.h"
#include "Sofa/GL/Capture/FrameCapture.h"
#include "Sofa/Simulation/Scene/SceneReader.h"
#include "Sofa/Simulation/Simulation.h"
#include "TemporaryFolder.h"

namespace sofa::tests {
namespace {

/// A square of three stripes: the left one has a red picture, the middle one a green one, the right one none.
class MaterialTextureTest : public RendererFixture {
 protected:
  MaterialTextureTest() {
    picture("red.png", {255, 0, 0, 255});
    picture("deep green.png", {0, 255, 0, 255});
    std::ofstream(file("stripes.mtl")) << "newmtl left\nKd 1 1 1\nmap_Kd red.png\n"
                                          "newmtl middle\nKd 1 1 1\nmap_Kd -clamp on -s 1 1 1 deep green.png\n"
                                          "newmtl right\nKd 0 0 1\n";
    std::ofstream(file("stripes.obj"))
        << "mtllib stripes.mtl\n"
           "v -1.5 -1 0\nv -0.5 -1 0\nv 0.5 -1 0\nv 1.5 -1 0\n"
           "v -1.5 1 0\nv -0.5 1 0\nv 0.5 1 0\nv 1.5 1 0\nvt 0 0\nvt 1 0\nvt 1 1\nvt 0 1\n"
           "usemtl left\nf 1/1 2/2 6/3 5/4\n"
           "usemtl middle\nf 2/1 3/2 7/3\nf 2/1 7/3 6/4\n"
           "usemtl right\nf 3/1 4/2 8/3 7/4\n";
  }
  std::string file(const std::string& name) const { return folder.file(name); }
  void picture(const std::string& name, std::initializer_list<std::uint8_t> rgba) const {
    std::string reason;
    ASSERT_TRUE(gl::writePng(file(name), gl::Image{1, 1, rgba}, reason)) << reason;
  }
  void drawScene(const std::string& body) {
    root = simulation::readSceneText("<Node name='root'>" + body + "</Node>");
    simulation::initRoot(*root);
    redraw();
  }
  void redraw() {
    simulation::updateVisual(*root);
    frame = *capture.take(*root, 0);
    draw();
  }
  /// The largest part of the colour in the middle of a stripe.
  char colorAt(double x) const {
    const auto c = at(x, 0);
    if (c.maxCoeff() < 0.3) return '-';
    if (c.minCoeff() > 0.3) return 'w';
    return c[0] > 0.3 ? 'r' : c[1] > 0.3 ? 'g' : 'b';
  }
  std::string stripes() const { return {colorAt(-1), colorAt(0.2), colorAt(1)}; }

  TemporaryFolder folder;
  std::shared_ptr<simulation::Node> root;
  gl::FrameCapture capture;
};

TEST_F(MaterialTextureTest, eachGroupOfAFileHasItsOwn) {
  drawScene("<OglModel filename='" + file("stripes.obj") + "'/>");
  EXPECT_EQ(stripes(), "rgb");
}

TEST_F(MaterialTextureTest, aModelLinkedToALoaderHasThoseOfItsGroups) {
  drawScene("<MeshOBJLoader name='loader' filename='" + file("stripes.obj") + "'/><OglModel src='@loader'/>");
  EXPECT_EQ(stripes(), "rgb");
  for (const auto* given : {"color='1 1 1'",
                            "material='m Diffuse 1 1 1 1 1 Ambient 0 0 0 0 1 Specular 0 0 0 0 1 "
                            "Emissive 0 0 0 0 1 Shininess 0 45'"}) {
    drawScene("<MeshOBJLoader name='loader' filename='" + file("stripes.obj") + "'/><OglModel src='@loader' " + given +
              "/>");
    EXPECT_EQ(stripes(), "www") << given;
  }
}

TEST_F(MaterialTextureTest, theFirstMaterialColorsAModelWithoutGroups) {
  std::ofstream(file("plain.mtl")) << "newmtl red\nKd 1 0 0\nnewmtl green\nKd 0 1 0\n";
  std::ofstream(file("plain.obj")) << "mtllib plain.mtl\nv -1.5 -1 0\nv 1.5 -1 0\nv 1.5 1 0\nv -1.5 1 0\nf 1 2 3 4\n";
  const std::string loader = "<MeshOBJLoader name='loader' filename='" + file("plain.obj") + "'/>";
  drawScene(loader + "<OglModel src='@loader'/>");
  EXPECT_EQ(stripes(), "rrr");
  drawScene("<MeshOBJLoader name='loader' filename='" + file("plain.obj") +
            "'/><OglModel src='@loader' color='0 0 1'/>");
  EXPECT_EQ(stripes(), "bbb");
  drawScene(loader + "<OglModel name='body' src='@loader'/>");
  dynamic_cast<core::Component*>(core::findObjectByPath(*root, "@body"))
      ->setAttribute("material",
                     "m Diffuse 1 0 1 0 1 Ambient 0 0 0 0 1 Specular 0 0 0 0 1 Emissive 0 0 0 0 1 Shininess 0 45");
  redraw();
  EXPECT_EQ(stripes(), "ggg");
}

TEST_F(MaterialTextureTest, groupsOfTheSceneTakeThoseOfTheLoader) {
  drawScene("<MeshOBJLoader name='loader' filename='" + file("stripes.obj") +
            "'/><OglModel src='@loader' groups='a 1 0 0 0 0 0 1 b 0 0 0 0 2 0 0 c -1 0 0 0 0 1 1'/>");
  EXPECT_EQ(stripes(), "grw");
}

TEST_F(MaterialTextureTest, aTextureOfTheModelTakesTheirPlace) {
  picture("blue.png", {0, 0, 255, 255});
  drawScene("<OglModel filename='" + file("stripes.obj") + "' texturename='" + file("blue.png") + "'/>");
  EXPECT_EQ(stripes(), "bbb");
}

TEST_F(MaterialTextureTest, aMaterialOfTheModelTakesTheirPlace) {
  drawScene("<OglModel filename='" + file("stripes.obj") + "' color='1 1 1'/>");
  EXPECT_EQ(stripes(), "www");
}

TEST_F(MaterialTextureTest, anImageThatIsMissingIsTold) {
  std::filesystem::remove(file("red.png"));
  CapturedMessages messages;
  drawScene("<OglModel name='body' filename='" + file("stripes.obj") + "'/>");
  EXPECT_EQ(stripes(), "wgb");
  EXPECT_EQ(messages.errors("Texture \"red.png\""), 1u);
}

TEST_F(MaterialTextureTest, anotherTextureIsLoadedWhileRunning) {
  drawScene("<OglModel name='body' filename='" + file("stripes.obj") + "' color='1 1 1' texturename='" +
            file("red.png") + "'/>");
  EXPECT_EQ(stripes(), "rrr");
  auto* body = dynamic_cast<core::Component*>(core::findObjectByPath(*root, "@body"));
  ASSERT_TRUE(body);
  body->setAttribute("texturename", file("deep green.png"));
  redraw();
  EXPECT_EQ(stripes(), "ggg");
  body->setAttribute("texturename", "");
  redraw();
  EXPECT_EQ(stripes(), "www");
}

}  // namespace
}  // namespace sofa::tests
