// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <string>
#include <string_view>

namespace sofa::compatibility {

/// Why an attribute of a component differs from SOFA v26.06; empty if nothing is known. Attributes that scenes may give
/// without effect are told where the component is registered, those of many components alike here.
std::string reasonOfDifference(std::string_view component, std::string_view attribute);

}  // namespace sofa::compatibility
