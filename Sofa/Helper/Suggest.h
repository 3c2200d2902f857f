// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <string>
#include <string_view>
#include <vector>

namespace sofa::helper {

/// Likeness of two words in [0, 1]: 1 - edit distance / longer length, ignoring case. 0 for words that are not alike,
/// by less than 60 %, and for long ones, of more than 256 letters.
double similarity(std::string_view a, std::string_view b);

/// Up to `most` candidates at least 60 % alike, best first.
std::vector<std::string> nearest(std::string_view word, const std::vector<std::string>& candidates,
                                 std::size_t most = 5);

/// ' Did you mean "x"?' or nothing, to be appended to a message.
std::string didYouMean(std::string_view word, const std::vector<std::string>& candidates);

}  // namespace sofa::helper
