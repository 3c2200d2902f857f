// SPDX-License-Identifier: Apache-2.0
#include "Sofa/GL/Capture/FrameCapture.h"

#include <gtest/gtest.h>

#include "Sofa/Core/Contract/State.h"
#include "Sofa/Simulation/Scene/SceneReader.h"
#include "Sofa/Simulation/Simulation.h"

namespace sofa::gl {
namespace {

std::shared_ptr<simulation::Node> scene(const std::string& body) {
  auto root = simulation::readSceneText("<Node name='root'>" + body + "</Node>");
  simulation::initRoot(*root);
  simulation::updateVisual(*root);
  return root;
}

constexpr const char* square = "<OglModel name='square' position='0 0 0 1 0 0 1 1 0 0 1 0' quads='0 1 2 3'/>";

TEST(FrameCaptureTest, surfacesAreTriangles) {
  auto root = scene(square);
  FrameCapture capture;
  const auto frame = capture.take(*root, 0);
  ASSERT_EQ(frame->surfaces.size(), 1u);
  const auto& surface = frame->surfaces.front();
  EXPECT_EQ(surface.mesh->triangles, (std::vector<std::uint32_t>{0, 1, 2, 0, 2, 3}));
  EXPECT_EQ(surface.vertices->positions.size(), 12u);
  EXPECT_EQ(surface.vertices->normals[2], 1.f);
  EXPECT_EQ(frame->owners[surface.owner - 1].lock()->name(), "square");
}

TEST(FrameCaptureTest, optionsOfDrawingAreTaken) {
  auto root = scene(
      "<LightManager debugDraw='1'/><DirectionalLight/>"
      "<OglModel position='0 0 0 1 0 0 1 1 0' triangles='0 1 2' primitiveType='POINTS' pointSmooth='1'/>");
  FrameCapture capture;
  const auto frame = capture.take(*root, 0);
  const auto& surface = frame->surfaces.front();
  EXPECT_TRUE(surface.roundPoints);
  EXPECT_TRUE(frame->lightSets[surface.lightSet].showsShadowMaps);
}

TEST(FrameCaptureTest, halvesOfQuadsAreTold) {
  auto root = scene("<OglModel position='0 0 0 1 0 0 1 1 0 0 1 0' triangles='0 1 2' quads='0 1 2 3 3 2 1 0'/>");
  FrameCapture capture;
  const auto& part = capture.take(*root, 0)->surfaces.front().mesh->parts.front();
  EXPECT_EQ(part.triangles, 5u);
  EXPECT_EQ(part.quads, 2u);
}

/// The quads of a grid, those inside of it as well: sums of their normals would point anywhere.
TEST(FrameCaptureTest, bodiesWithFacesInsideAreLitFaceByFace) {
  const auto isFlat = [](const std::string& grid, const std::string& attributes) {
    auto root = scene("<RegularGridTopology name='g' min='0 0 0' max='1 1 1' n='" + grid + "'/><OglModel src='@g' " +
                      attributes + "/>");
    FrameCapture capture;
    return capture.take(*root, 0)->surfaces.front().mesh->flat;
  };
  EXPECT_TRUE(isFlat("3 3 3", ""));
  EXPECT_FALSE(isFlat("3 3 1", ""));
  EXPECT_FALSE(isFlat("2 2 2", ""));
  EXPECT_FALSE(isFlat("3 3 3", "updateNormals='0'"));  // given ones are as they shall be
}

/// Two quads at an edge, the second of which runs round the other way.
TEST(FrameCaptureTest, facesThatDisagreeAreLitAsIfTheyAgreed) {
  const std::string model =
      "<OglModel name='fold' position='0 0 0 1 0 0 1 1 0 0 1 0 2 0 0 2 1 0' quads='0 1 2 3 1 2 5 4'";
  auto root = scene(model + "/>");
  FrameCapture capture;
  auto* fold = root->down<core::State<type::Vec3Types>>();
  const auto normal = [&](std::size_t i, std::size_t axis = 2) {
    simulation::updateVisual(*root);
    return capture.take(*root, 0)->surfaces[0].vertices->normals.at(3 * i + axis);
  };
  for (std::size_t i = 0; i < 6; ++i) EXPECT_NEAR(normal(i), normal(0), 1e-6) << i;
  EXPECT_NEAR(std::abs(normal(0)), 1, 1e-6);
  // The Data is what the manual says: the sum of both, which is nothing at the common edge.
  EXPECT_NEAR(fold->derivs(core::vec::normal)[1].norm(), 0, 1e-6);
  fold->writeCoords(core::vec::position)[4] = type::Vec3(1, 0, 1);  // bent
  fold->writeCoords(core::vec::position)[5] = type::Vec3(1, 1, 1);
  EXPECT_NEAR(std::abs(normal(1)), std::sqrt(0.5), 1e-6);
  EXPECT_NEAR(std::abs(normal(4)), 0, 1e-6);
}

TEST(FrameCaptureTest, normalsThatAreGivenStay) {
  auto root = scene(
      "<OglModel position='0 0 0 1 0 0 1 1 0 0 1 0 2 0 0 2 1 0' quads='0 1 2 3 1 2 5 4' updateNormals='false' "
      "normal='1 0 0 1 0 0 1 0 0 1 0 0 1 0 0 1 0 0'/>");
  FrameCapture capture;
  EXPECT_EQ(capture.take(*root, 0)->surfaces[0].vertices->normals[3], 1.f);
}

TEST(FrameCaptureTest, whatDoesNotMoveIsShared) {
  auto root = scene(square);
  FrameCapture capture;
  const auto first = capture.take(*root, 0), second = capture.take(*root, 1);
  EXPECT_EQ(first->surfaces[0].vertices, second->surfaces[0].vertices);
  EXPECT_EQ(first->surfaces[0].mesh, second->surfaces[0].mesh);
  auto* model = root->down<core::State<type::Vec3Types>>();
  model->writeCoords(core::vec::position)[0] = type::Vec3(-1, 0, 0);
  simulation::updateVisual(*root);
  const auto third = capture.take(*root, 2);
  EXPECT_NE(third->surfaces[0].vertices, second->surfaces[0].vertices);
  EXPECT_EQ(third->surfaces[0].mesh, second->surfaces[0].mesh);
  EXPECT_EQ(second->surfaces[0].vertices->positions[0], 0.f);
  EXPECT_EQ(third->surfaces[0].vertices->positions[0], -1.f);
}

TEST(FrameCaptureTest, memoryIsUsedAgainThoughAViewerIsBehind) {
  auto root = scene(square);
  FrameCapture capture;
  auto* model = root->down<core::State<type::Vec3Types>>();
  std::shared_ptr<const SurfaceVertices> drawn;  // as a renderer holds them
  std::shared_ptr<const Frame> shown, latest;
  std::set<const SurfaceVertices*> seen;
  for (int step = 0; step < 20; ++step) {
    model->writeCoords(core::vec::position)[0] = type::Vec3(step, 0, 0);
    simulation::updateVisual(*root);
    shown = latest;
    const std::vector<float> before = drawn ? drawn->positions : std::vector<float>();
    latest = capture.take(*root, step);
    if (drawn) {
      EXPECT_EQ(drawn->positions, before);
    }
    EXPECT_EQ(latest->surfaces[0].vertices->positions[0], static_cast<float>(step));
    drawn = shown ? shown->surfaces[0].vertices : nullptr;
    seen.insert(latest->surfaces[0].vertices.get());
  }
  EXPECT_LE(seen.size(), 4u);
}

TEST(FrameCaptureTest, flagsOfANodeHideItsSubtreeOnly) {
  auto root = scene(std::string("<Node name='hidden'><VisualStyle displayFlags='hideVisual'/>") + square + "</Node>" +
                    "<Node name='shown'>" + square + "</Node>");
  FrameCapture capture;
  EXPECT_EQ(capture.take(*root, 0)->surfaces.size(), 1u);
}

TEST(FrameCaptureTest, facesOfMissingVerticesAreLeftOut) {
  auto root = scene("<OglModel position='0 0 0 1 0 0 1 1 0' triangles='0 1 2 0 1 7'/>");
  FrameCapture capture;
  EXPECT_EQ(capture.take(*root, 0)->surfaces[0].mesh->triangles.size(), 3u);
}

}  // namespace
}  // namespace sofa::gl
