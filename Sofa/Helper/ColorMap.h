// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <string>
#include <string_view>
#include <vector>

#include "Sofa/Type/Values.h"

namespace sofa::helper {

/// Colours for numbers: a palette and the range it is spread over (docs/manual/visual.md, "Colour maps").
class ColorMap {
 public:
  /// What is used where nobody chooses: equal steps of the value look equal.
  static constexpr std::string_view perceptual = "viridis";
  /// Names of the schemes, as scenes write them. "Custom" has no entries and evaluates as HSV.
  static const std::vector<std::string>& schemes();

  /// The HSV scheme if there is none of that name; at least two entries.
  explicit ColorMap(std::string_view scheme = "HSV", std::size_t entries = 256);

  void setRange(double min, double max) {
    m_min = min;
    m_max = max;
  }
  double min() const { return m_min; }
  double max() const { return m_max; }
  const std::vector<type::Color>& palette() const { return m_palette; }
  /// Linear between two entries; values beyond the range get the first or the last. Everything is the first entry while
  /// min == max.
  type::Color operator()(double value) const;

 private:
  std::vector<type::Color> m_palette;
  double m_min = 0, m_max = 1;
};

}  // namespace sofa::helper
