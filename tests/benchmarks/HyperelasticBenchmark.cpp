// SPDX-License-Identifier: Apache-2.0
// What a step of Newton's method asks of hyperelastic force fields, on one thread: the energy; the force; force and
// tangent, exact or without negative eigenvalues; the assembly of the tangent; its product with a vector. Half of the
// elements of the body are compressed or inverted, so that the projection has something to do.
#include <benchmark/benchmark.h>
#include <fmt/format.h>

#include "Sofa/Core/Contract/ForceField.h"
#include "Sofa/Core/Contract/MatrixAccumulator.h"
#include "Sofa/Helper/Parallel.h"
#include "Sofa/LinearAlgebra/AssembledMatrix.h"
#include "Sofa/Simulation/Scene/SceneReader.h"
#include "Sofa/Simulation/Simulation.h"

namespace {

using namespace sofa;
using type::Vec3;

/// A cube of 20 x 20 x 20 cells of five tetrahedra, or a sheet of 100 x 200 cells of two triangles: 40,000 elements
/// each.
std::string meshText(bool solid) {
  std::string points, elements;
  const int nx = solid ? 21 : 101, ny = solid ? 21 : 201, nz = solid ? 21 : 1;
  for (int k = 0; k < nz; ++k)
    for (int j = 0; j < ny; ++j)
      for (int i = 0; i < nx; ++i) points += fmt::format("{} {} {} ", i, j, k);
  constexpr int split[5][4] = {{0, 1, 3, 4}, {1, 2, 3, 6}, {4, 5, 1, 6}, {4, 7, 6, 3}, {1, 3, 4, 6}};
  for (int k = 0; k + 1 < nz || (!solid && k == 0); ++k)
    for (int j = 0; j + 1 < ny; ++j)
      for (int i = 0; i + 1 < nx; ++i) {
        const int o = i + nx * (j + ny * k), up = nx * ny;
        int h[8] = {o, o + 1, o + nx + 1, o + nx, o + up, o + up + 1, o + up + nx + 1, o + up + nx};
        if (!solid) {
          elements += fmt::format("{} {} {}  {} {} {} ", h[0], h[1], h[2], h[0], h[2], h[3]);
          continue;
        }
        // Mirrored in every second cell, so that diagonals of neighbours agree.
        const bool mirrored = (i + j + k) % 2 == 1;
        if (mirrored)
          for (int n = 0; n < 8; n += 2) std::swap(h[n], h[n + 1]);
        for (const auto& t : split)
          elements += fmt::format("{} {} {} {} ", h[t[0]], h[t[1]], h[t[mirrored ? 3 : 2]], h[t[mirrored ? 2 : 3]]);
      }
  return fmt::format("<MeshTopology {}='{}'/><MechanicalObject template='Vec3d' position='{}'/>",
                     solid ? "tetrahedra" : "triangles", elements, points);
}

/// A mesh with one force field, deformed, and the matrix it is assembled into.
struct Body {
  std::shared_ptr<simulation::Node> root;
  core::BaseForceField* force = nullptr;
  core::State<type::Vec3Types>* state = nullptr;
  linearalgebra::AssembledMatrix matrix;
  core::StiffnessMatrix stiffness;
  double elements = 40000;

  Body(bool solid, const std::string& component) {
    root = simulation::readSceneText("<Node name='root' gravity='0 0 0'><DefaultAnimationLoop/>" + meshText(solid) +
                                     component + "</Node>");
    simulation::initRoot(*root);
    force = root->down<core::BaseForceField>();
    state = root->down<core::State<type::Vec3Types>>();
    state->allocate(core::vec::force);
    state->allocate(core::vec::dx);
    state->allocate(core::vec::dforce);
    auto& x = state->writeCoords(core::vec::position);
    const double size = solid ? 0.35 : 0.25;
    for (std::size_t i = 0; i < x.size(); ++i) {
      const Vec3 p = x[i];
      x[i] = p + size * Vec3(std::sin(3 * p[1] + p[2]), std::cos(2 * p[0] - p[2]), std::sin(2 * p[0] + 3 * p[1]));
      state->writeDerivs(core::vec::dx)[i] = Vec3(std::sin(2 * p[1]), std::cos(p[0]), std::sin(p[2]));
    }
    const int n = 3 * static_cast<int>(x.size());
    matrix.reset(3, n, n);
    stiffness.add(state, state, &matrix.add(0, 0, n, n));
  }
  bool assemble() {
    matrix.begin();
    force->buildStiffnessMatrix(&stiffness);
    return matrix.complete();
  }
};

enum Kind { stable, membrane, saintVenant, mooney, ogden, solid };
Body& body(Kind kind) {
  static std::unique_ptr<Body> bodies[6];
  if (!bodies[kind]) {
    const auto hyperelastic = [](const char* material, const char* parameters) {
      return fmt::format("<TetrahedronHyperelasticityFEMForceField materialName='{}' ParameterSet='{}'/>", material,
                         parameters);
    };
    const std::string component[] = {
        "<StableNeoHookeanForceField youngModulus='5000' poissonRatio='.4'/>",
        "<NeoHookeanMembraneForceField youngModulus='5000'/>",
        hyperelastic("StVenantKirchhoff", "2000 8000"),
        hyperelastic("MooneyRivlin", "2000 500 9000"),
        hyperelastic("Ogden", "2000 1.5 9000"),
        "<SolidFEMForceField template='Vec3d,Tetrahedron' materialName='StableNeoHookean' ParameterSet='2000 8000'/>"};
    bodies[kind] = std::make_unique<Body>(kind != membrane, component[kind]);
    // Logarithms of the volume need one.
    if (kind == mooney || kind == ogden) {
      auto& x = bodies[kind]->state->writeCoords(core::vec::position);
      const auto& rest = bodies[kind]->state->restPositions();
      for (std::size_t i = 0; i < x.size(); ++i) x[i] = rest[i] + 0.2 * (x[i] - rest[i]);
    }
  }
  return *bodies[kind];
}

/// Times `run` on a body; reports the time per element.
template <class Run>
void measure(benchmark::State& state, Kind kind, const Run& run) {
  Body& b = body(kind);
  helper::setThreadCount(1);
  for (auto _ : state) run(b);
  state.counters["per element"] =
      benchmark::Counter(b.elements, benchmark::Counter::kIsIterationInvariantRate | benchmark::Counter::kInvert);
}

void energy(benchmark::State& state, Kind kind) {
  measure(state, kind, [](Body& b) { benchmark::DoNotOptimize(b.force->potentialEnergy({})); });
}
void force(benchmark::State& state, Kind kind) {
  measure(state, kind, [](Body& b) { b.force->accumulateForce({}, core::vec::force); });
}
void exactTangent(benchmark::State& state, Kind kind) {
  measure(state, kind,
          [](Body& b) { b.force->accumulateForceAndLinearise({}, core::vec::force, core::Linearisation::exact); });
}
void definiteTangent(benchmark::State& state, Kind kind) {
  measure(state, kind, [](Body& b) {
    b.force->accumulateForceAndLinearise({}, core::vec::force, core::Linearisation::positiveDefinite);
  });
}
void all(benchmark::State& state, Kind kind) {
  while (!body(kind).assemble()) {
  }
  measure(state, kind, [](Body& b) {
    benchmark::DoNotOptimize(b.force->potentialEnergy({}));
    b.force->accumulateForceAndLinearise({}, core::vec::force, core::Linearisation::positiveDefinite);
    b.assemble();
  });
}
void assembly(benchmark::State& state, Kind kind) {
  body(kind).force->lineariseAt({}, core::Linearisation::positiveDefinite);
  while (!body(kind).assemble()) {
  }
  measure(state, kind, [](Body& b) { b.assemble(); });
}
void product(benchmark::State& state, Kind kind) {
  body(kind).force->lineariseAt({}, core::Linearisation::positiveDefinite);
  core::MechanicalParams params;
  params.kFactor = 1;
  measure(state, kind, [&](Body& b) { b.force->accumulateDForce(params, core::vec::dforce); });
}

#define HYPERELASTIC_BENCHMARKS(kind)                                            \
  BENCHMARK_CAPTURE(energy, kind, kind)->Unit(benchmark::kMillisecond);          \
  BENCHMARK_CAPTURE(force, kind, kind)->Unit(benchmark::kMillisecond);           \
  BENCHMARK_CAPTURE(exactTangent, kind, kind)->Unit(benchmark::kMillisecond);    \
  BENCHMARK_CAPTURE(definiteTangent, kind, kind)->Unit(benchmark::kMillisecond); \
  BENCHMARK_CAPTURE(all, kind, kind)->Unit(benchmark::kMillisecond);             \
  BENCHMARK_CAPTURE(assembly, kind, kind)->Unit(benchmark::kMillisecond);        \
  BENCHMARK_CAPTURE(product, kind, kind)->Unit(benchmark::kMillisecond)

HYPERELASTIC_BENCHMARKS(stable);
HYPERELASTIC_BENCHMARKS(membrane);
HYPERELASTIC_BENCHMARKS(saintVenant);
HYPERELASTIC_BENCHMARKS(mooney);
HYPERELASTIC_BENCHMARKS(ogden);
HYPERELASTIC_BENCHMARKS(solid);

}  // namespace
