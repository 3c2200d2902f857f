// SPDX-License-Identifier: Apache-2.0
#include "Sofa/Component/Playback/TimedWriter.h"

#include "Sofa/Core/ObjectModel/Archive.h"
#include "Sofa/Helper/File.h"
#include "Sofa/Type/Text.h"

namespace sofa::component::playback {
namespace {
constexpr int timeDigits = 6;
constexpr double timeTolerance = 0.1;  // of a time step, when times are compared
}  // namespace

TimedWriter::TimedWriter() {
  d_listening.set(true);
  d_listening.unset();
}

void TimedWriter::init() {
  Component::init();
  if (!prepareFile() || !planTimes()) {
    m_output.reset();
    return setInvalid();
  }
  setValid();
  reset();
}

void TimedWriter::handleEvent(core::Event& event) {
  if (!core::eventAs<core::AnimateBeginEvent>(event) || !m_output || !isValid()) return;
  const double time = context()->time();
  if (goesOn(time) && isDue(time)) write(time);
}

bool TimedWriter::prepareFile() {
  const std::string& name = d_filename.value();
  if (name.empty()) {
    warning("filename is not set: nothing is written.");
    return false;
  }
  using Compression = helper::ResultStream::Compression;
  m_output = std::make_unique<helper::ResultStream>(
      name, [this](auto severity, auto text) { message(severity, std::move(text)); },
      isCompressed() ? Compression::gzip : Compression::none);
  return m_output->check();
}

bool TimedWriter::planTimes() {
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

bool TimedWriter::isDue(double time) {
  const auto reached = [&](double target) {
    return time > target || std::abs(time - target) < timeTolerance * context()->dt();
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

void TimedWriter::write(double time) {
  m_block = "T= ";
  type::writeScalar(m_block, time, timeDigits);
  m_block += '\n';
  appendBlock(m_block);
  m_block.insert(0, m_earlier);
  if (!m_output->write(m_block)) return m_output.reset();
  m_written += m_block.size();
  m_earlier.clear();
}

void TimedWriter::takeEarlier(std::uint64_t count) {
  prepareFile();  // one that is open ends
  m_written = 0;
  m_earlier.clear();
  if (count == 0) return;
  auto text = helper::readCompressedFile(d_filename.value());
  if (text && text->size() >= count) {
    m_earlier = text->substr(0, count);
    helper::noteContinued(d_filename.value());
  } else {
    warning("The file '{}' does not hold what was written until the checkpoint: it begins anew.", d_filename.value());
  }
}

void TimedWriter::archive(core::Archive& archive) {
  std::uint64_t written = m_written + m_earlier.size();
  archive.io(written);
  archive.io(m_next);
  archive.io(m_nextPeriodic);
  if (!archive.isLoading() || !archive.isGood()) return;
  if (m_next > m_times.size()) return archive.fail();
  if (m_output) takeEarlier(written);
}

}  // namespace sofa::component::playback
