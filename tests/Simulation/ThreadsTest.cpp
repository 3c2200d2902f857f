// SPDX-License-Identifier: Apache-2.0
// The same bits for any number of threads.
#include <gtest/gtest.h>

#include "Sofa/Helper/Parallel.h"
#include "SolidScenes.h"

namespace sofa::test {
namespace {

std::vector<double> run(const std::string& scene, int threads) {
  helper::setThreadCount(threads);
  const auto root = start(scene);
  steps(*root, 3);
  const auto result = bits(*root);
  simulation::unload(*root);
  helper::setThreadCount(1);
  return result;
}

void expectSameBits(const std::string& scene, std::size_t points) {
  const auto one = run(scene, 1);
  ASSERT_GE(one.size(), 6 * points);
  EXPECT_EQ(one, run(scene, 2));
  EXPECT_EQ(one, run(scene, 4));
  EXPECT_EQ(one, run(scene, 1)) << "and from run to run";
}

TEST(Threads, tetraBeam) { expectSameBits(tetraBeam(31, 10, 10), 3100); }
TEST(Threads, hexaBeam) { expectSameBits(hexaBeam(31, 10, 10), 3100); }
/// Masses are shared by threads as well, where nothing else takes time.
TEST(Threads, explicitSteps) {
  for (const char* mass : {"<UniformMass totalMass='30'/>", "<DiagonalMass totalMass='30'/>",
                           "<MeshMatrixMass totalMass='30' lumping='1'/>"}) {
    SCOPED_TRACE(mass);
    expectSameBits(sceneAround("<EulerExplicitSolver/>" + gridText(31, 15, 15) + "<MechanicalObject/>" + mass +
                               "<MeshSpringForceField stiffness='50' damping='1'/>"
                               "<FixedProjectiveConstraint indices='0 31 62'/>"),
                   6975);
  }
}
TEST(Threads, springs) {
  expectSameBits(
      sceneAround(implicitSolver + gridText(31, 10, 10) +
                  "<MechanicalObject/><UniformMass totalMass='30'/><MeshSpringForceField stiffness='500' damping='1'/>"
                  "<FixedProjectiveConstraint indices='0 31 62'/>"),
      3100);
}

/// More numbers than one chunk of a vector operation holds.
std::string largeSpringGrid(const std::string& solver) {
  return sceneAround(solver + "<CGLinearSolver iterations='10' tolerance='1e-9' threshold='1e-9'/>" +
                     gridText(30, 15, 15) +
                     "<MechanicalObject/><UniformMass totalMass='30'/><MeshSpringForceField stiffness='500' "
                     "damping='1'/><FixedProjectiveConstraint indices='0 30 60'/>");
}
TEST(Threads, newmark) { expectSameBits(largeSpringGrid("<NewmarkImplicitSolver/>"), 6750); }
TEST(Threads, variational) { expectSameBits(largeSpringGrid("<VariationalSymplecticSolver/>"), 6750); }
TEST(Threads, bdf) {
  expectSameBits(largeSpringGrid("<BDFOdeSolver/><NewtonRaphsonSolver maxNbIterationsNewton='2' warnWhenDiverge='0' "
                                 "warnWhenLineSearchFails='0'/>"),
                 6750);
}

}  // namespace
}  // namespace sofa::test
