// SPDX-License-Identifier: Apache-2.0
#include "Sofa/LinearAlgebra/SparseLDL.h"

#include <tbb/parallel_for.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "Sofa/Helper/Interrupt.h"
#include "Sofa/Helper/Parallel.h"
#include "Sofa/LinearAlgebra/Fronts.h"

namespace sofa::linearalgebra {

namespace {
constexpr double pivotGrowth =
    1e10;  ///< of pivots over the entries of the matrix, from which a factor counts as worthless
}  // namespace

struct SparseLDL::Implementation {
  Ordering ordering;
  Triangle triangle;
  std::size_t patternVersion = 0;
  Ordering analysedOrdering = Ordering::best;
  FrontLayout layout;
  std::vector<double> factor, updates, pivots, diagonal;
  std::vector<kernels::PackBuffer> buffers;
  FactorResult result;
  bool ready = false;
  int negative = 0;
  std::vector<double> x, t;                  // of one right-hand side
  std::vector<kernels::Pack> packs, tPacks;  // of several

  void assemblePanel(int s, const double* values);
  enum class Part { panel, update };
  void addChild(int child, int s, Part part);
  int eliminate(int s, const double* values, bool parallel);
  int eliminateAll(const double* values);
  double largestEntry(std::span<const double> values) const;
  void judgePivots(int failed, std::span<const double> values);
  template <class T>
  void forward(T* y, T* work) const {
    for (int s = 0; s < layout.tree.size(); ++s) forward(s, y, work);
  }
  template <class T>
  void backward(T* y, T* work) const {
    for (int s = layout.tree.size() - 1; s >= 0; --s) backward(s, y, work);
  }
  template <class T>
  void forward(int s, T* y, T* work) const;
  template <class T>
  void backward(int s, T* y, T* work) const;
  struct RowWork;
  void findReach(const SparseRows& j, int first, int last, RowWork& work) const;
  void addColumns(const SparseRows& j, int first, int count, std::span<const int> all, double scale, DenseMatrix& w,
                  RowWork& work) const;
};

SparseLDL::SparseLDL(Ordering ordering, Triangle triangle) : m_data(std::make_unique<Implementation>()) {
  m_data->ordering = ordering;
  m_data->triangle = triangle;
}
SparseLDL::~SparseLDL() = default;
SparseLDL::SparseLDL(SparseLDL&&) noexcept = default;
SparseLDL& SparseLDL::operator=(SparseLDL&&) noexcept = default;

void SparseLDL::setOrdering(Ordering ordering) { m_data->ordering = ordering; }
Ordering SparseLDL::ordering() const { return m_data->ordering; }
const FactorResult& SparseLDL::result() const { return m_data->result; }
bool SparseLDL::ready() const { return m_data->ready; }
std::span<const double> SparseLDL::pivots() const { return m_data->pivots; }
int SparseLDL::size() const { return static_cast<int>(m_data->pivots.size()); }
int SparseLDL::negativePivots() const { return m_data->negative; }
std::span<const int> SparseLDL::eliminationOrder() const { return m_data->layout.tree.order; }

std::size_t SparseLDL::factorSize() const {
  const FrontLayout& layout = m_data->layout;
  std::size_t count = 0;
  for (int s = 0; s < layout.tree.size(); ++s) {
    const std::size_t n = layout.columns(s);
    count += n * (n + 1) / 2 + n * layout.below(s);
  }
  return count;
}

bool SparseLDL::analyse(const BlockMatrix& a) {
  Implementation& m = *m_data;
  if (m.patternVersion == a.patternVersion() && m.analysedOrdering == m.ordering) return false;
  m.ready = false;
  m.patternVersion = 0;
  m.layout = frontLayout(a, m.ordering, m.triangle, helper::threadCount() > 1);
  m.factor.assign(m.layout.panel.back(), 0.0);
  m.updates.assign(m.layout.workspace, 0.0);
  m.pivots.assign(a.rows(), 0.0);
  m.diagonal.assign(a.rows(), 0.0);
  m.x.assign(a.rows(), 0.0);
  int below = 0;
  for (int s = 0; s < m.layout.tree.size(); ++s) below = std::max(below, m.layout.below(s));
  m.t.assign(below, 0.0);
  m.packs.clear();
  m.patternVersion = a.patternVersion();
  m.analysedOrdering = m.ordering;
  return true;
}

namespace {

template <int B>
void copyBlock(const double* from, double* to, std::size_t stride, bool transposed) {
  for (int j = 0; j < B; ++j)
    for (int i = 0; i < B; ++i) to[j * stride + i] = transposed ? from[i * B + j] : from[j * B + i];
}

}  // namespace

void SparseLDL::Implementation::assemblePanel(int s, const double* values) {
  double* const panel = factor.data() + layout.panel[s];
  const std::size_t stride = layout.front(s);
  std::fill(panel, factor.data() + layout.panel[s + 1], 0.0);
  for (std::size_t g = layout.gatherStart[s]; g < layout.gatherStart[s + 1]; ++g) {
    const auto& [from, to, transposed] = layout.gathers[g];
    switch (layout.blockSize) {
      case 1:
        factor[to] = values[from];
        break;
      case 2:
        copyBlock<2>(values + from, factor.data() + to, stride, transposed);
        break;
      case 3:
        copyBlock<3>(values + from, factor.data() + to, stride, transposed);
        break;
      default:
        copyBlock<6>(values + from, factor.data() + to, stride, transposed);
        break;
    }
  }
  double* const original = diagonal.data() + static_cast<std::size_t>(layout.tree.firstColumn[s]) * layout.blockSize;
  for (int j = 0; j < layout.columns(s); ++j) original[j] = panel[j * (stride + 1)];
}

/// To the columns of that part of the front.
void SparseLDL::Implementation::addChild(int child, int s, Part part) {
  const std::size_t from = layout.below(child), front = layout.front(s), columns = layout.columns(s),
                    below = layout.below(s);
  const double* const source = updates.data() + layout.update[child];
  double* const panel = factor.data() + layout.panel[s];
  double* const update = updates.data() + layout.update[s];
  const FrontLayout::Run *const first = layout.runs.data() + layout.runStart[child], *const last =
                                                                                         layout.runs.data() +
                                                                                         layout.runStart[child + 1];
  for (const auto* across = first; across != last; ++across)
    for (int c = 0; c < across->count; ++c) {
      const std::size_t column = across->to + c;
      if ((column < columns) != (part == Part::panel)) continue;
      // Column in front coordinates: its row 0 is the first row of the front.
      double* const to = column < columns ? panel + column * front : update + (column - columns) * below - columns;
      const double* const x = source + (across->from + c) * from;
      for (int i = c; i < across->count; ++i) to[across->to + i] += x[across->from + i];
      for (const auto* down = across + 1; down != last; ++down) {
        double* const y = to + down->to;
        const double* const z = x + down->from;
        for (int i = 0; i < down->count; ++i) y[i] += z[i];
      }
    }
}

/// Returns the failing column of the factor or -1.
int SparseLDL::Implementation::eliminate(int s, const double* values, bool parallel) {
  const int columns = layout.columns(s), below = layout.below(s), front = columns + below;
  const int first = layout.tree.firstColumn[s] * layout.blockSize;
  double* const update = updates.data() + layout.update[s];
  helper::checkInterrupt();
  assemblePanel(s, values);
  for (int c : layout.tree.childrenOf(s)) addChild(c, s, Part::panel);
  double* const panel = factor.data() + layout.panel[s];
  const int failed =
      kernels::factoriseTrapezoid(front, columns, panel, front, pivots.data() + first, buffers, parallel);
  if (failed >= 0) return first + failed;
  if (below == 0) return -1;
  kernels::subtractLowerProduct(kernels::From::zero, below, below, columns, panel + columns, front,
                                pivots.data() + first, update, below, buffers, parallel);
  for (int c : layout.tree.childrenOf(s)) addChild(c, s, Part::update);
  return -1;
}

int SparseLDL::Implementation::eliminateAll(const double* values) {
  if (!layout.parallel || helper::threadCount() == 1) {
    int failed = -1;
    for (int s = 0; s < layout.tree.size() && failed < 0; ++s) failed = eliminate(s, values, false);
    return failed;
  }
  // The first failure in postorder is reported, whatever thread meets it.
  std::atomic<int> failed = std::numeric_limits<int>::max();
  const auto note = [&](int column) {
    for (int known = failed; column < known && !failed.compare_exchange_weak(known, column);) {
    }
  };
  const auto eliminateSubtree = [&](std::size_t i) {
    for (int s = layout.subtrees[i].first; s <= layout.subtrees[i].second; ++s)
      if (const int column = eliminate(s, values, false); column >= 0) return note(column);
  };
  helper::arena().execute(
      [&] { tbb::parallel_for(std::size_t{0}, layout.subtrees.size(), eliminateSubtree, tbb::simple_partitioner{}); });
  for (std::size_t i = 0; i < layout.above.size() && failed == std::numeric_limits<int>::max(); ++i)
    if (const int column = eliminate(layout.above[i], values, true); column >= 0) note(column);
  return failed == std::numeric_limits<int>::max() ? -1 : failed.load();
}

/// The largest entry of the matrix; where no pivot has outgrown even those on the diagonal, the largest of these does
/// as well and is found sooner.
double SparseLDL::Implementation::largestEntry(std::span<const double> values) const {
  const auto largestOf = [](std::span<const double> some) {
    constexpr std::size_t lanes = 16;  // apart, so that comparisons do not wait for each other
    double largest[lanes] = {};
    std::size_t k = 0;
    for (; k + lanes <= some.size(); k += lanes)
      for (std::size_t l = 0; l < lanes; ++l) largest[l] = std::max(largest[l], std::abs(some[k + l]));
    for (; k < some.size(); ++k) largest[0] = std::max(largest[0], std::abs(some[k]));
    return *std::ranges::max_element(largest);
  };
  const double onDiagonal = largestOf(diagonal);
  return largestOf(pivots) > pivotGrowth * onDiagonal ? largestOf(values) : onDiagonal;
}

void SparseLDL::Implementation::judgePivots(int failed, std::span<const double> values) {
  constexpr double lostDigits = 1e-13;
  const int b = layout.blockSize;
  const auto rowOf = [&](int column) { return layout.tree.order[column / b] * b + column % b; };
  result = {};
  negative = 0;
  if (failed >= 0) {
    result.status = pivots[failed] == 0 ? FactorResult::Status::zeroPivot : FactorResult::Status::notFinite;
    result.row = rowOf(failed);
    result.pivotLoss = 0;
    return;
  }
  int grown = -1;
  const double largest = largestEntry(values);
  for (int k = 0; k < static_cast<int>(pivots.size()); ++k) {
    if (grown < 0 && std::abs(pivots[k]) > pivotGrowth * largest) grown = rowOf(k);
    negative += pivots[k] < 0;
    const double kept = std::abs(pivots[k]) / std::abs(diagonal[k]);  // inf where the diagonal was 0
    if (!(kept < result.pivotLoss)) continue;
    result.pivotLoss = kept;
    result.row = rowOf(k);
  }
  if (grown >= 0) result.row = grown;
  if (grown >= 0 || result.pivotLoss < lostDigits) result.status = FactorResult::Status::nearlySingular;
}

FactorResult SparseLDL::factorise(const BlockMatrix& a) {
  Implementation& m = *m_data;
  analyse(a);
  m.ready = false;
  if (helper::threadCount() > 1 && !m.layout.parallel) {
    placeUpdates(m.layout, true);
    m.updates.assign(m.layout.workspace, 0.0);
  }
  while (static_cast<int>(m.buffers.size()) < helper::threadCount()) m.buffers.emplace_back();
  m.judgePivots(m.eliminateAll(a.values().data()), a.values());
  m.ready = m.result.usable();
  return m.result;
}

template <class T>
void SparseLDL::Implementation::forward(int s, T* y, T* work) const {
  const int b = layout.blockSize;
  kernels::forwardSubstitute(layout.front(s), layout.columns(s), factor.data() + layout.panel[s],
                             y + layout.tree.firstColumn[s] * b, work);
  const T* t = work;
  for (int row : layout.tree.rowsOf(s))
    for (int i = 0; i < b; ++i) y[row * b + i] -= *t++;
}

template <class T>
void SparseLDL::Implementation::backward(int s, T* y, T* work) const {
  const int b = layout.blockSize;
  T* t = work;
  for (int row : layout.tree.rowsOf(s))
    for (int i = 0; i < b; ++i) *t++ = y[row * b + i];
  kernels::backSubstitute(layout.front(s), layout.columns(s), factor.data() + layout.panel[s],
                          y + layout.tree.firstColumn[s] * b, work);
}

bool SparseLDL::solve(std::span<double> x) {
  Implementation& m = *m_data;
  if (!m.ready || x.size() != m.x.size()) return false;
  const int b = m.layout.blockSize;
  const auto& order = m.layout.tree.order;
  for (std::size_t k = 0; k < order.size(); ++k)
    for (int i = 0; i < b; ++i) m.x[k * b + i] = x[static_cast<std::size_t>(order[k]) * b + i];
  m.forward(m.x.data(), m.t.data());
  for (std::size_t k = 0; k < m.x.size(); ++k) m.x[k] /= m.pivots[k];
  m.backward(m.x.data(), m.t.data());
  for (std::size_t k = 0; k < order.size(); ++k)
    for (int i = 0; i < b; ++i) x[static_cast<std::size_t>(order[k]) * b + i] = m.x[k * b + i];
  return true;
}

namespace {

/// Calls use(first, count) for groups of columns that fit a pack.
template <class Use>
void byPacks(Eigen::Index columns, const Use& use) {
  for (Eigen::Index c = 0; c < columns; c += kernels::packWidth) {
    helper::checkInterrupt();
    use(c, static_cast<int>(std::min<Eigen::Index>(kernels::packWidth, columns - c)));
  }
}

}  // namespace

bool SparseLDL::solve(DenseMatrix& x) {
  Implementation& m = *m_data;
  if (x.cols() == 1) return solve(std::span<double>(x.data(), x.size()));
  if (!m.ready || x.rows() != size()) return false;
  m.packs.resize(m.x.size());
  m.tPacks.resize(m.t.size());
  const int b = m.layout.blockSize;
  const auto& order = m.layout.tree.order;
  byPacks(x.cols(), [&](Eigen::Index first, int count) {
    for (std::size_t k = 0; k < m.x.size(); ++k) {
      m.packs[k] = kernels::Pack{};
      for (int c = 0; c < count; ++c) m.packs[k][c] = x(order[k / b] * b + k % b, first + c);
    }
    m.forward(m.packs.data(), m.tPacks.data());
    for (std::size_t k = 0; k < m.x.size(); ++k) m.packs[k] /= m.pivots[k];
    m.backward(m.packs.data(), m.tPacks.data());
    for (std::size_t k = 0; k < m.x.size(); ++k)
      for (int c = 0; c < count; ++c) x(order[k / b] * b + k % b, first + c) = m.packs[k][c];
  });
  return true;
}

/// What a thread needs to solve for some rows.
struct SparseLDL::Implementation::RowWork {
  std::vector<kernels::Pack> y, t;
  std::vector<char> isReached;
  std::vector<int> reach;
};

/// The supernodes that the entries of rows [first, last) are in, and those above, in postorder.
void SparseLDL::Implementation::findReach(const SparseRows& j, int first, int last, RowWork& work) const {
  const SupernodeTree& tree = layout.tree;
  work.reach.clear();
  work.isReached.resize(static_cast<std::size_t>(tree.size()), 0);
  for (int k = j.start[first]; k < j.start[last]; ++k)
    for (int s = tree.supernodeOf[tree.position[j.columns[k] / layout.blockSize]]; s >= 0 && !work.isReached[s];
         s = tree.parent[s]) {
      work.isReached[s] = 1;
      work.reach.push_back(s);
    }
  for (const int s : work.reach) work.isReached[s] = 0;
  std::sort(work.reach.begin(), work.reach.end());
}

/// Columns of w for `count` rows of J from `first` on; `all` is the reach of all rows.
void SparseLDL::Implementation::addColumns(const SparseRows& j, int first, int count, std::span<const int> all,
                                           double scale, DenseMatrix& w, RowWork& work) const {
  const int b = layout.blockSize;
  const auto placeOf = [&](int k) { return layout.tree.position[j.columns[k] / b] * b + j.columns[k] % b; };
  const auto columnsOf = [&](int s) {
    return std::span(work.y).subspan(static_cast<std::size_t>(layout.tree.firstColumn[s]) * static_cast<std::size_t>(b),
                                     layout.columns(s));
  };
  work.y.resize(x.size());
  work.t.resize(t.size());
  for (const int s : all) std::ranges::fill(columnsOf(s), kernels::Pack{});
  for (int c = 0; c < count; ++c)
    for (int k = j.start[first + c]; k < j.start[first + c + 1]; ++k) work.y[placeOf(k)][c] += j.values[k];
  findReach(j, first, first + count, work);
  for (const int s : work.reach) forward(s, work.y.data(), work.t.data());
  for (const int s : work.reach) {
    const double* pivot = pivots.data() + layout.tree.firstColumn[s] * b;
    for (auto& value : columnsOf(s)) value /= *pivot++;
  }
  for (auto s = all.rbegin(); s != all.rend(); ++s) backward(*s, work.y.data(), work.t.data());
  for (int row = 0; row < j.rows(); ++row)
    for (int k = j.start[row]; k < j.start[row + 1]; ++k) {
      const kernels::Pack term = scale * j.values[k] * work.y[placeOf(k)];
      for (int c = 0; c < count; ++c) w(row, first + c) += term[c];
    }
}

bool SparseLDL::addCompliance(const SparseRows& j, double factor, DenseMatrix& w) const {
  const Implementation& m = *m_data;
  if (!m.ready || w.rows() != j.rows() || w.cols() != j.rows()) return false;
  static thread_local Implementation::RowWork kept;
  m.findReach(j, 0, j.rows(), kept);
  static thread_local std::vector<int> reach;
  reach.assign(kept.reach.begin(), kept.reach.end());
  const std::span<const int> all = reach;  // that of this thread, for all
  constexpr int width = kernels::packWidth;
  const std::size_t packs = static_cast<std::size_t>((j.rows() + width - 1) / width);
  helper::parallelChunks(packs, 1, [&](std::size_t pack, std::size_t) {
    helper::checkInterrupt();
    const int first = static_cast<int>(pack) * width;
    m.addColumns(j, first, std::min(width, j.rows() - first), all, factor, w, kept);
  });
  return true;
}

bool SparseLDL::solveLower(DenseMatrix& x) {
  Implementation& m = *m_data;
  if (!m.ready || x.rows() != size()) return false;
  m.packs.resize(m.x.size());
  m.tPacks.resize(m.t.size());
  const int b = m.layout.blockSize;
  const auto& order = m.layout.tree.order;
  byPacks(x.cols(), [&](Eigen::Index first, int count) {
    for (std::size_t k = 0; k < m.x.size(); ++k) {
      m.packs[k] = kernels::Pack{};
      for (int c = 0; c < count; ++c) m.packs[k][c] = x(order[k / b] * b + k % b, first + c);
    }
    m.forward(m.packs.data(), m.tPacks.data());
    for (std::size_t k = 0; k < m.x.size(); ++k)
      for (int c = 0; c < count; ++c) x(k, first + c) = m.packs[k][c];
  });
  return true;
}

}  // namespace sofa::linearalgebra
