// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "Sofa/Core/ObjectModel/Component.h"
#include "Sofa/Type/DataTypes.h"

namespace sofa::component::engine {

/// Displacements of rigid frames since rest, as matrices on points in homogeneous coordinates:
/// frame * scale * inverse of the frame at rest, the scale along the frame's axes.
class DisplacementMatrixEngine final : public core::DataEngine {
 public:
  using VecCoord = type::Rigid3Types::VecCoord;

  core::Data<VecCoord> d_x0{this, "x0", {}, "frames at rest", {.group = "Inputs"}};
  core::Data<VecCoord> d_x{this, "x", {}, "frames", {.group = "Inputs"}};
  core::Data<std::vector<type::Vec3>> d_scales{
      this, "scales", {}, "scale of each frame along its axes; those not given are 1", {.group = "Inputs"}};
  core::Data<std::vector<type::Mat4>> d_displaceMats{
      this, "displaceMats", {}, "displacement of each frame", {.aliases = {"displacements"}, .group = "Outputs"}};

  static std::string staticTemplateName() { return type::Rigid3Types::name(); }
  void init() override;

 protected:
  void doUpdate() override;
};

}  // namespace sofa::component::engine
