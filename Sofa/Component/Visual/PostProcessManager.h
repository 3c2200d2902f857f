// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "Sofa/Component/Visual/OglShader.h"

namespace sofa::component::visual {

/// Sends the picture of the scene through the first OglShader in its node or above, whose models stay as they are if it
/// is passive.
///
/// The shader draws one square over the view: gl_Vertex from -1 to 1 in x and y, gl_MultiTexCoord0 from 0 to 1, the
/// matrices those of no motion. Beside the uniforms and textures of the scene it gets sampler2D `colorTexture` and
/// `depthTexture` (0 near, 1 far), and vec2 `pixelSize`: the size of a pixel in texture coordinates. Labels, legends
/// and the views of OglViewport come after it. The first manager of a scene that works is the one that counts.
class PostProcessManager : public core::Component {
 public:
  core::Data<bool> d_enable{this, "enable", true, "if false, the picture is shown as it is"};
  core::Data<double> d_zNear{
      this, "zNear", 1.0, "distance that depth 0 means (m); it cuts what is nearer. Not given: chosen by the camera"};
  core::Data<double> d_zFar{
      this, "zFar", 100.0, "distance that depth 1 means (m); it cuts what is farther. Not given: chosen by the camera"};

  /// An error if there is no shader.
  void init() override;
  void reinit() override;
  /// Null: none is there.
  const OglShader* shader() const;
  bool isOn() const { return isValid() && d_enable.value(); }
};

}  // namespace sofa::component::visual
