#pragma once
#include "Sofa/Compatibility/State.h"
#include "Sofa/Component/StateContainer/MechanicalObject.h"
