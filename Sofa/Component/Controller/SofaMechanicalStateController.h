#pragma once
#include "Sofa/Compatibility/Controller.h"
#include "Sofa/Component/Controller/MechanicalStateController.h"
