// SPDX-License-Identifier: Apache-2.0
#include "config.h"

#include <sofa/core/Multi2Mapping.h>
#include <sofa/core/ObjectFactory.h>
#include <sofa/defaulttype/RigidTypes.h>
#include <sofa/defaulttype/VecTypes.h>
#include <sofa/core/Multi2Mapping.inl>

namespace sofastyle {

/// Points halfway between those of a state and the centre of a body.
template <class TIn1, class TIn2, class TOut>
class PairMeanMapping : public sofa::core::Multi2Mapping<TIn1, TIn2, TOut> {
 public:
  using Inherit = sofa::core::Multi2Mapping<TIn1, TIn2, TOut>;
  SOFA_CLASS(PairMeanMapping, Inherit);

  using typename Inherit::In1DataMatrixDeriv;
  using typename Inherit::In1DataVecCoord;
  using typename Inherit::In1DataVecDeriv;
  using typename Inherit::In2DataMatrixDeriv;
  using typename Inherit::In2DataVecCoord;
  using typename Inherit::In2DataVecDeriv;
  using typename Inherit::OutDataMatrixDeriv;
  using typename Inherit::OutDataVecCoord;
  using typename Inherit::OutDataVecDeriv;
  template <class T>
  using vector = sofa::type::vector<T>;

  void init() override {
    if (!this->fromModels1.empty() && !this->toModels.empty() && this->fromModels1[0] && this->toModels[0])
      this->toModels[0]->resize(this->fromModels1[0]->getSize());
    Inherit::init();
  }

  void apply(const sofa::core::MechanicalParams*, const vector<OutDataVecCoord*>& out,
             const vector<const In1DataVecCoord*>& in1, const vector<const In2DataVecCoord*>& in2) override {
    auto x = sofa::helper::getWriteAccessor(*out[0]);
    const auto points = sofa::helper::getReadAccessor(*in1[0]);
    const auto bodies = sofa::helper::getReadAccessor(*in2[0]);
    for (std::size_t i = 0; i < x.size(); ++i) x[i] = (points[i] + TIn2::getCPos(bodies[0])) / 2;
  }
  void applyJ(const sofa::core::MechanicalParams*, const vector<OutDataVecDeriv*>& out,
              const vector<const In1DataVecDeriv*>& in1, const vector<const In2DataVecDeriv*>& in2) override {
    auto v = sofa::helper::getWriteAccessor(*out[0]);
    const auto points = sofa::helper::getReadAccessor(*in1[0]);
    const auto bodies = sofa::helper::getReadAccessor(*in2[0]);
    for (std::size_t i = 0; i < v.size(); ++i)
      for (int k = 0; k < 3; ++k) v[i][k] = (points[i][k] + bodies[0][k]) / 2;
  }
  void applyJT(const sofa::core::MechanicalParams*, const vector<In1DataVecDeriv*>& in1,
               const vector<In2DataVecDeriv*>& in2, const vector<const OutDataVecDeriv*>& out) override {
    auto points = sofa::helper::getWriteAccessor(*in1[0]);
    auto bodies = sofa::helper::getWriteAccessor(*in2[0]);
    const auto f = sofa::helper::getReadAccessor(*out[0]);
    for (std::size_t i = 0; i < f.size(); ++i)
      for (int k = 0; k < 3; ++k) {
        points[i][k] += f[i][k] / 2;
        bodies[0][k] += f[i][k] / 2;
      }
  }
  void applyJT(const sofa::core::ConstraintParams*, const vector<In1DataMatrixDeriv*>&,
               const vector<In2DataMatrixDeriv*>&, const vector<const OutDataMatrixDeriv*>&) override {}
};

void registerPairMeanMapping(sofa::core::ObjectFactory* factory) {
  using namespace sofa::defaulttype;
  factory->registerObjects(sofa::core::ObjectRegistrationData("Points halfway to a body.")
                               .add<PairMeanMapping<Vec3Types, Rigid3Types, Vec3Types>>());
}

}  // namespace sofastyle
