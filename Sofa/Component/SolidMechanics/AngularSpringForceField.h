// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "Sofa/Core/Contract/ForceField.h"

namespace sofa::component::solidmechanics {

/// Turns bodies towards the one before them: each listed body i but the first of the list gets the torque -k angle axis
/// of its rotation as seen from body i - 1, which feels nothing. The angle runs from 0 to a full turn, not the short
/// way.
///
/// The tangent is -k on rotations, of the first body of the list too, as reference trajectories have it.
class AngularSpringForceField : public core::ForceField<type::Rigid3Types> {
 public:
  core::Data<std::vector<type::Index>> d_indices{this, "indices", {}, "turned bodies"};
  core::Data<std::vector<double>> d_angularStiffness{
      this, "angularStiffness", {}, "stiffness per listed body, or one for all (N m/rad); default 100"};
  core::Data<bool> d_drawSpring{this, "drawSpring", false, "draw the springs", {.group = "Visualization"}};
  core::Data<type::Color> d_springColor{this, "springColor", {0, 1, 0, 1}, "colour of the springs"};

  void init() override;
  void addForce(const core::MechanicalParams& params, VecDeriv& f, const VecCoord& x, const VecDeriv& v) override;
  void addDForce(const core::MechanicalParams& params, VecDeriv& df, const VecDeriv& dx, double kFactor) override;
  void buildStiffnessMatrix(core::StiffnessMatrix* matrix) override;
  bool isConservative() const override { return false; }
  void draw(core::DrawList& list) const override;

 protected:
  void dataChanged() override { prepare(); }

 private:
  struct Spring {
    type::Index body;
    double stiffness;
  };
  void prepare();

  std::vector<Spring> m_springs;  ///< the first has no torque
};

}  // namespace sofa::component::solidmechanics
