// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "Sofa/Core/ObjectModel/Component.h"

namespace sofa::component::visual {

/// Lets viewers take the colours of the whole picture as amounts of light, and show them by the curve of sRGB
/// (IEC 61966-2-1), which is brighter in the dark. Textures with srgbColorspace give such colours.
class OglRenderingSRGB : public core::Component {
 public:
  core::Data<bool> d_enable{this, "enable", true, "if false, colours are shown as they are"};
};

}  // namespace sofa::component::visual
