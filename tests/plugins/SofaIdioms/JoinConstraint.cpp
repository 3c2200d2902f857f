// SPDX-License-Identifier: Apache-2.0
// Two points held together: three rows between two states, solved at once. Eigen comes before SOFA here.
#include <Eigen/LU>

#include <sofa/core/ObjectFactory.h>
#include <sofa/core/behavior/ConstraintResolution.h>
#include <sofa/core/behavior/PairInteractionConstraint.h>
#include <sofa/defaulttype/VecTypes.h>

namespace sofaidioms {

class JoinResolution : public sofa::core::behavior::ConstraintResolution {
 public:
  JoinResolution() : sofa::core::behavior::ConstraintResolution(3) {}
  void init(int line, double** w, double*) override {
    sofa::type::Mat<3, 3, SReal> temp;
    for (int i = 0; i < 3; ++i)
      for (int j = 0; j < 3; ++j) temp[i][j] = w[line + i][line + j];
    const bool inverted = sofa::type::invertMatrix(m_invW, temp);
    if (!inverted) m_invW.clear();
  }
  void initForce(int line, double* force) override {
    for (int i = 0; i < 3; ++i) force[line + i] = 0.5;
  }
  void resolution(int line, double**, double* d, double* force, double*) override {
    for (int i = 0; i < 3; ++i)
      for (int j = 0; j < 3; ++j) force[line + i] -= d[line + j] * m_invW[i][j];
  }

 private:
  sofa::type::Mat<3, 3, SReal> m_invW;
};

template <class DataTypes>
class JoinConstraint : public sofa::core::behavior::PairInteractionConstraint<DataTypes> {
 public:
  SOFA_CLASS(SOFA_TEMPLATE(JoinConstraint, DataTypes),
             SOFA_TEMPLATE(sofa::core::behavior::PairInteractionConstraint, DataTypes));

  typedef sofa::core::behavior::PairInteractionConstraint<DataTypes> Inherit;
  using typename Inherit::DataMatrixDeriv;
  using typename Inherit::DataVecCoord;
  using typename Inherit::DataVecDeriv;
  typedef typename DataTypes::Coord Coord;
  typedef typename DataTypes::Deriv Deriv;

  sofa::Data<int> m1;
  sofa::Data<int> m2;

  JoinConstraint()
      : m1(initData(&m1, 0, "first_point", "index of the constraint on the first model")),
        m2(initData(&m2, 0, "second_point", "index of the constraint on the second model")) {}

  void buildConstraintMatrix(const sofa::core::ConstraintParams*, DataMatrixDeriv& c1_d, DataMatrixDeriv& c2_d,
                             unsigned int& constraintId, const DataVecCoord&, const DataVecCoord&) override {
    auto& c1 = *c1_d.beginEdit();
    auto& c2 = *c2_d.beginEdit();
    for (unsigned i = 0; i < 3; ++i) {
      Deriv axis;
      axis[i] = 1;
      auto row1 = c1.writeLine(constraintId + i);
      row1.addCol(m1.getValue(), -axis);
      auto row2 = c2.writeLine(constraintId + i);
      row2.addCol(m2.getValue(), axis);
    }
    m_cid = constraintId;
    constraintId += 3;
    c1_d.endEdit();
    c2_d.endEdit();
  }
  void getConstraintViolation(const sofa::core::ConstraintParams*, sofa::linearalgebra::BaseVector* v,
                              const DataVecCoord& x1, const DataVecCoord& x2, const DataVecDeriv&,
                              const DataVecDeriv&) override {
    const Coord gap = x2.getValue()[m2.getValue()] - x1.getValue()[m1.getValue()];
    for (unsigned i = 0; i < 3; ++i) v->set(m_cid + i, gap[i]);
  }
  void getConstraintResolution(const sofa::core::ConstraintParams*,
                               std::vector<sofa::core::behavior::ConstraintResolution*>& resTab,
                               unsigned int& offset) override {
    resTab[offset] = new JoinResolution();
    offset += 3;
  }

 private:
  unsigned m_cid = 0;
};

int JoinConstraintClass =
    sofa::core::RegisterObject("Holds two points together").add<JoinConstraint<sofa::defaulttype::Vec3Types>>();

}  // namespace sofaidioms
