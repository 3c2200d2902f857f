// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "Sofa/Compatibility/State.h"
#include "Sofa/Component/StateContainer/MechanicalObject.h"
