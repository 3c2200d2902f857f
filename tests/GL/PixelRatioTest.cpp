// SPDX-License-Identifier: Apache-2.0
#include "RendererFixture.h"
#include "Sofa/Core/ObjectModel/Component.h"

/// On displays with two device pixels per pixel everything is as large as on others, only sharper.
namespace sofa::tests {
namespace {

using core::DrawList;
using type::Vec3;

constexpr type::Color white{1, 1, 1, 1};

class PixelRatioTest : public RendererFixture {
 protected:
  struct Owner : core::Component {};

  PixelRatioTest() { view.samples = 4; }
  /// Light in the whole picture, in pixels of a ratio of 1.
  double light(int ratio) {
    view.pixelRatio = ratio;
    view.camera.width = static_cast<unsigned>(200 * ratio);
    view.camera.height = static_cast<unsigned>(160 * ratio);
    draw();
    double sum = 0;
    for (std::size_t i = 0; i < image.rgba.size(); ++i) sum += i % 4 == 3 ? 0 : image.rgba[i] / 765.0;
    return sum / (ratio * ratio);
  }
  void expectSame(const char* what, double tolerance = 0.1) {
    const double one = light(1), two = light(2);
    EXPECT_GT(one, 5) << what;
    EXPECT_NEAR(two / one, 1, tolerance) << what;
  }
  void clear() {
    frame.drawList.clear();
    frame.surfaces.clear();
    frame.sceneFrames.clear();
    view.axes = view.grid = view.boundingBox = view.sceneFrame = false;
    view.selectionBox = {};
  }
};

TEST_F(PixelRatioTest, linesAndPointsOfSurfaces) {
  const auto with = [&](const char* what, auto change) {
    clear();
    frame.surfaces = {square()};
    makeEmissive(frame.surfaces[0], white);
    change(frame.surfaces[0]);
    expectSame(what);
  };
  with("outlines", [](Surface& s) { s.wireframe = true; });
  with("wide outlines", [](Surface& s) { s.wireframe = true, s.lineWidth = 4; });
  with("points", [](Surface& s) { s.asPoints = true, s.pointSize = 6, materialOf(s).diffuse.color = white; });
  with("edges", [](Surface& s) {
    meshOf(s).edges = {0, 1, 1, 2};
    meshOf(s).parts[0].triangles = 0, meshOf(s).parts[0].edges = 2;
    s.lineWidth = 3;
  });
  with("normals", [](Surface& s) {
    meshOf(s).parts[0].triangles = 0;
    for (std::size_t i = 0; i < 4; ++i) verticesOf(s).normals[3 * i] = 0.8f;
    s.showNormals = true;
  });
}

TEST_F(PixelRatioTest, whatComponentsDescribe) {
  const auto with = [&](const char* what, auto add) {
    clear();
    add(frame.drawList);
    expectSame(what);
  };
  with("points", [](DrawList& l) { l.point({0, 0, 0}, 8, white); });
  with("thin lines", [](DrawList& l) { l.line({-1, -1, 0}, {1, 0.5, 0}, 1, white); });
  with("lines", [](DrawList& l) { l.line({-1, -1, 0}, {1, 0.5, 0}, 5, white); });
  with("texts", [](DrawList& l) { l.text({-1, 0, 0}, "HHHH 1234", 1, white); });
  with("labels", [](DrawList& l) { l.label({10, 10, 14, "HHHH 1234", white}); });
  with("legends", [](DrawList& l) { l.legend({"Stress", 11, 10, 5, 0, 1, {white, white}}); });
  with("outlines", [](DrawList& l) {
    Owner owner;
    type::DisplayFlags flags;
    flags.apply("showWireframe");
    l.begin(owner, flags);
    l.triangle({-1, -1, 0}, {1, -1, 0}, {0, 1, 0}, white);
    l.quad({-1, -1, 0}, {-0.5, -1, 0}, {-0.5, 1, 0}, {-1, 1, 0}, white);
    l.sphere({0, 0, 0}, 0.5, white);
    l.begin(owner, {});
  });
}

TEST_F(PixelRatioTest, whatHelpsToReadAPicture) {
  clear();
  view.axes = true;
  expectSame("axes");
  clear();
  view.boundingBox = true;
  expectSame("box");
  clear();
  view.selectionBox = frame.box;
  expectSame("selection");
  clear();
  view.sceneFrame = true;
  expectSame("scene frame");
  clear();
  view.grid = true;
  view.camera.position = {0, 4, 9};
  view.camera.orientation = view.camera.orientationTowards(view.camera.position, Vec3::Zero());
  expectSame("grid", 0.15);
}

}  // namespace
}  // namespace sofa::tests
