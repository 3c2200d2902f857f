// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "Sofa/Compatibility/Author.h"

#include "Sofa/Compatibility/ForceField.h"
#include "Sofa/Core/Contract/ProjectiveConstraint.h"

namespace sofa::core::behavior {

using BaseProjectiveConstraintSet = core::BaseProjectiveConstraint;

/// A projective constraint with the signatures of SOFA v26.06.
template <class TDataTypes>
class ProjectiveConstraintSet : public compatibility::Author<core::ProjectiveConstraint<typename TDataTypes::Core>> {
  using Contract = core::ProjectiveConstraint<typename TDataTypes::Core>;

 public:
  using DataTypes = TDataTypes;
  using Real = typename DataTypes::Real;
  using Coord = typename DataTypes::Coord;
  using Deriv = typename DataTypes::Deriv;
  using VecCoord = typename DataTypes::VecCoord;
  using VecDeriv = typename DataTypes::VecDeriv;
  using MatrixDeriv = typename DataTypes::MatrixDeriv;
  using DataVecCoord = sofa::Data<VecCoord>;
  using DataVecDeriv = sofa::Data<VecDeriv>;
  using DataMatrixDeriv = sofa::Data<MatrixDeriv>;

  StateLink<DataTypes> mstate{this->l_mstate};
  core::Data<double>& endTime{this->d_endTime};

  explicit ProjectiveConstraintSet(State<DataTypes>* state = nullptr) {
    if (state) mstate.set(state);
  }
  State<DataTypes>* getMState() const { return mstate.get(); }

  virtual void projectResponse(const MechanicalParams* mparams, DataVecDeriv& dx) = 0;
  virtual void projectVelocity(const MechanicalParams* mparams, DataVecDeriv& v) = 0;
  virtual void projectPosition(const MechanicalParams* mparams, DataVecCoord& x) = 0;
  /// Not asked for: applyConstraint() on a matrix, which fixes its rows, tells which points other constraints leave
  /// out.
  virtual void projectJacobianMatrix(const MechanicalParams*, DataMatrixDeriv&) {}

  virtual void applyConstraint(const MechanicalParams*, const MultiMatrixAccessor*) { m_old.hasConstraint = false; }
  /// Not asked for: right-hand sides are filtered by projectResponse.
  virtual void applyConstraint(const MechanicalParams*, linearalgebra::BaseVector*, const MultiMatrixAccessor*) {}
  void applyConstraint(ZeroDirichletCondition* condition) override { m_old.applyConstraint(*this, *condition); }

  void projectResponse(VecDeriv& d) final { call(&ProjectiveConstraintSet::projectResponse, d); }
  void projectVelocity(VecDeriv& v) final { call(&ProjectiveConstraintSet::projectVelocity, v); }
  void projectPosition(VecCoord& x) final { call(&ProjectiveConstraintSet::projectPosition, x); }

 private:
  template <class V>
  void call(void (ProjectiveConstraintSet::*project)(const MechanicalParams*, sofa::Data<V>&), V& vector) {
    const MechanicalParams params;
    sofa::Data<V> data(&vector);
    (this->*project)(&params, data);
  }

  compatibility::OldForm m_old;
};

}  // namespace sofa::core::behavior
