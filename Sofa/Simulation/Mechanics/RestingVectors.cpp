// SPDX-License-Identifier: Apache-2.0
#include "Sofa/Simulation/Mechanics/RestingVectors.h"

#include <algorithm>

#include "Sofa/Core/Contract/Mapping.h"
#include "Sofa/Core/ObjectModel/Dormancy.h"
#include "Sofa/Simulation/Mechanics/Participation.h"

namespace sofa::simulation {

void archiveResting(core::Archive& archive, Node& node, core::VecDerivId v) {
  const auto& taking = participation(node);
  core::forEachNode(node, [&](core::Node& below) {
    if (below.local<core::BaseMapping>()) return;
    for (auto* state : below.allLocal<core::BaseState>()) {
      if (!state->isMechanical() || core::isDormant(*state) || taking.takesPart(*state)) continue;
      std::vector<double> values;
      if (state->has(v)) values.assign(state->hostRead(v).begin(), state->hostRead(v).end());
      archive.io(values);
      if (!archive.isLoading() || !archive.isGood() || values.empty()) continue;
      state->allocate(v);
      const auto target = state->hostWrite(v);
      if (target.size() != values.size()) return archive.fail();
      std::ranges::copy(values, target.begin());
    }
  });
}

}  // namespace sofa::simulation
