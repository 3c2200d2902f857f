// SPDX-License-Identifier: Apache-2.0
// What objects cost: resident memory of a body of four components, and the time to create many through the factory.
#include <benchmark/benchmark.h>
#include <malloc.h>
#include <unistd.h>

#include <fstream>

#include "Sofa/Simulation/Node.h"

namespace {

using sofa::simulation::Node;

double residentBytes() {
  std::ifstream file("/proc/self/statm");
  double total = 0, resident = 0;
  file >> total >> resident;
  return resident * static_cast<double>(sysconf(_SC_PAGESIZE));
}

double allocatedBytes() {
  const auto info = mallinfo2();
  return static_cast<double>(info.uordblks + info.hblkhd);
}

void addBody(Node& node) {
  node.add("MechanicalObject", {{"position", "0 0 0"}});
  node.add("UniformMass", {{"totalMass", "1"}});
  node.add("FixedProjectiveConstraint", {{"indices", "0"}});
  node.add("RestShapeSpringsForceField", {{"stiffness", "100"}, {"points", "0"}});
}

/// Bodies in nodes of their own; what the nodes take is counted apart.
void memoryOfABody(benchmark::State& state) {
  constexpr int count = 2000;
  for (auto _ : state) {
    const auto root = Node::createRoot("root");
    const auto addNodes = [&](bool withBody) {
      for (int i = 0; i < count; ++i) {
        auto node = Node::createRoot("body");
        if (withBody) addBody(*node);
        root->addChild(std::move(node));
      }
    };
    addNodes(true);  // what is made once, and what the allocator keeps
    const double start = allocatedBytes(), startResident = residentBytes();
    addNodes(true);
    const double bodies = allocatedBytes(), resident = residentBytes();
    addNodes(false);
    const double nodes = allocatedBytes() - bodies;
    state.counters["residentWithNode"] = (resident - startResident) / count;
    state.counters["allocatedWithNode"] = (bodies - start) / count;
    state.counters["allocated"] = (bodies - start - nodes) / count;
  }
}
BENCHMARK(memoryOfABody)->Iterations(1)->Unit(benchmark::kMillisecond);

/// A mix of common components, 100 000 in all, in nodes of five.
void createComponents(benchmark::State& state) {
  constexpr int components = 100000;
  for (auto _ : state) {
    const auto root = Node::createRoot("root");
    for (int made = 0; made < components; made += 5) {
      auto node = Node::createRoot("body");
      addBody(*node);
      node->add("UncoupledConstraintCorrection");
      root->addChild(std::move(node));
    }
  }
  state.counters["seconds"] = benchmark::Counter(static_cast<double>(state.iterations()),
                                                 benchmark::Counter::kIsRate | benchmark::Counter::kInvert);
}
BENCHMARK(createComponents)->Iterations(1)->Unit(benchmark::kSecond);

}  // namespace
