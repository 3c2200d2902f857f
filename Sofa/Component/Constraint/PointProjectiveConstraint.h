// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "Sofa/Component/Constraint/IndexedConstraint.h"

namespace sofa::component::constraint {

/// Puts some points at one place and keeps them there: x = point, v = 0, no force.
template <class DataTypes>
class PointProjectiveConstraint : public IndexedConstraint<DataTypes> {
 public:
  using typename IndexedConstraint<DataTypes>::Coord;
  using typename IndexedConstraint<DataTypes>::VecCoord;
  using typename IndexedConstraint<DataTypes>::VecDeriv;

  core::Data<Coord> d_point{this, "point", Coord(), "where the points are held"};
  core::Data<bool> d_fixAll{this, "fixAll", false, "if true, all points are held, whatever the indices"};
  core::Data<double> d_drawSize{
      this, "drawSize", 0.0, "radius of the drawn points; 0: a few pixels", {.group = "Visualization"}};

  void projectResponse(VecDeriv& d) override { assign(d, VecDeriv::value_type::Zero()); }
  void projectVelocity(VecDeriv& v) override { projectResponse(v); }
  void projectPosition(VecCoord& x) override { assign(x, d_point.value()); }
  /// Rows of an assembled system are kept after the end time too, which then freezes the points' forces into
  /// increments.
  void applyConstraint(core::ZeroDirichletCondition* matrix) override;
  void draw(core::DrawList& list) const override { this->drawPoints(list, d_drawSize.value(), d_fixAll.value()); }

 private:
  template <class Values, class Value>
  void assign(Values& values, const Value& value) {
    if (d_fixAll.value())
      for (auto& entry : values) entry = value;
    else
      for (const type::Index i : this->points()) values[i] = value;
  }
};

}  // namespace sofa::component::constraint
