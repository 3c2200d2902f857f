// Pulls every point to the place where it started. Written as for SOFA v26.06: what differs from there is that
// CMakeLists.txt links Sofa::Compatibility, which has the headers sofa/...
#include <sofa/core/ObjectFactory.h>
#include <sofa/core/behavior/ForceField.h>
#include <sofa/defaulttype/VecTypes.h>

namespace sofa::component::examples {

template <class DataTypes>
class AnchorForceField : public core::behavior::ForceField<DataTypes> {
 public:
  SOFA_CLASS(SOFA_TEMPLATE(AnchorForceField, DataTypes), SOFA_TEMPLATE(core::behavior::ForceField, DataTypes));

  using Real = typename DataTypes::Real;
  using DataVecCoord = core::objectmodel::Data<typename DataTypes::VecCoord>;
  using DataVecDeriv = core::objectmodel::Data<typename DataTypes::VecDeriv>;
  static constexpr auto N = DataTypes::deriv_total_size;

  Data<Real> d_stiffness;

  AnchorForceField() : d_stiffness(initData(&d_stiffness, Real(1), "stiffness", "pull per distance (N/m)")) {}

  void addForce(const core::MechanicalParams*, DataVecDeriv& d_f, const DataVecCoord& d_x,
                const DataVecDeriv&) override {
    auto f = sofa::helper::getWriteAccessor(d_f);
    const auto x = sofa::helper::getReadAccessor(d_x);
    const auto x0 = this->mstate->readRestPositions();
    for (sofa::Index i = 0; i < x.size(); ++i) f[i] -= d_stiffness.getValue() * (x[i] - x0[i]);
  }

  void addDForce(const core::MechanicalParams* mparams, DataVecDeriv& d_df, const DataVecDeriv& d_dx) override {
    auto df = sofa::helper::getWriteAccessor(d_df);
    const auto dx = sofa::helper::getReadAccessor(d_dx);
    const Real k =
        mparams->kFactorIncludingRayleighDamping(this->rayleighStiffness.getValue()) * d_stiffness.getValue();
    for (sofa::Index i = 0; i < dx.size(); ++i) df[i] -= k * dx[i];
  }

  void buildStiffnessMatrix(core::behavior::StiffnessMatrix* matrix) override {
    auto dfdx = matrix->getForceDerivativeIn(this->mstate).withRespectToPositionsIn(this->mstate);
    for (sofa::Index i = 0; i < N * this->mstate->getSize(); ++i) dfdx(i, i) += -d_stiffness.getValue();
  }
};

int AnchorForceFieldClass = core::RegisterObject("pulls points to where they started")
                                .add<AnchorForceField<defaulttype::Vec3Types>>(true)
                                .add<AnchorForceField<defaulttype::Vec1Types>>();

}  // namespace sofa::component::examples
