// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "Sofa/Core/ObjectModel/Component.h"

namespace sofa::component::setting {

/// What a viewer records of a running simulation.
class StatsSetting : public core::Component {
 public:
  core::Data<bool> d_dumpState{this, "dumpState", false, "write the states of each step to a file"};
  core::Data<bool> d_logTime{this, "logTime", false, "report computation times"};
  core::Data<bool> d_exportState{this, "exportState", false, "write the states in the format of gnuplot"};
};

}  // namespace sofa::component::setting
