// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "Sofa/Component/Constraint/IndexedConstraint.h"

namespace sofa::component::constraint {

/// Takes every force and increment away from some points.
///
/// Positions are never written and velocities only on request: a fixed point that starts with a velocity keeps it.
template <class DataTypes>
class FixedProjectiveConstraint : public IndexedConstraint<DataTypes> {
 public:
  using typename IndexedConstraint<DataTypes>::VecCoord;
  using typename IndexedConstraint<DataTypes>::VecDeriv;

  core::Data<bool> d_fixAll{this, "fixAll", false, "if true, all points are fixed, whatever the indices"};
  core::Data<bool> d_showObject{this, "showObject", true, "whether fixed points are drawn", {.group = "Visualization"}};
  core::Data<double> d_drawSize{
      this, "drawSize", 0.0, "radius of the drawn points; 0: a few pixels", {.group = "Visualization"}};
  core::Data<bool> d_activateProjectVelocity{this, "activate_projectVelocity", false,
                                             "if true, velocities become zero too"};

  void projectResponse(VecDeriv& d) override;
  void projectVelocity(VecDeriv& v) override;
  void projectPosition(VecCoord&) override {}
  /// Also after endTime: an assembled system does not release what it held (docs/manual/solvers.md, "Projective
  /// constraints").
  void applyConstraint(core::ZeroDirichletCondition* matrix) override;
  void draw(core::DrawList& list) const override {
    if (d_showObject.value()) this->drawPoints(list, d_drawSize.value(), d_fixAll.value());
  }
};

}  // namespace sofa::component::constraint
