// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <string>
#include <string_view>

namespace sofa::helper {

enum class LineBreaks { stay, areEscaped };

/// Text for a terminal: what commands one (control characters, changes of the direction of writing) and what is no
/// UTF-8 stands there as an escape such as \x1b. Names, paths and values come from files of other people.
std::string printable(std::string_view text, LineBreaks breaks = LineBreaks::stay);
/// printable() in one line, but bytes that are no characters stay: those of a text in another encoding.
std::string withoutCommands(std::string_view text);

}  // namespace sofa::helper
