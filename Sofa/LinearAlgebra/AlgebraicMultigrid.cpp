// SPDX-License-Identifier: Apache-2.0
#include "Sofa/LinearAlgebra/AlgebraicMultigrid.h"

#include <algorithm>
#include <stdexcept>

#include "Sofa/Helper/Interrupt.h"
#include "Sofa/Helper/Parallel.h"
#include "Sofa/LinearAlgebra/Aggregation.h"
#include "Sofa/LinearAlgebra/BlockProduct.h"
#include "Sofa/LinearAlgebra/BlockSize.h"
#include "Sofa/LinearAlgebra/ChebyshevSmoother.h"

namespace sofa::linearalgebra {
namespace {

/// A matrix with larger blocks, `ratio` times as wide, which `fine` holds completely or not at all.
class Regrouping {
 public:
  void compute(const BlockMatrix& fine, int ratio, BlockMatrix& coarse) {
    const int rows = fine.blockRows() / ratio, b = fine.blockSize(), wide = b * ratio;
    if (m_version != fine.patternVersion()) {
      std::vector<int> start{0}, columns;
      for (int i = 0; i < rows; ++i) {
        for (int k = fine.rowStart()[i * ratio]; k < fine.rowStart()[i * ratio + 1]; k += ratio)
          columns.push_back(fine.columnIndices()[k] / ratio);
        start.push_back(static_cast<int>(columns.size()));
      }
      coarse.setPattern(wide, std::move(start), std::move(columns), fine.blockColumns() / ratio);
      m_version = fine.patternVersion();
    }
    for (int i = 0; i < rows; ++i)
      for (int part = 0; part < ratio; ++part) {
        std::size_t from = fine.rowStart()[i * ratio + part];
        for (int k = coarse.rowStart()[i]; k < coarse.rowStart()[i + 1]; ++k)
          for (int c = 0; c < ratio; ++c, ++from)
            for (int column = 0; column < b; ++column)
              std::copy_n(fine.block(from) + column * b, b, coarse.block(k) + (c * b + column) * wide + part * b);
      }
  }

 private:
  std::size_t m_version = 0;
};

struct Level {
  BlockMatrix matrix;
  ChebyshevSmoother smoother;
  std::vector<double> x, r, correction;
  // To the next level; its matrix is P^T A P, first with this level's blocks.
  TentativeProlongator tentative;
  BlockProduct smoothing;
  BlockMatrix prolongator, product;
  CongruenceProduct galerkin;
  Regrouping regrouping;
};

}  // namespace

struct AlgebraicMultigrid::Implementation {
  Options options;
  std::vector<std::unique_ptr<Level>> levels;
  SparseLDL direct{Ordering::best};
  bool directUsed = false, ready = false;
  std::size_t pattern = 0;
  std::vector<bool> uncoupled, uncoupledNow;  ///< block rows of the matrix: when the levels were chosen, at last
  bool withPoints = false;
  std::vector<KeptLevel> given;  ///< for the next setup

  bool takeGiven(Level& level, std::size_t depth) const;
  bool coarsen(Level& level, const DenseMatrix& modes, int depth);
  void smoothProlongator(Level& level);
  void computeNext(Level& level, Level& next);
  FactorResult setupValues();
  void cycle(std::size_t depth);
};

AlgebraicMultigrid::AlgebraicMultigrid() : AlgebraicMultigrid(Options{}) {}
AlgebraicMultigrid::AlgebraicMultigrid(const Options& options) : m_data(std::make_unique<Implementation>()) {
  m_data->options = options;
}
AlgebraicMultigrid::~AlgebraicMultigrid() = default;
AlgebraicMultigrid::AlgebraicMultigrid(AlgebraicMultigrid&&) noexcept = default;
AlgebraicMultigrid& AlgebraicMultigrid::operator=(AlgebraicMultigrid&&) noexcept = default;

void AlgebraicMultigrid::reset() {
  m_data->levels.clear();
  m_data->given.clear();
  m_data->pattern = 0;
  m_data->ready = false;
}

std::vector<AlgebraicMultigrid::KeptLevel> AlgebraicMultigrid::keptLevels() const {
  std::vector<KeptLevel> kept;
  for (const auto& level : m_data->levels) {
    const auto eigenvector = level->smoother.eigenvector();
    kept.push_back({level->tentative.matrix,
                    static_cast<int>(level->tentative.coarseModes.cols()),
                    level->tentative.unused,
                    {eigenvector.begin(), eigenvector.end()}});
  }
  return kept;
}
void AlgebraicMultigrid::keepLevels(std::vector<KeptLevel> levels) { m_data->given = std::move(levels); }

int AlgebraicMultigrid::levels() const { return static_cast<int>(m_data->levels.size()); }
int AlgebraicMultigrid::rows(int level) const { return m_data->levels[level]->matrix.rows(); }

double AlgebraicMultigrid::operatorComplexity() const {
  if (m_data->levels.empty()) return 1;
  double all = 0;
  for (const auto& level : m_data->levels) all += static_cast<double>(level->matrix.values().size());
  return all / std::max<double>(1, static_cast<double>(m_data->levels[0]->matrix.values().size()));
}

/// Aggregates the level's rows; false where that brings nothing.
bool AlgebraicMultigrid::Implementation::coarsen(Level& level, const DenseMatrix& modes, int depth) {
  const Aggregates aggregates = aggregate(level.matrix, options.strength / (1 << depth));
  const int coarseRows = aggregates.count * static_cast<int>(modes.cols());
  if (aggregates.count == 0 || coarseRows > 0.8 * level.matrix.rows()) return false;
  level.tentative = tentativeProlongator(aggregates, modes, level.matrix.blockSize());
  return true;
}

/// As coarsen(), with the prolongator that was given.
bool AlgebraicMultigrid::Implementation::takeGiven(Level& level, std::size_t depth) const {
  if (depth >= given.size()) return false;
  const KeptLevel& kept = given[depth];
  const bool fits = kept.tentative.rows() > 0 && kept.tentative.rows() == level.matrix.rows() &&
                    kept.tentative.blockSize() == level.matrix.blockSize() && kept.modes > 0 &&
                    kept.modes % level.matrix.blockSize() == 0;
  if (fits) level.tentative = {kept.tentative, DenseMatrix(0, kept.modes), kept.unused};
  return fits;
}

/// P = (I - omega D^-1 A) times the tentative one, omega = 4/3 over the largest eigenvalue of D^-1 A.
void AlgebraicMultigrid::Implementation::smoothProlongator(Level& level) {
  helper::checkInterrupt();
  const BlockMatrix& tentative = level.tentative.matrix;
  level.smoothing.compute(level.matrix, tentative, level.prolongator);
  const double omega = 4.0 / 3.0 / (1.05 * level.smoother.largestEigenvalue());
  BlockMatrix& p = level.prolongator;
  withBlockSize(p.blockSize(), [&](auto size) {
    constexpr int B = size();
    helper::parallelChunks(p.blockRows(), 1024, [&](std::size_t begin, std::size_t end) {
      for (std::size_t i = begin; i < end; ++i) {
        const Block<B> scaled = -omega * ConstBlockMap<B>(level.smoother.inverseDiagonal().data() + i * B * B);
        int t = tentative.rowStart()[i];
        for (int k = p.rowStart()[i]; k < p.rowStart()[i + 1]; ++k) {
          BlockMap<B> block(p.block(k));
          block = scaled.lazyProduct(Block<B>(block));
          if (t < tentative.rowStart()[i + 1] && tentative.columnIndices()[t] == p.columnIndices()[k])
            block += ConstBlockMap<B>(tentative.block(t++));
        }
      }
    });
  });
}

void AlgebraicMultigrid::Implementation::computeNext(Level& level, Level& next) {
  smoothProlongator(level);
  const int ratio = static_cast<int>(level.tentative.coarseModes.cols()) / level.matrix.blockSize();
  if (ratio == 1) {
    level.galerkin.compute(level.prolongator, level.matrix, next.matrix);
  } else {
    level.galerkin.compute(level.prolongator, level.matrix, level.product);
    level.regrouping.compute(level.product, ratio, next.matrix);
  }
  const int b = next.matrix.blockSize();
  for (int row : level.tentative.unused) next.matrix.block(next.matrix.find(row / b, row / b))[row % b * (b + 1)] = 1;
}

namespace {
/// Block rows that are zero beside the diagonal.
void findUncoupledRows(const BlockMatrix& a, std::vector<bool>& rows) {
  rows.assign(static_cast<std::size_t>(a.blockRows()), false);
  const auto start = a.rowStart(), columns = a.columnIndices();
  for (int i = 0; i < a.blockRows(); ++i) {
    bool coupled = false;
    for (int k = start[i]; k < start[i + 1] && !coupled; ++k) {
      const double* block = a.block(static_cast<std::size_t>(k));
      coupled = columns[k] != i && std::any_of(block, block + a.blockLength(), [](double v) { return v != 0; });
    }
    rows[static_cast<std::size_t>(i)] = !coupled;
  }
}
}  // namespace

FactorResult AlgebraicMultigrid::setup(const BlockMatrix& a, std::span<const Point> points) {
  Implementation& m = *m_data;
  if (a.blockRows() != a.blockColumns()) throw std::invalid_argument("AlgebraicMultigrid: the matrix must be square");
  if (!points.empty() && (a.blockSize() != 3 || static_cast<int>(points.size()) != a.blockRows()))
    throw std::invalid_argument("AlgebraicMultigrid: points go with a matrix of 3x3 blocks, one for each block row");
  m.ready = false;
  // Points that nothing couples, held ones above all, are no part of an aggregate: the levels hold for the same ones.
  findUncoupledRows(a, m.uncoupledNow);
  if (!m.levels.empty() && m.pattern == a.patternVersion() && m.withPoints == !points.empty() &&
      m.uncoupled == m.uncoupledNow) {
    std::ranges::copy(a.values(), m.levels[0]->matrix.values().begin());
    const FactorResult result = m.setupValues();
    m.ready = result.usable();
    return result;
  }
  m.levels.clear();
  m.levels.push_back(std::make_unique<Level>());
  m.levels[0]->matrix = a;
  m.pattern = a.patternVersion();
  m.withPoints = !points.empty();
  m.uncoupled = m.uncoupledNow;
  DenseMatrix modes = points.empty() ? constantModes(a.blockRows(), a.blockSize()) : rigidModes(points);
  m.directUsed = false;
  FactorResult result;
  for (int depth = 0; result.usable(); ++depth) {
    Level& level = *m.levels[depth];
    for (auto* v : {&level.x, &level.r, &level.correction}) v->assign(level.matrix.rows(), 0.0);
    m.directUsed = level.matrix.rows() <= m.options.directSize;
    if (m.directUsed) result = m.direct.factorise(level.matrix);
    if (m.directUsed) break;
    if (static_cast<std::size_t>(depth) < m.given.size())
      level.smoother.startFrom(std::move(m.given[depth].eigenvector));
    result = level.smoother.setup(level.matrix);
    if (!result.usable() || depth + 1 == m.options.maxLevels) break;
    if (m.given.empty() ? !m.coarsen(level, modes, depth) : !m.takeGiven(level, depth)) break;
    m.levels.push_back(std::make_unique<Level>());
    m.computeNext(level, *m.levels[depth + 1]);
    modes = level.tentative.coarseModes;
  }
  m.given.clear();
  if (m.levels.size() > 1 && !result.usable()) result.row = -1;  // of a coarse level
  if (!result.usable()) m.levels.clear();
  m.ready = result.usable();
  return result;
}

FactorResult AlgebraicMultigrid::Implementation::setupValues() {
  for (std::size_t depth = 0; depth < levels.size(); ++depth) {
    Level& level = *levels[depth];
    const bool last = depth + 1 == levels.size();
    FactorResult result = last && directUsed ? direct.factorise(level.matrix) : level.smoother.setup(level.matrix);
    if (!result.usable()) {
      if (depth > 0) result.row = -1;
      return result;
    }
    if (!last) computeNext(level, *levels[depth + 1]);
  }
  return {};
}

/// Solves for the residual in r: the result is x, and r is used up.
void AlgebraicMultigrid::Implementation::cycle(std::size_t depth) {
  Level& level = *levels[depth];
  if (depth + 1 == levels.size()) {
    if (directUsed) {
      std::ranges::copy(level.r, level.x.begin());
      direct.solve(level.x);
    } else {
      level.smoother.smooth(level.matrix, 2 * options.smoothing, true, level.x, level.r);
    }
    return;
  }
  Level& next = *levels[depth + 1];
  level.smoother.smooth(level.matrix, options.smoothing, true, level.x, level.r);
  level.galerkin.transposed().multiply(level.r, next.r);
  cycle(depth + 1);
  level.prolongator.multiply(next.x, level.correction);
  helper::parallelChunks(level.x.size(), 8192, [&](std::size_t begin, std::size_t end) {
    for (std::size_t i = begin; i < end; ++i) level.x[i] += level.correction[i];
  });
  ChebyshevSmoother::subtractProduct(level.matrix, level.correction, level.r);
  level.smoother.smoothLast(level.matrix, options.smoothing, level.x, level.r);
}

bool AlgebraicMultigrid::apply(std::span<const double> r, std::span<double> z) {
  Implementation& m = *m_data;
  if (!m.ready || r.size() != m.levels[0]->r.size() || z.size() != r.size()) return false;
  std::ranges::copy(r, m.levels[0]->r.begin());
  m.cycle(0);
  std::ranges::copy(m.levels[0]->x, z.begin());
  return true;
}

}  // namespace sofa::linearalgebra
