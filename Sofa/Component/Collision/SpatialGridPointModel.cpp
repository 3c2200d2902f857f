// SPDX-License-Identifier: Apache-2.0
#include "Sofa/Component/Collision/PointCollisionModel.h"
#include "Sofa/Core/Service/ObjectFactory.h"

namespace sofa::component::collision {

/// The particles of a fluid, as obstacles: points that a SpatialGridContainer of the same node numbers by where they
/// are. Contacts are those of a PointCollisionModel.
class SpatialGridPointModel final : public PointCollisionModel {
 public:
  core::Data<int> d_leafScale{this, "leafScale", 0,
                              "kept for scenes that set it: boxes are those that all models have"};

  void init() override {
    PointCollisionModel::init();
    if (!isValid()) return;
    for (const auto& component : context()->components()) {
      if (component->className() != "SpatialGridContainer") continue;
      const auto* sorts = dynamic_cast<const core::Data<bool>*>(component->findData("sortPoints"));
      if (sorts && !sorts->value())
        error("{} does not sort its points, which this model is for: set sortPoints=\"1\" there.", component->path());
      return;
    }
    error("There is no SpatialGridContainer in this node: add one with sortPoints=\"1\", or use PointCollisionModel.");
  }
};

namespace {
const auto registeredGridPoints =
    core::Register("SpatialGridPointModel", "SofaSphFluid", "particles of a fluid, as obstacles")
        .add<SpatialGridPointModel>();
}  // namespace

}  // namespace sofa::component::collision
