// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "Sofa/Component/Constraint/CarryStarts.h"
#include "Sofa/Component/Constraint/IndexedConstraint.h"

namespace sofa::component::constraint {

/// Lets each point slide along `direction` (unit vector n) through where it stands at the first projection, x0:
/// x = x0 + n n.(x - x0), velocities and forces become n n.v.
template <class DataTypes>
class DirectionProjectiveConstraint : public IndexedConstraint<DataTypes> {
 public:
  using typename IndexedConstraint<DataTypes>::Coord;
  using typename IndexedConstraint<DataTypes>::VecCoord;
  using typename IndexedConstraint<DataTypes>::VecDeriv;

  core::Data<double> d_drawSize{
      this, "drawSize", 0.0, "radius of the drawn points; 0: a few pixels", {.group = "Visualization"}};
  core::Data<Coord> d_direction{this, "direction", Coord(Coord::Zero()), "along the lines, of any length"};

  void init() override;
  void archive(core::Archive& archive) override { archive.io(m_start); }
  bool topologyChanged(const core::MeshChanges& changes) override {
    if (const auto* state = this->mstate()) carryStartPlaces(m_start, changes, *state);
    return true;
  }
  void projectResponse(VecDeriv& d) override;
  void projectVelocity(VecDeriv& v) override { projectResponse(v); }
  void projectPosition(VecCoord& x) override;
  /// Says that assembled systems leave the constraint out of the matrix: only the right-hand side is projected.
  void applyConstraint(core::ZeroDirichletCondition* matrix) override;
  void draw(core::DrawList& list) const override { this->drawPoints(list, d_drawSize.value()); }

 private:
  VecCoord m_start;  ///< x0, kept over reset
};

}  // namespace sofa::component::constraint
