// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "Sofa/Component/Constraint/CarryStarts.h"
#include "Sofa/Component/Constraint/IndexedConstraint.h"

namespace sofa::component::constraint {

/// Moves points from where they stand at the first projection to a goal, at constant speed between two times: they are
/// left alone until beginConstraintTime, and stay at the goal from endConstraintTime on. Velocities and forces are zero
/// at all times. Orientations reach the goal at the end, all at once.
template <class DataTypes>
class RampedMovement : public IndexedConstraint<DataTypes> {
 public:
  using typename IndexedConstraint<DataTypes>::Coord;
  using typename IndexedConstraint<DataTypes>::Deriv;
  using typename IndexedConstraint<DataTypes>::VecCoord;
  using typename IndexedConstraint<DataTypes>::VecDeriv;

  RampedMovement() : IndexedConstraint<DataTypes>({}) {}

  core::Data<double> d_beginConstraintTime{this, "beginConstraintTime", 0.0, "start of the movement (s)"};
  core::Data<double> d_endConstraintTime{this, "endConstraintTime", 20.0, "end of the movement (s)"};
  core::Data<bool> d_drawConstrainedPoints{
      this, "drawConstrainedPoints", false, "draw the constrained points", {.group = "Visualization"}};

  void init() override;
  void archive(core::Archive& archive) override { archive.io(m_start); }
  bool topologyChanged(const core::MeshChanges& changes) override {
    if (const auto* state = this->mstate()) carryStartPlaces(m_start, changes, *state);
    return true;
  }
  void projectResponse(VecDeriv& d) override;
  void projectVelocity(VecDeriv& v) override { projectResponse(v); }
  void projectPosition(VecCoord& x) override;
  void applyConstraint(core::ZeroDirichletCondition* matrix) override;
  void draw(core::DrawList& list) const override;

 protected:
  /// Called once the points' start is known, before goal().
  virtual void setStart(const VecCoord& /*start*/) {}
  virtual Coord goal(const Coord& start) const = 0;

 private:
  VecCoord m_start;  ///< positions at the first projection, kept over reset
};

template <class DataTypes>
void RampedMovement<DataTypes>::init() {
  IndexedConstraint<DataTypes>::init();
  if (d_endConstraintTime.value() > d_beginConstraintTime.value() || !this->isValid()) return;
  this->error("endConstraintTime ({}) must be later than beginConstraintTime ({}).", d_endConstraintTime.value(),
              d_beginConstraintTime.value());
  this->setInvalid();
}

template <class DataTypes>
void RampedMovement<DataTypes>::projectPosition(VecCoord& x) {
  if (m_start.empty()) m_start = x;
  const double begin = d_beginConstraintTime.value(), end = d_endConstraintTime.value(), t = this->context()->time();
  if (!(t > begin)) return;
  setStart(m_start);
  const double part = std::min((t - begin) / (end - begin), 1.0);
  for (const type::Index i : this->points()) {
    if (i >= m_start.size()) continue;
    const Coord goal = this->goal(m_start[i]);
    if (t > end) {
      x[i] = goal;
    } else {
      const type::Vec3 from = DataTypes::position(m_start[i]);
      DataTypes::setPosition(x[i], from + part * (DataTypes::position(goal) - from));
    }
  }
}

template <class DataTypes>
void RampedMovement<DataTypes>::projectResponse(VecDeriv& d) {
  for (const type::Index i : this->points()) d[i].setZero();
}

template <class DataTypes>
void RampedMovement<DataTypes>::applyConstraint(core::ZeroDirichletCondition* matrix) {
  if (this->mstate() && this->isValid() && this->isActive()) this->discardPoints(*matrix);
}

template <class DataTypes>
void RampedMovement<DataTypes>::draw(core::DrawList& list) const {
  if (d_drawConstrainedPoints.value()) this->drawPoints(list, 0);
}

}  // namespace sofa::component::constraint
