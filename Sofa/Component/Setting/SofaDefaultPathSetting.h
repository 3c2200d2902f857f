// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "Sofa/Core/ObjectModel/Component.h"

namespace sofa::component::setting {

/// Where recorded curves go.
class SofaDefaultPathSetting : public core::Component {
 public:
  core::Data<std::string> d_gnuplotPath{
      this, "gnuplotPath", "", "no effect: curves go into the folder that --state-out or the Plots panel names"};
};

}  // namespace sofa::component::setting
