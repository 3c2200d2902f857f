// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "Sofa/Compatibility/Author.h"

#include "Sofa/Compatibility/Visual.h"
#include "Sofa/Helper/ColorMap.h"

namespace sofa::helper {

/// The helper::ColorMap of code written for SOFA (Sofa/Compatibility/Names.h) is a palette whose colours an
/// evaluator finds for the values of a range.
class AuthorColorMap {
 public:
  explicit AuthorColorMap(unsigned entries = 256, const std::string& scheme = "HSV") : m_map(scheme, entries) {}
  unsigned getNbColors() const { return static_cast<unsigned>(m_map.palette().size()); }
  type::RGBAColor getColor(unsigned i) const { return m_map.palette().at(i); }

  template <class Real>
  class evaluator {
   public:
    evaluator() = default;
    evaluator(ColorMap map, Real low, Real high) : m_map(std::move(map)) { m_map.setRange(low, high); }
    type::RGBAColor operator()(Real value) const { return m_map(static_cast<double>(value)); }

   private:
    ColorMap m_map;
  };
  template <class Real>
  evaluator<Real> getEvaluator(Real low, Real high) const {
    return {m_map, low, high};
  }
  static AuthorColorMap* getDefault() {
    static AuthorColorMap map;
    return &map;
  }

 private:
  ColorMap m_map;
};

}  // namespace sofa::helper
#define SOFA_AUTHOR_HAS_COLOR_MAP
