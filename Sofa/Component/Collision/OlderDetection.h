// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "Sofa/Core/ObjectModel/Component.h"

namespace sofa::component::collision {

/// Older name of a broad and a narrow phase together, which stand in the node beside it: BruteForceDetection,
/// DirectSAP, RayTraceDetection.
class OlderDetection : public core::Component {
 public:
  void init() override;
};

}  // namespace sofa::component::collision
