// SPDX-License-Identifier: Apache-2.0
// Forces from a random generator and from keys: a force field that listens, with files and vectors of numbers.
#include <sofa/core/ObjectFactory.h>
#include <sofa/core/behavior/ForceField.h>
#include <sofa/core/objectmodel/KeypressedEvent.h>
#include <sofa/defaulttype/VecTypes.h>
#include <sofa/helper/RandomGenerator.h>
#include <sofa/helper/system/thread/CTime.h>
#include <sofa/linearalgebra/FullMatrix.h>
#include <sofa/linearalgebra/FullVector.h>

namespace sofaidioms {

using sofa::helper::system::thread::CTime;

template <class DataTypes>
class ScatterForce : public sofa::core::behavior::ForceField<DataTypes> {
 public:
  SOFA_CLASS(SOFA_TEMPLATE(ScatterForce, DataTypes), SOFA_TEMPLATE(sofa::core::behavior::ForceField, DataTypes));
  typedef sofa::Data<sofa::VecCoord_t<DataTypes>> DataVecCoord;
  typedef sofa::Data<sofa::VecDeriv_t<DataTypes>> DataVecDeriv;

  sofa::Data<long> d_seed;
  sofa::Data<SReal> d_size;
  sofa::Data<SReal> d_sum;

  ScatterForce()
      : d_seed(initData(&d_seed, 4l, "seed", "of the generator")),
        d_size(initData(&d_size, SReal(1), "size", "largest component")),
        d_sum(initData(&d_sum, SReal(0), "sum", "of squares, found by matrices")) {
    this->f_listening.setValue(true);
  }
  void init() override {
    sofa::core::behavior::ForceField<DataTypes>::init();
    const auto start = CTime::getTime();
    sofa::helper::RandomGenerator generator;
    generator.initSeed(d_seed.getValue());
    const int n = int(this->mstate->getMatrixSize());
    m_forces.resize(n);
    for (int i = 0; i < n; ++i) m_forces.set(i, generator.random<SReal>(-1, 1));
    sofa::linearalgebra::FullMatrix<SReal> identity(n, n);
    for (int i = 0; i < n; ++i) identity.set(i, i, 1);
    d_sum.setValue(m_forces.dot(identity * m_forces));
    msg_info() << "made in " << (CTime::getTime() - start) / double(CTime::getTicksPerSec()) << " s";
  }
  void handleEvent(sofa::core::objectmodel::Event* event) override {
    if (auto* key = dynamic_cast<sofa::core::objectmodel::KeypressedEvent*>(event))
      if (key->getKey() == '+') d_size.setValue(2 * d_size.getValue());
  }
  void addForce(const sofa::core::MechanicalParams*, DataVecDeriv& f, const DataVecCoord&,
                const DataVecDeriv&) override {
    auto force = sofa::helper::getWriteAccessor(f);
    constexpr auto N = DataTypes::deriv_total_size;
    for (std::size_t i = 0; i < force.size(); ++i)
      for (std::size_t c = 0; c < N; ++c) force[i][c] += d_size.getValue() * m_forces[int(N * i + c)];
  }
  void addDForce(const sofa::core::MechanicalParams* mparams, DataVecDeriv&, const DataVecDeriv&) override {
    SOFA_UNUSED(mparams);
  }
  void buildStiffnessMatrix(sofa::core::behavior::StiffnessMatrix*) override {}
  void buildDampingMatrix(sofa::core::behavior::DampingMatrix*) override {}

 private:
  sofa::linearalgebra::FullVector<SReal> m_forces;
};

int ScatterForceClass = sofa::core::RegisterObject("Random forces")
                            .add<ScatterForce<sofa::defaulttype::Vec3Types>>(true)
                            .add<ScatterForce<sofa::defaulttype::Vec2Types>>();

}  // namespace sofaidioms
