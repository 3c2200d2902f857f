// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <memory>
#include <vector>

#include "Sofa/Type/Vec.h"

namespace sofa::core {
class Node;
}

namespace sofa::component::constraintlagrangian {

/// Inverse of the mass matrix of one frame.
struct FrameCompliance {
  double linear = 0;                               ///< 1/m
  type::Mat3 rotational = type::Mat3::Identity();  ///< of the inertia, in world axes; identity where that is singular
  bool operator==(const FrameCompliance&) const = default;
};

/// Reads the inverse mass matrices of rigid bodies from the first mass of their node.
class FrameCompliances {
 public:
  FrameCompliances();
  ~FrameCompliances();
  /// Returns the compliance of each frame at present; nothing if the node has no mass, or one that is 0.
  const std::vector<FrameCompliance>& read(const core::Node& node);

 private:
  struct Assembly;

  std::unique_ptr<Assembly> m_assembly;  ///< of the last mass
  std::vector<FrameCompliance> m_frames;
};

}  // namespace sofa::component::constraintlagrangian
