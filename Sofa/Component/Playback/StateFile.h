// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <string_view>
#include <vector>

namespace sofa::component::playback {

/// One block of a state file: the reals of all points, in order. Empty vectors were not written.
struct StateFrame {
  double time = 0;
  std::vector<double> positions;
  std::vector<double> velocities;
  bool hasPositions = false;
  bool hasVelocities = false;

  static std::vector<StateFrame> read(std::string_view text);
};

/// Blocks of a file as WriteState writes it: a line "T= time", then lines "X= ..." and "V= ..." (others are passed
/// over). Throws helper::mesh::FormatError.
std::vector<StateFrame> readStateFrames(std::string_view text);
inline std::vector<StateFrame> StateFrame::read(std::string_view text) { return readStateFrames(text); }

}  // namespace sofa::component::playback
