// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <string>

namespace sofa::core {

class Component;

/// The way on which a linear system or solver comes back to itself, over the links of such components to one another:
/// "/a, /b, /a". Empty if there is none. What is in a circle must not be built or asked, for that would never end.
std::string solverCircle(const Component& component);

}  // namespace sofa::core
