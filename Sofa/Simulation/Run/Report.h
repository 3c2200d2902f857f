// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <string>

#include "Sofa/Helper/Message.h"

namespace sofa::simulation {

/// A message of the program that runs a scene, as opposed to one of its components.
inline void report(helper::Severity severity, std::string text) { helper::send(severity, "runSofa", std::move(text)); }

}  // namespace sofa::simulation
