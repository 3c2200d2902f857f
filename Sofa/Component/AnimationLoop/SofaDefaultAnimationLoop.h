// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "Sofa/Component/AnimationLoop/DefaultAnimationLoop.h"

namespace sofa::simulation {
using component::animationloop::DefaultAnimationLoop;
}
