// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace sofa::core {

/// An animation loop that says how far positions may run from a scene before a simulation counts as exploded.
class DivergenceLimit {
 public:
  /// Of loops that say nothing.
  static constexpr double usual = 1e6;
  virtual ~DivergenceLimit() = default;
  /// In sizes of the scene; 0: any distance is allowed.
  virtual double divergenceLimit() const = 0;
};

}  // namespace sofa::core
