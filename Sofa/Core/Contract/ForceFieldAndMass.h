// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "Sofa/Core/Contract/Mass.h"

namespace sofa::core {

/// Elements that have both stiffness and mass on one state: what a ForceField offers beside a Mass. Its forces are
/// those of the deformation and the weight; what a solver asks of stiffness concerns the deformation alone.
template <class DataTypes>
class ForceFieldAndMass : public Mass<DataTypes> {
 public:
  using typename Mass<DataTypes>::VecCoord;
  using typename Mass<DataTypes>::VecDeriv;

  /// As those of ForceField.
  virtual void addForce(const MechanicalParams& params, VecDeriv& f, const VecCoord& x, const VecDeriv& v) = 0;
  virtual void linearise(const MechanicalParams& params, const VecCoord& x, const VecDeriv& v, Linearisation) = 0;
  virtual void addForceAndLinearise(const MechanicalParams& params, VecDeriv& f, const VecCoord& x, const VecDeriv& v,
                                    Linearisation) = 0;
  virtual void addDForce(const MechanicalParams& params, VecDeriv& df, const VecDeriv& dx, double kFactor) = 0;

  void accumulateForce(const MechanicalParams& params, VecDerivId f) override {
    withVectors(params, [&](const auto& x, const auto& v) { addForce(params, derivs(f), x, v); });
    Mass<DataTypes>::accumulateForce(params, f);
  }
  void lineariseAt(const MechanicalParams& params, Linearisation kind) override {
    withVectors(params, [&](const auto& x, const auto& v) { linearise(params, x, v, kind); });
  }
  void accumulateForceAndLinearise(const MechanicalParams& params, VecDerivId f, Linearisation kind) override {
    withVectors(params, [&](const auto& x, const auto& v) { addForceAndLinearise(params, derivs(f), x, v, kind); });
    Mass<DataTypes>::accumulateForce(params, f);
  }
  void accumulateDForce(const MechanicalParams& params, VecDerivId df) override {
    if (auto* state = this->mstate())
      addDForce(params, derivs(df), state->derivs(params.dx), this->stiffnessFactor(params));
  }
  void computeBoundingBox() override {
    if (auto* state = this->mstate()) state->includePoints(this->d_bbox.edit(), vec::position);
  }

 private:
  VecDeriv& derivs(VecDerivId id) { return this->mstate()->writeDerivs(id); }
  /// Calls use(x, v) where there is a state.
  template <class Use>
  void withVectors(const MechanicalParams& params, const Use& use) {
    auto* state = this->mstate();
    if (state) use(state->coords(params.x), state->derivs(params.v));
  }
};

}  // namespace sofa::core
