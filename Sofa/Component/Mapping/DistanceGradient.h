// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <algorithm>
#include <cmath>
#include <limits>

#include "Sofa/Type/DataTypes.h"
#include "Sofa/Type/Values.h"

namespace sofa::component::mapping {

/// The gradient u of a distance |d| with respect to d, and its derivative (I - u u^T) / |d|. Mappings to distances
/// share it.
template <int N>
struct DistanceGradient {
  type::Vec<N> direction = type::Vec<N>::Zero();
  double inverseLength = 0;  ///< 0 where the distance vanishes: its gradient then counts as constant

  /// The gradient of the length of an edge. An edge that is short compared with its rest length gets a fixed direction.
  static DistanceGradient ofEdge(const type::Vec<N>& d, double length, double rest) {
    constexpr double part = std::numeric_limits<double>::epsilon();
    if (isLonger(length, part * rest)) return {d / length, 1 / length};
    return {type::Vec<N>::Constant(1 / std::sqrt(double(N))), 0};
  }
  /// The gradient of the distance from a place.
  static DistanceGradient fromPlace(const type::Vec<N>& d, double length, double rest) {
    constexpr double part = 1e-10;
    if (!isLonger(length, part * rest)) return {type::Vec<N>::UnitX(), 0};
    return {d / length, 1 / length};
  }
  /// Whether a length exceeds the limit and has a finite inverse.
  static bool isLonger(double length, double limit) {
    return length > std::max(std::abs(limit), std::numeric_limits<double>::min());
  }
  /// Change of f u as d changes.
  type::Mat<N> stiffness(double f) const {
    return (f * inverseLength) * (type::Mat<N>::Identity() - direction * direction.transpose());
  }
};

/// The part of a point that has a distance. It is the centre of a body, and the linear part of its derivatives.
template <class DataTypes>
struct DistancePart {
  static constexpr int size = DataTypes::isRigid ? DataTypes::spatialDimensions : DataTypes::coordSize;
  static type::Vec<size> coord(const typename DataTypes::Coord& x) {
    if constexpr (DataTypes::isRigid)
      return x.center;
    else
      return x;
  }
  static auto deriv(typename DataTypes::Deriv& d) { return d.template head<size>(); }
  static auto deriv(const typename DataTypes::Deriv& d) { return d.template head<size>(); }
};

/// Which terms of the geometric stiffness count: none, all, or those of negative forces, whose blocks are negative.
class StiffnessFilter {
 public:
  explicit StiffnessFilter(const type::OptionGroup& option) : m_none(option.is("None")), m_all(option.is("Exact")) {}
  bool keepsNone() const { return m_none; }
  bool keeps(double force) const { return m_all || force < 0; }

 private:
  bool m_none, m_all;
};

}  // namespace sofa::component::mapping
