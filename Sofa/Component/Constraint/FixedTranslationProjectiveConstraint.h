// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "Sofa/Component/Constraint/IndexedConstraint.h"

namespace sofa::component::constraint {

/// Takes every force and increment away from some bodies, rotations included in spite of its name.
template <class DataTypes>
class FixedTranslationProjectiveConstraint : public IndexedConstraint<DataTypes> {
 public:
  using typename IndexedConstraint<DataTypes>::VecCoord;
  using typename IndexedConstraint<DataTypes>::VecDeriv;

  core::Data<bool> d_fixAll{this, "fixAll", false, "if true, all points are fixed, whatever the indices"};
  core::Data<double> d_drawSize{
      this, "drawSize", 0.0, "radius of the drawn points; 0: a few pixels", {.group = "Visualization"}};

  void projectResponse(VecDeriv& d) override;
  void projectVelocity(VecDeriv&) override {}
  void projectPosition(VecCoord&) override {}
  void applyConstraint(core::ZeroDirichletCondition* matrix) override;
  void draw(core::DrawList& list) const override { this->drawPoints(list, d_drawSize.value(), d_fixAll.value()); }
};

}  // namespace sofa::component::constraint
