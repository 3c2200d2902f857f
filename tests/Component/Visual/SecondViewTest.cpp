// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "CapturedMessages.h"
#include "Sofa/Component/Visual/OglViewport.h"
#include "Sofa/Component/Visual/OrderIndependentTransparencyManager.h"
#include "Sofa/Component/Visual/PointSplatModel.h"
#include "Sofa/Simulation/Scene/SceneReader.h"
#include "Sofa/Simulation/Simulation.h"

namespace sofa::component::visual {
namespace {

class SecondViewTest : public testing::Test {
 protected:
  template <class T>
  T& load(const std::string& body) {
    root = simulation::readSceneText("<Node dt='0.1'><DefaultAnimationLoop/>" + body + "</Node>");
    simulation::initRoot(*root);
    return *root->down<T>();
  }

  tests::CapturedMessages log;
  std::shared_ptr<simulation::Node> root;
};

TEST_F(SecondViewTest, theRigidFrameTakesThePlaceOfTheOtherData) {
  auto& viewport = load<OglViewport>("<OglViewport screenSize='40 20' cameraPosition='1 2 3' fovy='30'/>");
  EXPECT_EQ(viewport.camera().position, type::Vec3(1, 2, 3));
  EXPECT_EQ(viewport.camera().viewDirection(), type::Vec3(0, 0, -1));
  EXPECT_EQ(viewport.camera().fieldOfView, 30);
  EXPECT_EQ(viewport.camera().aspect(), 2);
  viewport.d_cameraRigid.set({type::Vec3(7, 8, 9), type::Quat(0, 0, 1, 0)});
  EXPECT_EQ(viewport.camera().position, type::Vec3(7, 8, 9));
  EXPECT_EQ(viewport.camera().viewDirection(), type::Vec3(0, 0, 1));
}

TEST_F(SecondViewTest, nonsenseIsToldAndNotShown) {
  EXPECT_FALSE(load<OglViewport>("<OglViewport/>").isShown());
  EXPECT_EQ(log.errors("screenSize is 0 0"), 1u);
  EXPECT_FALSE(load<OglViewport>("<OglViewport screenSize='1 1' fovy='180'/>").isShown());
  EXPECT_EQ(log.errors("fovy is 180"), 1u);
  EXPECT_FALSE(load<OglViewport>("<OglViewport screenSize='1 1' zNear='2' zFar='1'/>").isShown());
  EXPECT_EQ(log.errors("zNear is 2 and zFar 1"), 1u);
  auto& good = load<OglViewport>("<OglViewport screenSize='1 1' zFar='3'/>");
  EXPECT_TRUE(good.isShown());
  good.d_enabled.set(false);
  EXPECT_FALSE(good.isShown());
}

TEST_F(SecondViewTest, itsCameraIsDrawn) {
  auto& viewport = load<OglViewport>("<OglViewport screenSize='2 2' drawCamera='1' zFar='5'/>");
  core::DrawList list;
  type::DisplayFlags flags;
  flags.states[type::DisplayFlags::VisualModels] = type::DisplayFlags::State::show;
  list.begin(viewport, flags);
  viewport.draw(list);
  ASSERT_EQ(list.batches().size(), 1u);
  EXPECT_EQ(list.batches()[0].vertices.size(), 16u);  // four edges from the eye, four between the corners
  EXPECT_FLOAT_EQ(list.batches()[0].vertices[1].position[2], -5);
}

TEST_F(SecondViewTest, spotsNeedPoints) {
  EXPECT_FALSE(load<PointSplatModel>("<PointSplatModel/>").isValid());
  EXPECT_EQ(log.errors("There is no state with points"), 1u);
  auto& splats = load<PointSplatModel>("<MechanicalObject position='1 0 0'/><PointSplatModel radius='0.5'/>");
  EXPECT_TRUE(splats.isValid());
  splats.computeBoundingBox();
  EXPECT_EQ(splats.d_bbox.value().min, type::Vec3(0.5, -0.5, -0.5));
  EXPECT_EQ(splats.d_bbox.value().max, type::Vec3(1.5, 0.5, 0.5));
  load<PointSplatModel>("<MechanicalObject position='1 0 0'/><PointSplatModel radius='-1' textureSize='0'/>");
  EXPECT_EQ(log.errors("radius is -1"), 1u);
  EXPECT_EQ(log.errors("textureSize is 0"), 1u);
}

TEST_F(SecondViewTest, weightsNeedAScaleThatIsNotNegative) {
  using Manager = OrderIndependentTransparencyManager;
  EXPECT_TRUE(load<Manager>("<OrderIndependentTransparencyManager/>").isValid());
  EXPECT_FALSE(load<Manager>("<OrderIndependentTransparencyManager depthScale='-1'/>").isValid());
  EXPECT_EQ(log.errors("depthScale is -1"), 1u);
}

}  // namespace
}  // namespace sofa::component::visual
