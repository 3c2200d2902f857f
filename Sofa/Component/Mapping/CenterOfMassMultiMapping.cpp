// SPDX-License-Identifier: Apache-2.0
#include "Sofa/Component/Mapping/MassOf.h"
#include "Sofa/Component/Mapping/MultiMapping.h"
#include "Sofa/Core/Service/ObjectFactory.h"

namespace sofa::component::mapping {

/// The first output point is the common centre of mass of several states, by the masses in their nodes. Of bodies the
/// centres count; a body as output does not turn.
template <class Out, class... In>
class CenterOfMassOfStates : public MultiMapping<Out, In...> {
 public:
  using Base = MultiMapping<Out, In...>;
  using typename Base::OutVecCoord;

  bool isLinear() const override { return true; }
  void init() override {
    this->setValid();
    Base::init();
  }
  void apply(OutVecCoord& out, core::VecCoordId in) override {
    if (out.empty()) return;
    bool isEmpty = true;
    this->forEachState([&](auto& state, auto& jacobian) {
      isEmpty &= state.size() == 0;
      jacobian.clear();
    });
    if (isEmpty) return;  // their meshes lost all points
    std::vector<std::vector<double>> masses;
    double total = 0;
    bool complete = true;
    this->forEachState([&](auto& state, auto&) {
      masses.push_back(massesOf(state));
      complete &= masses.back().size() == state.size();
      for (const double m : masses.back()) total += m;
    });
    if (!complete || !(total > 0)) {
      if (!this->isInitialised()) return;  // the masses may be initialised after this
      this->error("no mass found corresponding to the points of an input: each one's node needs a mass.");
      return this->setInvalid();
    }
    type::Vec3 centre = type::Vec3::Zero();
    std::size_t k = 0;
    this->forEachState([&]<class I>(core::State<I>& state, SparseJacobian<I, Out>& jacobian) {
      const auto& x = state.coords(in);
      for (std::size_t i = 0; i < x.size(); ++i) {
        centre += masses[k][i] / total * I::position(x[i]);
        jacobian.add(0, i, weightBlock<I, Out>(masses[k][i] / total, 3));
      }
      ++k;
    });
    Out::setPosition(out[0], centre);
  }
};

namespace {
using namespace type;
const auto registered =
    core::Register("CenterOfMassMultiMapping", "Sofa.Component.Mapping.Linear", "the centre of mass of several states")
        .add<CenterOfMassOfStates<Vec3Types, Vec3Types>>(true)
        .add<CenterOfMassOfStates<Vec3Types, Rigid3Types>>()
        .add<CenterOfMassOfStates<Rigid3Types, Rigid3Types>>();
const auto registeredOfTwoTypes = core::Register("CenterOfMassMulti2Mapping", "Sofa.Component.Mapping.Linear",
                                                 "the centre of mass of points and bodies")
                                      .add<CenterOfMassOfStates<Vec3Types, Vec3Types, Rigid3Types>>(true);
}  // namespace

}  // namespace sofa::component::mapping
