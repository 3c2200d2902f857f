// SPDX-License-Identifier: Apache-2.0
#include "Sofa/Component/Collision/OlderDetection.h"

#include "Sofa/Core/Service/ObjectFactory.h"

namespace sofa::component::collision {

void OlderDetection::init() {
  const std::string_view narrow = className() == "DirectSAP"           ? "DirectSAPNarrowPhase"
                                  : className() == "RayTraceDetection" ? "RayTraceNarrowPhase"
                                                                       : "BVHNarrowPhase";
  deprecated("{} is deprecated: write <BruteForceBroadPhase/> <{}/> instead.", className(), narrow);
}

namespace {
const auto bruteForce = core::Register("BruteForceDetection", "Sofa.Component.Collision.Detection.Algorithm",
                                       "older name of BruteForceBroadPhase and BVHNarrowPhase together")
                            .add<OlderDetection>();
const auto directSap = core::Register("DirectSAP", "Sofa.Component.Collision.Detection.Algorithm",
                                      "older name of BruteForceBroadPhase and DirectSAPNarrowPhase together")
                           .add<OlderDetection>();
const auto rayTrace = core::Register("RayTraceDetection", "Sofa.Component.Collision.Detection.Algorithm",
                                     "older name of BruteForceBroadPhase and RayTraceNarrowPhase together")
                          .add<OlderDetection>();
}  // namespace

}  // namespace sofa::component::collision
