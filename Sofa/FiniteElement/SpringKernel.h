// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <vector>

#include "Sofa/FiniteElement/PointEnds.h"
#include "Sofa/Helper/LargeVector.h"
#include "Sofa/Type/DataTypes.h"

namespace sofa::fem {

using type::Index;

/// A spring between point `first` of one state and point `second` of the same or another one.
struct LinearSpring {
  Index first = 0;
  Index second = 0;
  double stiffness = 0;   ///< N/m
  double damping = 0;     ///< N s/m, of the velocity along the spring
  double restLength = 0;  ///< m
};

/// Springs along the line between two points, all of a component at once.
///
/// With u from the first point to the second, d its length and n its direction, the first point is pulled by
///   F = f n,   f = k (d - L) + c n.(v2 - v1),
/// and the second by -F. The tangent is T = (k - f/d) n n^T + (f/d) I, not clamped in compression, and contains the
/// damping force but not its derivatives. Only positions count: of rigid bodies the centres.
///
/// Springs are computed simdWidth at a time, and the forces of a run of springs are stored before they are added to the
/// points in spring order; several threads gather the stored forces point by point in the same order. In products, of
/// which there are many, every point collects what its springs do to it: each spring is computed from either end, but
/// nothing waits for what was just written. So results are the same to the last bit for any number of threads.
template <class DataTypes>
class SpringKernel {
 public:
  using VecCoord = typename DataTypes::VecCoord;
  using VecDeriv = typename DataTypes::VecDeriv;
  static constexpr int dimension = DataTypes::isRigid ? DataTypes::spatialDimensions : DataTypes::coordSize;
  using Matrix = type::Mat<dimension>;

  void clear();
  void reserve(std::size_t count);
  /// elongationOnly: no force unless longer than at rest; compressionOnly: unless shorter. A spring that is not enabled
  /// never acts.
  void add(const LinearSpring& spring, bool elongationOnly = false, bool enabled = true, bool compressionOnly = false);

  /// The distance of two points, to the bit as forces take it: springs made as long as this pull with exactly nothing.
  /// Solvers of forces that nearly vanish stop elsewhere for less.
  static double length(const typename DataTypes::Coord& first, const typename DataTypes::Coord& second);

  std::size_t size() const { return m_size; }
  LinearSpring spring(std::size_t i) const;

  /// f1, f2 += forces at (x, v). Every index must lie inside its state.
  void addForce(VecDeriv& f1, VecDeriv& f2, const VecCoord& x1, const VecCoord& x2, const VecDeriv& v1,
                const VecDeriv& v2) const;
  /// Fixes the tangents at (x, v); zero before. positive: f/d counts as 0 where it is negative, in compression.
  void linearise(const VecCoord& x1, const VecCoord& x2, const VecDeriv& v1, const VecDeriv& v2, bool positive);
  /// Both at once.
  void addForceAndLinearise(VecDeriv& f1, VecDeriv& f2, const VecCoord& x1, const VecCoord& x2, const VecDeriv& v1,
                            const VecDeriv& v2, bool positive);
  /// df1 += kFactor T (dx2 - dx1), df2 -= the same.
  void addDForce(VecDeriv& df1, VecDeriv& df2, const VecDeriv& dx1, const VecDeriv& dx2, double kFactor) const;
  /// T of a spring: -T is its block on either point's diagonal, T between the points.
  Matrix tangent(std::size_t i) const;
  /// Sum of k (d - L)^2 / 2 over the springs that are active at these positions (J).
  double energy(const VecCoord& x1, const VecCoord& x2) const;

 private:
  /// Parameters of simdWidth springs. Springs are active between the threshold and the limit; padding lanes never.
  struct alignas(64) Block {
    Pack stiffness, damping, restLength, threshold, limit;
    Index first[simdWidth], second[simdWidth];
  };
  struct alignas(64) Tangent {
    Pack direction[dimension];
    Pack axial;       ///< k - f/d
    Pack transverse;  ///< f/d
  };
  struct alignas(64) Force {
    Pack f[dimension];
  };
  /// The tangent of one spring.
  static constexpr std::size_t lineSize = 8;
  struct alignas(64) Line {
    double v[lineSize];
  };
  /// What pulls at the points of a state.
  struct Side {
    PointEnds ends;
    helper::LargeVector<Tangent> tangents;  ///< of each pack of ends, if isCurrent
    bool isCurrent = false;
  };

  static constexpr std::size_t runLength = 32;  ///< blocks whose forces stay in the first-level cache

  /// Tangent and force along the spring of a block at (x, v).
  Pack evaluate(const Block& block, const VecCoord& x1, const VecCoord& x2, const VecDeriv& v1, const VecDeriv& v2,
                Tangent& tangent) const;
  static void makePositive(Tangent& tangent);
  template <class Body>
  void accumulate(VecDeriv& f1, VecDeriv& f2, const Body& body) const;
  void scatter(std::size_t begin, std::size_t end, const Force* forces, VecDeriv& f1, VecDeriv& f2) const;
  void gather(const PointEnds& ends, VecDeriv& f) const;
  void collect(Side& side, const VecDeriv& own, const VecDeriv& others, double kFactor, VecDeriv& df) const;
  /// Beyond: none of the points is the last one.
  template <bool Beyond>
  void collectSlice(const Side& side, const PointEnds::Slice& slice, const VecDeriv& own, const VecDeriv& others,
                    double kFactor, VecDeriv& df) const;
  void takeTangents(Side& side) const;
  /// The one with first points only, with second points only, or both; its ends are built when first needed.
  Side& side(bool withFirst, bool withSecond) const;

  std::size_t m_size = 0;
  std::vector<Block> m_blocks;
  std::vector<Tangent> m_tangents;
  mutable std::vector<Force> m_forces;  ///< only used with several threads
  mutable Side m_sides[3];
  mutable helper::LargeVector<Line> m_lines;  ///< on their way to the sides
};

extern template class SpringKernel<type::Vec1Types>;
extern template class SpringKernel<type::Vec2Types>;
extern template class SpringKernel<type::Vec3Types>;
extern template class SpringKernel<type::Vec6Types>;
extern template class SpringKernel<type::Rigid3Types>;

}  // namespace sofa::fem
