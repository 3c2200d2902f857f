// SPDX-License-Identifier: Apache-2.0
#include "Component/SceneText.h"

namespace sofa::tests {
namespace {

using type::Vec3Types;

/// Masses of 0.5 and, on a state that is the same by a mapping, of 4.
std::string twoMasses(const std::string& solver, const std::string& load) {
  return solver +
         "<MechanicalObject position='0 0 0'/><UniformMass vertexMass='.5'/>"
         "<Node name='m'><MechanicalObject name='p'/><UniformMass vertexMass='4'/><IdentityMapping/>" +
         load + "</Node>";
}

TEST(MappedMass, hasInertiaForEverySolver) {
  const std::string linear = "<SparseLDLSolver/>";
  for (const std::string solver :
       {"<RungeKutta2Solver/>", "<RungeKutta4Solver/>", "<CentralDifferenceSolver/>",
        "<VariationalSymplecticSolver explicitIntegration='1'/>", "<EulerExplicitSolver/>", "<EulerImplicitSolver/>",
        "<NewmarkImplicitSolver/>", "<VariationalSymplecticSolver steps='20' newtonError='1e-12'/>",
        "<NewtonRaphsonSolver maxNbIterationsNewton='20'/><BDFOdeSolver/>", "<IncrementalPotentialSolver/>"}) {
    const Scene pushed(twoMasses(solver + linear, "<ConstantForceField indices='0' forces='0 1 0'/>"),
                       "dt='0.001' gravity='0 0 0'");
    const Scene falling(twoMasses(solver + linear, ""), "dt='0.001' gravity='0 -10 0'");
    pushed.step(10);
    falling.step(10);
    // The velocities of some methods are those of the middle of the step.
    const double half = solver.starts_with("<Variational") && solver.find("explicit") == std::string::npos ? 0.5 : 0;
    const double t = 0.001 * (10 - half);
    EXPECT_NEAR(pushed.state<Vec3Types>().velocities()[0].y(), t / 4.5, 1e-8 * t) << solver;
    EXPECT_NEAR(falling.state<Vec3Types>().velocities()[0].y(), -10 * t, 1e-7 * t) << solver;
  }
}

/// A beam of two ends carries a mass in its middle: the ends are coupled by it, m_ij = m / 4.
TEST(MappedMass, couplesWhatCarriesIt) {
  const Scene scene(
      "<RungeKutta4Solver/><MeshTopology edges='0 1' position='0 0 0  1 0 0'/><MechanicalObject position='0 0 0  1 0 "
      "0'/><UniformMass vertexMass='1'/><ConstantForceField indices='0' forces='0 3 0'/>"
      "<FixedProjectiveConstraint indices='1'/>"
      "<Node name='m'><MechanicalObject name='p' position='.5 0 0'/><UniformMass vertexMass='4'/>"
      "<BarycentricMapping/></Node>",
      "dt='0.001' gravity='0 0 0'");
  scene.step();
  // With the end 1 held the mass of end 0 is 1 + 4 / 4.
  EXPECT_NEAR(scene.state<Vec3Types>().velocities()[0].y(), 0.001 * 3 / 2, 1e-12);
  EXPECT_EQ(scene.state<Vec3Types>().velocities()[1].y(), 0);
}

}  // namespace
}  // namespace sofa::tests
