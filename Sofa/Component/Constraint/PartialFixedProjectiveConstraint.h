// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <array>

#include "Sofa/Component/Constraint/IndexedConstraint.h"

namespace sofa::component::constraint {

/// Takes some components of forces and increments away from some points. Rigid: translations, then
/// rotations.
template <class DataTypes>
class PartialFixedProjectiveConstraint : public IndexedConstraint<DataTypes> {
 public:
  using Directions = std::array<bool, DataTypes::derivSize>;
  using typename IndexedConstraint<DataTypes>::VecCoord;
  using typename IndexedConstraint<DataTypes>::VecDeriv;

  static Directions allDirections() {
    Directions all;
    all.fill(true);
    return all;
  }

  core::Data<bool> d_fixAll{this, "fixAll", false, "if true, all points are fixed, whatever the indices"};
  core::Data<bool> d_showObject{this, "showObject", true, "whether fixed points are drawn", {.group = "Visualization"}};
  core::Data<double> d_drawSize{
      this, "drawSize", 0.0, "radius of the drawn points; 0: a few pixels", {.group = "Visualization"}};
  core::Data<bool> d_activateProjectVelocity{this, "activate_projectVelocity", false,
                                             "without effect here: see projectVelocity"};
  core::Data<Directions> d_fixedDirections{this, "fixedDirections", allDirections(),
                                           "for each component of a derivative: whether it is fixed"};
  core::Data<bool> d_projectVelocity{this, "projectVelocity", false,
                                     "if true, the fixed components of velocities become zero too"};

  void init() override;
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
