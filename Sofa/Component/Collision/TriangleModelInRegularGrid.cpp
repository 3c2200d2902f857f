// SPDX-License-Identifier: Apache-2.0
#include "Sofa/Component/Collision/TriangleCollisionModel.h"
#include "Sofa/Core/Service/ObjectFactory.h"

namespace sofa::component::collision {
namespace {

/// The triangles of a surface that a grid moves: one box around all of them, and no boxes in between.
class TriangleModelInRegularGrid final : public TriangleCollisionModel {
 public:
  void updateBoxes(int, const core::StepMotion& motion) override { TriangleCollisionModel::updateBoxes(0, motion); }
};

const auto registered = core::Register("TriangleModelInRegularGrid", "Sofa.Component.Collision.Geometry",
                                       "TriangleCollisionModel with one box around all triangles, whose contacts stand "
                                       "in the order of the triangles")
                            .ignores("useCurvature", "the curvature of a surface plays no part in contacts")
                            .add<TriangleModelInRegularGrid>();

}  // namespace
}  // namespace sofa::component::collision
