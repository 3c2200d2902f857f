// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <string>

#include "Sofa/Core/ObjectModel/Base.h"

namespace sofa::simulation {

/// Python that makes one component again, or a node with all below it, by addObject() and addChild(): what
/// objectText() writes as XML. The node that it goes to is the variable named like the one that holds it, or `root`.
/// Of a root it is a whole scene file, with createScene(root). Components that no factory makes, such as those written
/// in Python, stand as comments.
std::string pythonText(const core::Base& object);

}  // namespace sofa::simulation
