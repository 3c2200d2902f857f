// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "Sofa/Component/SolidMechanics/KeywordSpringText.h"
#include "Sofa/Component/SolidMechanics/RelativeSpringForceField.h"

namespace sofa::component::solidmechanics {

/// A spring between a point of one body and a point of another, that also turns them into the same orientation.
struct FrameSpring {
  std::array<type::Index, 2> points{};
  double translation = 0;                                                 ///< stiffness (N/m)
  double rotation = 0;                                                    ///< stiffness (N m/rad)
  double damping = 0;                                                     ///< of both relative velocities
  type::Vec3 anchor1 = type::Vec3::Zero(), anchor2 = type::Vec3::Zero();  ///< the points, each in its body's axes

  std::array<KeywordField, 5> fields() {
    return {{{"KS_T", &translation, 1},
             {"KS_R", &rotation, 1},
             {"KD", &damping, 1},
             {"VEC1", anchor1.data(), 3},
             {"VEC2", anchor2.data(), 3}}};
  }
};

/// Springs between points that are fixed to rigid bodies. With the arms r = R a of the anchors, the centres c, and the
/// vector t (axis times angle) of the rotation R1^-1 R2,
///
///   F = KS_T (c2 + r2 - c1 - r1) + KD (v2 - v1),
///   torques  r1 x F + KS_R t + KD (w2 - w1)  and  -r2 x F - KS_R t + KD (w2 - w1)
///
/// act on the first and the second body, F and -F at their centres. t is not turned into the axes of space,
/// and the second body's damping torque has the sign of the first's. The tangent is diag(KS_T, KS_R), that of springs
/// without arms; products without a matrix leave the factor of the time step away (docs/differences.md).
class FrameSpringForceField : public RelativeSpringForceField<FrameSpringForceField, type::Rigid3Types> {
 public:
  core::Data<std::vector<FrameSpring>> d_spring{
      this,
      "spring",
      {},
      "springs: BEGIN_SPRING body1 body2 [KS_T k] [KS_R k] [KD c] [VEC1 x y z] [VEC2 x y z] END_SPRING"};

  void init() override;
  std::size_t springCount() const { return d_spring.value().size(); }
  std::array<type::Index, 2> ends(std::size_t i) const { return d_spring.value()[i].points; }
  std::array<Deriv, 2> forces(std::size_t i, const Coord& x1, const Coord& x2, const Deriv& v1, const Deriv& v2) const;
  Block stiffness(std::size_t i, const Coord& x1, const Coord& x2, const Deriv& v1, const Deriv& v2) const;
  /// Whatever the factors are: see the class.
  void addDForce(const core::MechanicalParams& params, VecDeriv& df1, VecDeriv& df2, const VecDeriv& dx1,
                 const VecDeriv& dx2, double kFactor, double bFactor) override;
  void draw(core::DrawList& list) const override;
};

}  // namespace sofa::component::solidmechanics

template <>
struct sofa::type::TextTraits<sofa::component::solidmechanics::FrameSpring>
    : sofa::component::solidmechanics::KeywordSpringTraits<sofa::component::solidmechanics::FrameSpring> {
  static std::string name() { return "FrameSpring"; }
};
template <>
struct sofa::type::TextTraits<std::vector<sofa::component::solidmechanics::FrameSpring>>
    : sofa::component::solidmechanics::KeywordSpringListTraits<sofa::component::solidmechanics::FrameSpring> {};
