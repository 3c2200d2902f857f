// SPDX-License-Identifier: Apache-2.0
// A rope over the points of a state that cannot be longer than it is, and pulls only: one row with a law of its own.
#include <sofa/core/ObjectFactory.h>
#include <sofa/core/behavior/Constraint.h>
#include <sofa/core/behavior/ConstraintResolution.h>
#include <sofa/defaulttype/VecTypes.h>
#include <sofa/linearalgebra/BaseVector.h>

namespace sofaidioms {

using sofa::core::ConstraintParams;

class RopeResolution : public sofa::core::behavior::ConstraintResolution {
 public:
  RopeResolution(SReal maxForce, SReal* force) : ConstraintResolution(1), m_maxForce(maxForce), m_force(force) {}
  void init(int line, SReal** w, SReal*) override { m_wActuator = w[line][line]; }
  void resolution(int line, SReal** w, SReal* d, SReal* lambda, SReal* dfree) override {
    SOFA_UNUSED(w);
    SOFA_UNUSED(dfree);
    lambda[line] -= d[line] / m_wActuator;
    if (lambda[line] < 0) lambda[line] = 0;
    if (m_maxForce > 0 && lambda[line] > m_maxForce) lambda[line] = m_maxForce;
  }
  void store(int line, SReal* lambda, bool convergence) override {
    SOFA_UNUSED(convergence);
    *m_force = lambda[line];
  }

 private:
  SReal m_wActuator, m_maxForce;
  SReal* m_force;
};

template <class DataTypes>
class RopeConstraint : public sofa::core::behavior::Constraint<DataTypes> {
 public:
  SOFA_CLASS(SOFA_TEMPLATE(RopeConstraint, DataTypes), SOFA_TEMPLATE(sofa::core::behavior::Constraint, DataTypes));

  typedef sofa::core::behavior::Constraint<DataTypes> Inherit;
  typedef typename DataTypes::Real Real;
  typedef typename DataTypes::Coord Coord;
  typedef typename DataTypes::Deriv Deriv;
  typedef typename DataTypes::MatrixDeriv MatrixDeriv;
  typedef typename MatrixDeriv::RowIterator MatrixDerivRowIterator;
  typedef sofa::Data<typename DataTypes::VecCoord> DataVecCoord;
  typedef sofa::Data<typename DataTypes::VecDeriv> DataVecDeriv;
  typedef sofa::Data<MatrixDeriv> DataMatrixDeriv;

  sofa::Data<Coord> d_pullPoint;
  sofa::Data<Real> d_length;
  sofa::Data<Real> d_maxForce;
  sofa::Data<Real> d_force;

 protected:
  RopeConstraint(sofa::core::behavior::MechanicalState<DataTypes>* object = nullptr)
      : Inherit(object),
        d_pullPoint(initData(&d_pullPoint, Coord(0.0, 0.0, 0.0), "pullPoint", "fixed end")),
        d_length(initData(&d_length, Real(1), "length", "length of the rope")),
        d_maxForce(initData(&d_maxForce, Real(0), "maxForce", "0: none")),
        d_force(initData(&d_force, Real(0), "force", "tension at the last solve")) {
    d_force.setReadOnly(true);
  }

 public:
  void buildConstraintMatrix(const ConstraintParams*, DataMatrixDeriv& cMatrix, unsigned int& cIndex,
                             const DataVecCoord& x) override {
    this->m_constraintIndex.setValue(cIndex);
    MatrixDeriv& matrix = *cMatrix.beginEdit();
    MatrixDerivRowIterator rowIterator = matrix.writeLine(cIndex);
    const auto positions = sofa::helper::getReadAccessor(x);
    for (unsigned i = 0; i < positions.size(); ++i) {
      Deriv direction;
      if (i > 0) direction += (positions[i - 1] - positions[i]).normalized();
      if (i == 0) direction += (d_pullPoint.getValue() - positions[0]).normalized();
      if (i + 1 < positions.size()) direction += (positions[i + 1] - positions[i]).normalized();
      rowIterator.addCol(i, direction);
    }
    cIndex++;
    cMatrix.endEdit();
  }
  void getConstraintViolation(const ConstraintParams*, sofa::linearalgebra::BaseVector* resV, const DataVecCoord& x,
                              const DataVecDeriv&) override {
    Real length = 0;
    Coord before = d_pullPoint.getValue();
    for (const auto& point : x.getValue()) {
      length += (point - before).norm();
      before = point;
    }
    resV->set(this->d_constraintIndex.getValue(), d_length.getValue() - length);
  }
  void getConstraintResolution(const ConstraintParams*,
                               std::vector<sofa::core::behavior::ConstraintResolution*>& resTab,
                               unsigned int& offset) override {
    resTab[offset++] = new RopeResolution(d_maxForce.getValue(), d_force.beginEdit());
  }
};

int RopeConstraintClass =
    sofa::core::RegisterObject("A rope that pulls only").add<RopeConstraint<sofa::defaulttype::Vec3Types>>(true);

}  // namespace sofaidioms
