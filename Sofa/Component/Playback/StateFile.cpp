// SPDX-License-Identifier: Apache-2.0
#include "Sofa/Component/Playback/StateFile.h"

#include "Sofa/Component/Playback/Blocks.h"

namespace sofa::component::playback {
namespace {

using helper::mesh::FormatError;

std::vector<double> readValues(type::TextReader in, std::size_t line, const char* what) {
  std::vector<double> values;
  double value = 0;
  while (in.read(value)) values.push_back(value);
  if (!in.atEnd())
    throw FormatError(
        line, fmt::format("\"{}\" stands where a number of the {} should be", helper::mesh::excerpt(in.word()), what));
  return values;
}

}  // namespace

std::vector<StateFrame> readStateFrames(std::string_view text) {
  return readBlocks<StateFrame>(text, [](StateFrame& frame, std::string_view key, const type::TextReader& in,
                                         const helper::mesh::LineReader& lines) {
    if (key == "X=") {
      frame.positions = readValues(in, lines.number(), "positions");
      frame.hasPositions = true;
    } else if (key == "V=") {
      frame.velocities = readValues(in, lines.number(), "velocities");
      frame.hasVelocities = true;
    }
  });
}

}  // namespace sofa::component::playback
