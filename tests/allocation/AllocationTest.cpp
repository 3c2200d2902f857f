// SPDX-License-Identifier: Apache-2.0
// A steady step allocates no memory. A program of its own: it takes the place of malloc to count the calls.
#include <dlfcn.h>
#include <execinfo.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <atomic>
#include <cstdlib>
#include <new>

#include "LinearAlgebra/SampleMatrices.h"
#include "Simulation/SolidScenes.h"
#include "Sofa/Helper/Parallel.h"
#include "Sofa/LinearAlgebra/AlgebraicMultigrid.h"
#include "Sofa/LinearAlgebra/BlockProduct.h"
#include "Sofa/LinearAlgebra/BlockTridiagonal.h"
#include "Sofa/LinearAlgebra/IncompleteFactorisation.h"
#include "Sofa/LinearAlgebra/Relaxation.h"
#include "Sofa/Simulation/Mechanics/MatrixAssembly.h"

namespace {

std::atomic<bool> counting = false;
std::atomic<long> allocations = 0;
void* firstFrames[32];
int firstDepth = 0;

void note() {
  if (!counting.load(std::memory_order_relaxed) || allocations.fetch_add(1) > 0) return;
  counting = false;  // backtrace() may allocate
  firstDepth = backtrace(firstFrames, 32);
  counting = true;
}

}  // namespace

extern "C" {
void* __libc_malloc(std::size_t size);
void* __libc_calloc(std::size_t count, std::size_t size);
void* __libc_realloc(void* memory, std::size_t size);
void* __libc_memalign(std::size_t alignment, std::size_t size);

void* malloc(std::size_t size) {
  note();
  return __libc_malloc(size);
}
void* calloc(std::size_t count, std::size_t size) {
  note();
  return __libc_calloc(count, size);
}
void* realloc(void* memory, std::size_t size) {
  note();
  return __libc_realloc(memory, size);
}
void* aligned_alloc(std::size_t alignment, std::size_t size) {
  note();
  return __libc_memalign(alignment, size);
}
int posix_memalign(void** memory, std::size_t alignment, std::size_t size) {
  note();
  *memory = __libc_memalign(alignment, size);
  return *memory ? 0 : ENOMEM;
}
}

namespace sofa::test {
namespace {

/// Calls of malloc and its kin during `count` steps, after some that bring everything to its size.
long allocationsOf(simulation::Node& root, int count, int before = 5) {
  steps(root, before);
  allocations = 0;
  counting = true;
  steps(root, count);
  counting = false;
  return allocations;
}

const std::string linearSolver = "<CGLinearSolver iterations='25' tolerance='1e-9' threshold='1e-9'/>";

void expectNone(const std::string& scene) {
  const auto root = start(scene);
  const long found = allocationsOf(*root, 10);
  EXPECT_EQ(found, 0);
  if (found == 0) return;
  std::fputs("The first one came from (names of functions: addr2line -Cfe FILE ADDRESS):\n", stderr);
  backtrace_symbols_fd(firstFrames, firstDepth, STDERR_FILENO);
}

TEST(SteadyStep, theCounterWorks) {
  allocations = 0;
  counting = true;
  void* volatile memory = operator new(100);  // volatile: the compiler may leave out what has no effect
  operator delete(memory);
  memory = std::malloc(10);
  std::free(memory);
  counting = false;
  EXPECT_EQ(allocations, 2);
}

TEST(SteadyStep, tetrahedra) { expectNone(tetraBeam(8, 4, 4)); }
TEST(SteadyStep, hexahedra) { expectNone(hexaBeam(8, 4, 4)); }
TEST(SteadyStep, explicitEuler) { expectNone(tetraBeam(5, 3, 3, "<EulerExplicitSolver/>")); }
TEST(SteadyStep, rungeKutta2) { expectNone(hexaBeam(5, 3, 3, "<RungeKutta2Solver/>")); }
TEST(SteadyStep, rungeKutta4) { expectNone(tetraBeam(5, 3, 3, "<RungeKutta4Solver/>")); }
TEST(SteadyStep, centralDifferences) {
  expectNone(tetraBeam(5, 3, 3, "<CentralDifferenceSolver rayleighMass='0.1'/>"));
}
TEST(SteadyStep, newmark) {
  expectNone(tetraBeam(5, 3, 3, "<NewmarkImplicitSolver rayleighStiffness='0.1'/>" + linearSolver));
}
TEST(SteadyStep, variational) { expectNone(tetraBeam(5, 3, 3, "<VariationalSymplecticSolver/>" + linearSolver)); }
const std::string implicitEuler = "<EulerImplicitSolver rayleighStiffness='0.1' rayleighMass='0.1'/>";
void expectNoneWith(const std::string& preconditioner) {
  expectNone(tetraBeam(5, 3, 3,
                       implicitEuler + "<PCGLinearSolver iterations='50' tolerance='1e-9' preconditioner='@pre'/><" +
                           preconditioner + " name='pre'/>"));
}
TEST(SteadyStep, assembledConjugateGradients) {
  const std::string solvers = implicitEuler +
                              "<CGLinearSolver template='CompressedRowSparseMatrixMat3x3' "
                              "iterations='25' tolerance='1e-9' threshold='1e-9'/>";
  expectNone(tetraBeam(5, 3, 3, solvers));
  expectNone(hexaBeam(5, 3, 3, solvers));
}
TEST(SteadyStep, minimalResiduals) {
  expectNone(tetraBeam(5, 3, 3, implicitEuler + "<MinResLinearSolver iterations='50' tolerance='1e-9'/>"));
}
TEST(SteadyStep, preconditioned) {
  for (const char* name : {"JacobiPreconditioner", "BlockJacobiPreconditioner", "SSORPreconditioner",
                           "BlockILUPreconditioner", "BlockICPreconditioner", "SparseLDLSolver", "AMGPreconditioner"}) {
    SCOPED_TRACE(name);
    expectNoneWith(name);
  }
}
TEST(SteadyStep, bdf) {
  expectNone(tetraBeam(5, 3, 3,
                       "<BDFOdeSolver order='2'/><NewtonRaphsonSolver maxNbIterationsNewton='3' "
                       "warnWhenDiverge='0' warnWhenLineSearchFails='0'/>" +
                           linearSolver));
}

TEST(SteadyStep, meshMatrixMass) {
  std::string scene = tetraBeam(6, 4, 4);
  const std::string uniform = "<UniformMass totalMass='20'/>";
  scene.replace(scene.find(uniform), uniform.size(), "<MeshMatrixMass totalMass='20'/>");
  expectNone(scene);
}

TEST(SteadyStep, corotational) {
  std::string scene = tetraBeam(6, 4, 4);
  const std::string name = "TetrahedronFEMForceField";
  scene.replace(scene.find(name), name.size(), "TetrahedralCorotationalFEMForceField");
  expectNone(scene);
}

TEST(SteadyStep, springs) {
  expectNone(sceneAround(
      implicitSolver + gridText(6, 4, 4) +
      "<MechanicalObject/><DiagonalMass totalMass='30'/><MeshSpringForceField stiffness='500' damping='1'/>"
      "<RestShapeSpringsForceField stiffness='10' points='0 1 2'/><FixedProjectiveConstraint indices='0 6 12'/>"));
}

TEST(SteadyStep, surfacesOfSprings) {
  for (const char* springs : {"TriangularBendingSprings stiffness='300'", "TriangularQuadraticSpringsForceField",
                              "TriangularBiquadraticSpringsForceField"})
    expectNone(sceneAround(
        implicitSolver +
        "<RegularGridTopology name='grid' n='7 7 1' min='0 0 0' max='1 1 0'/><TriangleSetTopologyContainer "
        "position='@grid.position' triangles='@grid.triangles'/><MechanicalObject/><DiagonalMass totalMass='1'/><" +
        springs + "/><FixedProjectiveConstraint indices='0 6'/>"));
}

TEST(SteadyStep, mappings) {
  expectNone(sceneAround(implicitSolver + gridText(5, 4, 4) +
                         "<MechanicalObject/><UniformMass totalMass='30'/><HexahedronFEMForceField "
                         "youngModulus='20000' poissonRatio='0.4'/>"
                         "<FixedProjectiveConstraint indices='0 5 10'/>"
                         "<Node name='points'><MechanicalObject position='1.5 1.5 1.5 2.5 1 "
                         "1'/><BarycentricMapping/><ConstantForceField indices='0 1' forces='0 1 0'/></Node>"
                         "<Node name='subset'><MechanicalObject/><SubsetMapping indices='1 2 3'/></Node>"));
}

TEST(SteadyStep, bodies) {
  expectNone(sceneAround(implicitSolver + "<MechanicalObject template='Rigid3' position='0 0 0 0 0 0 1' velocity='0 0 "
                                          "0 1 0 0'/><UniformMass vertexMass='1 1 1 0 0 0 1 0 0 0 1'/>"
                                          "<Node name='points'><MechanicalObject position='1 0 0 0 1 "
                                          "0'/><RigidMapping/><ConstantForceField forces='0 1 0 0 1 0'/></Node>"));
}

TEST(SteadyStep, contactsThatStay) {
  expectNone(
      sceneAround("<CollisionPipeline/><BruteForceBroadPhase/><BVHNarrowPhase/><DiscreteIntersection/"
                  "><CollisionResponse response='PenalityContactForceField'/>"
                  "<Node name='ball'>" +
                  implicitSolver +
                  "<MechanicalObject position='0 0.9 0'/><UniformMass totalMass='0.01'/><SphereCollisionModel "
                  "radius='0.5' contactStiffness='500'/></Node>"
                  "<Node name='ground'><MechanicalObject position='0 0 0'/><SphereCollisionModel radius='0.5' "
                  "contactStiffness='500' moving='0' simulated='0'/></Node>"));
}

/// Of the contact alone, at a place whose pairs are found: energies, forces, tangents and products.
TEST(SteadyStep, barrierContact) {
  const auto root = start(sceneAround(
      "<BarrierContactForceField activationDistance='0.006' stiffness='1e3' friction='0.3'/><Node name='sheet'>"
      "<RegularGridTopology name='grid' n='5 1 5' min='0 0 0' max='1 0 1'/><TriangleSetTopologyContainer "
      "position='@grid.position' triangles='@grid.triangles'/><MechanicalObject/><TriangleCollisionModel/></Node>"
      "<Node name='floor'><TriangleSetTopologyContainer position='-1 -.004 -1 2 -.004 -1 .5 -.004 3' "
      "triangles='0 2 1'/><MechanicalObject position='-1 -.004 -1 2 -.004 -1 .5 -.004 3'/>"
      "<TriangleCollisionModel simulated='0'/></Node>"));
  auto* field = root->down<core::BaseForceField>();
  auto& sheet = dynamic_cast<core::State<type::Vec3Types>&>(*field->states().front());
  for (auto* state : field->states()) state->allocate(core::vec::dx);
  long found = 0;
  for (int i = 0; i < 10; ++i) {
    for (auto& x : sheet.writeCoords(core::vec::position)) x.y() += i % 2 == 0 ? 1e-4 : -1e-4;
    for (auto& d : sheet.writeDerivs(core::vec::dx)) d.y() = -0.01;
    field->beginStep({.dt = 0.01});
    allocations = 0;
    counting = i >= 4;
    const auto energy = field->potentialEnergy({});
    field->accumulateForceAndLinearise({}, core::vec::force, core::Linearisation::positiveDefinite);
    field->accumulateForce({}, core::vec::force);
    field->accumulateDForce({.dx = core::vec::dx, .kFactor = 1}, core::vec::dforce);
    counting = false;
    found += allocations;
    EXPECT_GT(*energy, 0);
  }
  EXPECT_EQ(found, 0);
  if (found > 0) backtrace_symbols_fd(firstFrames, firstDepth, STDERR_FILENO);
}

/// A beam whose state is one of the plugin SofaCUDA. Where there is no GPU its memory is the host's, and counted too.
std::string deviceBeam(const std::string& dataTypes, const std::string& more = "") {
  std::string scene = tetraBeam(6, 4, 4);
  const auto replace = [&](const std::string& from, const std::string& to) {
    scene.replace(scene.find(from), from.size(), to);
  };
  replace("<DefaultAnimationLoop/>", "<RequiredPlugin name='SofaCUDA'/><DefaultAnimationLoop/>");
  replace("name='dofs' template='Vec3'", "name='dofs' template='" + dataTypes + "'");
  replace("TetrahedronSetGeometryAlgorithms template='Vec3'", "TetrahedronSetGeometryAlgorithms");
  replace("<BoxROI", more + "<BoxROI");
  return scene;
}

TEST(SteadyStep, onTheDevice) {
  for (const char* dataTypes : {"CudaVec3d", "CudaVec3f"}) expectNone(deviceBeam(dataTypes));
}

TEST(SteadyStep, onTheDeviceBesideComponentsOfTheHost) {
  for (const char* dataTypes : {"CudaVec3d", "CudaVec3f"})
    expectNone(deviceBeam(dataTypes, "<RestShapeSpringsForceField points='20' stiffness='100'/>"));
}

/// Calls of malloc during steps before each of which an empty node comes or goes.
long allocationsOfEdits(const std::string& scene) {
  const auto root = start(scene);
  long found = 0;
  for (int i = 0; i < 8; ++i) {
    const auto child = root->createChild("empty");
    if (i >= 4) found += allocationsOf(*root, 1, 0);
    if (i < 4) steps(*root, 1);
    root->removeChild(child.get());
    if (i >= 4) found += allocationsOf(*root, 1, 0);
    if (i < 4) steps(*root, 1);
  }
  return found;
}

TEST(EditedGraph, allocatesAFewListsHoweverLargeTheBodies) {
  const std::string ldl = implicitEuler + "<SparseLDLSolver template='CompressedRowSparseMatrixMat3x3d'/>";
  const long few = 8 * 120;
  EXPECT_LT(allocationsOfEdits(tetraBeam(4, 3, 3, ldl)), few);
  EXPECT_EQ(allocationsOfEdits(tetraBeam(4, 3, 3, ldl)), allocationsOfEdits(tetraBeam(9, 5, 5, ldl)));
}

/// A matrix that is built again and again, the solution of the system left out.
void expectNoneInAssembly(const std::string& scene) {
  const auto root = start(scene);
  steps(*root, 1);
  simulation::MatrixAssembly assembly;
  assembly.bind(*root);
  core::MechanicalParams params;
  params.mFactor = 1;
  params.bFactor = -.02;
  params.kFactor = -.0004;
  const auto& owner = *root->down<core::Component>();
  for (int i = 0; i < 3; ++i) assembly.build(params, {}, owner);
  allocations = 0;
  counting = true;
  for (int i = 0; i < 5; ++i) assembly.build(params, {}, owner);
  counting = false;
  EXPECT_EQ(allocations, 0);
  if (allocations > 0) backtrace_symbols_fd(firstFrames, firstDepth, STDERR_FILENO);
}

TEST(SteadyAssembly, springsAndMasses) {
  for (const char* mass : {"UniformMass", "DiagonalMass", "MeshMatrixMass"})
    expectNoneInAssembly(
        sceneAround(implicitSolver + gridText(6, 4, 4) + "<MechanicalObject/><" + mass +
                    " totalMass='30'/><MeshSpringForceField stiffness='500' damping='1'/>"
                    "<RestShapeSpringsForceField stiffness='10' points='0 1 2'/><PlaneForceField d='1'/>"
                    "<UniformVelocityDampingForceField implicit='1'/><FixedProjectiveConstraint indices='0 6 12'/>"));
}

TEST(SteadyAssembly, mappedComponents) {
  expectNoneInAssembly(sceneAround(
      implicitSolver + "<Node name='grid'>" + gridText(5, 4, 4) +
      "<MechanicalObject name='x'/><UniformMass totalMass='30'/><MeshSpringForceField stiffness='500'/>"
      "<Node name='points'><MechanicalObject name='y' position='1.5 1.5 1.5 2.5 1 1'/><BarycentricMapping/>"
      "<RestShapeSpringsForceField stiffness='10'/><UniformMass vertexMass='1'/></Node></Node>"
      "<Node name='body'><MechanicalObject template='Rigid3' position='0 0 0 0 0 0 1'/>"
      "<UniformMass vertexMass='1 1 1 0 0 0 1 0 0 0 1'/><Node name='arms'><MechanicalObject name='z' position='1 0 0 0 "
      "1 0'/>"
      "<RigidMapping geometricStiffness='Stabilized'/><ConstantForceField forces='0 1 0 0 1 0'/></Node></Node>"
      "<SpringForceField object1='@grid/points/y' object2='@body/arms/z' spring='0 1 50 0 1'/>"));
}

/// Calls of malloc when `again` runs a third time.
template <class Again>
long allocationsOfThird(const Again& again) {
  again();
  again();
  allocations = 0;
  counting = true;
  again();
  counting = false;
  return allocations;
}

/// What a step of Newton's method on energies asks of a hyperelastic body.
TEST(SteadyElements, positiveTangents) {
  std::string scene = tetraBeam(6, 4, 4);
  const std::string name = "TetrahedronFEMForceField";
  scene.replace(scene.find(name), name.size(), "StableNeoHookeanForceField");
  const auto root = start(scene);
  auto* force = root->down<core::BaseForceField>();
  ASSERT_NE(force, nullptr);
  const auto again = [&] {
    ASSERT_TRUE(force->potentialEnergy({}));
    force->accumulateForce({}, core::vec::force);
    for (const auto kind : {core::Linearisation::exact, core::Linearisation::positiveDefinite})
      force->accumulateForceAndLinearise({}, core::vec::force, kind);
  };
  EXPECT_EQ(allocationsOfThird(again), 0);
}

TEST(SolveAgain, factorisations) {
  const BlockMatrix a = implicitBeam(6, 12);
  Vector x = randomVector(a.rows(), 1);
  linearalgebra::SparseLDL ldl;
  linearalgebra::BlockTridiagonal thomas;
  DenseMatrix several = DenseMatrix::Random(a.rows(), 9);
  const auto again = [&](auto& solver) {
    return allocationsOfThird([&] {
      solver.factorise(a);
      solver.solve(span(x));
    });
  };
  EXPECT_EQ(again(ldl), 0);
  EXPECT_EQ(again(thomas), 0);
  EXPECT_EQ(allocationsOfThird([&] { ldl.solve(several); }), 0);
}

TEST(SolveAgain, preconditioners) {
  std::vector<Point> points;
  const BlockMatrix a = implicitBeam(7, 13, 0.01, &points);
  const Vector r = randomVector(a.rows(), 1);
  Vector z(a.rows());
  const auto again = [&](auto& preconditioner) {
    return allocationsOfThird([&] {
      preconditioner.factorise(a);
      preconditioner.apply(span(r), span(z));
    });
  };
  linearalgebra::DiagonalInverse jacobi;
  linearalgebra::BlockDiagonalInverse blocks;
  linearalgebra::SymmetricRelaxation ssor;
  using Incomplete = linearalgebra::IncompleteFactorisation;
  Incomplete lu(Incomplete::Kind::lu), cholesky(Incomplete::Kind::cholesky);
  EXPECT_EQ(again(jacobi), 0);
  EXPECT_EQ(again(blocks), 0);
  EXPECT_EQ(again(ssor), 0);
  EXPECT_EQ(again(lu), 0);
  EXPECT_EQ(again(cholesky), 0);
  linearalgebra::AlgebraicMultigrid multigrid;
  const auto cycle = [&] {
    multigrid.setup(a, points);
    multigrid.apply(span(r), span(z));
  };
  EXPECT_EQ(allocationsOfThird(cycle), 0);
}

TEST(SolveAgain, products) {
  const BlockMatrix a = implicitBeam(4, 5);
  BlockMatrix c;
  linearalgebra::CongruenceProduct product;
  EXPECT_EQ(allocationsOfThird([&] { product.compute(a, a, c); }), 0);
}

}  // namespace
}  // namespace sofa::test
