// What a cut, and the removal of one element, cost in a mesh of 96,000 tetrahedra, in ratio to a time step with 20
// iterations of CG: the geometry alone, and with all that follows the mesh.
#include <benchmark/benchmark.h>

#include "CpuTimer.h"
#include "Simulation/SolidScenes.h"
#include "Sofa/Component/Topology/MeshIncision.h"

namespace {

using namespace sofa;
using type::Vec3;

const std::string cg =
    "<EulerImplicitSolver rayleighStiffness='0.1' rayleighMass='0.1'/><CGLinearSolver iterations='20' tolerance='0' "
    "threshold='0'/>";

/// From the top of the beam down, between x and x + 1 so that it crosses about a hundred tetrahedra.
geometry::SweptBlade blade(double x) {
  geometry::SweptBlade blade;
  blade.sweep(std::vector<Vec3>{{x, 21, 2.3}, {x, 21, 7.4}},
              std::vector<Vec3>{{x + 0.1, 14.6, 2.3}, {x + 0.1, 14.6, 7.4}});
  return blade;
}

void cutBeam(benchmark::State& state, geometry::CutMode mode) {
  const auto root = test::start(test::tetraBeam(41, 21, 21, cg));
  auto* mesh = root->down<component::topology::TopologyModifier>()->container();
  component::topology::MeshIncision incision;
  if (const auto why = incision.start(*mesh); !why.empty()) return state.SkipWithError(why.c_str());
  test::steps(*root, 2);
  double cutting = 0, stepping = 0, geometryAlone = 0, x = 2.35;
  std::size_t crossed = 0, made = 0;
  int cuts = 0;
  for (auto _ : state) {
    const auto knife = blade(x);
    x += 2;
    const auto points = incision.positions(core::vec::position);
    const tests::CpuTimer first;
    const geometry::CutMesh<type::Tetrahedron> now{points, points, mesh->tetrahedra()};
    const auto cut = geometry::cutMesh(now, knife, {mode, 0.2, 0.05});
    geometryAlone += first.elapsed();
    crossed += cut.removed.size();
    made += cut.cells.size();
    const tests::CpuTimer second;
    incision.cut(knife, {mode, 0.2, 0.05});
    incision.endStroke();
    cutting += second.elapsed();
    test::steps(*root, 1);  // plans anew what the cut changed
    const tests::CpuTimer third;
    test::steps(*root, 1);
    stepping += third.elapsed();
    ++cuts;
  }
  state.counters["replaced"] = static_cast<double>(crossed) / cuts;
  state.counters["made"] = static_cast<double>(made) / cuts;
  state.counters["geometry_ms"] = geometryAlone / cuts;
  state.counters["cut_ms"] = cutting / cuts;
  state.counters["step_ms"] = stepping / cuts;
  state.counters["ratio"] = cutting / stepping;
}

void cutThrough(benchmark::State& state) { cutBeam(state, geometry::CutMode::subdivide); }
void cutAlongFaces(benchmark::State& state) { cutBeam(state, geometry::CutMode::faces); }

/// One tetrahedron after the other, each somewhere else.
void removeOne(benchmark::State& state) {
  const auto root = test::start(test::tetraBeam(41, 21, 21, cg));
  auto* modifier = root->down<component::topology::TopologyModifier>();
  test::steps(*root, 2);
  modifier->remove({0});  // the first one makes the lists of the mesh its own
  double removing = 0, stepping = 0;
  component::topology::Index next = 0;
  int count = 0;
  for (auto _ : state) {
    next = (next + 7919) % 90000;
    const tests::CpuTimer first;
    modifier->remove({next});
    removing += first.elapsed();
    test::steps(*root, 1);  // plans anew what the removal changed
    const tests::CpuTimer second;
    test::steps(*root, 1);
    stepping += second.elapsed();
    ++count;
  }
  state.counters["remove_ms"] = removing / count;
  state.counters["step_ms"] = stepping / count;
  state.counters["ratio"] = removing / stepping;
}

BENCHMARK(removeOne)->Iterations(30)->Unit(benchmark::kMillisecond);
BENCHMARK(cutThrough)->Iterations(10)->Unit(benchmark::kMillisecond);
BENCHMARK(cutAlongFaces)->Iterations(10)->Unit(benchmark::kMillisecond);

}  // namespace
