// SPDX-License-Identifier: Apache-2.0
#include "Sofa/Component/Mass/NodalMassDensity.h"

#include "Sofa/Core/Service/ObjectFactory.h"

namespace sofa::component::mass {

void NodalMassDensity::init() {
  const auto& values = d_property.value();
  if (values.empty()) warning("property is empty: a density of 1 is used.");
  const auto bad = std::ranges::find_if(values, [](double density) { return !(density >= 0); });
  if (bad != values.end())
    warning("property holds {}: a density is at least 0, other values make mass matrices that no solver can use.",
            *bad);
  setValid();
}

namespace {
const auto registered =
    core::Register("NodalMassDensity", "Sofa.Component.Mass", "mass density at the points of a mesh")
        .add<NodalMassDensity>(true);
}  // namespace

}  // namespace sofa::component::mass
