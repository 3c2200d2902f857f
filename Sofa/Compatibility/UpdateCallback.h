// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "Sofa/Compatibility/Author.h"

#include <functional>
#include <initializer_list>
#include <memory>
#include <vector>

#include "Sofa/Compatibility/Data.h"

namespace sofa::compatibility {

/// A Data, whatever its type.
struct AnyData {
  template <class T>
  AnyData(sofa::Data<T>* data) : base(data->base()) {}
  AnyData(core::BaseData* data) : base(data) {}
  core::BaseData* base;
};

/// Calls a function when inputs changed and an output, or the state of the component, is read.
class UpdateCallback final : public core::DependencyNode {
 public:
  using Function = std::function<core::ComponentState(const core::DataTracker&)>;

  UpdateCallback(core::Data<core::ComponentState>& state, std::initializer_list<AnyData> inputs, Function function,
                 std::initializer_list<AnyData> outputs)
      : m_state(state), m_function(std::move(function)) {
    for (const auto& input : inputs) {
      if (!input.base) continue;
      addInput(input.base);
      m_inputs.push_back(input.base);
      m_tracker.track(*input.base);
    }
    for (const auto& output : outputs)
      if (output.base) output.base->addInput(this);
    m_state.addInput(this);
    // What is there now is no change.
    for (const auto& output : outputs)
      if (output.base) output.base->updateIfDirty();
    m_state.updateIfDirty();
    m_isReady = true;
  }

 private:
  void update() override {
    if (!m_isReady) return;
    m_state.set(m_function(m_tracker));
    for (const auto* input : m_inputs) m_tracker.track(*input);
  }

  core::Data<core::ComponentState>& m_state;
  Function m_function;
  core::DataTracker m_tracker;
  std::vector<core::BaseData*> m_inputs;
  bool m_isReady = false;
};

}  // namespace sofa::compatibility
