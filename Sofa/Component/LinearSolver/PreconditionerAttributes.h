// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "Sofa/Core/ObjectModel/Component.h"
#include "Sofa/Core/ObjectModel/ComponentDescription.h"

namespace sofa::component::linearsolver {

/// Scenes give `verbose` to solvers that never used it.
inline void ignoreVerbose(const core::Component& component, core::ComponentDescription& description) {
  if (description.take("verbose"))
    component.warning(
        "Attribute 'verbose' has no use in this component. To disable this warning, remove the attribute.");
}

}  // namespace sofa::component::linearsolver
