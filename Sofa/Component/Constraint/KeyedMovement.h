// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "Sofa/Component/Constraint/CarryStarts.h"
#include "Sofa/Component/Constraint/IndexedConstraint.h"
#include "Sofa/Component/Constraint/KeyTimes.h"

namespace sofa::component::constraint {

/// What the constraints that move points along given displacements share: a displacement at each key time, linear in
/// between.
///
/// They act from the first key until before the last; outside, the points are free. The last three numbers of a rigid
/// movement are Euler angles (radians), orientations between two keys are interpolated on the sphere.
template <class DataTypes>
class KeyedMovement : public IndexedConstraint<DataTypes> {
 public:
  using typename IndexedConstraint<DataTypes>::Coord;
  using typename IndexedConstraint<DataTypes>::Deriv;
  using typename IndexedConstraint<DataTypes>::VecCoord;
  using typename IndexedConstraint<DataTypes>::VecDeriv;

  core::Data<std::vector<double>> d_keyTimes{this, "keyTimes", {0}, "increasing times of the movements (s)"};
  core::Data<VecDeriv> d_movements{this, "movements", VecDeriv(1, Deriv::Zero()), "displacement at each key time"};
  core::Data<bool> d_showMovement{
      this, "showMovement", false, "whether the movement is drawn", {.group = "Visualization"}};

  void init() override;
  void archive(core::Archive& archive) override { archive.io(m_start); }
  bool topologyChanged(const core::MeshChanges& changes) override {
    if (const auto* state = this->mstate()) carryStartPlaces(m_start, changes, *state);
    return true;
  }
  void projectResponse(VecDeriv& d) override;
  void projectVelocity(VecDeriv& v) override;
  void projectPosition(VecCoord& x) override;
  /// At all times, also while the points are free: an assembled system then adds no stiffness to them
  /// (docs/manual/solvers.md, "Projective constraints").
  void applyConstraint(core::ZeroDirichletCondition* matrix) override;
  void draw(core::DrawList& list) const override;

 protected:
  /// Whether the movement prescribes a component of positions and forces. Of velocities it prescribes all components in
  /// SOFA v26.06, and only these components in exact scenes.
  virtual bool moves(int /*component*/) const { return true; }
  /// Whether displacements start from the positions at the first projection; else they are positions.
  virtual bool isRelative() const { return true; }
  void dataChanged() override { m_usable = checkKeys(); }

 private:
  bool checkKeys() const;
  std::optional<KeyInterval> interval() const;
  /// Puts the components that are moved where they belong.
  void move(Coord& x, const Coord& start, const KeyInterval& keys) const;

  VecCoord m_start;  // positions at the first projection, kept over reset
  bool m_usable = false;
};

}  // namespace sofa::component::constraint
