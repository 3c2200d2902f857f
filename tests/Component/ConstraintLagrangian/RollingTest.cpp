// Friction against closed forms, for every constraint solver and every correction: balls that roll, slide and spin,
// blocks that slide down a slope or stand on it.
#include "CapturedMessages.h"
#include "Component/SceneText.h"
#include "Sofa/Component/AnimationLoop/FreeMotionAnimationLoop.h"
#include "Sofa/Type/Rigid.h"

namespace sofa::component::constraintlagrangian {
namespace {

using tests::CapturedMessages;
using type::Vec3;

struct Case {
  std::string solver, correction;
};

/// PreconditionedConjugateResidual is left out: for it contacts stick and pull.
std::vector<Case> cases() {
  std::vector<Case> all;
  const std::string uncoupled = "<UncoupledConstraintCorrection useOdeSolverIntegrationFactors='0'/>";
  for (const std::string& correction :
       {std::string("<UncoupledConstraintCorrection/>"), uncoupled, std::string("<GenericConstraintCorrection/>"),
        std::string("<LinearSolverConstraintCorrection/>"),
        std::string("<PrecomputedConstraintCorrection recompute='1'/>")})
    for (const std::string solver :
         {"BlockGaussSeidel", "NNCG", "Anderson", "Newton", "ImprovedJacobi", "UnbuiltGaussSeidel"}) {
      // Without the matrix the factor of the step is left out, which a warning says.
      if (solver == "UnbuiltGaussSeidel" && correction == "<UncoupledConstraintCorrection/>") continue;
      all.push_back({"<" + solver + "ConstraintSolver tolerance='1e-13' maxIterations='20000'/>", correction});
    }
  for (const std::string built : {"0", "1"})
    all.push_back({"<LCPConstraintSolver mu='MU' tolerance='1e-13' maxIt='20000' build_lcp='" + built + "'/>",
                   built == "1" ? "<GenericConstraintCorrection/>" : uncoupled});
  return all;
}

std::string with(std::string text, const std::string& name, const std::string& value) {
  if (const auto at = text.find(name); at != std::string::npos) text.replace(at, name.size(), value);
  return text;
}

struct Body {
  explicit Body(const Case& how, const std::string& mu, const std::string& gravity, const std::string& method,
                const std::string& body) {
    root = simulation::readSceneText(
        "<Node name='root' dt='0.01' gravity='" + gravity + "'><FreeMotionAnimationLoop rowsAtPosition='1'/>" +
        with(how.solver, "MU", mu) + "<CollisionPipeline/><BruteForceBroadPhase/><BVHNarrowPhase/>" + method +
        "<CollisionResponse response='FrictionContactConstraint' responseParams='mu=" + mu +
        "'/><Node name='floor'><MeshTopology position='-50 0 -50  -50 0 50  50 0 50  50 0 -50' triangles='0 1 2  0 2 "
        "3'/><MechanicalObject/><TriangleCollisionModel simulated='0' moving='0'/><LineCollisionModel simulated='0' "
        "moving='0'/><PointCollisionModel simulated='0' moving='0'/></Node><Node name='body'><EulerImplicitSolver/>"
        "<SparseLDLSolver/>" +
        with(body, "CORRECTION", how.correction) + "</Node></Node>");
    if (root) simulation::initRoot(*root);
  }
  void run(int steps) const {
    for (int i = 0; i < steps; ++i) simulation::animate(*root);
  }
  core::State<type::Rigid3Types>& state() const {
    return dynamic_cast<core::State<type::Rigid3Types>&>(*core::localMechanicalState(*root->children().at(1)));
  }
  Vec3 position() const { return state().positions()[0].center; }
  Vec3 velocity() const { return state().derivs(core::vec::velocity)[0].head<3>(); }
  Vec3 spin() const { return state().derivs(core::vec::velocity)[0].tail<3>(); }
  std::shared_ptr<simulation::Node> root;
};

/// Of 1 kg and a radius of 0.5 m, solid: an inertia of 0.1 kg m^2.
Body ball(const Case& how, const std::string& velocity) {
  return Body(how, "0.5", "0 -10 0", "<MinProximityIntersection alarmDistance='0.3' contactDistance='1e-4'/>",
              "<MechanicalObject template='Rigid3' position='0.3 0.5001 0.1  0 0 0 1' velocity='" + velocity +
                  "'/><UniformMass vertexMass='1 1 [0.1 0 0 0 0.1 0 0 0 0.1]'/>CORRECTION"
                  "<SphereCollisionModel template='Rigid3' radius='0.5'/>");
}

std::string textOf(const Case& how) { return how.solver + " " + how.correction; }

TEST(Rolling, aBallThatRollsKeepsItsVelocities) {
  const CapturedMessages quiet;
  for (const Case& how : cases()) {
    const Body body = ball(how, "2 0 0  0 0 -4");
    body.run(200);
    EXPECT_LT((body.velocity() - Vec3(2, 0, 0)).norm(), 0.02) << textOf(how) << ": " << body.velocity().transpose();
    EXPECT_LT((body.spin() - Vec3(0, 0, -4)).norm(), 0.04) << textOf(how) << ": " << body.spin().transpose();
    EXPECT_NEAR(body.position().x(), 4.3, 0.02) << textOf(how);
  }
}

/// It rolls when friction has taken two sevenths of its velocity.
TEST(Rolling, aBallThatSlidesBeginsToRoll) {
  const CapturedMessages quiet;
  for (const Case& how : cases()) {
    const Body body = ball(how, "2 0 0  0 0 0");
    body.run(5);
    EXPECT_NEAR(body.velocity().x(), 2 - 0.5 * 10 * 0.05, 0.06) << textOf(how);  // still sliding
    body.run(95);
    const double rolling = 2.0 * 5 / 7;
    EXPECT_LT((body.velocity() - Vec3(rolling, 0, 0)).norm(), 0.02)
        << textOf(how) << ": " << body.velocity().transpose();
    EXPECT_NEAR(body.spin().z(), -rolling / 0.5, 0.05) << textOf(how);
  }
}

/// Contacts in a point have no torque about their normal.
TEST(Rolling, aBallThatSpinsGoesOnSpinning) {
  const CapturedMessages quiet;
  for (const Case& how : cases()) {
    const Body body = ball(how, "0 0 0  0 3 0");
    body.run(100);
    EXPECT_LT(body.velocity().norm(), 1e-3) << textOf(how);
    EXPECT_LT((body.spin() - Vec3(0, 3, 0)).norm(), 1e-3) << textOf(how) << ": " << body.spin().transpose();
  }
}

/// A cube of 1 m and 2 kg on a plane that is tilted by atan(0.6): gravity is turned instead.
Body block(const Case& how, const std::string& mu) {
  return Body(
      how, mu, "5.047203360744036 -8.41200560124006 0",
      "<LocalMinDistance alarmDistance='0.1' contactDistance='0.01'/>",
      "<MechanicalObject template='Rigid3' position='0 0.51 0  0 0 0 1'/><UniformMass vertexMass='2 1 0.1666667 "
      "0 0 0 0.1666667 0 0 0 0.1666667'/>CORRECTION<Node name='surface'><MeshTopology position='-0.5 -0.5 -0.5 "
      "-0.5 -0.5 0.5 -0.5 0.5 -0.5 -0.5 0.5 0.5 0.5 -0.5 -0.5 0.5 -0.5 0.5 0.5 0.5 -0.5 0.5 0.5 0.5' "
      "triangles='0 1 3 0 3 2 4 6 7 4 7 5 0 4 5 0 5 1 2 3 7 2 7 6 0 2 6 0 6 4 1 5 7 1 7 "
      "3'/><MechanicalObject/><TriangleCollisionModel/><LineCollisionModel/><PointCollisionModel/>"
      "<RigidMapping/></Node>");
}

/// Jacobi iterations need not settle where a block stands on four feet; then the run says so.
bool mayNotSettle(const Case& how) { return how.solver.find("ImprovedJacobi") != std::string::npos; }

TEST(Rolling, aBlockSlidesDownASlope) {
  const CapturedMessages quiet;
  const int n = 100;
  const double acceleration = 5.047203360744036 - 0.5 * 8.41200560124006, path = acceleration * 1e-4 * n * (n + 1) / 2;
  for (const Case& how : cases()) {
    if (mayNotSettle(how)) continue;
    const Body body = block(how, "0.5");
    // As in SOFA the first step has no gravity where a compliance is computed.
    body.run(how.correction.starts_with("<Precomputed") ? n + 1 : n);
    EXPECT_NEAR(body.position().x(), path, 0.01 * path) << textOf(how);
    EXPECT_NEAR(body.position().y(), 0.51, 1e-3) << textOf(how);
    EXPECT_NEAR(body.position().z(), 0, 1e-3) << textOf(how);
  }
}

TEST(Rolling, aBlockStandsOnARougherSlope) {
  const CapturedMessages quiet;
  for (const Case& how : cases()) {
    if (mayNotSettle(how)) continue;
    const Body body = block(how, "0.8");
    body.run(100);
    EXPECT_LT((body.position() - Vec3(0, 0.51, 0)).norm(), 1e-3) << textOf(how) << ": " << body.position().transpose();
  }
}

TEST(Rolling, armsOfTheFreeMotionAreTold) {
  const auto warningsOf = [](bool atPosition, const std::string& velocity) {
    const CapturedMessages said;
    auto scene = ball(
        {"<BlockGaussSeidelConstraintSolver tolerance='1e-12' maxIterations='100'/>", "<GenericConstraintCorrection/>"},
        velocity);
    scene.root->down<animationloop::FreeMotionAnimationLoop>()->d_rowsAtPosition.set(atPosition);
    scene.run(3);
    return said.warnings("rowsAtPosition");
  };
  EXPECT_EQ(warningsOf(false, "2 0 0  0 0 -4"), 1u);
  EXPECT_EQ(warningsOf(false, "0 0 0  0 0 0"), 0u);
  EXPECT_EQ(warningsOf(true, "2 0 0  0 0 -4"), 0u);
}

}  // namespace
}  // namespace sofa::component::constraintlagrangian
