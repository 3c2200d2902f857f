// SPDX-License-Identifier: Apache-2.0
// What a step costs when the graph changes at every step, in ratio to the same step undisturbed: 1 where only the
// mechanics that changed are planned anew. Both simulations run in turn, each on a scene of its own.
#include <benchmark/benchmark.h>

#include <functional>

#include "CpuTimer.h"
#include "Simulation/SolidScenes.h"

namespace {

using namespace sofa;
using simulation::Node;

/// Changes the graph before a step, and puts it back after it.
struct Edit {
  std::function<void(Node&)> before, after;
};

std::shared_ptr<core::Node> child;
std::shared_ptr<core::Component> force;

Edit emptyNode() {
  return {[](Node& root) { child = root.createChild("empty"); },
          [](Node& root) { root.removeChild(std::exchange(child, nullptr).get()); }};
}

/// A contact between two points of the body.
Edit contact() {
  return {[](Node& root) {
            auto& body = *root.children()[1];
            force = body.add("PenalityContactForceField", {{"object1", "@dofs"}, {"object2", "@dofs"}});
          },
          [](Node& root) { root.children()[1]->removeComponent(std::exchange(force, nullptr).get()); }};
}

void compare(benchmark::State& state, const std::string& scene, const Edit& edit) {
  const auto undisturbed = test::start(scene), disturbed = test::start(scene);
  constexpr int settle = 3;
  double quiet = 0, edited = 0;
  int steps = -settle;
  const auto step = [&] {
    const tests::CpuTimer first;
    test::steps(*undisturbed, 1);
    const double alone = first.elapsed();
    const tests::CpuTimer second;
    edit.before(*disturbed);
    test::steps(*disturbed, 1);
    edit.after(*disturbed);
    const double changed = second.elapsed();
    if (steps++ < 0) return;
    quiet += alone;
    edited += changed;
  };
  for (int i = 0; i < settle; ++i) step();
  for (auto _ : state) step();
  state.counters["undisturbed_ms"] = quiet / steps;
  state.counters["edited_ms"] = edited / steps;
  state.counters["ratio"] = edited / quiet;
}

const std::string euler = "<EulerImplicitSolver rayleighStiffness='0.1' rayleighMass='0.1'/>";
const std::string cg = euler + "<CGLinearSolver iterations='20' tolerance='1e-9' threshold='1e-9'/>";
const std::string assembledCG = euler +
                                "<CGLinearSolver template='CompressedRowSparseMatrixMat3x3' iterations='20' "
                                "tolerance='1e-9' threshold='1e-9'/>";
const std::string ldl = euler + "<SparseLDLSolver template='CompressedRowSparseMatrixMat3x3d'/>";

// 30,720 tetrahedra.
void emptyNodeCG(benchmark::State& state) { compare(state, test::tetraBeam(25, 17, 17, cg), emptyNode()); }
void emptyNodeAssembledCG(benchmark::State& state) {
  compare(state, test::tetraBeam(25, 17, 17, assembledCG), emptyNode());
}
void emptyNodeLDL(benchmark::State& state) { compare(state, test::tetraBeam(25, 17, 17, ldl), emptyNode()); }
// A body so small that planning shows.
void emptyNodeSmall(benchmark::State& state) { compare(state, test::tetraBeam(3, 2, 2, cg), emptyNode()); }
void contactLDL(benchmark::State& state) { compare(state, test::tetraBeam(25, 17, 17, ldl), contact()); }

BENCHMARK(emptyNodeCG)->Iterations(20)->Unit(benchmark::kMillisecond);
BENCHMARK(emptyNodeAssembledCG)->Iterations(20)->Unit(benchmark::kMillisecond);
BENCHMARK(emptyNodeLDL)->Iterations(10)->Unit(benchmark::kMillisecond);
BENCHMARK(emptyNodeSmall)->Iterations(2000)->Unit(benchmark::kMillisecond);
BENCHMARK(contactLDL)->Iterations(10)->Unit(benchmark::kMillisecond);

}  // namespace
