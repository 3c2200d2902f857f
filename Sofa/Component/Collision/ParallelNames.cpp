// SPDX-License-Identifier: Apache-2.0
#include "Sofa/Component/Collision/BVHNarrowPhase.h"
#include "Sofa/Component/Collision/BruteForceBroadPhase.h"
#include "Sofa/Core/Contract/Threaded.h"
#include "Sofa/Core/Service/ObjectFactory.h"

// Names of the MultiThreading plugin for components whose results are the same.
namespace sofa::component::collision {
namespace {

const auto registeredBroad = core::Register("ParallelBruteForceBroadPhase", "MultiThreading",
                                            "BruteForceBroadPhase under the name of its threaded version")
                                 .add<core::Threaded<BruteForceBroadPhase>>();
const auto registeredNarrow =
    core::Register("ParallelBVHNarrowPhase", "MultiThreading", "BVHNarrowPhase under the name of its threaded version")
        .add<core::Threaded<BVHNarrowPhase>>();

}  // namespace
}  // namespace sofa::component::collision
