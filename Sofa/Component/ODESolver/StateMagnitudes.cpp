// SPDX-License-Identifier: Apache-2.0
#include "Sofa/Component/ODESolver/StateMagnitudes.h"

#include <cmath>

namespace sofa::component::odesolver {
namespace {

struct Layout {
  std::size_t linear, width;
};

/// How many of a point's numbers are lengths, and how many it has.
Layout layoutOf(const core::BaseState& state, int width) {
  if (!state.hostTypesName().starts_with("Rigid")) return {static_cast<std::size_t>(width), std::size_t(width)};
  return {state.derivSize() == 6 ? 3u : 2u, static_cast<std::size_t>(width)};
}

double larger(double a, double b) { return std::isnan(a) || a > b ? a : b; }

}  // namespace

StateMagnitudes::StateMagnitudes(const std::vector<core::BaseState*>& states, core::VecDerivId v) {
  for (const auto* state : states) {
    Entry& entry = m_entries.emplace_back();
    const auto values = state->hostRead(v);
    const auto [linear, width] = layoutOf(*state, state->derivSize());
    for (std::size_t i = 0; i < values.size(); ++i) {
      double& largest = i % width < linear ? entry.linear : entry.angular;
      largest = larger(std::abs(values[i]), largest);
    }
  }
}

StateMagnitudes StateMagnitudes::extents(const std::vector<core::BaseState*>& states, core::VecCoordId x) {
  StateMagnitudes result;
  for (const auto* state : states) {
    Entry& entry = result.m_entries.emplace_back(0, 1);
    const auto values = state->hostRead(x);
    const auto [linear, width] = layoutOf(*state, state->coordSize());
    for (std::size_t c = 0; c < linear && c < values.size(); ++c) {
      double low = values[c], high = values[c];
      for (std::size_t i = c; i < values.size(); i += width) {
        low = std::min(low, values[i]);
        high = std::max(high, values[i]);
      }
      entry.linear = larger(high - low, entry.linear);
    }
  }
  return result;
}

StateMagnitudes StateMagnitudes::places(const std::vector<core::BaseState*>& states, core::VecCoordId x) {
  StateMagnitudes result;
  for (const auto* state : states) {
    Entry& entry = result.m_entries.emplace_back(0, 1);
    const auto values = state->hostRead(x);
    const auto [linear, width] = layoutOf(*state, state->coordSize());
    for (std::size_t i = 0; i < values.size(); ++i)
      if (i % width < linear) entry.linear = larger(std::abs(values[i]), entry.linear);
  }
  return result;
}

bool StateMagnitudes::areWithin(double factor, const StateMagnitudes& scale) const {
  for (std::size_t i = 0; i < m_entries.size(); ++i)
    if (!(m_entries[i].linear <= factor * scale.m_entries[i].linear &&
          m_entries[i].angular <= factor * scale.m_entries[i].angular))
      return false;
  return true;
}

StateMagnitudes& StateMagnitudes::add(double factor, const StateMagnitudes& other) {
  for (std::size_t i = 0; i < m_entries.size(); ++i) {
    m_entries[i].linear += factor * other.m_entries[i].linear;
    m_entries[i].angular += factor * other.m_entries[i].angular;
  }
  return *this;
}

StateMagnitudes& StateMagnitudes::scale(double factor) {
  for (Entry& entry : m_entries) {
    entry.linear *= factor;
    entry.angular *= factor;
  }
  return *this;
}

double StateMagnitudes::largest() const {
  double result = 0;
  for (const Entry& entry : m_entries) result = larger(entry.angular, larger(entry.linear, result));
  return result;
}

}  // namespace sofa::component::odesolver
