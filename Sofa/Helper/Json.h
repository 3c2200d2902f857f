// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <string>
#include <string_view>

namespace sofa::helper {

/// Text as a string of JSON (RFC 8259), with its quotes. Bytes that are no UTF-8 become U+FFFD, one each.
std::string jsonString(std::string_view text);

}  // namespace sofa::helper
