// SPDX-License-Identifier: Apache-2.0
// Viscous drag, the same for every point, in the form of SOFA v26.06. The matrix is written in single precision.
#include <sofa/core/behavior/ForceField.h>

namespace sofa::component::mechanicalload {

template <class DataTypes>
class DragForceField : public core::behavior::ForceField<DataTypes> {
 public:
  SOFA_CLASS(SOFA_TEMPLATE(DragForceField, DataTypes), SOFA_TEMPLATE(core::behavior::ForceField, DataTypes));

  typedef typename DataTypes::VecCoord VecCoord;
  typedef typename DataTypes::VecDeriv VecDeriv;
  typedef core::objectmodel::Data<VecCoord> DataVecCoord;
  typedef core::objectmodel::Data<VecDeriv> DataVecDeriv;

  Data<float> d_coefficient;  ///< N.s/m

  DragForceField() : d_coefficient(initData(&d_coefficient, 0.5f, "coefficient", "force per velocity (N.s/m)")) {}

  void addForce(const core::MechanicalParams*, DataVecDeriv& d_f, const DataVecCoord&,
                const DataVecDeriv& d_v) override {
    auto f = sofa::helper::getWriteAccessor(d_f);
    const auto v = sofa::helper::getReadAccessor(d_v);
    for (sofa::Index i = 0; i < v.size(); ++i) f[i] -= v[i] * double(d_coefficient.getValue());
  }
  void addDForce(const core::MechanicalParams* mparams, DataVecDeriv& d_df, const DataVecDeriv& d_dx) override {
    auto df = sofa::helper::getWriteAccessor(d_df);
    const auto dx = sofa::helper::getReadAccessor(d_dx);
    const double factor = mparams->bFactor() * d_coefficient.getValue();
    for (sofa::Index i = 0; i < dx.size(); ++i) df[i] -= dx[i] * factor;
  }
  void buildStiffnessMatrix(core::behavior::StiffnessMatrix*) override {}
  void buildDampingMatrix(core::behavior::DampingMatrix* matrix) override {
    auto dfdv = matrix->getForceDerivativeIn(this->mstate).withRespectToVelocityIn(this->mstate);
    static constexpr int N = DataTypes::deriv_total_size;
    const sofa::type::Mat<N, N, float> block = sofa::type::Mat<N, N, float>::Identity() * d_coefficient.getValue();
    for (sofa::Index i = 0; i < this->mstate->getSize(); ++i) dfdv(N * i, N * i) += -block;
  }
  SReal getPotentialEnergy(const core::MechanicalParams*, const DataVecCoord&) const override { return 0; }
};

int DragForceFieldClass =
    core::RegisterObject("viscous drag on every point").add<DragForceField<sofa::defaulttype::Vec3Types>>();

}  // namespace sofa::component::mechanicalload
