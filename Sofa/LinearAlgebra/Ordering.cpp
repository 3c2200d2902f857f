// SPDX-License-Identifier: Apache-2.0
#include "Sofa/LinearAlgebra/Ordering.h"

#include <amd.h>
#include <colamd.h>

#include <mutex>
#include <numeric>
#include <stdexcept>

#include "Sofa/LinearAlgebra/EliminationTree.h"
#include "Sofa/LinearAlgebra/SlenderOrdering.h"
#include "Sofa/LinearAlgebra/SuiteSparse.h"

namespace sofa::linearalgebra {

BlockGraph symmetricGraph(const BlockMatrix& a) {
  if (a.blockRows() != a.blockColumns()) throw std::invalid_argument("symmetricGraph: the matrix must be square");
  const int n = a.blockRows();
  const auto rowStart = a.rowStart();
  const auto columns = a.columnIndices();
  // Rows of A^T, ascending because the rows of A are visited in order.
  std::vector<int> transposedStart(n + 1, 0), transposed(columns.size());
  for (int column : columns) ++transposedStart[column + 1];
  std::partial_sum(transposedStart.begin(), transposedStart.end(), transposedStart.begin());
  std::vector<int> next(transposedStart.begin(), transposedStart.end() - 1);
  for (int i = 0; i < n; ++i)
    for (int k = rowStart[i]; k < rowStart[i + 1]; ++k) transposed[next[columns[k]]++] = i;

  BlockGraph graph;
  graph.start.reserve(n + 1);
  graph.neighbours.reserve(columns.size());
  for (int i = 0; i < n; ++i) {
    int k = rowStart[i], t = transposedStart[i];
    const int kEnd = rowStart[i + 1], tEnd = transposedStart[i + 1];
    while (k < kEnd || t < tEnd) {
      const int j = t == tEnd || (k < kEnd && columns[k] <= transposed[t]) ? columns[k] : transposed[t];
      while (k < kEnd && columns[k] == j) ++k;
      while (t < tEnd && transposed[t] == j) ++t;
      if (j != i) graph.neighbours.push_back(j);
    }
    graph.start.push_back(static_cast<int>(graph.neighbours.size()));
  }
  return graph;
}

std::vector<int> inversePermutation(const std::vector<int>& order) {
  std::vector<int> position(order.size());
  for (std::size_t k = 0; k < order.size(); ++k) position[order[k]] = static_cast<int>(k);
  return position;
}

namespace {

std::vector<int> natural(int n) {
  std::vector<int> order(n);
  std::iota(order.begin(), order.end(), 0);
  return order;
}

std::vector<int> byAmd(const BlockGraph& graph) {
  std::vector<int> order(graph.size());
  const int status =
      amd_order(graph.size(), graph.start.data(), graph.neighbours.data(), order.data(), nullptr, nullptr);
  return status == AMD_OK || status == AMD_OK_BUT_JUMBLED ? order : natural(graph.size());
}

std::vector<int> byColamd(const BlockGraph& graph) {
  const int n = graph.size();
  const std::size_t length = colamd_recommended(static_cast<int>(graph.neighbours.size()) + n, n, n);
  std::vector<int> start(n + 1), work(length);
  int used = 0;
  for (int i = 0; i < n; ++i) {
    start[i] = used;
    work[used++] = i;
    for (int k = graph.start[i]; k < graph.start[i + 1]; ++k) work[used++] = graph.neighbours[k];
  }
  start[n] = used;
  int statistics[COLAMD_STATS];
  if (length == 0 || !colamd(n, n, static_cast<int>(length), work.data(), start.data(), nullptr, statistics))
    return byAmd(graph);
  return {start.begin(), start.begin() + n};
}

/// METIS draws from the random numbers of the whole program, and has its own handlers of signals while it works: of two
/// that work at a time, each would find another order every time, and one would leave its handlers behind.
std::mutex metisMutex;

std::vector<int> byMetis(const BlockGraph& graph) {
  const int n = graph.size();
  const SuiteSparse& suiteSparse = SuiteSparse::get();
  cholmod_common common;
  suiteSparse.cholmodStart(&common);
  common.print = 0;
  std::vector<int> order;
  std::size_t upper = 0;
  for (int j = 0; j < n; ++j)
    for (int k = graph.start[j]; k < graph.start[j + 1]; ++k) upper += graph.neighbours[k] < j;
  if (cholmod_sparse* a = suiteSparse.cholmodAllocateSparse(n, n, upper, true, true, 1, CHOLMOD_PATTERN, &common)) {
    int *start = static_cast<int*>(a->p), *row = static_cast<int*>(a->i), used = 0;
    for (int j = 0; j < n; ++j) {
      start[j] = used;
      for (int k = graph.start[j]; k < graph.start[j + 1]; ++k)
        if (graph.neighbours[k] < j) row[used++] = graph.neighbours[k];
    }
    start[n] = used;
    order.resize(n);
    const std::lock_guard alone(metisMutex);
    if (!suiteSparse.cholmodMetis(a, nullptr, 0, true, order.data(), &common)) order.clear();
    suiteSparse.cholmodFreeSparse(&a, &common);
  }
  suiteSparse.cholmodFinish(&common);
  return static_cast<int>(order.size()) == n ? order : byAmd(graph);
}

/// Long bodies are often best from both ends, others in small systems by minimum degree and in large ones by nested
/// dissection, which takes long to find but leaves independent work for threads.
std::vector<int> bestOrder(const BlockGraph& graph, int blockSize) {
  constexpr int smallSystem = 1500;  // scalars
  const bool isSmall = static_cast<long>(graph.size()) * blockSize < smallSystem;
  std::vector<int> order = byAmd(graph), slender = orderFromBothEnds(graph);
  double work = factorisationWork(graph, order);
  const double slenderWork = factorisationWork(graph, slender, work);
  if (!isSmall && slenderWork > 0.5 * work) {
    order = byMetis(graph);
    work = factorisationWork(graph, order);
  }
  return slenderWork < (isSmall ? 0.9 : 0.7) * work ? slender : order;
}

}  // namespace

std::vector<int> eliminationOrder(const BlockGraph& graph, Ordering ordering, int blockSize) {
  if (graph.size() < 2) return natural(graph.size());
  switch (ordering) {
    case Ordering::natural:
      return natural(graph.size());
    case Ordering::amd:
      return byAmd(graph);
    case Ordering::colamd:
      return byColamd(graph);
    case Ordering::metis:
      return byMetis(graph);
    case Ordering::best:
      break;
  }
  return bestOrder(graph, blockSize);
}

}  // namespace sofa::linearalgebra
