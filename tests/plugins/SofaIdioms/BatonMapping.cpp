// SPDX-License-Identifier: Apache-2.0
// Points on bars: frames and lengths drive points, in a mapping from two kinds of states.
#include <sofa/core/ObjectFactory.h>
#include <sofa/defaulttype/RigidTypes.h>
#include <sofa/defaulttype/VecTypes.h>
#include <sofa/core/Multi2Mapping.inl>

namespace sofaidioms {

using sofa::type::Vec3;

template <class TIn1, class TIn2, class TOut>
class BatonMapping : public sofa::core::Multi2Mapping<TIn1, TIn2, TOut> {
 public:
  SOFA_CLASS(SOFA_TEMPLATE3(BatonMapping, TIn1, TIn2, TOut),
             SOFA_TEMPLATE3(sofa::core::Multi2Mapping, TIn1, TIn2, TOut));
  typedef sofa::core::Multi2Mapping<TIn1, TIn2, TOut> Inherit;
  typedef sofa::Data<sofa::VecCoord_t<TIn1>> In1DataVecCoord;
  typedef sofa::Data<sofa::VecDeriv_t<TIn1>> In1DataVecDeriv;
  typedef sofa::Data<sofa::VecCoord_t<TIn2>> In2DataVecCoord;
  typedef sofa::Data<sofa::VecDeriv_t<TIn2>> In2DataVecDeriv;
  typedef sofa::Data<sofa::VecCoord_t<TOut>> OutDataVecCoord;
  typedef sofa::Data<sofa::VecDeriv_t<TOut>> OutDataVecDeriv;

  void init() override {
    if (this->getFromModels1().empty() || this->getFromModels2().empty()) {
      msg_error() << "Error while initializing, input models not found";
      return;
    }
    this->toModels[0]->resize(this->fromModels1[0]->getSize());
    Inherit::init();
  }
  void apply(const sofa::core::MechanicalParams*, const sofa::type::vector<OutDataVecCoord*>& outs,
             const sofa::type::vector<const In1DataVecCoord*>& in1s,
             const sofa::type::vector<const In2DataVecCoord*>& in2s) override {
    if (outs.empty() || in1s.empty() || in2s.empty()) return;
    const auto& frames = in1s[0]->getValue();
    const auto& lengths = in2s[0]->getValue();
    auto out = sofa::helper::getWriteOnlyAccessor(*outs[0]);
    out.resize(frames.size());
    m_arms.resize(frames.size());
    for (std::size_t i = 0; i < frames.size(); ++i) {
      m_directions.push_back(Vec3());
      m_directions[i] = frames[i].rotate(Vec3(1, 0, 0));
      m_arms[i] = m_directions[i] * lengths[i][0];
      out[i] = frames[i].getCenter() + m_arms[i];
    }
    m_directions.resize(frames.size());
  }
  void applyJ(const sofa::core::MechanicalParams*, const sofa::type::vector<OutDataVecDeriv*>& outs,
              const sofa::type::vector<const In1DataVecDeriv*>& in1s,
              const sofa::type::vector<const In2DataVecDeriv*>& in2s) override {
    const auto& frames = in1s[0]->getValue();
    const auto& lengths = in2s[0]->getValue();
    auto out = sofa::helper::getWriteOnlyAccessor(*outs[0]);
    for (std::size_t i = 0; i < frames.size(); ++i)
      out[i] = getVCenter(frames[i]) + sofa::type::cross(getVOrientation(frames[i]), m_arms[i]) +
               m_directions[i] * lengths[i][0];
  }
  void applyJT(const sofa::core::MechanicalParams*, const sofa::type::vector<In1DataVecDeriv*>& in1s,
               const sofa::type::vector<In2DataVecDeriv*>& in2s,
               const sofa::type::vector<const OutDataVecDeriv*>& outs) override {
    auto frames = sofa::helper::getWriteAccessor(*in1s[0]);
    auto lengths = sofa::helper::getWriteAccessor(*in2s[0]);
    const auto forces = sofa::helper::getReadAccessor(*outs[0]);
    for (std::size_t i = 0; i < forces.size(); ++i) {
      frames[i] += sofa::Deriv_t<TIn1>(forces[i], sofa::type::cross(m_arms[i], forces[i]));
      lengths[i][0] += sofa::type::dot(m_directions[i], forces[i]);
    }
  }

 private:
  sofa::type::vector<Vec3> m_arms, m_directions;
};

using namespace sofa::defaulttype;
int BatonMappingClass =
    sofa::core::RegisterObject("Points on bars").add<BatonMapping<Rigid3Types, Vec1Types, Vec3Types>>(true);

}  // namespace sofaidioms
