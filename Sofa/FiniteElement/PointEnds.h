// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <array>
#include <span>
#include <vector>

#include "Sofa/FiniteElement/Simd.h"
#include "Sofa/Type/Vec.h"

namespace sofa::fem {

/// The ends of lines between points - springs, or pairs of points of elements - by the point they are at, for loops in
/// which every point collects what its lines do to it: simdWidth points side by side, each with its ends in the order
/// of the lines, one pack after the other. Nearby points with as many ends come side by side, so that few lanes stay
/// empty.
class PointEnds {
 public:
  using Index = type::Index;
  static constexpr unsigned none = ~0u;

  struct End {
    Index point;
    Index other;      ///< point at the other end of the line
    unsigned number;  ///< twice the line's, plus one at its second point
  };
  struct Slice {
    Index point[simdWidth];  ///< lanes beyond count repeat the last one
    int count;
    Index last;  ///< the highest number of these points and those at the other ends of their lines
    unsigned firstPack, lastPack;
  };
  /// ends: those of each point in the order of its sums.
  void build(std::span<const End> ends);
  void clear();
  bool isEmpty() const { return m_slices.empty(); }

  const std::vector<Slice>& slices() const { return m_slices; }
  std::size_t packCount() const { return m_others.size(); }
  /// The points at the other ends of a pack of lines, which may be in another state; that of the first lane, which has
  /// a line in every pack, in lanes without.
  const std::array<Index, simdWidth>& others(std::size_t pack) const { return m_others[pack]; }
  /// Numbers of the ends of a pack; none in lanes without.
  const std::array<unsigned, simdWidth>& numbers(std::size_t pack) const { return m_numbers[pack]; }

 private:
  void addSlice(std::span<const Index> points, std::span<const End> sorted, std::span<const unsigned> start);

  std::vector<Slice> m_slices;
  std::vector<std::array<Index, simdWidth>> m_others;
  std::vector<std::array<unsigned, simdWidth>> m_numbers;
};

}  // namespace sofa::fem
