// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <initializer_list>

#include "Sofa/Core/ObjectModel/Component.h"

/// Data that a component reads when it is initialised and not again: the size of a grid that it makes, where a body is
/// at the start. The counterpart of trackData(), for values whose later changes have no effect. Who sets one later is
/// told so before the next step.
namespace sofa::core {

/// To be called at the end of init() or bwdInit(), and again where reinit() reads them anew. A call adds to those that
/// came before; what it names counts as read now.
void readAtInit(const Component& component, std::initializer_list<const BaseData*> fields);

/// Warns, once each, of those that have another value than when they were read. Before a step.
void tellUnreadData(const Node& root);

/// Lists, and Data that follow others, change with the simulation as well, as the elements of a mesh do that is cut:
/// what it made of them is nothing that somebody asks for. After a step, a reset, a changed mesh and a checkpoint.
void passOverOwnChanges(const Node& root);

}  // namespace sofa::core
