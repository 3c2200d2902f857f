// SPDX-License-Identifier: Apache-2.0
#include "Sofa/Component/Visual/OrderIndependentTransparencyManager.h"

#include "Sofa/Core/Service/ObjectFactory.h"

namespace sofa::component::visual {

void OrderIndependentTransparencyManager::reinit() {
  setValid();
  if (d_depthScale.value() >= 0 && std::isfinite(d_depthScale.value())) return;
  error("depthScale is {}; it must not be negative. Transparent models are drawn one after the other.",
        d_depthScale.value());
  setInvalid();
}

namespace {
const auto registered = core::Register("OrderIndependentTransparencyManager", "Sofa.GL.Component.Shader",
                                       "transparency that does not depend on the order of faces")
                            .add<OrderIndependentTransparencyManager>();
}  // namespace

}  // namespace sofa::component::visual
