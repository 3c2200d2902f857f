// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <string>
#include <string_view>

namespace sofa::helper {

/// One copy of a text for the whole program, at an address that stays: of names of classes, files and attributes, which
/// thousands of objects have in common. It is never freed. Thread-safe.
const std::string& sharedText(std::string_view text);

}  // namespace sofa::helper
