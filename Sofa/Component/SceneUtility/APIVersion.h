// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "Sofa/Core/ObjectModel/Component.h"

namespace sofa::component::sceneutility {

/// States for which release a scene was written.
class APIVersion : public core::Component {
 public:
  core::Data<std::string> d_level{this, "level", "26.06.00", "release, e.g. 26.06"};

  /// Warns about a release that never was.
  void init() override;
};

}  // namespace sofa::component::sceneutility
