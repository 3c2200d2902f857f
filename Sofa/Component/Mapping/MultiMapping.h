// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <sstream>
#include <tuple>

#include "Sofa/Component/Mapping/SparseMapping.h"

namespace sofa::component::mapping {

/// One output driven by several states, of one type or of several. Like SparseMapping it keeps one Jacobian per input:
/// a component computes the output in apply() and fills them.
///
/// Links: `input`, or `input1`, `input2`... for each type, with one or several states each; `output`.
template <class Out, class... In>
class MultiMapping : public core::BaseMapping {
  static constexpr std::size_t types = sizeof...(In);
  struct Place {
    core::BaseMapping* owner;
    const char* name;
  };
  static constexpr const char* names[] = {types == 1 ? "input" : "input1", "input2"};

 public:
  using OutVecCoord = typename Out::VecCoord;

  /// The states of one type, and dp/dx for each.
  template <class I>
  struct Inputs {
    Inputs(Place place) : states(place.owner, place.name, "states that drive the mapping") {}
    core::MultiLink<core::State<I>> states;
    std::vector<SparseJacobian<I, Out>> jacobians;
  };

  MultiMapping() : MultiMapping(std::make_index_sequence<types>()) {}

  core::Link<core::State<Out>> l_output{this, "output", "state that is driven"};

  static std::string staticTemplateName() {
    return (std::string() + ... + (std::string(In::name()) + ",")) + Out::name();
  }
  static bool canCreate(core::Node& node, const core::ComponentDescription& description, std::string& why) {
    std::size_t type = 0;
    return (checkPaths<In>(node, description, names[type++], types == 1, why) && ...) &&
           checkPaths<Out>(node, description, "output", true, why);
  }

  void init() override {
    forEach([&](auto& inputs) { inputs.jacobians.resize(inputs.states.size()); });
    if (!l_output || !allFound()) {
      error("{}: nothing is mapped.", l_output ? "an input does not exist" : "output does not exist");
      setInvalid();
    }
    BaseMapping::init();
  }

  std::vector<core::BaseState*> inputs() const override {
    std::vector<core::BaseState*> all;
    forEach([&](auto& inputs) { all.insert(all.end(), inputs.states.begin(), inputs.states.end()); });
    return all;
  }
  std::vector<core::BaseState*> outputs() const override { return {l_output.get()}; }

  /// Sets the output from coords(k, in) of the inputs, and their Jacobians.
  virtual void apply(OutVecCoord& out, core::VecCoordId in) = 0;

  void mapPositions(core::VecCoordId out, core::VecCoordId in) override {
    if (isValid()) apply(l_output->writeCoords(out), in);
  }
  void mapVelocities(core::VecDerivId out, core::VecDerivId in) override {
    if (!isValid() || !l_output->isMechanical()) return;
    auto& v = l_output->writeDerivs(out);
    v.assign(l_output->size(), Out::Deriv::Zero());
    forEachState([&](auto& state, auto& jacobian) { jacobian.addProduct(v, state.derivs(in)); });
  }
  void accumulateForces(core::VecDerivId in, core::VecDerivId out) override {
    if (!isValid() || !l_output->isMechanical()) return;
    const auto& f = l_output->derivs(out);
    forEachState([&](auto& state, auto& jacobian) { jacobian.addTransposedProduct(state.writeDerivs(in), f); });
  }
  void buildJacobian(core::JacobianMatrix* matrix) override {
    if (isValid())
      forEachState([&](auto& state, auto& jacobian) { jacobian.addTo(matrix->block(l_output.get(), &state)); });
  }
  void archive(core::Archive& archive) override {
    if (!isValid()) return;
    forEachState([&](auto& state, auto& jacobian) {
      jacobian.archive(archive);
      if (jacobian.columns() > state.size()) archive.fail();
    });
  }

 protected:
  template <std::size_t Type = 0>
  auto& of() {
    return std::get<Type>(m_inputs);
  }
  template <std::size_t Type = 0>
  const auto& of() const {
    return std::get<Type>(m_inputs);
  }
  /// Calls f(inputs) for each type.
  template <class F>
  void forEach(const F& f) const {
    std::apply([&](auto&... inputs) { (f(inputs), ...); }, m_inputs);
  }
  template <class F>
  void forEach(const F& f) {
    std::apply([&](auto&... inputs) { (f(inputs), ...); }, m_inputs);
  }
  /// Calls f(state, Jacobian) for each input.
  template <class F>
  void forEachState(const F& f) {
    forEach([&](auto& inputs) {
      for (std::size_t k = 0; k < inputs.states.size(); ++k) f(*inputs.states[k], inputs.jacobians[k]);
    });
  }
  void resizeOutput(OutVecCoord& out, std::size_t size) {
    if (l_output->size() != size) l_output->resize(size);
    if (out.size() != size) out.resize(size);
  }

 private:
  template <std::size_t... Type>
  explicit MultiMapping(std::index_sequence<Type...>) : m_inputs(Place{this, names[Type]}...) {}

  bool allFound() const {
    bool found = true;
    forEach([&](auto& inputs) {
      for (const auto* state : inputs.states) found &= state != nullptr;
    });
    return found;
  }
  template <class Type>
  static bool checkPaths(core::Node& node, const core::ComponentDescription& description, const char* attribute,
                         bool required, std::string& why) {
    const auto fits = [](const core::BaseState& s) { return dynamic_cast<const core::State<Type>*>(&s) != nullptr; };
    std::istringstream paths(description.has(attribute) ? std::string(description.get(attribute)) : std::string());
    std::string path;
    bool given = false;
    while (paths >> path) {
      given = true;
      if (core::findState(node, path, fits)) continue;
      why = fmt::format("'{}' of attribute '{}' is not a mechanical state of data type '{}'.", path, attribute,
                        Type::name());
      return false;
    }
    if (given || !required) return true;
    why = fmt::format("Attribute '{}' must name the states of data type '{}'.", attribute, Type::name());
    return false;
  }

  std::tuple<Inputs<In>...> m_inputs;
};

}  // namespace sofa::component::mapping
