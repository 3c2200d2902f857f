// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "Sofa/Core/ObjectModel/Component.h"

/// Initialisation that may come twice, as where a script initialises a node to read what its components select, and the
/// scene is initialised afterwards. Values that an earlier initialisation computed do not count as given then, unless
/// somebody changed them since.
namespace sofa::simulation {

/// Calls init().
void initialise(core::Component& component);
/// Calls bwdInit().
void initialiseBackwards(core::Component& component);

}  // namespace sofa::simulation
