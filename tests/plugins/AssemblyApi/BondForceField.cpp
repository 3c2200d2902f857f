// SPDX-License-Identifier: Apache-2.0
// A spring between one point of each of two objects, in the form of SOFA v26.06. Its matrix is written real by real.
#include <sofa/core/behavior/ForceField.h>

namespace sofa::component::interactionforcefield {

template <class DataTypes>
class BondForceField : public core::behavior::PairInteractionForceField<DataTypes> {
 public:
  SOFA_CLASS(SOFA_TEMPLATE(BondForceField, DataTypes),
             SOFA_TEMPLATE(core::behavior::PairInteractionForceField, DataTypes));

  typedef core::behavior::PairInteractionForceField<DataTypes> Inherit;
  typedef typename Inherit::DataVecCoord DataVecCoord;
  typedef typename Inherit::DataVecDeriv DataVecDeriv;
  typedef typename DataTypes::Deriv Deriv;
  typedef typename DataTypes::Real Real;
  using Block = sofa::type::Mat<3, 3, Real>;

  Data<sofa::Index> d_point1, d_point2;
  Data<Real> d_stiffness, d_length;

  BondForceField()
      : d_point1(initData(&d_point1, sofa::Index(0), "point1", "point of object1")),
        d_point2(initData(&d_point2, sofa::Index(0), "point2", "point of object2")),
        d_stiffness(initData(&d_stiffness, Real(10), "stiffness", "stiffness (N/m)")),
        d_length(initData(&d_length, Real(1), "length", "length at rest (m)")) {}

  void addForce(const core::MechanicalParams*, DataVecDeriv& d_f1, DataVecDeriv& d_f2, const DataVecCoord& d_x1,
                const DataVecCoord& d_x2, const DataVecDeriv&, const DataVecDeriv&) override {
    const Deriv gap = d_x2.getValue()[d_point2.getValue()] - d_x1.getValue()[d_point1.getValue()];
    const Real length = gap.norm(), k = d_stiffness.getValue(), rest = d_length.getValue();
    const Deriv u = gap / length;
    typename DataTypes::VecDeriv& f1 = *d_f1.beginEdit();
    typename DataTypes::VecDeriv& f2 = *d_f2.beginEdit();
    f1[d_point1.getValue()] += u * (k * (length - rest));
    f2[d_point2.getValue()] -= u * (k * (length - rest));
    d_f1.endEdit();
    d_f2.endEdit();
    m_block = sofa::type::dyad(u, u) * (k * rest / length) + Block::Identity() * (k * (length - rest) / length);
  }
  void addDForce(const core::MechanicalParams* mparams, DataVecDeriv& d_df1, DataVecDeriv& d_df2,
                 const DataVecDeriv& d_dx1, const DataVecDeriv& d_dx2) override {
    const Real k = mparams->kFactorIncludingRayleighDamping(this->rayleighStiffness.getValue());
    const Deriv df = m_block * (d_dx2.getValue()[d_point2.getValue()] - d_dx1.getValue()[d_point1.getValue()]) * k;
    sofa::helper::getWriteAccessor(d_df1)[d_point1.getValue()] += df;
    sofa::helper::getWriteAccessor(d_df2)[d_point2.getValue()] -= df;
  }
  void buildStiffnessMatrix(core::behavior::StiffnessMatrix* matrix) override {
    auto df1_dx1 = matrix->getForceDerivativeIn(this->mstate1).withRespectToPositionsIn(this->mstate1);
    auto df1_dx2 = matrix->getForceDerivativeIn(this->mstate1).withRespectToPositionsIn(this->mstate2);
    auto df2_dx1 = matrix->getForceDerivativeIn(this->mstate2).withRespectToPositionsIn(this->mstate1);
    auto df2_dx2 = matrix->getForceDerivativeIn(this->mstate2).withRespectToPositionsIn(this->mstate2);
    df1_dx1.checkValidity(this);
    df1_dx2.checkValidity(this);
    df2_dx1.checkValidity(this);
    df2_dx2.checkValidity(this);
    const sofa::Index a = 3 * d_point1.getValue(), b = 3 * d_point2.getValue();
    for (sofa::Index i = 0; i < 3; ++i)
      for (sofa::Index j = 0; j < 3; ++j) {
        df1_dx1(a + i, a + j) += -m_block(i, j);
        df1_dx2(a + i, b + j) += m_block(i, j);
        df2_dx1(b + i, a + j) += m_block(i, j);
        df2_dx2(b + i, b + j) += -m_block(i, j);
      }
  }
  void buildDampingMatrix(core::behavior::DampingMatrix*) override {}

 private:
  Block m_block;
};

int BondForceFieldClass =
    core::RegisterObject("a spring between two objects").add<BondForceField<sofa::defaulttype::Vec3Types>>();

}  // namespace sofa::component::interactionforcefield
