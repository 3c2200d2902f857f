// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "CapturedMessages.h"
#include "Sofa/Simulation/Scene/SceneReader.h"
#include "Sofa/Simulation/Simulation.h"

namespace sofa::test {
namespace {

using tests::CapturedMessages;

std::shared_ptr<simulation::Node> initialised(const std::string& text) {
  auto root = simulation::readSceneText(text);
  simulation::initRoot(*root);
  return root;
}

TEST(FreePoints, AreToldWhereTheyHaveWeightAndNothingHoldsThem) {
  const auto warnings = [](const std::string& mass, const std::string& more, const std::string& gravity) {
    const CapturedMessages said;
    initialised("<Node name='root' gravity='" + gravity +
                "'><DefaultAnimationLoop/><EulerImplicitSolver/>"
                "<CGLinearSolver/><TetrahedronSetTopologyContainer name='mesh' tetrahedra='0 1 2 3'"
                " position='0 0 0 1 0 0 0 1 0 0 0 1 0.5 0 0 0 0.5 0'/><MechanicalObject name='dofs'/>" +
                mass + "<TetrahedronFEMForceField youngModulus='1e4' poissonRatio='0.3'/>" + more + "</Node>");
    return said.warnings("belong to no element of /mesh") +
           10 * said.warnings("2 of 6 points of /dofs belong to no element of /mesh, point 4 first");
  };
  EXPECT_EQ(warnings("<UniformMass totalMass='1'/>", "", "0 -9.81 0"), 11u);
  EXPECT_EQ(warnings("<UniformMass totalMass='1'/>", "<FixedProjectiveConstraint indices='0 1'/>", "0 -9.81 0"), 11u);
  EXPECT_EQ(warnings("<UniformMass totalMass='1'/>", "<FixedProjectiveConstraint indices='4 5'/>", "0 -9.81 0"), 0u);
  EXPECT_EQ(warnings("<UniformMass totalMass='1'/>", "", "0 0 0"), 0u);
  EXPECT_EQ(warnings("<DiagonalMass massDensity='1'/>", "", "0 -9.81 0"), 0u);
  EXPECT_EQ(warnings("", "", "0 -9.81 0"), 0u);
}

}  // namespace
}  // namespace sofa::test
