// SPDX-License-Identifier: Apache-2.0
#include "Sofa/GUI/Plots/ChartScale.h"

#include <algorithm>
#include <cmath>

namespace sofa::gui {
namespace {

/// A range narrower than this part of its values cannot be told apart on an axis.
constexpr double narrowest = 1e-12;
/// Decades an axis shows when it is told of no positive value.
constexpr double emptyLow = 1e-3, emptyHigh = 1;

QString powerOfTen(int exponent) {
  if (exponent >= -3 && exponent <= 4) return QString::number(std::pow(10.0, exponent), 'g', 6);
  return QString("1e%1").arg(exponent);
}

}  // namespace

void ChartScale::set(double low, double high, bool logarithmic) {
  if (!std::isfinite(low) || !std::isfinite(high)) low = 0, high = 1;
  if (low > high) std::swap(low, high);
  if (logarithmic) {
    if (!(high > 0)) low = emptyLow, high = emptyHigh;
    if (!(low > 0)) low = high * emptyLow;
    if (high / low < 1 + narrowest) low /= 2, high *= 2;
  } else if (high - low <= narrowest * std::max(std::abs(low), std::abs(high))) {
    const double half = low == 0 ? 0.5 : 0.05 * std::abs(low);
    low -= half;
    high += half;
  }
  m_low = low;
  m_high = high;
  m_logarithmic = logarithmic;
}

double ChartScale::position(double value) const {
  if (!m_logarithmic) return (value - m_low) / (m_high - m_low);
  if (!(value > 0)) return std::nan("");
  return std::log(value / m_low) / std::log(m_high / m_low);
}

double ChartScale::value(double position) const {
  if (!m_logarithmic) return m_low + position * (m_high - m_low);
  return m_low * std::pow(m_high / m_low, position);
}

double ChartScale::roundStep(double span, int count) {
  if (!(span > 0) || !std::isfinite(span)) return 1;
  const double rough = span / std::max(1, count);
  const double power = std::pow(10.0, std::floor(std::log10(rough)));
  const double share = rough / power;
  return (share < 1.5 ? 1 : share < 3.5 ? 2 : share < 7.5 ? 5 : 10) * power;
}

std::vector<ChartScale::Tick> ChartScale::ticks(int count) const {
  return m_logarithmic && m_high / m_low >= 10 ? decadeTicks(count) : linearTicks(count);
}

std::vector<ChartScale::Tick> ChartScale::linearTicks(int count) const {
  std::vector<Tick> ticks;
  const double step = roundStep(m_high - m_low, count);
  const double largest = std::max(std::abs(m_low), std::abs(m_high));
  // As many decimals as tell neighbouring ticks apart; powers of ten beside very large and very small numbers.
  const bool scientific = largest >= 1e6 || largest < 1e-4;
  const int decimals = std::max(0, -static_cast<int>(std::floor(std::log10(step) + 1e-9)));
  const int digits = std::clamp(
      static_cast<int>(std::floor(std::log10(largest) + 1e-9)) - static_cast<int>(std::floor(std::log10(step) + 1e-9)),
      0, 15);
  const double first = std::ceil(m_low / step - 1e-9);
  for (double i = first; i * step <= m_high + 1e-9 * step && ticks.size() < 1000; ++i) {
    const double value = i == 0 ? 0 : i * step;
    QString label = scientific && value != 0 ? QString::number(value, 'e', digits)
                                             : QString::number(value, 'f', scientific ? 0 : decimals);
    ticks.push_back({value, std::move(label)});
  }
  return ticks;
}

std::vector<ChartScale::Tick> ChartScale::decadeTicks(int count) const {
  std::vector<Tick> ticks;
  const int first = static_cast<int>(std::floor(std::log10(m_low))),
            last = static_cast<int>(std::ceil(std::log10(m_high)));
  const int every = std::max(1, (last - first) / std::max(1, count));
  for (int decade = first; decade <= last; ++decade)
    for (int digit = 1; digit < 10; ++digit) {
      const double value = digit * std::pow(10.0, decade);
      if (value < m_low * (1 - 1e-9) || value > m_high * (1 + 1e-9)) continue;
      if (digit == 1)
        ticks.push_back({value, (decade - first) % every == 0 ? powerOfTen(decade) : QString()});
      else if (every == 1)
        ticks.push_back({value, {}});
    }
  return ticks;
}

}  // namespace sofa::gui
