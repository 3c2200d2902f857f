// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "Sofa/Core/ObjectModel/Component.h"
#include "Sofa/Type/DataTypes.h"

namespace sofa::component::engine {

/// Scales, then rotates (Euler angles, then a quaternion), then translates points; `inverse` undoes the
/// same. Of frames the scale changes the centre only, rotations turn the orientation too. Points of the line or the
/// plane are transformed in space and projected back.
template <class DataTypes>
class TransformEngine final : public core::DataEngine {
 public:
  using VecCoord = typename DataTypes::VecCoord;

  core::Data<VecCoord> d_inputPosition{this, "input_position", {}, "points to transform", {.group = "Inputs"}};
  core::Data<VecCoord> d_outputPosition{this, "output_position", {}, "transformed points", {.group = "Outputs"}};
  core::Data<type::Vec3> d_translation{this, "translation", type::Vec3::Zero(), "translation", {.group = "Inputs"}};
  core::Data<type::Vec3> d_rotation{
      this, "rotation", type::Vec3::Zero(), "rotation about fixed X, then Y, then Z (degrees)", {.group = "Inputs"}};
  core::Data<type::Quat> d_quaternion{
      this, "quaternion", type::Quat::Identity(), "rotation as a unit quaternion x y z w", {.group = "Inputs"}};
  core::Data<type::Vec3> d_scale{this, "scale", type::Vec3::Ones(), "factor of each axis", {.group = "Inputs"}};
  core::Data<bool> d_inverse{
      this, "inverse", false, "whether the inverse transformation is applied", {.group = "Inputs"}};

  static std::string staticTemplateName() { return DataTypes::name(); }
  /// From then on its output may be asked for, also in a node that is not active.
  TransformEngine();

 protected:
  void doUpdate() override;
};

}  // namespace sofa::component::engine
