// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace sofa::core {

/// A mass of one body among others that share points, so that several on one state are no mistake.
class PartialMass {
 public:
  virtual ~PartialMass() = default;
};

}  // namespace sofa::core
