// SPDX-License-Identifier: Apache-2.0
// What a cut, and the removal of one element, cost in a mesh of 96,000 tetrahedra, in ratio to a time step with 20
// iterations of CG: the geometry alone, and with all that follows the mesh.
#include <benchmark/benchmark.h>

#include <functional>

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

/// One element after the other, each somewhere else.
void removeOneAfterTheOther(benchmark::State& state, const std::string& scene) {
  const auto root = test::start(scene);
  auto* modifier = root->down<component::topology::TopologyModifier>();
  test::steps(*root, 2);
  modifier->remove({0});  // the first ones make the lists of the mesh its own
  modifier->remove({1});
  double removing = 0, stepping = 0;
  component::topology::Index next = 0;
  int count = 0;
  for (auto _ : state) {
    next = (next + 7919) % 20000;
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

/// The beam with another component in the place of one of its own, or with one more.
std::string beamWith(const std::string& component, const std::string& inPlaceOf = {}) {
  std::string scene = test::tetraBeam(41, 21, 21, cg);
  const auto at = inPlaceOf.empty() ? scene.find("<BoxROI") : scene.find("<" + inPlaceOf);
  const auto length = inPlaceOf.empty() ? 0 : scene.find("/>", at) + 2 - at;
  return scene.replace(at, length, component);
}

/// 500 points in the beam, or some of them a little outside of it.
std::string pointsIn(double border) {
  std::string points;
  for (int i = 0; i < 500; ++i)
    points += std::to_string(0.3 + 39.1 * (i % 23) / 22) + " " +
              std::to_string(border + (20 - 2 * border) * (i % 17) / 16) + " " +
              std::to_string(0.37 + 0.91 * (i % 20)) + " ";
  return "<Node><MechanicalObject position='" + points + "'/><BarycentricMapping/></Node>";
}

/// Young's modulus of each tetrahedron of the beam.
std::string moduli() {
  std::string all;
  for (int i = 0; i < 96000; ++i) all += std::to_string(20000 + i % 7) + " ";
  return all;
}

/// The triangles or hexahedra of a grid.
std::string bodyWith(const std::string& kind, const std::string& list, const std::string& grid,
                     const std::string& component) {
  return test::sceneAround("<Node name='Grid'>" + grid + "</Node><Node>" + cg + "<" + kind +
                           "SetTopologyContainer position='@../Grid/grid.position' " + list + "='@../Grid/grid." +
                           list + "'/><" + kind +
                           "SetTopologyModifier/><MechanicalObject/><DiagonalMass totalMass='20'/>" + component +
                           "<FixedProjectiveConstraint indices='0 1 2 3'/></Node>");
}
std::string sheetWith(const std::string& component) {  // 100,000 of them
  return bodyWith("Triangle", "triangles", test::gridText(224, 224, 1), component);
}
std::string blockWith(const std::string& component) {  // 28,000
  return bodyWith("Hexahedron", "hexahedra", test::gridText(71, 21, 21), component);
}

void removeOne(benchmark::State& state) { removeOneAfterTheOther(state, test::tetraBeam(41, 21, 21, cg)); }
void removeOneOf(benchmark::State& state, const std::function<std::string()>& scene) {
  removeOneAfterTheOther(state, scene());
}

const std::string elastic = "youngModulus='20000' poissonRatio='0.3'/>";
#define REMOVE_ONE_OF(name, ...) \
  BENCHMARK_CAPTURE(removeOneOf, name, [] { return __VA_ARGS__; })->Iterations(30)->Unit(benchmark::kMillisecond)
REMOVE_ONE_OF(pointsInside, beamWith(pointsIn(0.6)));
REMOVE_ONE_OF(pointsOutside, beamWith(pointsIn(-0.2)));
REMOVE_ONE_OF(massMatrixAtRest, beamWith("<MeshMatrixMass totalMass='20' computeMassOnRest='1'/>", "UniformMass"));
REMOVE_ONE_OF(massMatrix, beamWith("<MeshMatrixMass totalMass='20'/>", "UniformMass"));
REMOVE_ONE_OF(lumpedMass, beamWith("<DiagonalMass totalMass='20'/>", "UniformMass"));
REMOVE_ONE_OF(modulusOfEach,
              beamWith("<TetrahedronFEMForceField method='large' poissonRatio='0.4' youngModulus='" + moduli() + "'/>",
                       "TetrahedronFEMForceField"));
REMOVE_ONE_OF(hyperelastic, beamWith("<TetrahedronHyperelasticityFEMForceField materialName='NeoHookean' "
                                     "ParameterSet='8000 20000'/>",
                                     "TetrahedronFEMForceField"));
REMOVE_ONE_OF(triangularFEM, sheetWith("<TriangularFEMForceField " + elastic));
REMOVE_ONE_OF(triangleFEM, sheetWith("<TriangleFEMForceField thickness='0.1' " + elastic));
REMOVE_ONE_OF(bendingSprings, sheetWith("<TriangularBendingSprings stiffness='20'/>"));
REMOVE_ONE_OF(fastBendingSprings, sheetWith("<FastTriangularBendingSprings bendingStiffness='20'/>"));
REMOVE_ONE_OF(elementsOfAnyKind, sheetWith("<CorotationalFEMForceField template='Vec3,Triangle' " + elastic));
REMOVE_ONE_OF(hexahedra, blockWith("<HexahedronFEMForceField " + elastic));
BENCHMARK(removeOne)->Iterations(30)->Unit(benchmark::kMillisecond);
BENCHMARK(cutThrough)->Iterations(10)->Unit(benchmark::kMillisecond);
BENCHMARK(cutAlongFaces)->Iterations(10)->Unit(benchmark::kMillisecond);

}  // namespace
