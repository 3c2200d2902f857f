// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "Sofa/Component/Playback/StateReader.h"

namespace sofa::component::playback {

/// Compares the mechanical state with a file of states (WriteState): at the begin of a step with the last block whose
/// time has come. A block's error is the mean of |reference - current| over its reals, the current ones rounded to the
/// six digits of the file; errors add up and are told when the scene ends.
class CompareState : public StateReader {
 public:
  void handleEvent(core::Event& event) override;
  void reset() override;
  void cleanup() override;
  void archive(core::Archive& archive) override;

  double totalErrorX() const { return m_errorX; }
  double totalErrorV() const { return m_errorV; }
  std::size_t blockCount() const { return m_blocks; }

 private:
  /// Mean |reference - current|; nothing, after an error, if they are not as long.
  double difference(std::span<const double> reference, std::span<const double> current, const char* what) const;

  double m_errorX = 0, m_errorV = 0;
  std::size_t m_blocks = 0;
};

}  // namespace sofa::component::playback
