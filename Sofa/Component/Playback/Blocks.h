// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <string_view>
#include <vector>

#include "Sofa/Helper/Mesh/MeshText.h"
#include "Sofa/Type/Text.h"

namespace sofa::component::playback {

/// The blocks of a text, each from a line "T= time" on. Of the other lines readLine(block, key, rest, lines) is told,
/// with the first word; it may take the lines behind. Throws helper::mesh::FormatError.
template <class Frame, class ReadLine>
std::vector<Frame> readBlocks(std::string_view text, const ReadLine& readLine) {
  using helper::mesh::FormatError;
  std::vector<Frame> frames;
  helper::mesh::LineReader lines(text);
  std::string_view line;
  while (lines.next(line)) {
    type::TextReader in(line);
    const std::string_view key = in.word();
    if (key == "T=") {
      frames.emplace_back();
      if (!in.read(frames.back().time)) throw FormatError(lines.number(), "there is no time after \"T=\"");
    } else if (!frames.empty()) {
      readLine(frames.back(), key, in, lines);
    }
  }
  if (frames.empty()) throw FormatError("it has no line that starts with \"T=\"");
  return frames;
}

}  // namespace sofa::component::playback
