// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "Sofa/Component/Visual/VisualComponent.h"

namespace sofa::component::visual {

/// Text at a place of the view; `label` is often linked to a Data of another component.
class OglLabel : public VisualComponent {
 public:
  OglLabel() { d_listening.set(true); }

  core::Data<std::string> d_prefix{this, "prefix", "", "text before the label"};
  core::Data<std::string> d_label{this, "label", "", "the text"};
  core::Data<std::string> d_suffix{this, "suffix", "", "text after the label"};
  core::Data<unsigned> d_x{this, "x", 10u, "distance from the left (pixels)"};
  core::Data<unsigned> d_y{this, "y", 10u, "distance from the top (pixels)"};
  core::Data<unsigned> d_fontsize{this, "fontsize", 14u, "height of the letters (pixels)"};
  core::Data<type::Color> d_color{this, "color", {0.5f, 0.5f, 0.5f, 1}, "colour of the text"};
  core::Data<bool> d_selectContrastingColor{this, "selectContrastingColor", false,
                                            "if true, black or white, whichever stands out"};
  core::Data<unsigned> d_updateLabelEveryNbSteps{this, "updateLabelEveryNbSteps", 0u,
                                                 "steps without a new text between two with one"};

  void init() override { m_text = d_label.value(); }
  void reinit() override { m_text = d_label.value(); }
  void handleEvent(core::Event& event) override;

 protected:
  void parseExtra(core::ComponentDescription& description) override;
  void drawVisual(core::DrawList& list) const override;

 private:
  std::string m_text;
  unsigned m_steps = 0;
};

}  // namespace sofa::component::visual
