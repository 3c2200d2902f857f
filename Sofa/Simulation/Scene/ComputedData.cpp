// SPDX-License-Identifier: Apache-2.0
#include "Sofa/Simulation/Scene/ComputedData.h"

#include <algorithm>
#include <utility>
#include <vector>

#include "Sofa/Core/ObjectModel/AtWork.h"
#include "Sofa/Core/ObjectModel/Compatibility.h"
#include "Sofa/Simulation/Scene/StartOfStates.h"

namespace sofa::simulation {
namespace {

/// Goes with its component.
struct ComputedData {
  struct Entry {
    const core::BaseData* data;
    int counter;  ///< when it was computed
  };
  std::vector<Entry> entries;
};

/// Notes the Data that are set as long as it lives.
class Computing {
 public:
  explicit Computing(core::Component& component) : m_component(component) {
    for (const auto* data : component.dataFields())
      if (!data->isSet()) m_unset.push_back(data);
  }
  ~Computing() {
    const auto fields = m_component.dataFields();
    for (const auto* data : m_unset)
      if (std::ranges::find(fields, data) != fields.end() && data->isSet()) note(*data);
  }
  Computing(const Computing&) = delete;
  Computing& operator=(const Computing&) = delete;

 private:
  void note(const core::BaseData& data) const {
    if (data.isDirty()) return;  // it follows others, which tell its value when somebody asks for it
    auto& kept = m_component.attachment(typeid(ComputedData));
    if (!kept) kept = std::make_shared<ComputedData>();
    static_cast<ComputedData*>(kept.get())->entries.push_back({&data, data.counter()});
  }

  core::Component& m_component;
  std::vector<const core::BaseData*> m_unset;
};

void forgetComputed(core::Component& component) {
  const auto kept =
      std::static_pointer_cast<ComputedData>(std::exchange(component.attachment(typeid(ComputedData)), nullptr));
  if (!kept) return;
  for (auto* data : component.dataFields())
    for (const auto& entry : kept->entries)
      if (entry.data == data && !data->isDirty() && entry.counter == data->counter()) data->unset();
}

}  // namespace

void initialise(core::Component& component) {
  forgetComputed(component);
  core::takeExactValues(component);
  {
    const Computing computing(component);
    const core::AtWork atWork(component);
    component.init();
  }
  if (auto* state = dynamic_cast<core::BaseState*>(&component); state && state->isMechanical())
    noteInitialState(*state);
}

void initialiseBackwards(core::Component& component) {
  const Computing computing(component);
  const core::AtWork atWork(component);
  component.bwdInit();
}

}  // namespace sofa::simulation
