#pragma once
#include "Sofa/Core/Component.h"

namespace sofa::component::visual {

/// Lets the lights of the scene's LightManager cast shadows (sheet 09 §6). Light is computed per pixel with or without
/// it.
class OglShadowShader : public core::Component {
 public:
  core::Data<bool> d_enable{this, "enable", true, "if false, there are no shadows"};
  core::Data<bool> d_turnOn{this, "turnOn", true, "if false, there are no shadows"};

  bool isOn() const { return d_enable.value() && d_turnOn.value(); }
};

}  // namespace sofa::component::visual
