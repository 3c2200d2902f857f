// SPDX-License-Identifier: Apache-2.0
#include "Sofa/Component/Mapping/MultiMapping.h"
#include "Sofa/Core/Service/ObjectFactory.h"
#include "Sofa/Simulation/Scene/FollowMesh.h"

namespace sofa::component::mapping {

/// Output points are points of several states; which ones, a component says by pairs (state, point). Without a point an
/// output point stays where it is.
template <class In, class Out>
class PointsOfStates : public MultiMapping<Out, In> {
 public:
  using Base = MultiMapping<Out, In>;
  using typename Base::OutVecCoord;
  using Pair = std::pair<std::size_t, std::size_t>;

  bool isLinear() const override { return true; }
  void apply(OutVecCoord& out, core::VecCoordId in) override {
    auto& [states, jacobians] = this->of();
    const auto pairs = this->pairs();
    this->resizeOutput(out, pairs.size());
    for (auto& jacobian : jacobians) jacobian.clear();
    for (std::size_t i = 0; i < pairs.size(); ++i) {
      const auto [state, point] = pairs[i];
      if (point == type::invalidIndex) continue;
      out[i] = pointOf<In, Out>(states[state]->coords(in)[point]);
      jacobians[state].add(i, point, weightBlock<In, Out>(1));
    }
  }

 protected:
  virtual std::vector<Pair> pairs() = 0;
};

/// All points of the states, one state after the other.
template <class In>
class IdentityMultiMapping : public PointsOfStates<In, In> {
 protected:
  std::vector<typename PointsOfStates<In, In>::Pair> pairs() override {
    std::vector<typename PointsOfStates<In, In>::Pair> all;
    const auto& states = this->of().states;
    for (std::size_t k = 0; k < states.size(); ++k)
      for (std::size_t i = 0; i < states[k]->size(); ++i) all.emplace_back(k, i);
    return all;
  }
};

/// The points that are named.
template <class In, class Out>
class SubsetMultiMapping : public PointsOfStates<In, Out> {
  using Base = PointsOfStates<In, Out>;
  using Named = std::array<type::Index, 2>;

 public:
  core::Data<std::vector<type::Index>> d_indexPairs{
      this, "indexPairs", {}, "number of the state and number of the point in it, for each output point"};

  /// Pairs whose point goes leave the list; if the output has a mesh of its own, they wait for that one to change.
  bool topologyChanged(const core::MeshChanges& changes) override {
    if (!this->isValid() || d_indexPairs->size() % 2 != 0) return true;
    const auto& states = this->of().states;
    std::vector<Named> pairs;
    for (std::size_t i = 0; i < d_indexPairs->size(); i += 2)
      pairs.push_back({d_indexPairs.value()[i], d_indexPairs.value()[i + 1]});
    for (auto& [state, point] : pairs)
      if (state < states.size()) simulation::followPoints({&point, 1}, *states[state], changes);
    const auto* ofOutput = simulation::meshOfState(*this->l_output);
    if (!ofOutput) std::erase_if(pairs, [](const Named& pair) { return pair[1] == type::invalidIndex; });
    if (ofOutput && ofOutput == changes.mesh)
      for (const auto& step : changes.steps)
        core::carryValues(pairs, step->points(), [&](std::size_t i, const core::Ancestors*) {
          pairs[i] = {0, type::invalidIndex};
        });
    std::vector<type::Index> all;
    for (const Named& pair : pairs) all.insert(all.end(), pair.begin(), pair.end());
    if (all != d_indexPairs.value()) d_indexPairs.set(std::move(all));
    return true;
  }
  void archive(core::Archive& archive) override {
    if (archive.sizesDiffer()) {
      auto pairs = d_indexPairs.value();
      archive.io(pairs);
      if (archive.isLoading() && archive.isGood()) d_indexPairs.set(std::move(pairs));
    }
    Base::archive(archive);
  }

 protected:
  std::vector<typename PointsOfStates<In, Out>::Pair> pairs() override {
    const auto& given = d_indexPairs.value();
    const auto& states = this->of().states;
    std::vector<typename PointsOfStates<In, Out>::Pair> all;
    const auto refuse = [&](const std::string& why) {
      this->error("indexPairs: {}: nothing is mapped.", why);
      this->setInvalid();
      all.clear();
      return all;
    };
    if (given.size() % 2 != 0) return refuse("the last state comes without a point");
    for (std::size_t i = 0; i < given.size(); i += 2) {
      if (given[i] >= states.size()) return refuse(fmt::format("there is no input {} of {}", given[i], states.size()));
      const auto* state = states[given[i]];
      if (given[i + 1] >= state->size() && given[i + 1] != type::invalidIndex)
        return refuse(fmt::format("{} has {} points, no point {}", state->path(), state->size(), given[i + 1]));
      all.emplace_back(given[i], given[i + 1]);
    }
    return all;
  }
};

namespace {
using namespace type;
const auto registeredIdentity =
    core::Register("IdentityMultiMapping", "Sofa.Component.Mapping.Linear", "the points of several states as one")
        .add<IdentityMultiMapping<Vec3Types>>(true)
        .add<IdentityMultiMapping<Vec2Types>>()
        .add<IdentityMultiMapping<Vec1Types>>()
        .add<IdentityMultiMapping<Rigid3Types>>();
const auto registeredSubset =
    core::Register("SubsetMultiMapping", "Sofa.Component.Mapping.Linear", "some of the points of several states")
        .add<SubsetMultiMapping<Vec3Types, Vec3Types>>(true)
        .add<SubsetMultiMapping<Vec2Types, Vec2Types>>()
        .add<SubsetMultiMapping<Vec1Types, Vec1Types>>()
        .add<SubsetMultiMapping<Rigid3Types, Rigid3Types>>()
        .add<SubsetMultiMapping<Rigid3Types, Vec3Types>>();
}  // namespace

}  // namespace sofa::component::mapping
