// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "Sofa/Component/Visual/LightManager.h"
#include "Sofa/GL/Capture/Frame.h"

namespace sofa::gl {

/// The lights of a manager that are on, as frames hold them.
LightSet describe(const component::visual::LightManager& manager);

}  // namespace sofa::gl
