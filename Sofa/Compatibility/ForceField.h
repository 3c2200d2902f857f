// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "Sofa/Compatibility/Author.h"

#include <utility>

#include "Sofa/Compatibility/BaseMatrix.h"
#include "Sofa/Compatibility/Object.h"
#include "Sofa/Compatibility/State.h"
#include "Sofa/Core/Contract/ForceField.h"

/// Force fields on one state and between two, with the signatures of SOFA v26.06.
namespace sofa::core::behavior {

using core::BaseForceField;
using core::DampingMatrix;
using core::MassMatrixAccumulator;
using core::StiffnessMatrix;
using core::ZeroDirichletCondition;

template <class TDataTypes>
class ForceField : public compatibility::Author<core::ForceField<typename TDataTypes::Core>> {
  using Contract = core::ForceField<typename TDataTypes::Core>;

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
  core::Data<double>& rayleighStiffness{this->d_rayleighStiffness};

  explicit ForceField(State<DataTypes>* state = nullptr) {
    if (state) mstate.set(state);
  }
  State<DataTypes>* getMState() const { return mstate.get(); }

  virtual void addForce(const MechanicalParams* mparams, DataVecDeriv& f, const DataVecCoord& x,
                        const DataVecDeriv& v) = 0;
  /// By default the product with the matrix of buildStiffnessMatrix or addKToMatrix.
  virtual void addDForce(const MechanicalParams* mparams, DataVecDeriv& df, const DataVecDeriv& dx) {
    Contract::addDForce(*mparams, *df.beginEdit(), dx.getValue(), this->stiffnessFactor(*mparams));
  }
  /// Where it is not written the component has no energy.
  virtual SReal getPotentialEnergy(const MechanicalParams*, const DataVecCoord&) const {
    m_hasEnergy = false;
    return 0;
  }

  virtual void addKToMatrix(linearalgebra::BaseMatrix*, SReal /*kFact*/, unsigned int& /*offset*/) {
    m_old.hasStiffness = false;
  }
  virtual void addKToMatrix(const MechanicalParams* mparams, const MultiMatrixAccessor* matrix) {
    if (auto block = matrix->getMatrix(mstate))
      addKToMatrix(block.matrix, mparams->kFactorIncludingRayleighDamping(rayleighStiffness.getValue()), block.offset);
  }
  virtual void addBToMatrix(linearalgebra::BaseMatrix*, SReal /*bFact*/, unsigned int& /*offset*/) {
    m_old.hasDamping = false;
  }
  virtual void addBToMatrix(const MechanicalParams* mparams, const MultiMatrixAccessor* matrix) {
    if (auto block = matrix->getMatrix(mstate)) addBToMatrix(block.matrix, mparams->bFactor(), block.offset);
  }

  void buildStiffnessMatrix(StiffnessMatrix* matrix) override {
    takeTangentBack();
    if (!m_old.buildStiffness(*this, *matrix)) Contract::buildStiffnessMatrix(matrix);
  }
  void buildDampingMatrix(DampingMatrix* matrix) override {
    takeTangentBack();
    m_old.buildDamping(*this, *matrix);
  }

  // Components with these signatures fix their tangent whenever they compute forces: where that was elsewhere since the
  // tangent was asked for, they compute them there again before it is used.
  void addForce(const MechanicalParams& params, VecDeriv& f, const VecCoord& x, const VecDeriv& v) final {
    compute(params, f, x, v);
    m_tangentMoved = true;
  }
  void linearise(const MechanicalParams& params, const VecCoord& x, const VecDeriv& v, Linearisation) final {
    m_unused.assign(x.size(), Deriv(Deriv::Zero()));
    compute(params, m_unused, x, v);
    keepTangent(params, x, v);
  }
  void addForceAndLinearise(const MechanicalParams& params, VecDeriv& f, const VecCoord& x, const VecDeriv& v,
                            Linearisation) final {
    compute(params, f, x, v);
    keepTangent(params, x, v);
  }
  void addDForce(const MechanicalParams& params, VecDeriv& df, const VecDeriv& dx, double) final {
    takeTangentBack();
    DataVecDeriv change(&df);
    addDForce(&params, change, compatibility::ConstView(dx));
  }
  std::optional<double> potentialEnergy(const MechanicalParams& params) override {
    if (!this->l_mstate) return 0;
    const SReal energy = getPotentialEnergy(&params, compatibility::ConstView(this->l_mstate->coords(params.x)));
    return m_hasEnergy ? std::optional<double>(energy) : std::nullopt;
  }

 private:
  void compute(const MechanicalParams& params, VecDeriv& f, const VecCoord& x, const VecDeriv& v) {
    DataVecDeriv force(&f);
    addForce(&params, force, compatibility::ConstView(x), compatibility::ConstView(v));
  }
  void keepTangent(const MechanicalParams& params, const VecCoord& x, const VecDeriv& v) {
    m_params = params;
    m_x = x;
    m_v = v;
    m_tangentMoved = false;
  }
  void takeTangentBack() {
    if (!std::exchange(m_tangentMoved, false) || m_x.empty()) return;
    m_unused.assign(m_x.size(), Deriv(Deriv::Zero()));
    compute(m_params, m_unused, m_x, m_v);
  }

  mutable bool m_hasEnergy = true;
  bool m_tangentMoved = false;  ///< forces were computed elsewhere since m_x
  MechanicalParams m_params;
  VecCoord m_x;  ///< where the tangent was asked for; empty: nowhere yet
  VecDeriv m_v, m_unused;
  compatibility::OldForm m_old;
};

template <class TDataTypes>
class PairInteractionForceField : public compatibility::Author<core::PairForceField<typename TDataTypes::Core>> {
  using Contract = core::PairForceField<typename TDataTypes::Core>;

 public:
  using DataTypes = TDataTypes;
  using Real = typename DataTypes::Real;
  using Coord = typename DataTypes::Coord;
  using Deriv = typename DataTypes::Deriv;
  using VecCoord = typename DataTypes::VecCoord;
  using VecDeriv = typename DataTypes::VecDeriv;
  using DataVecCoord = sofa::Data<VecCoord>;
  using DataVecDeriv = sofa::Data<VecDeriv>;

  StateLink<DataTypes> mstate1{this->l_object1}, mstate2{this->l_object2};
  core::Data<double>& rayleighStiffness{this->d_rayleighStiffness};

  explicit PairInteractionForceField(State<DataTypes>* first = nullptr, State<DataTypes>* second = nullptr) {
    if (first) mstate1.set(first);
    if (second) mstate2.set(second);
  }
  State<DataTypes>* getMState1() const { return mstate1.get(); }
  State<DataTypes>* getMState2() const { return mstate2.get(); }

  virtual void addForce(const MechanicalParams* mparams, DataVecDeriv& f1, DataVecDeriv& f2, const DataVecCoord& x1,
                        const DataVecCoord& x2, const DataVecDeriv& v1, const DataVecDeriv& v2) = 0;
  virtual void addDForce(const MechanicalParams* mparams, DataVecDeriv& df1, DataVecDeriv& df2, const DataVecDeriv& dx1,
                         const DataVecDeriv& dx2) {
    Contract::addDForce(*mparams, *df1.beginEdit(), *df2.beginEdit(), dx1.getValue(), dx2.getValue(),
                        this->stiffnessFactor(*mparams), mparams->bFactor());
  }
  /// Where it is not written the component has no energy.
  virtual SReal getPotentialEnergy(const MechanicalParams*, const DataVecCoord&, const DataVecCoord&) const {
    m_hasEnergy = false;
    return 0;
  }

  virtual void addKToMatrix(const MechanicalParams*, const MultiMatrixAccessor*) { m_old.hasStiffness = false; }
  virtual void addBToMatrix(const MechanicalParams*, const MultiMatrixAccessor*) { m_old.hasDamping = false; }

  void buildStiffnessMatrix(StiffnessMatrix* matrix) override {
    takeTangentBack();
    if (!m_old.buildStiffness(*this, *matrix)) Contract::buildStiffnessMatrix(matrix);
  }
  void buildDampingMatrix(DampingMatrix* matrix) override {
    takeTangentBack();
    m_old.buildDamping(*this, *matrix);
  }

  // As for one state: the tangent is taken back to where it was asked for.
  void addForce(const MechanicalParams& params, VecDeriv& f1, VecDeriv& f2, const VecCoord& x1, const VecCoord& x2,
                const VecDeriv& v1, const VecDeriv& v2) final {
    compute(params, f1, f2, x1, x2, v1, v2);
    m_tangentMoved = true;
  }
  void linearise(const MechanicalParams& params, const VecCoord& x1, const VecCoord& x2, const VecDeriv& v1,
                 const VecDeriv& v2, Linearisation) final {
    m_unused1.assign(x1.size(), Deriv(Deriv::Zero()));
    m_unused2.assign(x2.size(), Deriv(Deriv::Zero()));
    compute(params, m_unused1, m_unused2, x1, x2, v1, v2);
    keepTangent(params, x1, x2, v1, v2);
  }
  void addForceAndLinearise(const MechanicalParams& params, VecDeriv& f1, VecDeriv& f2, const VecCoord& x1,
                            const VecCoord& x2, const VecDeriv& v1, const VecDeriv& v2, Linearisation) final {
    compute(params, f1, f2, x1, x2, v1, v2);
    keepTangent(params, x1, x2, v1, v2);
  }
  void addDForce(const MechanicalParams& params, VecDeriv& df1, VecDeriv& df2, const VecDeriv& dx1, const VecDeriv& dx2,
                 double, double) final {
    takeTangentBack();
    using compatibility::ConstView;
    DataVecDeriv change1(&df1), change2(&df2);
    addDForce(&params, change1, change2, ConstView(dx1), ConstView(dx2));
  }
  std::optional<double> potentialEnergy(const MechanicalParams& params) override {
    using compatibility::ConstView;
    if (!this->l_object1 || !this->l_object2) return 0;
    const SReal energy = getPotentialEnergy(&params, ConstView(this->l_object1->coords(params.x)),
                                            ConstView(this->l_object2->coords(params.x)));
    return m_hasEnergy ? std::optional<double>(energy) : std::nullopt;
  }

 private:
  void compute(const MechanicalParams& params, VecDeriv& f1, VecDeriv& f2, const VecCoord& x1, const VecCoord& x2,
               const VecDeriv& v1, const VecDeriv& v2) {
    using compatibility::ConstView;
    DataVecDeriv force1(&f1), force2(&f2);
    addForce(&params, force1, force2, ConstView(x1), ConstView(x2), ConstView(v1), ConstView(v2));
  }
  void keepTangent(const MechanicalParams& params, const VecCoord& x1, const VecCoord& x2, const VecDeriv& v1,
                   const VecDeriv& v2) {
    m_params = params;
    m_x1 = x1;
    m_x2 = x2;
    m_v1 = v1;
    m_v2 = v2;
    m_tangentMoved = false;
  }
  void takeTangentBack() {
    if (!std::exchange(m_tangentMoved, false) || m_x1.empty()) return;
    m_unused1.assign(m_x1.size(), Deriv(Deriv::Zero()));
    m_unused2.assign(m_x2.size(), Deriv(Deriv::Zero()));
    compute(m_params, m_unused1, m_unused2, m_x1, m_x2, m_v1, m_v2);
  }

  mutable bool m_hasEnergy = true;
  bool m_tangentMoved = false;  ///< forces were computed elsewhere since m_x1, m_x2
  MechanicalParams m_params;
  VecCoord m_x1, m_x2;  ///< where the tangent was asked for; empty: nowhere yet
  VecDeriv m_v1, m_v2, m_unused1, m_unused2;
  compatibility::OldForm m_old;
};

}  // namespace sofa::core::behavior
