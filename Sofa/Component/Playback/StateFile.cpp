#include "Sofa/Component/Playback/StateFile.h"

#include "Sofa/Helper/Mesh/MeshText.h"

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
  std::vector<StateFrame> frames;
  helper::mesh::LineReader lines(text);
  std::string_view line;
  while (lines.next(line)) {
    type::TextReader in(line);
    const std::string_view key = in.word();
    if (key == "T=") {
      frames.emplace_back();
      if (!in.read(frames.back().time)) throw FormatError(lines.number(), "there is no time after \"T=\"");
    } else if (!frames.empty() && key == "X=") {
      frames.back().positions = readValues(in, lines.number(), "positions");
      frames.back().hasPositions = true;
    } else if (!frames.empty() && key == "V=") {
      frames.back().velocities = readValues(in, lines.number(), "velocities");
      frames.back().hasVelocities = true;
    }
  }
  if (frames.empty()) throw FormatError("it has no line that starts with \"T=\"");
  return frames;
}

}  // namespace sofa::component::playback
