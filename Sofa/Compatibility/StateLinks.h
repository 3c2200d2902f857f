// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "Sofa/Compatibility/Author.h"

#include <algorithm>
#include <deque>

#include "Sofa/Compatibility/Object.h"
#include "Sofa/Compatibility/State.h"

namespace sofa::compatibility {

/// Stands where SOFA has a list of links to states: this->fromModels1[0]->readPositions().
template <class DataTypes>
class StateLinks {
 public:
  using Target = core::State<DataTypes>;
  explicit StateLinks(core::MultiLink<Target>& link) : m_link(link) {}

  std::size_t size() const { return m_link.size(); }
  bool empty() const { return size() == 0; }
  /// Null for a state that is not found.
  Target* operator[](std::size_t i) const { return m_link[i]; }
  Target* get(std::size_t i) const { return m_link[i]; }
  auto begin() const { return m_link.begin(); }
  auto end() const { return m_link.end(); }
  void add(Target* state) { m_link.add(state); }

  /// Views of one vector of each state.
  template <class Vector, class Take>
  std::deque<sofa::Data<Vector>> data(const Take& take) const {
    std::deque<sofa::Data<Vector>> all;
    for (auto* state : m_link) all.emplace_back(const_cast<Vector*>(take(*state)));
    return all;
  }
  void appendTo(std::vector<core::BaseState*>& states) const {
    states.insert(states.end(), m_link.begin(), m_link.end());
  }
  bool areFound() const {
    return !empty() && std::all_of(m_link.begin(), m_link.end(), [](const auto* state) { return state != nullptr; });
  }

 private:
  core::MultiLink<Target>& m_link;
};

/// Pointers to views, as the functions of a mapping get them.
template <class Pointer, class Vector>
std::vector<Pointer> pointersTo(std::deque<sofa::Data<Vector>>& views) {
  std::vector<Pointer> pointers;
  for (auto& view : views) pointers.push_back(&view);
  return pointers;
}

}  // namespace sofa::compatibility
