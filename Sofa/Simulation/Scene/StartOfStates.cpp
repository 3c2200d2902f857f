// SPDX-License-Identifier: Apache-2.0
#include "Sofa/Simulation/Scene/StartOfStates.h"

#include <algorithm>
#include <optional>

#include "Sofa/Core/Contract/PlacedState.h"
#include "Sofa/Core/ObjectModel/Dormancy.h"

namespace sofa::simulation {
namespace {

struct Points {
  std::size_t size = 0;
  std::vector<double> x, v;
  bool operator==(const Points&) const = default;
};

/// Goes with a state.
struct Start {
  Points initial;               ///< as init() left it
  std::optional<Points> moved;  ///< by what came after that
};

// Of the root of a scene.
struct HasStart {};
struct LeftStart {};

std::vector<double> valuesOf(std::span<const double> values) { return {values.begin(), values.end()}; }

Points pointsOf(const core::BaseState& state) {
  return {state.size(), valuesOf(state.hostRead(core::vec::position)), valuesOf(state.hostRead(core::vec::velocity))};
}

/// A state that has another number of points by now keeps what it has.
template <class Id>
void put(core::BaseState& state, Id id, const std::vector<double>& values) {
  if (!values.empty() && state.hostRead(id).size() == values.size())
    std::ranges::copy(values, state.hostWrite(id).begin());
}

std::shared_ptr<Start> startOf(const core::BaseState& state) {
  return std::static_pointer_cast<Start>(state.attachment(typeid(Start)));
}

/// Null if the state was not moved at the start.
std::shared_ptr<const Start> movedStart(const core::BaseState& state) {
  auto start = startOf(state);
  return start && start->moved ? start : nullptr;
}

void putPoints(core::BaseState& state, const Points& points) {
  put(state, core::vec::position, points.x);
  put(state, core::vec::velocity, points.v);
  if (core::wasPlaced(state)) core::setPlaced(state);
}

}  // namespace

AllAwake::AllAwake(Node& root) : m_root(root) {
  for (Node* node : root.order())
    if (node->d_sleeping.value()) m_asleep.push_back(node->shared_from_this());
  setSleeping(false);
}

AllAwake::~AllAwake() { setSleeping(true); }

void AllAwake::setSleeping(bool sleeping) {
  for (const auto& node : m_asleep) static_cast<Node&>(*node).d_sleeping.set(sleeping);
  if (!m_asleep.empty()) m_root.graphChanged();
}

std::vector<core::BaseState*> startingStates(Node& root) {
  std::vector<core::BaseState*> all;
  for (auto* node : root.order())
    for (auto* state : node->allLocal<core::BaseState>())
      if (state->isMechanical() && !core::isDormant(*state)) all.push_back(state);
  return all;
}

void noteInitialState(core::BaseState& state) {
  state.attachment(typeid(Start)) = std::make_shared<Start>(Start{pointsOf(state), std::nullopt});
}

NotedStart::NotedStart(const std::vector<core::BaseState*>& states) {
  for (auto* state : states) {
    if (const auto start = startOf(*state); !start || start->moved) noteInitialState(*state);
    m_states.push_back(std::static_pointer_cast<core::BaseState>(state->shared_from_this()));
  }
}

NotedStart::~NotedStart() {
  for (const auto& state : m_states) {
    auto points = pointsOf(*state);
    if (const auto start = startOf(*state); start && start->initial != points)
      start->moved = std::move(points);
    else
      state->attachment(typeid(Start)) = nullptr;
    if (core::wasPlaced(*state)) core::setPlaced(*state);
  }
}

void undoStart(core::BaseState& state) {
  const auto start = movedStart(state);
  if (!start || state.size() != start->moved->size) return;
  const bool stays = std::ranges::equal(state.hostRead(core::vec::position), start->moved->x);
  const bool rests = std::ranges::equal(state.hostRead(core::vec::velocity), start->moved->v);
  if (stays && rests) {
    if (state.size() != start->initial.size) state.resize(start->initial.size);
    putPoints(state, start->initial);
  } else if (stays) {
    put(state, core::vec::position, start->initial.x);
    if (core::wasPlaced(state)) core::setPlaced(state);
  } else if (rests) {
    put(state, core::vec::velocity, start->initial.v);
  }
}

void takeStart(core::BaseState& state) {
  if (const auto start = movedStart(state))
    putPoints(state, start->initial);
  else if (core::wasPlaced(state))
    core::setPlaced(state);
}

void takeInitialState(core::BaseState& state) {
  const auto start = movedStart(state);
  if (!start || state.size() != start->moved->size || start->initial.size == start->moved->size) return;
  state.resize(start->initial.size);
  putPoints(state, start->initial);
}

bool hasStart(const Node& root) { return root.attachment(typeid(HasStart)) != nullptr; }

void noteStart(const Node& root) {
  root.attachment(typeid(HasStart)) = std::make_shared<HasStart>();
  noteLeftStart(root, false);
}

bool hasLeftStart(const Node& root) { return root.attachment(typeid(LeftStart)) != nullptr; }

void noteLeftStart(const Node& root, bool left) {
  if (hasLeftStart(root) == left) return;
  root.attachment(typeid(LeftStart)) = left ? std::make_shared<LeftStart>() : nullptr;
}

}  // namespace sofa::simulation
