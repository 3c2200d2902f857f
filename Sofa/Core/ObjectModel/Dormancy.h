// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace sofa::core {

class Base;

/// Whether initialisation passed the object by, since it was switched off or is linked to what was. Traversals pass a
/// dormant node by too, as they do one that is switched off (docs/manual/scenes.md, "Nodes that take no part").
bool isDormant(const Base& object);
void setDormant(const Base& object, bool dormant);

}  // namespace sofa::core
