// SPDX-License-Identifier: Apache-2.0
// What remeshing costs in a mesh of 96,000 tetrahedra: a look at edges that all fit, and making it finer around a place
// that moves on; the geometry alone.
#include <benchmark/benchmark.h>

#include "Simulation/SolidScenes.h"
#include "Sofa/Core/Contract/MeshTopology.h"
#include "Sofa/Geometry/Remesh.h"

namespace {

using namespace sofa;
using type::Vec3;

struct Bar {
  Bar() {
    const auto root = test::start(test::tetraBeam(41, 21, 21, ""));
    const auto* mesh = root->down<core::BaseMeshTopology>();
    std::vector<core::BaseMeshTopology*> all;
    root->collectDown(all);
    for (const auto* m : all)
      if (!m->tetrahedra().empty()) mesh = m;
    cells = mesh->tetrahedra();
    for (std::size_t i = 0; i < mesh->nbPoints(); ++i) points.push_back(mesh->position(i));
  }
  std::vector<Vec3> points;
  std::vector<type::Tetrahedron> cells;
};

void lookAtAll(benchmark::State& state) {
  const Bar bar;
  const double side = (bar.points[1] - bar.points[0]).norm();
  const std::vector<double> sizes(bar.points.size(), 1.3 * side);
  const geometry::RemeshInput<type::Tetrahedron> mesh{bar.points, bar.points, bar.cells, sizes};
  for (auto _ : state) benchmark::DoNotOptimize(geometry::remesh(mesh, {}));
}

void finerAtAPlace(benchmark::State& state) {
  const Bar bar;
  const double side = (bar.points[1] - bar.points[0]).norm();
  const std::vector<double> sizes(bar.points.size(), 1.3 * side);
  geometry::RemeshInput<type::Tetrahedron> mesh{bar.points, bar.points, bar.cells, sizes};
  const Vec3 place = bar.points[bar.points.size() / 2 + 20];
  mesh.field = [&](const Vec3& x) { return 0.6 * side + 0.5 * (x - place).norm(); };
  geometry::RemeshReport report;
  std::size_t removed = 0, made = 0;
  for (auto _ : state) {
    const auto change = geometry::remesh(mesh, {});
    report = change.report;
    removed = change.removed.size();
    made = change.cells.size();
  }
  state.counters["removed"] = static_cast<double>(removed);
  state.counters["made"] = static_cast<double>(made);
  state.counters["in_band"] = report.partInBand();
  state.counters["quality"] = report.smallestQuality;
}

BENCHMARK(lookAtAll)->Iterations(5)->Unit(benchmark::kMillisecond);
BENCHMARK(finerAtAPlace)->Iterations(5)->Unit(benchmark::kMillisecond);

}  // namespace
