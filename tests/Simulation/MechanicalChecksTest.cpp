// SPDX-License-Identifier: Apache-2.0
#include "Sofa/Simulation/Mechanics/MechanicalChecks.h"

#include <gtest/gtest.h>

#include "CapturedMessages.h"
#include "Component/SceneText.h"

namespace sofa {
namespace {

using tests::CapturedMessages;
using tests::Scene;

const std::string solver = "<EulerImplicitSolver/><CGLinearSolver iterations='9' tolerance='1e-9' threshold='1e-20'/>";
const std::string falling = "dt='0.1' gravity='0 -10 0'";

/// What is said of the scene from its loading to the checks.
struct Checked : CapturedMessages {
  explicit Checked(const std::string& content, const std::string& root = falling) : scene(content, root) {
    simulation::checkMechanics(*scene.root);
  }
  /// That of the component of that path, and nothing else is a warning.
  bool warnsOnly(const std::string& path, const std::string& part) const {
    return warnings() == 1 && errors() == 0 && warnings(part) == 1 && last().path == path;
  }
  const helper::Message& last() const {
    return *std::find_if(messages.rbegin(), messages.rend(),
                         [](const auto& m) { return m.severity == helper::Severity::Warning; });
  }
  Scene scene;
};

TEST(MechanicalChecks, aSoundSceneIsSilent) {
  const Checked said(solver +
                     "<MechanicalObject/><UniformMass totalMass='1'/><FixedProjectiveConstraint indices='0'/>"
                     "<Node name='below'><MechanicalObject/><IdentityMapping/></Node>");
  EXPECT_EQ(said.warnings(), 0u);
}

TEST(MechanicalChecks, massAndForcesWithoutASolver) {
  EXPECT_TRUE(
      Checked("<MechanicalObject name='m'/><UniformMass totalMass='1'/>").warnsOnly("/m", "no ODE solver moves it"));
  const std::string pushed =
      "<MechanicalObject name='m'/><UniformMass totalMass='1'/><ConstantForceField forces='1 0 0'/>";
  EXPECT_TRUE(Checked(pushed, "dt='0.1' gravity='0 0 0'").warnsOnly("/m", "Add one to its node or above"));
  EXPECT_EQ(Checked("<MechanicalObject/><UniformMass totalMass='1'/>", "gravity='0 0 0'").warnings(), 0u)
      << "nothing pulls at it";
  EXPECT_EQ(Checked("<MechanicalObject/>").warnings(), 0u) << "an obstacle";
}

TEST(MechanicalChecks, anIntegratedStateWithoutMass) {
  EXPECT_TRUE(Checked(solver + "<MechanicalObject name='m'/>").warnsOnly("/m", "which has no mass"));
  EXPECT_EQ(Checked(solver + "<MechanicalObject/><Node name='below'><MechanicalObject/><UniformMass totalMass='1'/>"
                             "<IdentityMapping/></Node>")
                .warnings("no mass"),
            0u)
      << "a mass on what is mapped counts";
  EXPECT_EQ(Checked("<StaticSolver/><NewtonRaphsonSolver/><CGLinearSolver iterations='9' tolerance='1e-9' "
                    "threshold='1e-20'/><MechanicalObject/><RestShapeSpringsForceField stiffness='1'/>")
                .warnings("no mass"),
            0u)
      << "equilibria need none";
}

TEST(MechanicalChecks, twoMassesOfOneNode) {
  EXPECT_TRUE(
      Checked(solver + "<MechanicalObject/><UniformMass name='a' totalMass='1'/><UniformMass name='b' totalMass='2'/>")
          .warnsOnly("/b", "/a gives /MechanicalObject1 a mass already"));
}

TEST(MechanicalChecks, listsOfPointsThatAreEmptyForTheirLink) {
  const std::string body = solver + "<MechanicalObject position='0 0 0'/><UniformMass totalMass='1'/>";
  const Checked empty(body +
                      "<BoxROI name='box' box='5 5 5 6 6 6'/>"
                      "<FixedProjectiveConstraint name='fixed' indices='@box.indices'/>");
  EXPECT_EQ(empty.warnings("The region selects nothing: none of the 1 points"), 1u);
  EXPECT_EQ(empty.warnings("indices is empty, as @box.indices is: nothing is constrained"), 1u);
  EXPECT_EQ(empty.last().path, "/fixed");
  EXPECT_EQ(empty.errors(), 0u);
  const Checked typo(body + "<FixedProjectiveConstraint name='fixed' indices='@bax.indices'/>");
  EXPECT_EQ(typo.warnings("indices=\"@bax.indices\" names nothing, so that indices is \"0\""), 1u);
  const Checked load(body +
                     "<BoxROI name='box' box='5 5 5 6 6 6'/>"
                     "<ConstantForceField indices='@box.indices' forces='1 0 0'/>");
  EXPECT_EQ(load.warnings("which stands for all points"), 1u);
}

TEST(MechanicalChecks, regionsSpeakOnceAndOnlyIfNothingIsIn) {
  const Checked said(
      "<MechanicalObject position='0 0 0 1 0 0'/><SphereROI centers='9 9 9' radii='1'/>"
      "<BoxROI box='-1 -1 -1 2 2 2'/>");
  EXPECT_EQ(said.warnings("which lie between (0 0 0) and (1 0 0)"), 1u);
  said.scene.step(3);
  EXPECT_EQ(said.warnings("selects nothing"), 1u);
}

TEST(MechanicalChecks, aThresholdThatStopsASolveFarFromItsSolution) {
  const auto told = [](const std::string& threshold) {
    const CapturedMessages said;
    const Scene scene(
        "<EulerImplicitSolver/><CGLinearSolver iterations='50' tolerance='1e-6' threshold='" + threshold +
            "'/><MechanicalObject position='0 0 0 1 0 0 3 0 0'/><UniformMass totalMass='3'/>"
            "<MeshSpringForceField linesStiffness='100'/><SpringForceField spring='0 1 100 0 1 1 2 700 0 1'/>",
        "dt='0.1' gravity='0 0 0'");
    scene.step(5);
    EXPECT_EQ(said.warnings("The solution is a rough one: threshold=\"" + threshold + "\" stopped the solve"),
              threshold == "1000" ? 1u : 0u);
    return said.warnings("rough");
  };
  EXPECT_EQ(told("1000"), 1u);
  EXPECT_EQ(told("1e-20"), 0u);
}

}  // namespace
}  // namespace sofa
