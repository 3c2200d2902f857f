// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "Sofa/Core/ObjectModel/Component.h"

namespace sofa::component::mass {

/// Mass density at the points of a mesh, in kg per m, m2 or m3 after the kind of element that takes it.
class NodalMassDensity final : public core::Component {
 public:
  core::Data<std::vector<double>> d_property{
      this, "property", {1.0}, "density at each point; the last one holds for all further points"};

  static std::string staticTemplateName() { return "d"; }

  void init() override;
  double at(std::size_t point) const {
    const auto& values = d_property.value();
    return values.empty() ? 1.0 : values[std::min(point, values.size() - 1)];
  }
};

}  // namespace sofa::component::mass
