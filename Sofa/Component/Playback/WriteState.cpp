// SPDX-License-Identifier: Apache-2.0
#include "Sofa/Component/Playback/WriteState.h"

#include "Sofa/Core/Contract/Mass.h"
#include "Sofa/Core/ObjectModel/Archive.h"
#include "Sofa/Core/Service/ObjectFactory.h"

namespace sofa::component::playback {
namespace {
const auto registered =
    core::Register("WriteState", "Sofa.Component.Playback", "writes positions and velocities into a file")
        .ignores("DOFsV", "all points are written")
        .ignores("DOFsX", "all points are written")
        .add<WriteState>();
}  // namespace

bool WriteState::canCreate(core::Node& node, const core::ComponentDescription&, std::string& why) {
  if (core::mechanicalState(node)) return true;
  why = "No mechanical state is visible from this node: put it below or after a MechanicalObject.";
  return false;
}

void WriteState::init() {
  m_state = core::mechanicalState(*context());
  TimedWriter::init();
  if (!isValid() || d_stopAt.value() <= 0 || context()->local<core::BaseMass>()) return;
  error("stopAt needs a mass in this node, to compute the kinetic energy; nothing is written.");
  setInvalid();
}

void WriteState::reset() {
  TimedWriter::reset();
  m_stopped = false;
  m_lastEnergy = 0;
  m_nextEnergyTime = d_keperiod.value();
}

bool WriteState::goesOn(double time) {
  if (!m_stopped && d_stopAt.value() > 0) checkEnergy(time);
  return !m_stopped;
}

void WriteState::appendBlock(std::string& text) {
  constexpr int digits = 6;
  const auto add = [&](const char* key, std::span<const double> values) {
    text += key;
    for (const double value : values) {
      text += ' ';
      type::writeScalar(text, value, digits);
    }
    text += '\n';
  };
  if (d_writeX.value()) add("  X=", m_state->hostRead(core::vec::position));
  if (d_writeX0.value()) add("  X0=", m_state->hostRead(core::vec::restPosition));
  if (d_writeV.value()) add("  V=", m_state->hostRead(core::vec::velocity));
  if (d_writeF.value() && !isCompressed()) add("  F=", m_state->hostRead(core::vec::force));
}

void WriteState::archive(core::Archive& archive) {
  TimedWriter::archive(archive);
  for (double* value : {&m_nextEnergyTime, &m_lastEnergy}) archive.io(*value);
  archive.io(m_stopped);
}

void WriteState::checkEnergy(double time) {
  if (time <= m_nextEnergyTime) return;
  m_nextEnergyTime += d_keperiod.value();
  const double energy = context()->local<core::BaseMass>()->kineticEnergy({});
  m_stopped = std::abs(energy - m_lastEnergy) < d_stopAt.value();
  m_lastEnergy = energy;
}

}  // namespace sofa::component::playback
