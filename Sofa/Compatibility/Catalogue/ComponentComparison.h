// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <string>
#include <string_view>
#include <vector>

namespace sofa::compatibility {

/// What a component has otherwise than one of a catalogue.
struct ComponentDifference {
  std::string what;    ///< "Component.attribute: what differs"
  std::string reason;  ///< empty: none is known
};

/// All differences from a catalogue, which is JSON (docs/manual/scenes.md, "Comparing components"). None, and a
/// `problem`, if it is no catalogue.
std::vector<ComponentDifference> compareComponents(std::string_view catalogue, std::string& problem);

}  // namespace sofa::compatibility
