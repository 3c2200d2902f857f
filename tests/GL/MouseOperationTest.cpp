// SPDX-License-Identifier: Apache-2.0
#include <malloc.h>

#include "CapturedMessages.h"
#include "PressedMouse.h"
#include "Sofa/Component/SolidMechanics/PointSpringForceField.h"
#include "Sofa/Core/Contract/Solver.h"
#include "Sofa/Simulation/Run/Checkpoint.h"
#include "TemporaryFolder.h"

namespace sofa::gl {
namespace {

using tests::Scene;
using type::Vec3;

std::vector<double> positions(const Scene& scene) {
  const auto x = scene.first<core::BaseState>().hostRead(core::vec::position);
  return {x.begin(), x.end()};
}
std::vector<std::string> componentNames(const simulation::Node& root) {
  std::vector<std::string> names;
  core::forEachNode(const_cast<simulation::Node&>(root), [&](core::Node& node) {
    names.push_back(node.path());
    for (const auto& c : node.components()) names.push_back(c->path());
  });
  return names;
}

/// What solves, and the time step.
class EverySolver : public testing::TestWithParam<std::pair<std::string, std::string>> {};

/// Pulled by the end, let go, and put back: then the run is that of a scene nobody touched.
TEST_P(EverySolver, dragsAndIsAsBefore) {
  const auto& [solver, dt] = GetParam();
  const std::string attributes = "dt='" + dt + "' gravity='0 0 0'";
  const Scene scene(beam(solver), attributes), untouched(beam(solver), attributes);
  scene.step(3);
  const auto names = componentNames(*scene.root);
  auto drag = press(scene, MouseAction::attach, downAt(3.9, 0.5));
  ASSERT_TRUE(drag);
  const double before = drag->line()->held.y();
  for (int i = 1; i <= 20; ++i) {
    drag->move(downAt(3.9, 0.5 + 0.05 * i));
    scene.step();
  }
  ASSERT_TRUE(drag->line());
  EXPECT_GT(drag->line()->held.y(), before + 0.002);
  EXPECT_NEAR(drag->line()->mouse.y(), 1.5, 1e-12);
  EXPECT_NEAR(drag->line()->mouse.z(), 1, 1e-12);  // at the depth where it was picked
  drag->end();
  EXPECT_FALSE(drag->line());
  scene.step(3);
  EXPECT_EQ(componentNames(*scene.root), names);
  for (const double x : positions(scene)) ASSERT_TRUE(std::isfinite(x));
  simulation::reset(*scene.root);
  simulation::reset(*untouched.root);
  scene.step(5);
  untouched.step(5);
  const auto x = positions(scene), expected = positions(untouched);
  for (std::size_t i = 0; i < x.size(); ++i) ASSERT_NEAR(x[i], expected[i], 1e-14) << i;  // of iterative solvers
}

const std::string direct = "<SparseLDLSolver template='CompressedRowSparseMatrixd'/>";
const std::string gradients = "<CGLinearSolver iterations='100' tolerance='1e-10' threshold='1e-14'/>";

const std::string newton = "<NewtonRaphsonSolver maxNbIterationsNewton='50'/>";
const std::string scalars = " template='CompressedRowSparseMatrixd'/>";

std::pair<std::string, std::string> implicit(const std::string& linear) {
  return {"<EulerImplicitSolver/>" + linear, "0.01"};
}

INSTANTIATE_TEST_SUITE_P(
    OdeSolvers, EverySolver,
    testing::Values(implicit(gradients), implicit(direct), implicit("<CholeskySolver/>"),
                    implicit("<SVDLinearSolver" + scalars), implicit("<EigenSimplicialLLT" + scalars),
                    implicit("<EigenSparseLU" + scalars),
                    implicit("<MinResLinearSolver iterations='100' tolerance='1e-10'/>"),
                    implicit("<AsyncSparseLDLSolver" + scalars),
                    implicit("<PCGLinearSolver preconditioner='@p' iterations='50' tolerance='1e-8'/>"
                             "<SSORPreconditioner name='p' template='CompressedRowSparseMatrixMat3x3d'/>"),
                    std::pair("<EulerExplicitSolver/>", "0.001"), std::pair("<RungeKutta2Solver/>", "0.002"),
                    std::pair("<RungeKutta4Solver/>", "0.005"), std::pair("<CentralDifferenceSolver/>", "0.001"),
                    std::pair("<NewmarkImplicitSolver/>" + direct, "0.01"),
                    std::pair("<VariationalSymplecticSolver/>" + gradients, "0.01"),
                    std::pair("<BDFOdeSolver/>" + newton + direct, "0.01"),
                    std::pair("<StaticSolver/>" + newton + direct, "0.01")));

TEST(AttachOperation, reachesTheParentsOfAMappedState) {
  const Scene scene("<EulerImplicitSolver/>" + gradients +
                        "<MechanicalObject name='body' template='Rigid3' position='0 0 0 0 0 0 1'/>"
                        "<UniformMass totalMass='1'/><Node name='balls'><MechanicalObject name='x' position='2 0 0'/>"
                        "<SphereCollisionModel radius='0.5'/><RigidMapping input='@../body' output='@x'/></Node>",
                    withoutGravity);
  auto drag = press(scene, MouseAction::attach, downAt(2, 0.1));
  ASSERT_TRUE(drag);
  ASSERT_TRUE(scene.root->children().at(0)->local<component::solidmechanics::PointSpringForceField<type::Vec3Types>>());
  for (int i = 0; i < 20; ++i) {
    drag->move(downAt(2, 1));
    scene.step();
  }
  const auto& x = scene.state<type::Rigid3Types>().positions()[0];
  EXPECT_GT(x.center.y(), 0.01);
  EXPECT_GT(x.orientation.z(), 0.01);  // turned by the lever arm
}

/// Beside the body that is pulled, nothing notices.
TEST(AttachOperation, leavesOtherBodiesAlone) {
  const std::string two = "<Node name='a'>" + beam("<EulerImplicitSolver/>" + direct) + "</Node><Node name='b'>" +
                          beam("<EulerImplicitSolver/>" + gradients) + "</Node>";
  const Scene scene(two, "dt='0.01' gravity='0 -10 0'"), untouched(two, "dt='0.01' gravity='0 -10 0'");
  auto drag = press(scene, MouseAction::attach, downAt(3.9, 0.5));
  ASSERT_TRUE(drag);
  const auto b = [](const Scene& s) {
    const auto x = core::localMechanicalState(*s.root->children().at(1))->hostRead(core::vec::position);
    return std::vector<double>(x.begin(), x.end());
  };
  for (int i = 0; i < 6; ++i) {
    drag->move(downAt(3.9, 1 + i));
    scene.step();
    untouched.step();
    if (i == 3) drag->end();
    EXPECT_EQ(b(scene), b(untouched));
  }
}

TEST(AttachOperation, memoryDoesNotGrowOverManyDrags) {
  const Scene scene(beam("<EulerImplicitSolver/>" + direct), withoutGravity);
  const auto drags = [&](int count) {
    for (int i = 0; i < count; ++i) {
      auto drag = press(scene, MouseAction::attach, downAt(3.9, 0.5));
      ASSERT_TRUE(drag);
      drag->move(downAt(3.9, 0.6));
      scene.step();
      drag->end();
      scene.step();
      simulation::reset(*scene.root);
    }
  };
  drags(20);
  const auto before = mallinfo2().uordblks;
  drags(200);
  const auto after = mallinfo2().uordblks;
  EXPECT_LT(after, before + 100000);
}

TEST(AttachOperation, survivesTheRemovalOfWhatItPulls) {
  const Scene scene("<Node name='a'>" + beam("<EulerImplicitSolver/>" + direct) + "</Node>", withoutGravity);
  auto drag = press(scene, MouseAction::attach, downAt(3.9, 0.5));
  ASSERT_TRUE(drag);
  {  // an edit that may be undone: the node lives on outside of the scene
    const auto kept = scene.root->children().at(0);
    scene.root->removeChild(kept.get());
    drag->move(downAt(3.9, 0.7));
    scene.step();
    scene.root->addChild(kept);
    drag->end();
    EXPECT_FALSE(kept->local<component::solidmechanics::PointSpringForceField<type::Vec3Types>>());
  }
  drag = press(scene, MouseAction::attach, downAt(3.9, 0.5));
  ASSERT_TRUE(drag);
  auto* node = scene.root->children().at(0).get();
  node->removeComponent(core::localMechanicalState(*node));
  drag->move(downAt(3.9, 0.7));
  EXPECT_FALSE(drag->line());
  scene.root->removeChild(node);
  drag->move(downAt(3.9, 0.7));
  EXPECT_FALSE(drag->line());
  drag->end();
  scene.step();
}

/// A checkpoint from before the press is good while the button is held, and the other way round.
TEST(AttachOperation, checkpointsPassOverTheSpring) {
  const tests::TemporaryFolder folder;
  const Scene scene(beam("<EulerImplicitSolver/>" + direct), withoutGravity);
  scene.step();
  ASSERT_TRUE(simulation::saveCheckpoint(folder.file("before"), *scene.root, 1));
  auto drag = press(scene, MouseAction::attach, downAt(3.9, 0.5));
  auto fix = press(scene, MouseAction::fix, downAt(3.9, 0.5));
  ASSERT_TRUE(drag && fix);
  drag->move(downAt(3.9, 1));
  scene.step();
  ASSERT_TRUE(simulation::saveCheckpoint(folder.file("during"), *scene.root, 2));
  EXPECT_EQ(simulation::loadCheckpoint(folder.file("before"), *scene.root), 1);
  drag->end();
  fix->reset();
  EXPECT_EQ(simulation::loadCheckpoint(folder.file("during"), *scene.root), 2);
}

/// Solvers that are restricted to tags see the spring of what they move.
TEST(AttachOperation, hasTheTagsOfItsState) {
  const Scene scene(
      "<EulerImplicitSolver tags='a'/><CGLinearSolver tags='a' iterations='20' tolerance='1e-9' "
      "threshold='1e-12'/><MechanicalObject tags='a' position='0 0 0'/>"
      "<UniformMass tags='a' totalMass='1'/>",
      withoutGravity);
  auto drag = press(scene, MouseAction::attach, downAt(0, 0));
  ASSERT_TRUE(drag);
  drag->move(downAt(0, 1));
  scene.step(5);
  EXPECT_GT(drag->line()->held.y(), 0.1);
}

TEST(FixOperation, holdsUntilReset) {
  const Scene scene("<EulerImplicitSolver/>" + direct + "<MechanicalObject position='0 0 0  5 0 0'/>" +
                        "<UniformMass vertexMass='1'/>",
                    "dt='0.01' gravity='0 -10 0'");
  auto fix = press(scene, MouseAction::fix, downAt(0.1, 0));
  ASSERT_TRUE(fix);
  fix->end();
  ASSERT_EQ(scene.root->children().size(), 1u);
  EXPECT_EQ(scene.root->children()[0]->name(), "FixationPoint");
  scene.step(100);
  const auto& x = scene.state<type::Vec3Types>().positions();
  EXPECT_NEAR(x[0].y(), -1e-3, 2e-4);  // m g / k
  EXPECT_LT(x[1].y(), -4);
  simulation::reset(*scene.root);
  fix->reset();
  EXPECT_TRUE(scene.root->children().empty());
  scene.step(100);
  EXPECT_LT(x[0].y(), -4);
}

/// The corners of a picked triangle share the stiffness; a body is held where it was picked.
TEST(FixOperation, sharesTheStiffness) {
  const Scene scene("<MeshTopology triangles='0 1 2'/><MechanicalObject position='0 0 1  4 0 1  0 4 1'/>");
  auto fix = press(scene, MouseAction::fix, downAt(1, 1));
  ASSERT_TRUE(fix);
  using Spring = component::solidmechanics::PointSpringForceField<type::Vec3Types>;
  const auto springs = scene.root->children().at(0)->allLocal<Spring>();
  ASSERT_EQ(springs.size(), 3u);
  EXPECT_NEAR(springs[1]->d_stiffness.value(), 10000.0 / 3, 1e-9);
  EXPECT_NEAR((springs[1]->target() - Vec3(4, 0, 1)).norm(), 0, 1e-12);
  EXPECT_NEAR(*springs[1]->potentialEnergy({}), 0, 1e-12);
}

TEST(ConstraintAttachOperation, carriesAParticleAndABodyAlong) {
  for (const std::string body :
       {"<MechanicalObject name='x' position='0 0 0'/><UniformMass vertexMass='1'/>",
        "<MechanicalObject name='x' template='Rigid3' position='0 0 0 0 0 0 1'/><UniformMass totalMass='1'/>"}) {
    const auto root = simulation::readSceneText(
        "<Node name='root' dt='0.01' gravity='0 -10 0'><FreeMotionAnimationLoop/>"
        "<BlockGaussSeidelConstraintSolver maxIterations='100' tolerance='1e-10'/><Node "
        "name='a'><EulerImplicitSolver/>" +
        direct + body + "<LinearSolverConstraintCorrection/></Node></Node>");
    simulation::initRoot(*root);
    simulation::animate(*root);
    const auto picked = pickPoint(*root, downAt(0, 0));
    ASSERT_TRUE(picked);
    auto drag = MouseOperation::create(MouseButton::standard(MouseAction::constraintAttach));
    ASSERT_TRUE(drag->start(*root, *picked, downAt(0, 0)));
    for (int i = 1; i <= 10; ++i) {
      drag->move(downAt(0.01 * i, 0));
      simulation::animate(*root);
    }
    EXPECT_NEAR(drag->line()->held.x(), 0.1, 1e-3);
    EXPECT_NEAR(drag->line()->held.y(), 0, 1e-2);
    drag->end();
    EXPECT_EQ(root->children().size(), 1u);
    simulation::animate(*root);
    simulation::unload(*root);
  }
}

TEST(ConstraintAttachOperation, saysWhatItNeeds) {
  const Scene scene("<MechanicalObject name='x' position='0 0 0'/>");
  tests::CapturedMessages messages;
  EXPECT_FALSE(press(scene, MouseAction::constraintAttach, downAt(0, 0)));
  EXPECT_EQ(messages.errors("FreeMotionAnimationLoop"), 1u);
}

TEST(MouseButtons, followTheSettingsOfTheScene) {
  const Scene plain("");
  EXPECT_EQ(mouseButtons(*plain.root)[0].action, MouseAction::attach);
  EXPECT_EQ(mouseButtons(*plain.root)[1].action, MouseAction::fix);
  EXPECT_EQ(mouseButtons(*plain.root)[2].action, MouseAction::none);
  const Scene scene(
      "<AttachBodyButtonSetting button='Right' stiffness='7' arrowSize='0.1' "
      "showFactorSize='2'/><FixPickedParticleButtonSetting stiffness='5'/>"
      "<AttachBodyButtonSetting button='Left'/><AddFrameButtonSetting button='Middle'/>");
  tests::CapturedMessages messages;
  const auto buttons = mouseButtons(*scene.root);
  EXPECT_EQ(buttons[2], (MouseButton{MouseAction::attach, 7, 0, 0.1, 2}));
  EXPECT_EQ(buttons[0], (MouseButton{MouseAction::fix, 5}));  // the first for a button counts
  EXPECT_EQ(buttons[1].action, MouseAction::fix);
  EXPECT_EQ(messages.warnings("no such operation"), 1u);
}

}  // namespace
}  // namespace sofa::gl
