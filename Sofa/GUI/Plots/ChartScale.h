// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <QString>
#include <vector>

namespace sofa::gui {

/// One axis of a chart: from values to 0..1 and back, linear or logarithmic, with ticks at round numbers.
class ChartScale {
 public:
  /// The range [low, high]. What is empty, not finite or, with `logarithmic`, not positive is replaced by the nearest
  /// range that can be drawn.
  void set(double low, double high, bool logarithmic);
  double low() const { return m_low; }
  double high() const { return m_high; }
  bool isLogarithmic() const { return m_logarithmic; }

  /// 0 at low, 1 at high; NaN for what a logarithmic axis has no place for.
  double position(double value) const;
  double value(double position) const;

  struct Tick {
    double value;
    QString label;  ///< empty: a minor tick
  };
  /// About `count` labelled ticks within the range.
  std::vector<Tick> ticks(int count) const;
  /// Round numbers 1, 2 or 5 times a power of ten: near `span` / `count`.
  static double roundStep(double span, int count);

 private:
  std::vector<Tick> linearTicks(int count) const;
  std::vector<Tick> decadeTicks(int count) const;

  double m_low = 0, m_high = 1;
  bool m_logarithmic = false;
};

}  // namespace sofa::gui
