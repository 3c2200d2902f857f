// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "Sofa/Core/ObjectModel/Component.h"

namespace sofa::component::visual {

/// Lets viewers blend transparent visual models of the whole scene whatever the order of their faces: weighted averages
/// (McGuire and Bavoil, Weighted Blended Order-Independent Transparency, JCGT 2013).
class OrderIndependentTransparencyManager : public core::Component {
 public:
  core::Data<bool> d_enable{this, "enable", true, "if false, transparent models are drawn one after the other"};
  core::Data<float> d_depthScale{this, "depthScale", 0.01f,
                                 "factor of the distance from the viewer, by which nearer faces weigh more (1/m)"};

  void init() override { reinit(); }
  void reinit() override;
};

}  // namespace sofa::component::visual
