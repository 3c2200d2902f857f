// SPDX-License-Identifier: Apache-2.0
// Reading numbers of a mesh or an attribute: against strtod, which a scene's text could be read with instead.
#include <benchmark/benchmark.h>

#include <cstdlib>

#include "Sofa/Type/Text.h"

namespace {

std::string numbers(int count) {
  std::string text;
  for (int i = 0; i < count; ++i) text += std::to_string(i * 0.37 - 12.5) + ' ';
  return text;
}

void readVector(benchmark::State& state) {
  const std::string text = numbers(3000);
  std::vector<sofa::type::Vec3> values;
  for (auto _ : state) {
    sofa::type::TextReader in(text);
    sofa::type::TextTraits<std::vector<sofa::type::Vec3>>::read(in, values);
    benchmark::DoNotOptimize(values.data());
  }
  state.SetBytesProcessed(static_cast<std::int64_t>(text.size()) * state.iterations());
}
BENCHMARK(readVector);

void strtodForComparison(benchmark::State& state) {
  const std::string text = numbers(3000);
  std::vector<double> values;
  for (auto _ : state) {
    values.clear();
    char* end = nullptr;
    for (const char* p = text.c_str(); *p && *p != '\0'; p = end) {
      values.push_back(std::strtod(p, &end));
      if (end == p) break;
    }
    benchmark::DoNotOptimize(values.data());
  }
  state.SetBytesProcessed(static_cast<std::int64_t>(text.size()) * state.iterations());
}
BENCHMARK(strtodForComparison);

}  // namespace
