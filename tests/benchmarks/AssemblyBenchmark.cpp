// SPDX-License-Identifier: Apache-2.0
// Re-assembly of the stiffness of a beam (18,785 points; 81,920 or, of hexahedra, 16,384 elements) against its floor:
// streaming the values of the matrix once plus the arithmetic of the elements alone; and the product of the matrix with
// a vector against reading its values once.
#include <benchmark/benchmark.h>

#include <numeric>

#include "Sofa/FiniteElement/ElementKernel.h"
#include "Sofa/FiniteElement/HexaKernel.h"
#include "Sofa/FiniteElement/TetraSolid.h"
#include "Sofa/Helper/Parallel.h"
#include "Sofa/LinearAlgebra/AssembledMatrix.h"

namespace {

using namespace sofa;
using fem::Vec3;

/// Grid of 17 x 17 x 65 points, slightly deformed.
struct Beam {
  std::vector<Vec3> rest, x;
  std::vector<type::Hexahedron> hexahedra;
  std::vector<type::Tetrahedron> tetrahedra;
  std::vector<type::Triangle> triangles;

  Beam() {
    constexpr type::Index n = 17, nz = 65;
    for (type::Index k = 0; k < nz; ++k)
      for (type::Index j = 0; j < n; ++j)
        for (type::Index i = 0; i < n; ++i) rest.emplace_back(i / 16., j / 16., k / 16.);
    for (const Vec3& p : rest) x.push_back(p + 0.01 * Vec3(std::sin(3 * p[2]), std::cos(2 * p[0]), p[0] * p[1]));
    constexpr int split[5][4] = {{0, 1, 3, 4}, {1, 2, 3, 6}, {4, 5, 1, 6}, {4, 7, 6, 3}, {1, 3, 4, 6}};
    for (type::Index k = 0; k + 1 < nz; ++k)
      for (type::Index j = 0; j + 1 < n; ++j)
        for (type::Index i = 0; i + 1 < n; ++i) {
          const type::Index o = i + n * j + n * n * k, up = n * n;
          hexahedra.emplace_back(o, o + 1, o + n + 1, o + n, o + up, o + up + 1, o + up + n + 1, o + up + n);
          // Mirrored in every second cell, so that diagonals of neighbours agree.
          type::Hexahedron h = hexahedra.back();
          if ((i + j + k) % 2 == 1) h = type::Hexahedron(h[1], h[0], h[3], h[2], h[5], h[4], h[7], h[6]);
          for (const auto& t : split) tetrahedra.emplace_back(h[t[0]], h[t[1]], h[t[2]], h[t[3]]);
          triangles.emplace_back(h[0], h[1], h[2]);
          triangles.emplace_back(h[0], h[2], h[3]);
        }
  }
};
const Beam& beam() {
  static const Beam instance;
  return instance;
}

/// Kernels ready for assembly: forces were computed once.
struct Tetrahedra {
  fem::TetraKernel kernel;
  Tetrahedra() {
    const fem::Lame material = fem::lame(6000, 0.4);
    kernel.init(beam().tetrahedra, beam().rest, {&material, 1}, fem::TetraFrame::nodes);
    std::vector<Vec3> f(beam().rest.size(), Vec3::Zero());
    kernel.addForceAndLinearise(beam().x, f);
  }
  std::size_t elements() const { return kernel.elementCount(); }
  double arithmetic() const { return packArithmetic<10>(kernel); }
  template <int pairs, class Kernel>
  static double packArithmetic(const Kernel& kernel) {
    fem::Pack k[pairs][9] = {}, sum{};
    for (std::size_t b = 0; b < kernel.blockCount(); ++b) {
      kernel.stiffnessPacks(b, k);
      for (const auto& pair : k) sum += pair[0];
    }
    return fem::sumLanes(sum);
  }
};

struct TetrahedraOneByOne {
  fem::TetraSolid kernel;
  TetrahedraOneByOne() {
    const fem::Lame material = fem::lame(6000, 0.4);
    fem::TetraSolid::Options options;
    options.update = fem::TetraUpdate::current;
    kernel.init(beam().tetrahedra, beam().rest, {&material, 1}, options);
    std::vector<Vec3> f(beam().rest.size(), Vec3::Zero());
    kernel.addForceAndLinearise(beam().x, f);
  }
  std::size_t elements() const { return kernel.elementCount(); }
  double arithmetic() const { return elementArithmetic(kernel); }
  template <class Kernel>
  static double elementArithmetic(const Kernel& kernel) {
    double sum = 0;
    for (std::size_t e = 0; e < kernel.elementCount(); ++e) sum += kernel.stiffness(e)(0, 0);
    return sum;
  }
};

template <bool own>
struct Hexahedra {
  fem::HexaKernel kernel;
  Hexahedra() {
    const fem::HexaKernel::Material material{6000, 0.4};
    kernel.init(
        beam().hexahedra, beam().rest, {&material, 1}, fem::HexaFrame::axes,
        [](const fem::HexaPoints& shape, double nu) { return fem::hexaStiffness(shape, fem::lame(1, nu)); }, own);
    std::vector<Vec3> f(beam().rest.size(), Vec3::Zero());
    kernel.addForceAndLinearise(beam().x, f);
  }
  std::size_t elements() const { return kernel.elementCount(); }
  double arithmetic() const { return Tetrahedra::packArithmetic<36>(kernel); }
};

struct Triangles {
  fem::ElementKernel<type::Triangle, 3, fem::CorotationalStrain, fem::HookeLaw> kernel;
  Triangles() {
    const fem::Lame material = fem::lame(6000, 0.4);
    kernel.init(beam().triangles, beam().rest, {&material, 1}, fem::ElementRotation::nodes);
    std::vector<Vec3> f(beam().rest.size(), Vec3::Zero());
    kernel.addForceAndLinearise(beam().x, f);
  }
  std::size_t elements() const { return kernel.elementCount(); }
  double arithmetic() const { return TetrahedraOneByOne::elementArithmetic(kernel); }
};

/// The matrix with everything recorded.
template <class Elements>
struct Assembly {
  Elements elements;
  linearalgebra::AssembledMatrix matrix;
  linearalgebra::Contribution* target;
  Assembly() {
    const int size = 3 * static_cast<int>(beam().rest.size());
    matrix.reset(3, size, size);
    target = &matrix.add(0, 0, size, size);
    while (!run()) {
    }
  }
  bool run() {
    matrix.begin();
    elements.kernel.addStiffness(*target);
    return matrix.complete();
  }
};

template <class Elements>
Assembly<Elements>& assembly() {
  static Assembly<Elements> instance;
  return instance;
}

void count(benchmark::State& state, double number, const char* name) {
  state.counters[name] = benchmark::Counter(number, benchmark::Counter::kIsIterationInvariantRate);
}

template <class Elements>
void streamValues(benchmark::State& state) {
  helper::setThreadCount(static_cast<int>(state.range(0)));
  auto& matrix = assembly<Elements>().matrix.matrix();
  for (auto _ : state) {
    matrix.setZero();
    benchmark::DoNotOptimize(matrix.values().data());
    benchmark::ClobberMemory();
  }
  count(state, static_cast<double>(matrix.values().size()) * sizeof(double), "bytes/s");
  helper::setThreadCount(1);
}

template <class Elements>
void elementArithmetic(benchmark::State& state) {
  auto& elements = assembly<Elements>().elements;
  for (auto _ : state) benchmark::DoNotOptimize(elements.arithmetic());
  count(state, static_cast<double>(elements.elements()), "elements/s");
}

template <class Elements>
void reassemble(benchmark::State& state) {
  helper::setThreadCount(static_cast<int>(state.range(0)));
  auto& system = assembly<Elements>();
  for (auto _ : state) system.run();
  count(state, static_cast<double>(system.elements.elements()), "elements/s");
  helper::setThreadCount(1);
}

void readValues(benchmark::State& state) {
  helper::setThreadCount(static_cast<int>(state.range(0)));
  const auto& matrix = std::as_const(assembly<Tetrahedra>().matrix).matrix();
  const auto values = matrix.values();
  std::vector<double> sums(values.size() / 65536 + 1);
  for (auto _ : state) {
    helper::parallelChunks(values.size(), 65536, [&](std::size_t begin, std::size_t end) {
      fem::Pack sum[4] = {};
      for (std::size_t i = begin; i + 4 * fem::simdWidth <= end; i += 4 * fem::simdWidth)
        for (int k = 0; k < 4; ++k) sum[k] += helper::load(&values[i + k * fem::simdWidth]);
      sums[begin / 65536] = fem::sumLanes(sum[0] + sum[1] + sum[2] + sum[3]);
    });
    benchmark::DoNotOptimize(sums.data());
  }
  count(state, static_cast<double>(values.size()) * sizeof(double), "bytes/s");
  helper::setThreadCount(1);
}

void multiply(benchmark::State& state) {
  helper::setThreadCount(static_cast<int>(state.range(0)));
  const auto& matrix = std::as_const(assembly<Tetrahedra>().matrix).matrix();
  std::vector<double> x(matrix.columns()), y(matrix.rows());
  std::iota(x.begin(), x.end(), 1.0);
  for (auto _ : state) {
    matrix.multiply(x, y);
    benchmark::DoNotOptimize(y.data());
  }
  count(state, static_cast<double>(matrix.values().size()) * sizeof(double), "bytes/s");
  helper::setThreadCount(1);
}

#define ASSEMBLY_BENCHMARKS(Elements)                                                                                  \
  BENCHMARK(streamValues<Elements>)->ArgName("threads")->Arg(1)->Arg(2)->Unit(benchmark::kMillisecond)->UseRealTime(); \
  BENCHMARK(elementArithmetic<Elements>)->Unit(benchmark::kMillisecond)->UseRealTime();                                \
  BENCHMARK(reassemble<Elements>)->ArgName("threads")->Arg(1)->Arg(2)->Unit(benchmark::kMillisecond)->UseRealTime()

ASSEMBLY_BENCHMARKS(Tetrahedra);
ASSEMBLY_BENCHMARKS(TetrahedraOneByOne);
ASSEMBLY_BENCHMARKS(Hexahedra<false>);
ASSEMBLY_BENCHMARKS(Hexahedra<true>);
ASSEMBLY_BENCHMARKS(Triangles);
BENCHMARK(readValues)->ArgName("threads")->Arg(1)->Arg(2)->Unit(benchmark::kMillisecond)->UseRealTime();
BENCHMARK(multiply)->ArgName("threads")->Arg(1)->Arg(2)->Unit(benchmark::kMillisecond)->UseRealTime();

}  // namespace
