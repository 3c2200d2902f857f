// SPDX-License-Identifier: Apache-2.0
// What contact by a barrier costs of two cloths that lie on each other, of a thousand to a hundred thousand triangles:
// the candidates and pairs at rest, and candidates with times of impact of a step in which they would pass each other.
#include <benchmark/benchmark.h>

#include <cmath>

#include "Sofa/Geometry/Contact/ContactPairs.h"
#include "Sofa/Geometry/Contact/FreeMotion.h"

namespace {

using namespace sofa;

/// Two sheets of about `count` triangles in all with sides of 1 m, a fifth of an edge apart.
struct TwoCloths {
  std::vector<type::Vec3> x, end;
  std::vector<geometry::ContactSurface::Body> bodies{2};
  double edge;

  explicit TwoCloths(std::int64_t count) {
    const int n = static_cast<int>(std::sqrt(count / 4.0));
    edge = 1.0 / n;
    for (int b = 0; b < 2; ++b) {
      const auto first = static_cast<type::Index>(x.size()), row = static_cast<type::Index>(n + 1);
      for (int j = 0; j <= n; ++j)
        for (int i = 0; i <= n; ++i) {
          const double u = (i + 0.3 * b) * edge, v = (j + 0.4 * b) * edge;
          x.emplace_back(u, v, 0.2 * b * edge + 0.05 * std::sin(9 * u) * std::cos(7 * v));
          end.push_back(x.back() - type::Vec3(0, 0, 0.4 * b * edge));
        }
      for (int j = 0; j < n; ++j)
        for (int i = 0; i < n; ++i) {
          const type::Index a = first + i + j * row;
          bodies[b].triangles.push_back({a, a + 1, a + row + 1});
          bodies[b].triangles.push_back({a, a + row + 1, a + row});
        }
    }
  }
  geometry::ContactSurface surface() const {
    return geometry::ContactSurface(bodies, x, edge, [](std::size_t, std::size_t) { return true; });
  }
};

void contactPairs(benchmark::State& state) {
  const TwoCloths cloths(state.range(0));
  const auto surface = cloths.surface();
  geometry::CandidateSearch search;
  geometry::ContactCandidates candidates;
  geometry::ContactPairs pairs;
  for (auto _ : state) {
    search.find(surface, cloths.x, 0.3 * cloths.edge, candidates);
    pairs.find(surface, candidates, cloths.x, 0.3 * cloths.edge);
  }
  state.counters["candidates"] = static_cast<double>(candidates.size());
  state.counters["pairs"] = static_cast<double>(pairs.list().size());
  state.SetComplexityN(state.range(0));
}

void freeMotion(benchmark::State& state) {
  const TwoCloths cloths(state.range(0));
  const auto surface = cloths.surface();
  geometry::CandidateSearch search;
  geometry::ContactCandidates candidates;
  double free = 0;
  for (auto _ : state) {
    search.find(surface, cloths.x, cloths.end, 0, candidates);
    free = geometry::freeMotion(surface, candidates, cloths.x, cloths.end, 0.1);
  }
  state.counters["candidates"] = static_cast<double>(candidates.size());
  state.counters["free"] = free;
  state.SetComplexityN(state.range(0));
}

void eachSize(benchmark::internal::Benchmark* b) {
  b->RangeMultiplier(10)->Range(1000, 100000)->Unit(benchmark::kMillisecond)->Complexity(benchmark::oNLogN);
}
BENCHMARK(contactPairs)->Apply(eachSize);
BENCHMARK(freeMotion)->Apply(eachSize);

}  // namespace
