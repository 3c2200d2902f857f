// SPDX-License-Identifier: Apache-2.0
// Time of one implicit step of a clamped beam: element type x size x threads, so that one run shows how cost grows with
// the number of points (the counter points/s should stay flat) and what a second thread brings. And of one explicit
// step against the forces of the elements alone, which are most of its work.
#include <benchmark/benchmark.h>
#include <fmt/format.h>

#include "Sofa/Helper/Message.h"
#include "Sofa/Helper/Parallel.h"
#include "Sofa/Simulation/Mechanics/MechanicalOperations.h"
#include "Sofa/Simulation/Scene/SceneReader.h"
#include "Sofa/Simulation/Simulation.h"

namespace {

using namespace sofa;

enum class Elements : long { tetrahedra, hexahedra };

constexpr const char* implicitSolver =
    R"(<EulerImplicitSolver rayleighStiffness="0.1" rayleighMass="0.1"/>
       <CGLinearSolver iterations="25" tolerance="1e-9" threshold="1e-9"/>)";

std::string beam(Elements elements, long across, long along, const char* solver, double dt) {
  const std::string mesh = elements == Elements::tetrahedra
                               ? R"(<TetrahedronSetTopologyContainer name="tetras"/><TetrahedronSetTopologyModifier/>
                                    <Hexa2TetraTopologicalMapping input="@grid" output="@tetras"/>
                                    <TetrahedronFEMForceField topology="@tetras" method="large" youngModulus="6000" poissonRatio="0.4"/>)"
                               : R"(<HexahedronFEMForceField method="large" youngModulus="6000" poissonRatio="0.4"/>)";
  return fmt::format(R"(<Node name="root" dt="{4}" gravity="0 -9.81 0">
      <DefaultAnimationLoop/><DefaultVisualManagerLoop/>
      <Node name="beam">
        {3}
        <RegularGridTopology name="grid" nx="{0}" ny="{0}" nz="{1}" min="0 0 0" max="1 1 4"/>
        <MechanicalObject name="dofs" position="@grid.position"/>
        {2}
        <UniformMass totalMass="30"/>
        <BoxROI name="clamped" box="-0.1 -0.1 -0.01 1.1 1.1 0.01"/>
        <FixedProjectiveConstraint indices="@clamped.indices"/>
      </Node></Node>)",
                     across, along, mesh, solver, dt);
}

/// Initialised, and one step on.
std::shared_ptr<core::Node> startedBeam(const benchmark::State& state, const char* solver, double dt) {
  helper::setConsole(false);
  helper::setThreadCount(static_cast<int>(state.range(2)));
  const long across = state.range(1), along = 4 * (across - 1) + 1;
  auto root = simulation::readSceneText(beam(static_cast<Elements>(state.range(0)), across, along, solver, dt));
  simulation::initRoot(*root);
  simulation::animate(*root);
  return root;
}

void end(core::Node& root) {
  simulation::unload(root);
  helper::setThreadCount(1);
}

void implicitStep(benchmark::State& state) {
  const auto root = startedBeam(state, implicitSolver, 0.01);
  for (auto _ : state) simulation::animate(*root);
  const long across = state.range(1), along = 4 * (across - 1) + 1;
  state.counters["points/s"] =
      benchmark::Counter(static_cast<double>(across * across * along), benchmark::Counter::kIsIterationInvariantRate);
  end(*root);
}

void explicitStep(benchmark::State& state) {
  const auto root = startedBeam(state, "<EulerExplicitSolver/>", 1e-4);
  for (auto _ : state) simulation::animate(*root);
  end(*root);
}

void forcesOfExplicitStep(benchmark::State& state) {
  const auto root = startedBeam(state, "<EulerExplicitSolver/>", 1e-4);
  simulation::MechanicalOperations ops;
  ops.bind(*root);
  for (auto _ : state) ops.computeForce({}, core::vec::force);
  end(*root);
}

void arguments(benchmark::internal::Benchmark* benchmark) {
  benchmark->ArgNames({"hexa", "across", "threads"})
      ->ArgsProduct(
          {{static_cast<long>(Elements::tetrahedra), static_cast<long>(Elements::hexahedra)}, {9, 17, 31}, {1, 2}})
      ->Unit(benchmark::kMillisecond)
      ->UseRealTime();
}

BENCHMARK(implicitStep)->Apply(arguments);
BENCHMARK(explicitStep)->Apply(arguments);
BENCHMARK(forcesOfExplicitStep)->Apply(arguments);

}  // namespace
