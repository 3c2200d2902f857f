#pragma once
#include "Sofa/Component/AnimationLoop/DefaultAnimationLoop.h"

namespace sofa::simulation {
using component::animationloop::DefaultAnimationLoop;
}
