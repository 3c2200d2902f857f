// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "Sofa/Core/Contract/CollisionDetection.h"

namespace sofa::component::collision {

/// Tells, by warnings of `owner`, which bodies meet without a contact because a method has no test for any two of their
/// models, or because responses move neither. A body is what one mechanical state drives, with all its models:
/// triangles that have no test with triangles do no harm where there are points as well.
void reportUselessPairs(const core::Component& owner, std::span<core::CollisionModel* const> models,
                        const core::Intersection& intersection);

}  // namespace sofa::component::collision
