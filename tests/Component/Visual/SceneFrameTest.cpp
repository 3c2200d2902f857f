// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "CapturedMessages.h"
#include "Sofa/Component/Visual/LineAxis.h"
#include "Sofa/Component/Visual/OglSceneFrame.h"
#include "Sofa/Component/Visual/VisualGrid.h"
#include "Sofa/Simulation/Node.h"
#include "Sofa/Simulation/Scene/SceneReader.h"
#include "Sofa/Simulation/Simulation.h"

namespace sofa::component::visual {
namespace {

using simulation::Node;
using type::Vec3;
using Attributes = std::initializer_list<std::pair<const std::string, std::string>>;

class SceneFrameTest : public testing::Test {
 protected:
  std::shared_ptr<Node> root = Node::createRoot();
  tests::CapturedMessages log;
  template <class T>
  std::shared_ptr<T> make(const char* name, Attributes attributes = {}) {
    auto made = std::dynamic_pointer_cast<T>(root->add(name, attributes));
    made->init();
    return made;
  }
};

TEST_F(SceneFrameTest, defaults) {
  const auto grid = make<VisualGrid>("VisualGrid");
  EXPECT_EQ(grid->d_plane.text(), "z");
  EXPECT_EQ(grid->d_color.text(), "0.341176 0.341176 0.341176 1");
  EXPECT_EQ(make<LineAxis>("LineAxis")->d_axis.value(), "xyz");
  const auto frame = make<OglSceneFrame>("OglSceneFrame");
  EXPECT_EQ(frame->d_style.text(), "Cylinders");
  EXPECT_EQ(frame->d_alignment.text(), "BottomRight");
  EXPECT_TRUE(log.messages.empty());
}

TEST_F(SceneFrameTest, gridHasABoxAroundItsPlane) {
  const auto grid = make<VisualGrid>("VisualGrid", {{"size", "4"}, {"plane", "y"}});
  grid->computeBoundingBox();
  const auto& box = grid->d_bbox.value();
  EXPECT_TRUE(box.min.isApprox(Vec3(-2, -.4, -2), 1e-12));
  EXPECT_TRUE(box.max.isApprox(Vec3(2, .4, 2), 1e-12));
}

TEST_F(SceneFrameTest, gridFramesTheScene) {
  const auto scene = simulation::readSceneText(
      "<Node name='root'><DefaultAnimationLoop/><VisualGrid size='4'/><MechanicalObject position='1 0 3' "
      "showObject='1'/></Node>");
  simulation::initRoot(*scene);
  EXPECT_TRUE(scene->d_bbox.value().max.isApprox(Vec3(2, 2, 3), 1e-12));
}

TEST_F(SceneFrameTest, gridHasTwoCellsAtLeast) {
  const auto grid = make<VisualGrid>("VisualGrid", {{"nbSubdiv", "1"}});
  EXPECT_EQ(grid->d_nbSubdiv.value(), 2);
  EXPECT_EQ(log.errors("nbSubdiv is 1"), 1u);
}

TEST_F(SceneFrameTest, lineAxisNamesLettersThatAreNoAxes) {
  make<LineAxis>("LineAxis", {{"axis", "zx"}});
  EXPECT_TRUE(log.messages.empty());
  make<LineAxis>("LineAxis", {{"axis", "xw"}});
  EXPECT_EQ(log.warnings("\"xw\""), 1u);
}

TEST_F(SceneFrameTest, unknownChoicesAreReported) {
  const auto frame = make<OglSceneFrame>("OglSceneFrame", {{"style", "Cones"}, {"alignment", "TopLeft"}});
  EXPECT_EQ(frame->d_style.text(), "Cylinders");
  EXPECT_EQ(frame->d_alignment.text(), "TopLeft");
  EXPECT_EQ(log.messages.size(), 1u);
}

}  // namespace
}  // namespace sofa::component::visual
