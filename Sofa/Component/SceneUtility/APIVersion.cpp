// SPDX-License-Identifier: Apache-2.0
#include "Sofa/Component/SceneUtility/APIVersion.h"

#include <regex>

#include "Sofa/Core/Service/ObjectFactory.h"

namespace sofa::component::sceneutility {

void APIVersion::init() {
  // Two releases a year, in June and December, from 17.06 to 26.06.
  static const std::regex known("(17|18|19|20|21|22|23|24|25)\\.(06|12)(\\.\\d+)?|26\\.06(\\.\\d+)?");
  if (!std::regex_match(d_level.value(), known))
    warning("The API level \"{}\" is not known: it is the release the scene was written for, from 17.06 to 26.06.",
            d_level.value());
}

namespace {
const auto registered =
    core::Register("APIVersion", "Sofa.Component.SceneUtility", "release a scene was written for").add<APIVersion>();
}  // namespace

}  // namespace sofa::component::sceneutility
