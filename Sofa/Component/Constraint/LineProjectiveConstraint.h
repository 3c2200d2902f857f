// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "Sofa/Component/Constraint/IndexedConstraint.h"

namespace sofa::component::constraint {

/// Keeps some points on the line through `origin` along the unit vector n of `direction`:
/// x = o + n n.(x - o), velocities and forces become n n.v.
template <class DataTypes>
class LineProjectiveConstraint : public IndexedConstraint<DataTypes> {
 public:
  using typename IndexedConstraint<DataTypes>::Coord;
  using typename IndexedConstraint<DataTypes>::VecCoord;
  using typename IndexedConstraint<DataTypes>::VecDeriv;

  core::Data<double> d_drawSize{
      this, "drawSize", 0.0, "radius of the drawn points; 0: a few pixels", {.group = "Visualization"}};
  core::Data<Coord> d_origin{this, "origin", Coord(), "a point of the line"};
  core::Data<Coord> d_direction{this, "direction", Coord(), "along the line, of any length; zero: the x axis"};

  void init() override;
  void projectResponse(VecDeriv& d) override;
  void projectVelocity(VecDeriv& v) override { projectResponse(v); }
  void projectPosition(VecCoord& x) override;
  /// Says that assembled systems leave the constraint out of the matrix: only the right-hand side is projected.
  void applyConstraint(core::ZeroDirichletCondition* matrix) override;
  void draw(core::DrawList& list) const override { this->drawPoints(list, d_drawSize.value()); }

 private:
  Coord direction() const;
};

}  // namespace sofa::component::constraint
