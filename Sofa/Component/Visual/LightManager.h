// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "Sofa/Core/ObjectModel/Component.h"

namespace sofa::component::visual {

class Light;

/// Collects the lights below its node for the viewer, at most eight (docs/manual/visual.md, "Lights").
class LightManager : public core::Component {
 public:
  static constexpr std::size_t maxLights = 8;
  LightManager();

  core::Data<bool> d_enable{this, "enable", true, "if false, its lights are off"};
  core::Data<bool> d_shadows{this, "shadows", false, "if true, lights cast shadows"};
  core::Data<bool> d_softShadows{this, "softShadows", false, "if true, shadows have soft edges"};
  core::Data<type::Color> d_ambient{this, "ambient", {0, 0, 0, 1}, "light that comes from everywhere"};
  core::Data<bool> d_debugDraw{this, "debugDraw", false, "if true, shadow maps are shown in the lower left corner"};

  void bwdInit() override;
  /// The key L switches shadows.
  void handleEvent(core::Event& event) override;
  void add(Light* light);
  /// Shadows are asked for, and the scene has the OglShadowShader they need.
  bool castsShadows() const;
  const std::vector<Light*>& lights() const { return m_lights; }

 private:
  std::vector<Light*> m_lights;
};

}  // namespace sofa::component::visual
