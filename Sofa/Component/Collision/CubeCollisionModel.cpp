// SPDX-License-Identifier: Apache-2.0
#include "Sofa/Core/Contract/CollisionModel.h"
#include "Sofa/Core/Service/ObjectFactory.h"

namespace sofa::component::collision {
namespace {

/// The boxes above the elements of another model, which every model has here without being asked. In a scene, where no
/// model stands behind them, there are none, in SOFA too.
class CubeCollisionModel final : public core::CollisionModel {
 public:
  void init() override { setValid(); }
  std::size_t size() const override { return 0; }
  core::BaseState* state() const override { return nullptr; }
  void elementBoxes(std::span<type::BoundingBox>) const override {}
};

const auto registered =
    core::Register(
        "CubeCollisionModel", "Sofa.Component.Collision.Geometry",
        "the boxes around the elements of other models, which these make themselves: alone it holds none, and "
        "touches nothing")
        .wasCalled("Cube", "SOFA v24.12")
        .wasCalled("CubeModel", "SOFA v24.12")
        .add<CubeCollisionModel>();

}  // namespace
}  // namespace sofa::component::collision
