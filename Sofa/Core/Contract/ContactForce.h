// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace sofa::core {

/// Marks force fields that stand for contacts: they come and go while a simulation runs, and their part of an assembled
/// matrix is kept beside the one of the bodies, so that those are not planned anew (docs/manual/mechanics-plan.md).
class ContactForce {
 public:
  virtual ~ContactForce() = default;
};

}  // namespace sofa::core
