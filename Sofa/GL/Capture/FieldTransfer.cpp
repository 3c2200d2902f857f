// SPDX-License-Identifier: Apache-2.0
#include "Sofa/GL/Capture/FieldTransfer.h"

#include "Sofa/Core/Contract/Mapping.h"
#include "Sofa/Core/ObjectModel/Node.h"

namespace sofa::gl {
namespace {

using Values = std::vector<double>;

/// Longer chains would be circles.
constexpr int longestChain = 100;

core::BaseMapping* mappingTo(const core::BaseState& state) {
  if (!state.context()) return nullptr;
  for (const auto& component : state.context()->components()) {
    auto* mapping = dynamic_cast<core::BaseMapping*>(component.get());
    if (!mapping || !mapping->isValid()) continue;
    const auto outputs = mapping->outputs();
    if (std::find(outputs.begin(), outputs.end(), &state) != outputs.end()) return mapping;
  }
  return nullptr;
}

template <class In, class Out>
bool carryAs(core::BaseMapping& any, const core::BaseState& output, std::optional<Values>& values) {
  auto* mapping = dynamic_cast<core::Mapping<In, Out>*>(&any);
  if (!mapping) return false;
  typename In::VecDeriv in(values->size(), In::Deriv::Zero());
  typename Out::VecDeriv carried(output.size(), Out::Deriv::Zero()), weights = carried;
  for (std::size_t i = 0; i < in.size(); ++i) in[i][0] = (*values)[i];
  mapping->applyJ(carried, in);
  for (auto& v : in) v[0] = 1;
  mapping->applyJ(weights, in);
  values->resize(output.size());
  for (std::size_t i = 0; values && i < carried.size() && i < output.size(); ++i) {
    if (std::abs(weights[i][0] - 1) < 1e-3)
      (*values)[i] = carried[i][0] / weights[i][0];
    else
      values.reset();
  }
  return true;
}

/// Replaces the values by those of the mapping's output.
void carry(core::BaseMapping& mapping, const core::BaseState& output, std::optional<Values>& values) {
  using type::Rigid3Types;
  using type::Vec3Types;
  const bool known = carryAs<Vec3Types, Vec3Types>(mapping, output, values) ||
                     carryAs<Rigid3Types, Vec3Types>(mapping, output, values) ||
                     carryAs<Rigid3Types, Rigid3Types>(mapping, output, values);
  if (!known) values.reset();
}

}  // namespace

std::optional<Values> transferValues(const core::BaseState& from, const core::BaseState& to, const Values& values) {
  struct Link {
    core::BaseMapping* mapping;
    const core::BaseState* output;
  };
  std::vector<Link> chain;
  for (const auto* state = &to; state != &from;) {
    auto* mapping = mappingTo(*state);
    if (!mapping || mapping->inputs().size() != 1 || !mapping->inputs()[0] || chain.size() == longestChain) return {};
    chain.push_back({mapping, state});
    state = mapping->inputs()[0];
  }
  std::optional<Values> carried = values;
  if (values.size() != from.size()) return {};
  for (auto link = chain.rbegin(); link != chain.rend() && carried; ++link)
    carry(*link->mapping, *link->output, carried);
  return carried;
}

}  // namespace sofa::gl
