// SPDX-License-Identifier: Apache-2.0
// Solving the system of an implicit step of a clamped elastic beam (E = 6000, dt = 0.01): factorisations by ordering
// and size, right-hand sides at once, preconditioners, and the product that every iterative solver repeats.
#include <benchmark/benchmark.h>

#include <Eigen/CholmodSupport>
#include <Eigen/SparseLU>

#include "../LinearAlgebra/ConjugateGradients.h"
#include "Sofa/Helper/Parallel.h"
#include "Sofa/LinearAlgebra/AlgebraicMultigrid.h"
#include "Sofa/LinearAlgebra/BlockProduct.h"
#include "Sofa/LinearAlgebra/IncompleteFactorisation.h"
#include "Sofa/LinearAlgebra/Relaxation.h"
#include "Sofa/LinearAlgebra/SparseLDL.h"
#include "Sofa/LinearAlgebra/SparseLU.h"

namespace {

using namespace sofa;
using namespace sofa::linearalgebra;
using namespace sofa::test;

/// across x across x 4 (across - 1) + 1 points: 4 gives 208 points, 9 gives 2 673, 17 gives 18 785, 30 gives 105 300.
BlockMatrix beam(long across, std::vector<Point>* points = nullptr) {
  return implicitBeam(static_cast<int>(across), static_cast<int>(4 * (across - 1) + 1), 0.01, points);
}

Eigen::SparseMatrix<double> lowerColumns(const BlockMatrix& a) {
  std::vector<Eigen::Triplet<double>> entries;
  const int b = a.blockSize();
  for (int i = 0; i < a.blockRows(); ++i)
    for (int k = a.rowStart()[i]; k < a.rowStart()[i + 1]; ++k)
      for (int e = 0; e < b * b; ++e)
        if (i * b + e % b >= a.columnIndices()[k] * b + e / b)
          entries.emplace_back(i * b + e % b, a.columnIndices()[k] * b + e / b, a.block(k)[e]);
  Eigen::SparseMatrix<double> lower(a.rows(), a.rows());
  lower.setFromTriplets(entries.begin(), entries.end());
  return lower;
}

void analyse(benchmark::State& state) {
  const BlockMatrix a = beam(state.range(1));
  for (auto _ : state) {
    SparseLDL ldl(static_cast<Ordering>(state.range(0)));
    ldl.analyse(a);
    state.counters["factor"] = static_cast<double>(ldl.factorSize());
  }
}
BENCHMARK(analyse)
    ->ArgNames({"ordering", "across"})
    ->ArgsProduct({{long(Ordering::amd), long(Ordering::colamd), long(Ordering::metis)}, {4, 9, 17}})
    ->Unit(benchmark::kMillisecond);

void factorise(benchmark::State& state) {
  helper::setThreadCount(static_cast<int>(state.range(2)));
  const BlockMatrix a = beam(state.range(1));
  SparseLDL ldl(static_cast<Ordering>(state.range(0)));
  ldl.factorise(a);
  for (auto _ : state) ldl.factorise(a);
  helper::setThreadCount(1);
}
BENCHMARK(factorise)
    ->ArgNames({"ordering", "across", "threads"})
    ->ArgsProduct({{long(Ordering::amd), long(Ordering::metis)}, {4, 9, 17}, {1, 2}})
    ->Unit(benchmark::kMillisecond)
    ->UseRealTime();

/// CHOLMOD's supernodal factorisation of the same matrix, for comparison.
void cholmodForComparison(benchmark::State& state) {
  const Eigen::SparseMatrix<double> lower = lowerColumns(beam(state.range(0)));
  Eigen::CholmodSupernodalLLT<Eigen::SparseMatrix<double>, Eigen::Lower> llt;
  llt.cholmod().nmethods = 1;
  llt.cholmod().method[0].ordering = state.range(0) > 8 ? CHOLMOD_METIS : CHOLMOD_AMD;
  llt.analyzePattern(lower);
  for (auto _ : state) llt.factorize(lower);
}
BENCHMARK(cholmodForComparison)->ArgName("across")->Arg(4)->Arg(9)->Arg(17)->Unit(benchmark::kMillisecond);

void solve(benchmark::State& state) {
  const BlockMatrix a = beam(state.range(0));
  SparseLDL ldl;
  ldl.factorise(a);
  DenseMatrix x = DenseMatrix::Random(a.rows(), state.range(1));
  for (auto _ : state) {
    ldl.solve(x);
    benchmark::DoNotOptimize(x.data());
  }
}
BENCHMARK(solve)->ArgNames({"across", "sides"})->ArgsProduct({{4, 9, 17}, {1, 8}})->Unit(benchmark::kMillisecond);

void sparseLU(benchmark::State& state) {
  const BlockMatrix a = beam(state.range(0));
  SparseLU lu;
  for (auto _ : state) lu.factorise(a);
}
BENCHMARK(sparseLU)->ArgName("across")->Arg(4)->Arg(9)->Unit(benchmark::kMillisecond);

void eigenLUForComparison(benchmark::State& state) {
  const Eigen::SparseMatrix<double> lower = lowerColumns(beam(state.range(0)));
  const Eigen::SparseMatrix<double> full = lower.selfadjointView<Eigen::Lower>();
  Eigen::SparseLU<Eigen::SparseMatrix<double>> lu;
  lu.analyzePattern(full);
  for (auto _ : state) lu.factorize(full);
}
BENCHMARK(eigenLUForComparison)->ArgName("across")->Arg(4)->Arg(9)->Unit(benchmark::kMillisecond);

void sparseQR(benchmark::State& state) {
  const BlockMatrix a = beam(state.range(0));
  SparseQR qr;
  for (auto _ : state) qr.factorise(a);
}
BENCHMARK(sparseQR)->ArgName("across")->Arg(4)->Unit(benchmark::kMillisecond);

void multiply(benchmark::State& state) {
  helper::setThreadCount(static_cast<int>(state.range(1)));
  const BlockMatrix a = beam(state.range(0));
  const Vector x = randomVector(a.rows(), 1);
  Vector y(a.rows());
  for (auto _ : state) a.multiply(span(x), span(y));
  state.SetBytesProcessed(static_cast<std::int64_t>(a.values().size() * sizeof(double)) * state.iterations());
  helper::setThreadCount(1);
}
BENCHMARK(multiply)
    ->ArgNames({"across", "threads"})
    ->ArgsProduct({{9, 17, 30}, {1, 2}})
    ->Unit(benchmark::kMillisecond)
    ->UseRealTime();

void congruenceProduct(benchmark::State& state) {
  const BlockMatrix a = beam(state.range(0));
  BlockMatrix c;
  CongruenceProduct product;
  product.compute(a, a, c);
  for (auto _ : state) product.compute(a, a, c);
}
BENCHMARK(congruenceProduct)->ArgName("across")->Arg(9)->Unit(benchmark::kMillisecond);

enum class Method : long { none, jacobi, ssor, incomplete, multigrid };

/// Setup and a solution to 1e-8, with the iterations it took.
void conjugateGradients(benchmark::State& state) {
  std::vector<Point> points;
  const BlockMatrix a = beam(state.range(1), &points);
  const Vector b = bendingLoad(static_cast<int>(state.range(1)), static_cast<int>(4 * (state.range(1) - 1) + 1));
  Vector x;
  BlockDiagonalInverse jacobi;
  SymmetricRelaxation ssor;
  IncompleteFactorisation incomplete(IncompleteFactorisation::Kind::cholesky);
  AlgebraicMultigrid multigrid;
  multigrid.setup(a, points);
  const auto run = [&](auto& method) {
    return test::conjugateGradients(a, b, x, [&](const Vector& r, Vector& z) { method.apply(span(r), span(z)); });
  };
  int iterations = 0;
  for (auto _ : state) {
    switch (static_cast<Method>(state.range(0))) {
      case Method::none:
        iterations = test::conjugateGradients(a, b, x, [](const Vector& r, Vector& z) { z = r; });
        break;
      case Method::jacobi:
        jacobi.factorise(a);
        iterations = run(jacobi);
        break;
      case Method::ssor:
        ssor.factorise(a);
        iterations = run(ssor);
        break;
      case Method::incomplete:
        incomplete.factorise(a);
        iterations = run(incomplete);
        break;
      case Method::multigrid:
        multigrid.setup(a, points);
        iterations = run(multigrid);
        break;
    }
  }
  state.counters["iterations"] = iterations;
}
BENCHMARK(conjugateGradients)
    ->ArgNames({"method", "across"})
    ->ArgsProduct({{0, 1, 2, 3, 4}, {9, 17}})
    ->Args({0, 30})
    ->Args({4, 30})
    ->Unit(benchmark::kMillisecond);

}  // namespace
