// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "Sofa/Component/Visual/VisualModelImpl.h"

namespace sofa::component::visual {

/// A visual model that viewers draw: what VisualModelImpl computes, and how its faces reach the screen.
class OglModel : public VisualModelImpl {
 public:
  core::Data<bool> d_blendTranslucency{this, "blendTranslucency", true,
                                       "if true, transparent faces are drawn in two passes"};
  core::Data<bool> d_premultipliedAlpha{this, "premultipliedAlpha", false,
                                        "if true, colours are already multiplied by alpha"};
  core::Data<bool> d_writeZTransparent{this, "writeZTransparent", false,
                                       "if true, transparent faces hide what is behind them"};
  core::Data<bool> d_alphaBlend{this, "alphaBlend", false, "if true, the texture's alpha blends"};
  core::Data<bool> d_depthTest{this, "depthTest", true, "if false, the model is drawn over what is in front of it"};
  core::Data<int> d_cullFace{this, "cullFace", 0,
                             "0 all faces, 1 not those seen from behind, 2 not those seen from the front"};
  core::Data<float> d_lineWidth{this, "lineWidth", 1.f, "width of lines (pixels)"};
  core::Data<float> d_pointSize{this, "pointSize", 1.f, "size of points (pixels)"};
  core::Data<bool> d_lineSmooth{this, "lineSmooth", false,
                                "kept for scenes that set it: lines are smoothed like the whole picture (--msaa)"};
  core::Data<bool> d_pointSmooth{this, "pointSmooth", false, "if true, points are discs, not squares"};
  core::Data<type::OptionGroup> d_primitiveType{this, "primitiveType",
                                                type::OptionGroup({"DEFAULT", "LINES_ADJACENCY", "PATCHES", "POINTS"}),
                                                "primitives that faces are sent as"};
  core::Data<type::OptionGroup> d_blendEquation{
      this, "blendEquation", type::OptionGroup({"GL_FUNC_ADD", "GL_FUNC_SUBTRACT", "GL_MIN", "GL_MAX"}),
      "with alphaBlend: how colours combine"};
  core::Data<type::OptionGroup> d_sourceFactor{
      this, "sfactor", type::OptionGroup({"GL_ZERO", "GL_ONE", "GL_SRC_ALPHA", "GL_ONE_MINUS_SRC_ALPHA"}, 2),
      "with alphaBlend: factor of the model's colour"};
  core::Data<type::OptionGroup> d_destinationFactor{
      this, "dfactor", type::OptionGroup({"GL_ZERO", "GL_ONE", "GL_SRC_ALPHA", "GL_ONE_MINUS_SRC_ALPHA"}, 3),
      "with alphaBlend: factor of what is behind"};
};

}  // namespace sofa::component::visual
