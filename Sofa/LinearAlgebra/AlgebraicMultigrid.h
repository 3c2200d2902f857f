// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <array>
#include <memory>

#include "Sofa/LinearAlgebra/SparseLDL.h"

namespace sofa::linearalgebra {

/// Smoothed aggregation multigrid (Vanek, Mandel and Brezina 1996): z = about A^-1 r by one V-cycle, a symmetric
/// preconditioner for definite matrices whose iteration counts hardly grow with the size of the system.
///
/// Where the points of an elastic body are known, its rigid motions are represented on every level. Rows without
/// coupling, such as those of fixed points, take no part in coarse levels. Same bits for any number of threads.
class AlgebraicMultigrid {
 public:
  using Point = std::array<double, 3>;
  struct Options {
    double strength = 0.04;  ///< couplings below this part of the diagonals are weak; halved on every level
    int smoothing = 2;       ///< degree of the polynomial before and after each coarse correction
    int directSize = 900;    ///< systems up to this many rows are factorised
    int maxLevels = 12;
  };

  AlgebraicMultigrid();
  explicit AlgebraicMultigrid(const Options& options);
  ~AlgebraicMultigrid();
  AlgebraicMultigrid(AlgebraicMultigrid&&) noexcept;
  AlgebraicMultigrid& operator=(AlgebraicMultigrid&&) noexcept;

  /// Builds the levels of a square matrix. While its pattern stays, aggregates and patterns are kept, and only values
  /// are computed again. points: one for each block row of a matrix of 3x3 blocks, or none, for constants as near null
  /// space; std::invalid_argument otherwise. Fails, naming a row of A, on a diagonal block without inverse.
  FactorResult setup(const BlockMatrix& a, std::span<const Point> points = {});
  /// What later setups keep of the first: one for each level.
  struct KeptLevel {
    BlockMatrix tentative;    ///< prolongator to the level that follows; no rows: it is the last
    int modes = 0;            ///< columns of the near null space there
    std::vector<int> unused;  ///< coarse unknowns without a mode
    std::vector<double> eigenvector;
  };
  std::vector<KeptLevel> keptLevels() const;
  /// The next setup takes these, of a matrix of the same pattern, rather than to aggregate.
  void keepLevels(std::vector<KeptLevel> levels);
  /// Forgets aggregates, for values or points that changed much.
  void reset();
  /// False, with z unchanged, when there was no successful setup for that size.
  bool apply(std::span<const double> r, std::span<double> z);

  int levels() const;
  int rows(int level) const;
  /// Values stored on all levels over those of A.
  double operatorComplexity() const;

 private:
  struct Implementation;
  std::unique_ptr<Implementation> m_data;
};

}  // namespace sofa::linearalgebra
