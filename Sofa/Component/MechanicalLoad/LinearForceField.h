// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "Sofa/Core/Contract/ForceField.h"

namespace sofa::component::mechanicalload {

/// A force that follows key times: `force` times what `forces` holds, linearly between two keys, on each listed point
/// in full. Nothing before the first key; from the last one on its entry as it is, not multiplied by `force`. The time
/// is that at the start of the step. No tangent.
template <class DataTypes>
class LinearForceField : public core::ForceField<DataTypes> {
 public:
  using Base = core::ForceField<DataTypes>;
  using typename Base::Deriv;
  using typename Base::VecCoord;
  using typename Base::VecDeriv;

  core::Data<std::vector<type::Index>> d_points{this, "points", {}, "loaded points", {.follows = core::pointIndices}};
  core::Data<double> d_force{this, "force", 1.0, "factor of the forces"};
  core::Data<std::vector<double>> d_times{this, "times", {}, "increasing key times (s)"};
  core::Data<VecDeriv> d_forces{this, "forces", {}, "force at each key time (N); of bodies force then torque"};
  core::Data<double> d_arrowSizeCoef{
      this, "arrowSizeCoef", 0.0, "length of a drawn arrow per newton; 0: none", {.group = "Visualization"}};

  void init() override;
  void addForce(const core::MechanicalParams& params, VecDeriv& f, const VecCoord& x, const VecDeriv& v) override;
  void addDForce(const core::MechanicalParams&, VecDeriv&, const VecDeriv&, double) override {}
  void buildStiffnessMatrix(core::StiffnessMatrix*) override {}
  /// Of the force of now; none if torques act on bodies.
  std::optional<double> potentialEnergy(const core::MechanicalParams& params) override;
  void draw(core::DrawList& list) const override;

 protected:
  void dataChanged() override { check(); }

 private:
  void check();
  Deriv forceNow() const;

  bool m_told = false;
};

}  // namespace sofa::component::mechanicalload
