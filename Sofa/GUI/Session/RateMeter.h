// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <deque>

namespace sofa::gui {

/// How fast a simulation goes: steps, and simulated seconds, per second of the clock, over the last seconds.
class RateMeter {
 public:
  /// Long enough that large steps average out.
  static constexpr double window = 2;  // s

  void clear() { m_samples.clear(); }
  /// What was reached at a time of the clock (s).
  void add(double clock, long step, double simulated) {
    if (!m_samples.empty() && step < m_samples.back().step) clear();
    m_samples.push_back({clock, step, simulated});
    while (m_samples.size() > 2 && m_samples[1].clock <= clock - window) m_samples.pop_front();
  }
  double stepsPerSecond() const {
    return duration() > 0 ? static_cast<double>(m_samples.back().step - m_samples.front().step) / duration() : 0;
  }
  /// 1: real time.
  double realTimeFactor() const {
    return duration() > 0 ? (m_samples.back().simulated - m_samples.front().simulated) / duration() : 0;
  }

 private:
  struct Sample {
    double clock;
    long step;
    double simulated;
  };
  double duration() const { return m_samples.empty() ? 0 : m_samples.back().clock - m_samples.front().clock; }
  std::deque<Sample> m_samples;
};

}  // namespace sofa::gui
