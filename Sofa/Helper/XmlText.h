// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <string>
#include <string_view>

namespace sofa::helper {

/// A text as it may stand in an attribute of an XML file.
std::string escapedXml(std::string_view text);

}  // namespace sofa::helper
