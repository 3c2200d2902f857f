// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>

#include "CaptureFixture.h"
#include "Sofa/Component/Visual/VisualTransform.h"

namespace sofa::gl {
namespace {

using testing::ElementsAre;
using testing::FloatNear;
using testing::Pointwise;

constexpr const char* model = "<OglModel position='1 0 0 2 0 0 1 1 0' triangles='0 1 2'/>";
const std::string movedUp = "<VisualTransform transform='0 0 5 0 0 0 1' ";
/// A quarter of a turn about z.
constexpr const char* turned = "<VisualTransform transform='0 0 0 0 0 0.70710678 0.70710678'/>";

class VisualTransformTest : public tests::CaptureFixture {
 protected:
  static std::vector<float> first(const Frame& frame, std::size_t surface) {
    const auto& p = frame.surfaces.at(surface).vertices->positions;
    return {p[0], p[1], p[2]};
  }
};

TEST_F(VisualTransformTest, showsItsNodeElsewhere) {
  const auto frame =
      take("<Node>" + (movedUp + ("/>" + std::string(model))) + "<Node>" + model + "</Node></Node>" + model);
  EXPECT_THAT(first(*frame, 0), ElementsAre(1, 0, 0));  // above
  EXPECT_THAT(first(*frame, 1), ElementsAre(1, 0, 5));
  EXPECT_THAT(first(*frame, 2), ElementsAre(1, 0, 0));  // below
  EXPECT_EQ(frame->box.max.z(), 5);
  EXPECT_EQ(frame->drawnBox.max.z(), 5);
}

TEST_F(VisualTransformTest, recursiveOnesHoldForNodesBelow) {
  const auto frame =
      take(movedUp + ("recursive='1'/>" + std::string(turned)) + model + "<Node>" + movedUp + "/>" + model + "</Node>");
  EXPECT_THAT(first(*frame, 0), Pointwise(FloatNear(1e-6f), {0, 1, 5}));
  EXPECT_THAT(first(*frame, 1), ElementsAre(1, 0, 10));
}

TEST_F(VisualTransformTest, normalsTurn) {
  const auto frame = take("<VisualTransform transform='0 0 3 0.70710678 0 0 0.70710678'/>" + std::string(model));
  EXPECT_THAT(frame->surfaces[0].vertices->normals, Pointwise(FloatNear(1e-6f), {0, -1, 0, 0, -1, 0, 0, -1, 0}));
}

TEST_F(VisualTransformTest, whatComponentsDrawMovesToo) {
  const auto frame =
      take("<Node>" + (movedUp + ("/><MechanicalObject position='1 2 3' showObject='1' showIndices='1'/>")) +
           std::string("</Node><MechanicalObject position='1 2 3' showObject='1'/>"));
  const auto& vertices = frame->drawList.batches().at(0).vertices;
  ASSERT_EQ(vertices.size(), 2u);
  EXPECT_EQ(vertices[0].position[2], 3);
  EXPECT_EQ(vertices[1].position[2], 8);
  EXPECT_EQ(frame->drawList.texts().at(0).position.z(), 8);
}

TEST_F(VisualTransformTest, glyphsAreTurned) {
  const auto frame = take(turned + std::string("<MechanicalObject position='1 2 3' showObject='1' drawMode='1'/>"));
  const auto& sphere = frame->drawList.glyphs(core::DrawList::Shape::sphere).at(0);
  EXPECT_NEAR(sphere.matrix[3], -2, 1e-6);
  EXPECT_NEAR(sphere.matrix[7], 1, 1e-6);
  EXPECT_NEAR(sphere.matrix[0], 0, 1e-6);  // its axes turned as well
}

TEST_F(VisualTransformTest, changesShowAtOnce) {
  const auto before = take(movedUp + ("/>" + std::string(model)));
  auto* transform = root->down<component::visual::VisualTransform>();
  transform->d_transform.set({type::Vec3(0, 0, -1), type::Quat::Identity()});
  EXPECT_THAT(first(*again(), 0), ElementsAre(1, 0, -1));
  EXPECT_THAT(first(*before, 0), ElementsAre(1, 0, 5));
  transform->d_enable.set(false);
  EXPECT_THAT(first(*again(), 0), ElementsAre(1, 0, 0));
  const auto still = again();
  EXPECT_EQ(still->surfaces[0].vertices, again()->surfaces[0].vertices);
}

TEST_F(VisualTransformTest, nonsenseIsTold) {
  const auto frame = take("<VisualTransform transform='0 0 5 0 0 0 0'/>" + std::string(model));
  EXPECT_EQ(log.errors("quaternion x y z w of length 1"), 1u);
  EXPECT_THAT(first(*frame, 0), ElementsAre(1, 0, 0));
}

}  // namespace
}  // namespace sofa::gl
