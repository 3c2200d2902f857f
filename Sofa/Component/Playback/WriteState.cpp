#include "Sofa/Component/Playback/WriteState.h"

#include "Sofa/Core/Contract/Mass.h"
#include "Sofa/Core/ObjectModel/Archive.h"
#include "Sofa/Core/Service/ObjectFactory.h"
#include "Sofa/Helper/File.h"

namespace sofa::component::playback {
namespace {
const auto registered =
    core::Register("WriteState", "Sofa.Component.Playback", "writes positions and velocities into a file")
        .ignores("DOFsV", "all points are written")
        .ignores("DOFsX", "all points are written")
        .add<WriteState>();
constexpr double tolerance = 0.1;  // of a time step, when times are compared
}  // namespace

WriteState::WriteState() {
  d_listening.set(true);
  d_listening.unset();
}

bool WriteState::canCreate(core::Node& node, const core::ComponentDescription&, std::string& why) {
  if (core::mechanicalState(node)) return true;
  why = "No mechanical state is visible from this node: put it below or after a MechanicalObject.";
  return false;
}

void WriteState::init() {
  Component::init();
  m_state = core::mechanicalState(*context());
  if (!prepareFile() || !planTimes()) {
    m_output.reset();
    return setInvalid();
  }
  if (d_stopAt.value() > 0 && !context()->local<core::BaseMass>()) {
    error("stopAt needs a mass in this node, to compute the kinetic energy; nothing is written.");
    m_output.reset();
    return setInvalid();
  }
  setValid();
  reset();
}

bool WriteState::prepareFile() {
  const std::string& name = d_filename.value();
  if (name.empty()) {
    warning("filename is not set: nothing is written.");
    return false;
  }
  using Compression = helper::ResultStream::Compression;
  m_output = std::make_unique<helper::ResultStream>(
      name,
      [this](auto severity, auto text) {
        // The warning that a file was there before: here it goes on.
        if (severity != helper::Severity::Warning || m_earlier.empty()) message(severity, std::move(text));
      },
      isCompressed() ? Compression::gzip : Compression::none);
  return m_output->check();
}

bool WriteState::planTimes() {
  m_times = d_time.value();
  m_period = d_period.value();
  for (std::size_t i = 0; i < m_times.size(); ++i)
    if (m_times[i] < 0 || (i > 0 && m_times[i] == 0)) {
      error("time: {} should be {}; nothing is written.", m_times[i], i > 0 ? "above 0" : "0 or more");
      return false;
    }
  const double h = context()->dt();
  if (m_period < 0) {
    error("period is {}; it should be 0 or more; nothing is written.", m_period);
    return false;
  }
  if (m_period > 0) {
    if (m_times.empty()) warning("There is a period but no start time: writing begins at time 0.");
    if (m_times.size() > 1)
      warning("There is a period and several times: only the first, {}, is kept.", m_times.front());
    m_times.resize(1, 0.0);
    if (m_period < h) warning("The period {} is shorter than the time step {}: every step is written.", m_period, h);
  } else if (m_times.empty()) {
    m_period = h;
    m_times.assign(1, 0.0);
  }
  for (const double t : m_times)
    if (h > 0 && std::abs(t / h - std::round(t / h)) > 1e-6)
      warning("The time {} is no multiple of the time step {}.", t, h);
  return true;
}

void WriteState::reset() {
  m_next = 0;
  m_stopped = false;
  m_lastEnergy = 0;
  m_nextEnergyTime = d_keperiod.value();
}

void WriteState::cleanup() { m_output.reset(); }

void WriteState::handleEvent(core::Event& event) {
  if (!core::eventAs<core::AnimateBeginEvent>(event) || !m_output || m_stopped) return;
  const double time = context()->time();
  if (d_stopAt.value() > 0) checkEnergy(time);
  if (!m_stopped && isDue(time)) write(time);
}

bool WriteState::isDue(double time) {
  const auto reached = [&](double target) {
    return time > target || std::abs(time - target) < tolerance * context()->dt();
  };
  if (m_next < m_times.size()) {
    if (!reached(m_times[m_next])) return false;
    m_nextPeriodic = m_times[m_next++] + m_period;
    return true;
  }
  if (m_period <= 0 || !reached(m_nextPeriodic)) return false;
  m_nextPeriodic += m_period;
  return true;
}

void WriteState::write(double time) {
  constexpr int digits = 6;
  m_block = "T= ";
  type::writeScalar(m_block, time, digits);
  m_block += '\n';
  const auto add = [&](const char* key, std::span<const double> values) {
    m_block += key;
    for (const double value : values) {
      m_block += ' ';
      type::writeScalar(m_block, value, digits);
    }
    m_block += '\n';
  };
  if (d_writeX.value()) add("  X=", m_state->hostRead(core::vec::position));
  if (d_writeX0.value()) add("  X0=", m_state->hostRead(core::vec::restPosition));
  if (d_writeV.value()) add("  V=", m_state->hostRead(core::vec::velocity));
  if (d_writeF.value() && !isCompressed()) add("  F=", m_state->hostRead(core::vec::force));
  m_block.insert(0, m_earlier);
  if (!m_output->write(m_block)) return m_output.reset();
  m_written += m_block.size();
  m_earlier.clear();
}

void WriteState::takeEarlier(std::uint64_t count) {
  prepareFile();  // one that is open ends
  m_written = 0;
  m_earlier.clear();
  if (count == 0) return;
  auto text = helper::readCompressedFile(d_filename.value());
  if (text && text->size() >= count)
    m_earlier = text->substr(0, count);
  else
    warning("The file '{}' does not hold what was written until the checkpoint: it begins anew.", d_filename.value());
}

void WriteState::archive(core::Archive& archive) {
  std::uint64_t written = m_written + m_earlier.size();
  archive.io(written);
  archive.io(m_next);
  for (double* value : {&m_nextPeriodic, &m_nextEnergyTime, &m_lastEnergy}) archive.io(*value);
  archive.io(m_stopped);
  if (!archive.isLoading() || !archive.isGood()) return;
  if (m_next > m_times.size()) return archive.fail();
  if (m_output) takeEarlier(written);
}

void WriteState::checkEnergy(double time) {
  if (time <= m_nextEnergyTime) return;
  m_nextEnergyTime += d_keperiod.value();
  const double energy = context()->local<core::BaseMass>()->kineticEnergy({});
  m_stopped = std::abs(energy - m_lastEnergy) < d_stopAt.value();
  m_lastEnergy = energy;
}

}  // namespace sofa::component::playback
