// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace sofa::helper {

/// As long as it lives, the calling thread runs its parallel loops alone: work in the background leaves the threads to
/// what somebody waits for.
class SerialHere {
 public:
  SerialHere();
  ~SerialHere();
  SerialHere(const SerialHere&) = delete;
  SerialHere& operator=(const SerialHere&) = delete;

 private:
  bool m_before;
};

}  // namespace sofa::helper
