// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace sofa::core {

/// Marks components that make parts of the scene anew when a run is resumed: nodes and components that are not saved.
class Resumable {
 public:
  virtual ~Resumable() = default;
  /// Called once, in the order of the graph, when the states of all components are loaded.
  virtual void resume() = 0;
};

}  // namespace sofa::core
