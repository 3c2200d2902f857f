// SPDX-License-Identifier: Apache-2.0
// One mass per point, in the form of SOFA v26.06.
#include <sofa/core/behavior/Mass.h>

namespace sofa::component::mass {

template <class DataTypes>
class LumpedMass : public core::behavior::Mass<DataTypes> {
 public:
  SOFA_CLASS(SOFA_TEMPLATE(LumpedMass, DataTypes), SOFA_TEMPLATE(core::behavior::Mass, DataTypes));

  typedef typename Inherit1::DataVecCoord DataVecCoord;
  typedef typename Inherit1::DataVecDeriv DataVecDeriv;

  Data<sofa::type::vector<SReal>> d_masses;

  LumpedMass() : d_masses(initData(&d_masses, "masses", "mass of each point (kg); the last stands for the rest")) {}

  void addMDx(const core::MechanicalParams*, DataVecDeriv& d_f, const DataVecDeriv& d_dx, SReal factor) override {
    helper::WriteAccessor<DataVecDeriv> f = d_f;
    helper::ReadAccessor<DataVecDeriv> dx = d_dx;
    for (sofa::Index i = 0; i < dx.size(); ++i) f[i] += dx[i] * (massOf(i) * factor);
  }
  void accFromF(const core::MechanicalParams*, DataVecDeriv& d_a, const DataVecDeriv& d_f) override {
    helper::WriteOnlyAccessor<DataVecDeriv> a = d_a;
    helper::ReadAccessor<DataVecDeriv> f = d_f;
    for (sofa::Index i = 0; i < f.size(); ++i) a[i] = f[i] / massOf(i);
  }
  void addForce(const core::MechanicalParams*, DataVecDeriv& d_f, const DataVecCoord& d_x,
                const DataVecDeriv&) override {
    if (this->m_separateGravity.getValue()) return;
    helper::WriteAccessor<DataVecDeriv> f = d_f;
    const auto g = this->getContext()->getGravity();
    for (sofa::Index i = 0; i < d_x.getValue().size(); ++i) f[i] += g * massOf(i);
  }
  void buildMassMatrix(sofa::core::behavior::MassMatrixAccumulator* matrices) override {
    static constexpr auto N = DataTypes::deriv_total_size;
    for (sofa::Index i = 0; i < this->mstate->getSize(); ++i)
      for (sofa::Index k = 0; k < N; ++k) matrices->add(N * i + k, N * i + k, massOf(i));
  }
  SReal getKineticEnergy(const core::MechanicalParams*, const DataVecDeriv& d_v) const override {
    SReal energy = 0;
    for (sofa::Index i = 0; i < d_v.getValue().size(); ++i) energy += 0.5 * massOf(i) * type::norm2(d_v.getValue()[i]);
    return energy;
  }
  SReal getElementMass(sofa::Index i) const override { return massOf(i); }
  bool isDiagonal() const override { return true; }

 private:
  SReal massOf(sofa::Index i) const {
    const auto& masses = d_masses.getValue();
    return masses.empty() ? 1 : masses[std::min<std::size_t>(i, masses.size() - 1)];
  }
};

int LumpedMassClass = core::RegisterObject("one mass per point").add<LumpedMass<defaulttype::Vec3Types>>();

}  // namespace sofa::component::mass
