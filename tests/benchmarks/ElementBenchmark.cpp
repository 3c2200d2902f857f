// SPDX-License-Identifier: Apache-2.0
// Forces and products of the general element kernels on some 10 000 elements, with one thread and with two; and one
// hyperelastic material with the tangent it takes.
#include <benchmark/benchmark.h>

#include "Sofa/FiniteElement/HyperelasticSolid.h"
#include "Sofa/Helper/Parallel.h"

namespace {

using namespace sofa;
using fem::Vec3;

/// About 10 000 elements on a grid of points, slightly deformed.
template <class Element>
struct Mesh {
  static constexpr type::Index n = 22;
  std::vector<Vec3> rest, x;
  std::vector<Element> elements;
  Mesh() {
    for (type::Index k = 0; k < n; ++k)
      for (type::Index j = 0; j < n; ++j)
        for (type::Index i = 0; i < n; ++i) rest.emplace_back(i, j, k);
    for (const Vec3& p : rest) x.push_back(p + 0.05 * Vec3(std::sin(3 * p[2]), std::cos(2 * p[0]), std::sin(p[1])));
    constexpr type::Index up = n * n;
    for (type::Index k = 0; k + 1 < n; ++k)
      for (type::Index j = 0; j + 1 < n; ++j)
        for (type::Index i = 0; i + 1 < n; ++i) {
          const type::Index o = i + n * j + up * k;
          const type::Hexahedron h(o, o + 1, o + n + 1, o + n, o + up, o + up + 1, o + up + n + 1, o + up + n);
          if constexpr (std::is_same_v<Element, type::Hexahedron>) elements.push_back(h);
          if constexpr (std::is_same_v<Element, type::Tetrahedron>) elements.emplace_back(h[0], h[1], h[3], h[4]);
          if constexpr (std::is_same_v<Element, type::Prism>) elements.emplace_back(h[0], h[1], h[3], h[4], h[5], h[7]);
          if constexpr (std::is_same_v<Element, type::Pyramid>) elements.emplace_back(h[0], h[1], h[2], h[3], h[6]);
          if constexpr (std::is_same_v<Element, type::Quad>) elements.emplace_back(h[0], h[1], h[2], h[3]);
          if constexpr (std::is_same_v<Element, type::Triangle>) elements.emplace_back(h[0], h[1], h[3]);
          if constexpr (std::is_same_v<Element, type::Edge>) elements.emplace_back(h[0], h[1]);
        }
  }
};
template <class Element>
const Mesh<Element>& mesh() {
  static const Mesh<Element> instance;
  return instance;
}

template <class Element>
auto elastic() {
  const fem::Lame material = fem::lame(6000, 0.4);
  fem::ElementKernel<Element, 3, fem::CorotationalStrain, fem::HookeLaw> kernel;
  kernel.init(
      mesh<Element>().elements, mesh<Element>().rest, {&material, 1},
      fem::ReferenceElement<Element>::dimension == 3 ? fem::ElementRotation::polar : fem::ElementRotation::nodes);
  return kernel;
}
template <class Element>
auto neoHookean() {
  const fem::NeoHookean<double> material{{}, 2000, 8000};
  fem::HyperelasticKernel<Element, fem::NeoHookean> kernel;
  kernel.init(mesh<Element>().elements, mesh<Element>().rest, {&material, 1});
  return kernel;
}

template <class Element, auto make>
void force(benchmark::State& state) {
  helper::setThreadCount(static_cast<int>(state.range(0)));
  auto kernel = make();
  std::vector<Vec3> f(mesh<Element>().x.size(), Vec3::Zero());
  for (auto _ : state) kernel.addForceAndLinearise(mesh<Element>().x, f);
  state.counters["elements/s"] =
      benchmark::Counter(static_cast<double>(kernel.elementCount()), benchmark::Counter::kIsIterationInvariantRate);
  helper::setThreadCount(1);
}
template <class Element, auto make>
void product(benchmark::State& state) {
  helper::setThreadCount(static_cast<int>(state.range(0)));
  auto kernel = make();
  kernel.linearise(mesh<Element>().x);
  std::vector<Vec3> df(mesh<Element>().x.size(), Vec3::Zero());
  for (auto _ : state) kernel.addDForce(mesh<Element>().x, df, 1e-9);
  state.counters["elements/s"] =
      benchmark::Counter(static_cast<double>(kernel.elementCount()), benchmark::Counter::kIsIterationInvariantRate);
  helper::setThreadCount(1);
}

#define ELEMENT_BENCHMARKS(Element, make)    \
  BENCHMARK(force<Element, make<Element>>)   \
      ->ArgName("threads")                   \
      ->Arg(1)                               \
      ->Arg(2)                               \
      ->Unit(benchmark::kMicrosecond)        \
      ->UseRealTime();                       \
  BENCHMARK(product<Element, make<Element>>) \
      ->ArgName("threads")                   \
      ->Arg(1)                               \
      ->Arg(2)                               \
      ->Unit(benchmark::kMicrosecond)        \
      ->UseRealTime()

ELEMENT_BENCHMARKS(type::Edge, elastic);
ELEMENT_BENCHMARKS(type::Triangle, elastic);
ELEMENT_BENCHMARKS(type::Quad, elastic);
ELEMENT_BENCHMARKS(type::Prism, elastic);
ELEMENT_BENCHMARKS(type::Pyramid, elastic);
ELEMENT_BENCHMARKS(type::Tetrahedron, neoHookean);
ELEMENT_BENCHMARKS(type::Hexahedron, neoHookean);

}  // namespace
