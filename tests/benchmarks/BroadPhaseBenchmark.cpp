// SPDX-License-Identifier: Apache-2.0
// What it costs to find the pairs of a thousand to a million boxes that meet, as the broad phase does: boxes askew in a
// heap, of which each meets a few others. BigO is the fit of the times by n log n, RMS how far they are from it.
#include <benchmark/benchmark.h>

#include <bit>
#include <cmath>
#include <random>

#include "Sofa/Geometry/BoxHierarchy.h"

namespace {

using namespace sofa;

std::vector<type::BoundingBox> heap(std::size_t count) {
  std::mt19937 random(1);
  std::uniform_real_distribution<double> place(0, std::cbrt(static_cast<double>(count))), length(0.8, 1.1);
  std::vector<type::BoundingBox> boxes(count);
  for (auto& box : boxes) {
    const type::Vec3 corner(place(random), place(random), place(random));
    box = {corner, corner + type::Vec3(length(random), length(random), length(random))};
  }
  return boxes;
}

void pairsOfBoxes(benchmark::State& state) {
  const auto boxes = heap(static_cast<std::size_t>(state.range(0)));
  geometry::BoxHierarchy hierarchy;
  geometry::BoxHierarchyStack stack;
  std::size_t pairs = 0;
  for (auto _ : state) {
    pairs = 0;
    hierarchy.build(boxes, static_cast<int>(std::bit_width(boxes.size())));
    geometry::forEachOverlap(hierarchy, hierarchy, 0.01, stack, [&](type::Index i, type::Index j) { pairs += j < i; });
  }
  state.counters["pairs"] = static_cast<double>(pairs);
  state.SetComplexityN(state.range(0));
}
BENCHMARK(pairsOfBoxes)
    ->RangeMultiplier(10)
    ->Range(1000, 1000000)
    ->Unit(benchmark::kMillisecond)
    ->Complexity(benchmark::oNLogN);

}  // namespace
