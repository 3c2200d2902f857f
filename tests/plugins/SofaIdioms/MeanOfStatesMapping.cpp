// SPDX-License-Identifier: Apache-2.0
// Means of points of several states: a MultiMapping.
#include <sofa/core/ObjectFactory.h>
#include <sofa/defaulttype/VecTypes.h>
#include <sofa/core/MultiMapping.inl>

namespace sofaidioms {

template <class TIn, class TOut>
class MeanOfStatesMapping : public sofa::core::MultiMapping<TIn, TOut> {
 public:
  SOFA_CLASS(SOFA_TEMPLATE2(MeanOfStatesMapping, TIn, TOut), SOFA_TEMPLATE2(sofa::core::MultiMapping, TIn, TOut));

  typedef sofa::core::MultiMapping<TIn, TOut> Inherit;
  typedef typename Inherit::InDataVecCoord InDataVecCoord;
  typedef typename Inherit::InDataVecDeriv InDataVecDeriv;
  typedef typename Inherit::InDataMatrixDeriv InDataMatrixDeriv;
  typedef typename Inherit::OutDataVecCoord OutDataVecCoord;
  typedef typename Inherit::OutDataVecDeriv OutDataVecDeriv;
  typedef typename Inherit::OutDataMatrixDeriv OutDataMatrixDeriv;

  void init() override {
    this->toModels[0]->resize(this->fromModels[0]->getSize());
    Inherit::init();
  }
  void apply(const sofa::core::MechanicalParams*, const sofa::type::vector<OutDataVecCoord*>& dataVecOutPos,
             const sofa::type::vector<const InDataVecCoord*>& dataVecInPos) override {
    sofa::helper::WriteOnlyAccessor<OutDataVecCoord> out = *dataVecOutPos[0];
    average(out, dataVecInPos);
  }
  void applyJ(const sofa::core::MechanicalParams*, const sofa::type::vector<OutDataVecDeriv*>& dataVecOutVel,
              const sofa::type::vector<const InDataVecDeriv*>& dataVecInVel) override {
    sofa::helper::WriteOnlyAccessor<OutDataVecDeriv> out = *dataVecOutVel[0];
    average(out, dataVecInVel);
  }
  void applyJT(const sofa::core::MechanicalParams*, const sofa::type::vector<InDataVecDeriv*>& dataVecOutForce,
               const sofa::type::vector<const OutDataVecDeriv*>& dataVecInForce) override {
    sofa::helper::ReadAccessor<OutDataVecDeriv> in = *dataVecInForce[0];
    for (auto* data : dataVecOutForce) {
      sofa::helper::WriteAccessor<InDataVecDeriv> out = *data;
      for (unsigned i = 0; i < in.size(); ++i) out[i] += in[i] / SReal(dataVecOutForce.size());
    }
  }

 private:
  template <class Out, class In>
  static void average(Out& out, const In& in) {
    out.resize(in[0]->getValue().size());
    for (unsigned i = 0; i < out.size(); ++i) {
      out[i].clear();
      for (const auto* data : in) out[i] += data->getValue()[i] / SReal(in.size());
    }
  }
};

using namespace sofa::defaulttype;
int MeanOfStatesMappingClass =
    sofa::core::RegisterObject("Means of points of states").add<MeanOfStatesMapping<Vec3Types, Vec3Types>>();

}  // namespace sofaidioms
