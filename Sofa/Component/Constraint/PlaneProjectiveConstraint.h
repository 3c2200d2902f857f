// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "Sofa/Component/Constraint/IndexedConstraint.h"

namespace sofa::component::constraint {

/// Keeps some points in the plane (of Vec2: on the line) through `origin` that is normal to `normal`, whose unit vector
/// is n: x -= n n.(x - o), velocities and forces lose n n.v.
template <class DataTypes>
class PlaneProjectiveConstraint : public IndexedConstraint<DataTypes> {
 public:
  using typename IndexedConstraint<DataTypes>::Coord;
  using typename IndexedConstraint<DataTypes>::VecCoord;
  using typename IndexedConstraint<DataTypes>::VecDeriv;

  core::Data<Coord> d_origin{this, "origin", Coord(), "a point of the plane"};
  core::Data<Coord> d_normal{this, "normal", Coord(), "across the plane, of any length; zero: the points stay free"};
  core::Data<double> d_drawSize{
      this, "drawSize", 0.0, "radius of the drawn points; 0: a few pixels", {.group = "Visualization"}};

  void init() override;
  void projectResponse(VecDeriv& d) override;
  void projectVelocity(VecDeriv& v) override { projectResponse(v); }
  void projectPosition(VecCoord& x) override;
  /// Says that assembled systems leave the constraint out of the matrix: only the right-hand side is projected.
  void applyConstraint(core::ZeroDirichletCondition* matrix) override;
  void draw(core::DrawList& list) const override { this->drawPoints(list, d_drawSize.value()); }

 private:
  /// Zero if the normal is.
  Coord normal() const;
};

}  // namespace sofa::component::constraint
