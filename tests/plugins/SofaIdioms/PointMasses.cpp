// SPDX-License-Identifier: Apache-2.0
// A mass for each point, with energies and the matrix of today.
#include <sofa/core/ObjectFactory.h>
#include <sofa/defaulttype/VecTypes.h>
#include <sofa/core/behavior/Mass.inl>
#include <sofa/core/topology/TopologyData.inl>

namespace sofaidioms {

template <class DataTypes>
class PointMasses : public sofa::core::behavior::Mass<DataTypes> {
 public:
  SOFA_CLASS(SOFA_TEMPLATE(PointMasses, DataTypes), SOFA_TEMPLATE(sofa::core::behavior::Mass, DataTypes));
  typedef sofa::core::behavior::Mass<DataTypes> Inherit;
  using typename Inherit::DataVecCoord;
  using typename Inherit::DataVecDeriv;
  typedef typename DataTypes::Real Real;

  sofa::core::topology::PointData<sofa::type::vector<Real>> d_masses;

  PointMasses() : d_masses(initData(&d_masses, "masses", "one per point")) { d_masses.setGroup("Mass"); }

  void addMDx(const sofa::core::MechanicalParams*, DataVecDeriv& res, const DataVecDeriv& dx, SReal factor) override {
    sofa::helper::WriteAccessor<DataVecDeriv> r = res;
    sofa::helper::ReadAccessor<DataVecDeriv> d = dx;
    for (unsigned i = 0; i < d.size(); ++i) r[i] += d[i] * (mass(i) * factor);
  }
  void accFromF(const sofa::core::MechanicalParams*, DataVecDeriv& a, const DataVecDeriv& f) override {
    sofa::helper::WriteOnlyAccessor<DataVecDeriv> acc = a;
    sofa::helper::ReadAccessor<DataVecDeriv> force = f;
    for (unsigned i = 0; i < force.size(); ++i) acc[i] = force[i] / mass(i);
  }
  SReal getKineticEnergy(const sofa::core::MechanicalParams*, const DataVecDeriv& v) const override {
    SReal e = 0;
    for (unsigned i = 0; i < v.getValue().size(); ++i) e += dot(v.getValue()[i], v.getValue()[i]) * mass(i) / 2;
    return e;
  }
  SReal getPotentialEnergy(const sofa::core::MechanicalParams*, const DataVecCoord& x) const override {
    const auto g = this->getContext()->getGravity();
    SReal e = 0;
    for (unsigned i = 0; i < x.getValue().size(); ++i)
      e -= sofa::type::dot(g, DataTypes::getCPos(x.getValue()[i])) * mass(i);
    return e;
  }
  void buildMassMatrix(sofa::core::behavior::MassMatrixAccumulator* matrices) override {
    constexpr auto N = DataTypes::deriv_total_size;
    for (unsigned i = 0; i < this->mstate->getSize(); ++i)
      for (unsigned c = 0; c < N; ++c) matrices->add(N * i + c, N * i + c, mass(i));
  }
  bool isDiagonal() const override { return true; }
  SReal getElementMass(sofa::Index i) const override { return mass(i); }

 private:
  Real mass(sofa::Index i) const { return i < d_masses.size() ? d_masses[i] : Real(1); }
};

int PointMassesClass =
    sofa::core::RegisterObject("A mass for each point").add<PointMasses<sofa::defaulttype::Vec3Types>>();

}  // namespace sofaidioms
