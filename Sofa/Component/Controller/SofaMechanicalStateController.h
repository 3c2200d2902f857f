// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "Sofa/Compatibility/Controller.h"
#include "Sofa/Component/Controller/MechanicalStateController.h"
