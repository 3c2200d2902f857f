// SPDX-License-Identifier: Apache-2.0
#include "Sofa/Component/Visual/VisualTransform.h"

#include "Sofa/Component/Visual/VisualComponent.h"
#include "Sofa/Core/Service/ObjectFactory.h"

namespace sofa::component::visual {

void VisualTransform::reinit() {
  setValid();
  const auto& t = d_transform.value();
  if (t.center.allFinite() && std::abs(t.orientation.coeffs().norm() - 1) < 1e-3) return;
  error(
      "transform is \"{}\"; it must be a translation x y z and a quaternion x y z w of length 1. The node is shown "
      "where it is.",
      d_transform.text());
  setInvalid();
}

namespace {
const auto registered =
    core::Register("VisualTransform", "Sofa.Component.Visual", "shows its node elsewhere than it is")
        .add<VisualTransform>();
}  // namespace

}  // namespace sofa::component::visual
