// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <numbers>

#include "Sofa/Component/SolidMechanics/KeywordSpringText.h"
#include "Sofa/Component/SolidMechanics/RelativeSpringForceField.h"

namespace sofa::component::solidmechanics {

/// A joint between two bodies. Per axis of the first body: translations x y z, then rotations.
struct JointSpring {
  static constexpr double noLimit = 100000;  ///< rad

  std::array<type::Index, 2> points{};
  std::array<double, 6> freeAxis{0, 0, 0, 1, 1, 1};  ///< 1: soft, 0: hard
  std::array<double, 2> translation{0, 10000};       ///< stiffness (N/m) of soft and of hard axes
  std::array<double, 2> rotation{0, 10000};          ///< the same for rotations (N m/rad)
  double block = 0;                                  ///< beyond the limits; 0: a hundredth of hard rotations
  double damping = 0;                                ///< of both relative velocities
  std::array<std::array<double, 2>, 3> limits = {{{-noLimit, noLimit}, {-noLimit, noLimit}, {-noLimit, noLimit}}};
  type::Vec3 restTranslation = type::Vec3::Zero();  ///< m
  type::Quat restRotation = type::Quat::Identity();
  bool isAtRestNow = false;  ///< the place at initialisation is the one at rest

  std::array<KeywordField, 10> fields() {
    return {{{"FREE_AXIS", freeAxis.data(), 6},
             {"KS_T", translation.data(), 2},
             {"KS_R", rotation.data(), 2},
             {"KS_B", &block, 1},
             {"KD", &damping, 1},
             {"R_LIM_X", limits[0].data(), 2},
             {"R_LIM_Y", limits[1].data(), 2},
             {"R_LIM_Z", limits[2].data(), 2},
             {"REST_T", restTranslation.data(), 3, &isAtRestNow},
             {"REST_R", restRotation.coeffs().data(), 4}}};
  }
  void continues(const JointSpring& previous) {
    translation = previous.translation;
    rotation = previous.rotation;
    damping = previous.damping;
  }
  bool isFree(int axis) const {
    return freeAxis[axis] != 0 && (axis < 3 || limits[axis - 3][0] != limits[axis - 3][1]);
  }
  /// Stiffness of the three translations (first = 0) or rotations (first = 3).
  type::Vec3 stiffness(int first) const {
    const auto& k = first == 0 ? translation : rotation;
    return {k[isFree(first) ? 0 : 1], k[isFree(first + 1) ? 0 : 1], k[isFree(first + 2) ? 0 : 1]};
  }
};

/// Joints between rigid bodies: springs that are soft along the free axes of the first body and hard along the others,
/// with limits of the angles.
///
/// With R1 the rotation of the first body, d the offset of the centres less that at rest, and t the vector (axis times
/// angle) of the rotation R1^-1 R2 R_rest,
///
///   f = R1 (k_T * R1^T d) + KD (v2 - v1),      torque = R1 tau(t) + KD (w2 - w1)
///
/// act on the first body and their opposites on the second; forces have no lever arm. tau_i = k_R,i t_i, but a free
/// axis beyond its limits is turned back with KS_B, and a single free axis takes the place of a hinge: the other two
/// angles are then those by which the hinge is bent. The tangent is diag(k_T, k_R) in the axes of the first body.
class JointSpringForceField : public RelativeSpringForceField<JointSpringForceField, type::Rigid3Types> {
 public:
  core::Data<std::vector<JointSpring>> d_spring{
      this, "spring", {}, "joints: BEGIN_SPRING body1 body2 [FREE_AXIS, KS_T, KS_R, KS_B, KD, R_LIM_X ...] END_SPRING"};
  core::Data<bool> d_showLawfulTorsion{
      this, "showLawfulTorsion", false, "draw the part of the torsion within the limits", {.group = "Visualization"}};
  core::Data<bool> d_showExtraTorsion{
      this, "showExtraTorsion", false, "draw the part of the torsion beyond the limits", {.group = "Visualization"}};
  core::Data<double> d_showFactorSize{
      this, "showFactorSize", 1.0, "length of the drawn axes", {.group = "Visualization"}};

  void bwdInit() override;
  std::size_t springCount() const { return d_spring.value().size(); }
  std::array<type::Index, 2> ends(std::size_t i) const { return d_spring.value()[i].points; }
  Deriv force(std::size_t i, const Coord& x1, const Coord& x2, const Deriv& v1, const Deriv& v2) const;
  Block stiffness(std::size_t i, const Coord& x1, const Coord& x2, const Deriv& v1, const Deriv& v2) const;
  void draw(core::DrawList& list) const override;
};

}  // namespace sofa::component::solidmechanics

template <>
struct sofa::type::TextTraits<sofa::component::solidmechanics::JointSpring>
    : sofa::component::solidmechanics::KeywordSpringTraits<sofa::component::solidmechanics::JointSpring> {
  static std::string name() { return "JointSpring"; }
};
template <>
struct sofa::type::TextTraits<std::vector<sofa::component::solidmechanics::JointSpring>>
    : sofa::component::solidmechanics::KeywordSpringListTraits<sofa::component::solidmechanics::JointSpring> {};
