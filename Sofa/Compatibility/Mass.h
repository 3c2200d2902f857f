// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "Sofa/Compatibility/Author.h"

#include "Sofa/Compatibility/ForceField.h"
#include "Sofa/Core/Contract/Mass.h"

namespace sofa::core::behavior {

using core::BaseMass;

/// A mass with the signatures of SOFA v26.06.
template <class TDataTypes>
class Mass : public compatibility::Author<core::Mass<typename TDataTypes::Core>> {
  using Contract = core::Mass<typename TDataTypes::Core>;

 public:
  using DataTypes = TDataTypes;
  using Real = typename DataTypes::Real;
  using Coord = typename DataTypes::Coord;
  using Deriv = typename DataTypes::Deriv;
  using VecCoord = typename DataTypes::VecCoord;
  using VecDeriv = typename DataTypes::VecDeriv;
  using DataVecCoord = sofa::Data<VecCoord>;
  using DataVecDeriv = sofa::Data<VecDeriv>;

  StateLink<DataTypes> mstate{this->l_mstate};
  core::Data<bool>& m_separateGravity{this->d_separateGravity};
  core::Data<double>& rayleighMass{this->d_rayleighMass};
  core::Data<double>& rayleighStiffness{this->d_rayleighStiffness};

  explicit Mass(State<DataTypes>* state = nullptr) {
    if (state) mstate.set(state);
  }
  State<DataTypes>* getMState() const { return mstate.get(); }

  /// f += factor M dx.
  virtual void addMDx(const MechanicalParams* mparams, DataVecDeriv& f, const DataVecDeriv& dx, SReal factor) = 0;
  virtual void accFromF(const MechanicalParams*, DataVecDeriv&, const DataVecDeriv&) {
    this->error("The matrix of this mass is not diagonal or accFromF is not written: explicit solvers need it.");
  }
  /// f += weight; by default M times gravity.
  virtual void addForce(const MechanicalParams* mparams, DataVecDeriv& f, const DataVecCoord&, const DataVecDeriv&) {
    if (m_separateGravity.getValue()) return;
    m_gravity.assign(this->l_mstate->size(), DataTypes::linear(this->context()->gravity()));
    addMDx(mparams, f, compatibility::ConstView(m_gravity), 1);
  }
  virtual void addGravityToV(const MechanicalParams* mparams, DataVecDeriv& v) {
    if (!m_separateGravity.getValue()) return;
    const Deriv change = DataTypes::linear(this->context()->gravity()) * mparams->dt();
    for (auto& velocity : *v.beginEdit()) velocity += change;
  }
  virtual SReal getKineticEnergy(const MechanicalParams*, const DataVecDeriv&) const { return 0; }
  /// Where it is not written the mass has no energy.
  virtual SReal getPotentialEnergy(const MechanicalParams*, const DataVecCoord&) const {
    m_hasEnergy = false;
    return 0;
  }
  virtual type::Vec6 getMomentum(const MechanicalParams*, const DataVecCoord&, const DataVecDeriv&) const {
    return type::Vec6::Zero();
  }
  virtual SReal getElementMass(sofa::Index) const { return 0; }
  virtual void getElementMass(sofa::Index, linearalgebra::BaseMatrix*) const {}
  bool isDiagonal() const override { return false; }

  virtual void addMToMatrix(linearalgebra::BaseMatrix*, SReal /*mFact*/, unsigned int& /*offset*/) {
    m_old.hasMass = false;
  }
  virtual void addMToMatrix(const MechanicalParams* mparams, const MultiMatrixAccessor* matrix) {
    if (auto block = matrix->getMatrix(mstate))
      addMToMatrix(block.matrix, mparams->mFactorIncludingRayleighDamping(rayleighMass.getValue()), block.offset);
  }
  void buildMassMatrix(MassMatrixAccumulator* matrix) override {
    if (!m_old.buildMass(*this, *matrix)) Contract::buildMassMatrix(matrix);
  }

  void addWeight(VecDeriv& f, const Deriv&) final {
    const MechanicalParams params;
    DataVecDeriv force(&f);
    addForce(&params, force, compatibility::ConstView(this->l_mstate->positions()),
             compatibility::ConstView(this->l_mstate->velocities()));
  }
  void accumulateForce(const MechanicalParams& params, VecDerivId f) final {
    if (!this->l_mstate) return;
    DataVecDeriv force(&this->l_mstate->writeDerivs(f));
    addForce(&params, force, compatibility::ConstView(this->l_mstate->coords(params.x)),
             compatibility::ConstView(this->l_mstate->derivs(params.v)));
  }
  void addMDx(VecDeriv& res, const VecDeriv& dx, double factor) final {
    const MechanicalParams params;
    DataVecDeriv result(&res);
    addMDx(&params, result, compatibility::ConstView(dx), factor);
  }
  void accFromF(VecDeriv& a, const VecDeriv& f) final {
    const MechanicalParams params;
    DataVecDeriv acceleration(&a);
    accFromF(&params, acceleration, compatibility::ConstView(f));
  }
  void addGravityToVelocity(VecDerivId v, double dt) final {
    if (!this->l_mstate) return;
    const MechanicalParams params{.dt = dt};
    DataVecDeriv velocity(&this->l_mstate->writeDerivs(v));
    addGravityToV(&params, velocity);
  }
  double kineticEnergy(const MechanicalParams& params) const override {
    return this->l_mstate ? getKineticEnergy(&params, compatibility::ConstView(this->l_mstate->derivs(params.v))) : 0;
  }
  std::optional<double> potentialEnergy(const MechanicalParams& params) override {
    if (!this->l_mstate) return 0;
    const SReal energy = getPotentialEnergy(&params, compatibility::ConstView(this->l_mstate->coords(params.x)));
    return m_hasEnergy ? std::optional<double>(energy) : std::nullopt;
  }

 private:
  mutable bool m_hasEnergy = true;
  compatibility::OldForm m_old;
  VecDeriv m_gravity;
};

}  // namespace sofa::core::behavior
