// SPDX-License-Identifier: Apache-2.0
#include "Sofa/Component/Playback/CompareState.h"

#include "Sofa/Core/ObjectModel/Archive.h"
#include "Sofa/Core/Service/ObjectFactory.h"
#include "Sofa/Type/Text.h"

namespace sofa::component::playback {
namespace {

/// The number as WriteState writes it.
double written(double value) {
  std::string text;
  type::writeScalar(text, value, 6);
  type::TextReader in(text);
  in.read(value);
  return value;
}

}  // namespace

void CompareState::reset() {
  StateReader::reset();
  m_errorX = m_errorV = 0;
  m_blocks = 0;
}

void CompareState::archive(core::Archive& archive) {
  StateReader::archive(archive);
  for (double* value : {&m_errorX, &m_errorV}) archive.io(*value);
  archive.io(m_blocks);
}

void CompareState::handleEvent(core::Event& event) {
  if (!core::eventAs<core::AnimateBeginEvent>(event) || !isValid() || !m_state) return;
  // Times were rounded when they were written.
  const StateFrame* frame = takeDue(context()->time() + 0.001 * context()->dt());
  if (!frame) return;
  ++m_blocks;
  if (frame->hasPositions)
    m_errorX += difference(frame->positions, m_state->hostRead(core::vec::position), "positions");
  if (frame->hasVelocities)
    m_errorV += difference(frame->velocities, m_state->hostRead(core::vec::velocity), "velocities");
}

double CompareState::difference(std::span<const double> reference, std::span<const double> current,
                                const char* what) const {
  if (reference.size() != current.size()) {
    error("At time {} the file has {} reals of {}, but {} has {}: they are not compared.", context()->time(),
          reference.size(), what, m_state->path(), current.size());
    return 0;
  }
  double sum = 0;
  for (std::size_t i = 0; i < current.size(); ++i) sum += std::abs(reference[i] - written(current[i]));
  return current.empty() ? 0 : sum / static_cast<double>(current.size());
}

void CompareState::cleanup() {
  if (!isValid() || !m_state || m_blocks == 0) return;
  const double points = static_cast<double>(std::max<std::size_t>(m_state->size(), 1));
  info("{} blocks compared: error of the positions {} ({} per point), of the velocities {}.", m_blocks, m_errorX,
       m_errorX / points, m_errorV);
}

namespace {
const auto registered =
    core::Register("CompareState", "Sofa.Component.Playback", "compares positions and velocities with those of a file")
        .ignores("interval", "the times of the file count")
        .ignores("scalePos", "states are compared as they are")
        .ignores("rotation", "states are compared as they are")
        .ignores("translation", "states are compared as they are")
        .add<CompareState>();
}  // namespace

}  // namespace sofa::component::playback
