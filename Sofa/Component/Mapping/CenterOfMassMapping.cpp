// SPDX-License-Identifier: Apache-2.0
#include "Sofa/Component/Mapping/MassOf.h"
#include "Sofa/Component/Mapping/SparseMapping.h"
#include "Sofa/Core/Service/ObjectFactory.h"

namespace sofa::component::mapping {

/// The first output point is the centre of mass of the input, by the mass in the input's node.
template <class In, class Out>
class CenterOfMassMapping : public SparseMapping<In, Out> {
 public:
  using Base = SparseMapping<In, Out>;
  using typename Base::InVecCoord;
  using typename Base::OutVecCoord;

  bool isLinear() const override { return true; }
  void init() override {
    this->setValid();
    Base::init();
  }
  void apply(OutVecCoord& out, const InVecCoord& in) override {
    if (!this->isValid() || out.empty()) return;
    if (in.empty()) return this->m_jacobian.clear();  // its mesh lost all points
    // Masses are known once their component is initialised, which may come after this one.
    const auto masses = massesOf(*this->l_input);
    double total = 0;
    for (const double m : masses) total += m;
    this->m_jacobian.clear();
    if (masses.size() < in.size() || !(total > 0)) {
      if (!this->isInitialised()) return;
      this->error("no mass found corresponding to the points of {}: add one to its node.", this->l_input->path());
      return this->setInvalid();
    }
    out[0].setZero();
    for (std::size_t i = 0; i < in.size(); ++i) {
      out[0] += masses[i] / total * in[i].center;
      this->m_jacobian.add(0, i, weightBlock<In, Out>(masses[i] / total));
    }
  }
};

namespace {
const auto registered =
    core::Register("CenterOfMassMapping", "Sofa.Component.Mapping.Linear", "the centre of mass of bodies")
        .add<CenterOfMassMapping<type::Rigid3Types, type::Vec3Types>>(true)
        .add<CenterOfMassMapping<type::Rigid2Types, type::Vec2Types>>();
}  // namespace

}  // namespace sofa::component::mapping
