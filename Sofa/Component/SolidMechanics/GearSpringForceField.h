// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "Sofa/Component/SolidMechanics/KeywordSpringText.h"
#include "Sofa/Core/Contract/ForceField.h"

namespace sofa::component::solidmechanics {

/// Two wheels on pivots whose turns are coupled.
struct GearSpring {
  std::array<type::Index, 4> points{};           ///< bodies: parent and wheel, parent and wheel
  std::array<double, 2> axis{0, 0};              ///< of each wheel, in its own axes: 0 x, 1 y, 2 z
  double translation = 10000;                    ///< stiffness of the pivots (N/m)
  std::array<double, 2> rotation{10000, 10000};  ///< stiffness of the gear and of the pivots (N m/rad)
  double damping = 10000;                        ///< of the pivots
  double ratio = 1;                              ///< turns of the second wheel per turn of the first, backwards

  std::array<KeywordField, 5> fields() {
    return {{{"AXIS", axis.data(), 2},
             {"KS_T", &translation, 1},
             {"KS_R", rotation.data(), 2},
             {"KD", &damping, 1},
             {"RATIO", &ratio, 1}}};
  }
};

/// Gears: wheels (bodies of object2), each on a pivot of its parent (a body of object1, or the place where the wheel
/// stands at initialisation if it is its own parent). With `hard` and `soft` the two numbers of KS_R,
///
///   f = KS_T (x_p - x_w) + KD (v_p - v_w),      t = hard w + KD (omega_p - omega_w)
///
/// act on each wheel and their opposites on its parent, w being the rotation that takes the wheel's axis to the
/// parent's. The angle of a wheel is the mean of those by which its two other axes are turned from the parent's. The
/// gear turns the first wheel by phi = -soft (RATIO angle1 + angle2) about its axis, and the second by phi / RATIO;
/// parents feel nothing of it. The tangent takes rotations as constant, leaves the damping out and takes the turns of
/// wheels for their angles.
class GearSpringForceField : public core::PairForceField<type::Rigid3Types> {
 public:
  core::Data<std::vector<GearSpring>> d_spring{
      this, "spring", {}, "gears: BEGIN_SPRING parent1 wheel1 parent2 wheel2 [AXIS, KS_T, KS_R, KD, RATIO] END_SPRING"};

  void init() override;
  void bwdInit() override;
  void reset() override { startAngles(); }
  void archive(core::Archive& archive) override;
  void beginStep(const core::MechanicalParams& params) override;
  void addForce(const core::MechanicalParams& params, VecDeriv& f1, VecDeriv& f2, const VecCoord& x1,
                const VecCoord& x2, const VecDeriv& v1, const VecDeriv& v2) override;
  void linearise(const core::MechanicalParams& params, const VecCoord& x1, const VecCoord& x2, const VecDeriv& v1,
                 const VecDeriv& v2, core::Linearisation kind) override;
  void addDForce(const core::MechanicalParams& params, VecDeriv& df1, VecDeriv& df2, const VecDeriv& dx1,
                 const VecDeriv& dx2, double kFactor, double bFactor) override;
  void buildStiffnessMatrix(core::StiffnessMatrix* matrix) override;
  void draw(core::DrawList& list) const override;

 private:
  struct Wheel {
    type::Index parent, body;
    int axis;
    bool isOwnParent;
    Coord start;       ///< of its own parent
    double angle = 0;  ///< at the begin of the step, turns counted
  };
  struct Gear {
    GearSpring spring;
    std::array<Wheel, 2> wheels;
  };
  struct End {
    int state;  ///< 0: object1, 1: object2
    type::Index body;
  };
  /// d(force on one end)/d(motion of another).
  struct Tangent {
    End row, column;
    type::Mat<6> block;
  };

  void dataChanged() override { makeGears(); }
  void makeGears();
  void startAngles();
  /// Whether the bodies of a gear are there: states may lose points.
  static bool exists(const Gear& gear, std::size_t parents, std::size_t wheels) {
    return std::ranges::all_of(gear.wheels, [&](const Wheel& w) { return w.parent < parents && w.body < wheels; });
  }
  const Coord& parentOf(const Wheel& wheel, const VecCoord& x1) const {
    return wheel.isOwnParent ? wheel.start : x1[wheel.parent];
  }
  /// Nearest to the wheel's angle at the begin of the step among those that look the same.
  double angleOf(const Wheel& wheel, const VecCoord& x1, const VecCoord& x2) const;
  void addPivot(const GearSpring& spring, const Wheel& wheel, const VecCoord& x1);
  void addGear(const Gear& gear, const VecCoord& x1);

  std::vector<Gear> m_gears;
  std::vector<Tangent> m_tangents;  ///< where linearised
};

}  // namespace sofa::component::solidmechanics

template <>
struct sofa::type::TextTraits<sofa::component::solidmechanics::GearSpring>
    : sofa::component::solidmechanics::KeywordSpringTraits<sofa::component::solidmechanics::GearSpring> {
  static std::string name() { return "GearSpring"; }
};
template <>
struct sofa::type::TextTraits<std::vector<sofa::component::solidmechanics::GearSpring>>
    : sofa::component::solidmechanics::KeywordSpringListTraits<sofa::component::solidmechanics::GearSpring> {};
