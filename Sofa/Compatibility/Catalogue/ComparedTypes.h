// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <string>
#include <string_view>

namespace sofa::compatibility {

/// What scenes write for a value of a type, of our names and of SOFA's: "3 real", "list of 2 whole", "text", "record".
/// Types that read the same text are of one kind, whatever they are called.
std::string kindOfType(std::string_view typeName);

/// Whether two texts hold the same values: numbers to six digits, brackets and commas only separate.
bool sameText(std::string_view a, std::string_view b);

}  // namespace sofa::compatibility
