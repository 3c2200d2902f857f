// SPDX-License-Identifier: Apache-2.0
// A heap of boxes with friction: what falls only loses energy, and comes to rest.
#include <random>

#include "Component/SceneText.h"
#include "Sofa/Component/ConstraintLagrangian/IterativeConstraintSolver.h"
#include "Sofa/Core/Contract/State.h"

namespace sofa::tests {
namespace {

using type::Vec3;
constexpr double half = 0.25, gravity = 9.81, inertia = 4 * half * half / 6;  // of 1 kg

/// Boxes askew in columns of three, which touch neither each other nor the floor.
std::string places() {
  std::mt19937 engine(1);
  const auto chance = [&](double most) { return most * (2.0 * static_cast<double>(engine()) / 4294967295.0 - 1); };
  std::string text;
  for (int k = 0; k < 27; ++k) {
    const Vec3 turn(chance(0.2), chance(0.2), chance(0.2));
    text += fmt::format("{} {} {} {} {} {} 1  ", 0.9 * (k % 3) + chance(0.03), 0.5 + 0.9 * (k / 9) + chance(0.03),
                        0.9 * (k / 3 % 3) + chance(0.05), turn.x(), turn.y(), turn.z());
  }
  return text;
}

/// Without drag, on a floor.
std::string heap(const std::string& solver, const std::string& correction, const std::string& contacts = "mu=0.8",
                 const std::string& boxes = places()) {
  return "<FreeMotionAnimationLoop/>" + solver +
         "<CollisionPipeline/><BruteForceBroadPhase/><BVHNarrowPhase/>"
         "<NewProximityIntersection alarmDistance='0.05' contactDistance='0.005'/>"
         "<CollisionResponse response='FrictionContactConstraint' responseParams='" +
         contacts +
         "'/>"
         "<Node name='floor'><MechanicalObject template='Rigid3d' position='0 -5 0  0 0 0 1'/>"
         "<OBBCollisionModel extents='100 5 100' moving='0' simulated='0'/></Node>"
         "<Node name='boxes'><EulerImplicitSolver rayleighMass='0' rayleighStiffness='0'/>"
         "<CGLinearSolver iterations='10' tolerance='1e-12' threshold='1e-20'/>"
         "<MechanicalObject template='Rigid3d' position='" +
         boxes + fmt::format("'/><UniformMass vertexMass='1 1 {0} 0 0 0 {0} 0 0 0 {0}'/>", inertia) + correction +
         fmt::format("<OBBCollisionModel defaultExtent='{}' selfCollision='1'/></Node>", half);
}

struct Energy {
  double motion = 0, height = 0;
  double whole() const { return motion + height; }
};
Energy energyOf(const core::State<type::Rigid3Types>& boxes) {
  Energy energy;
  for (std::size_t i = 0; i < boxes.size(); ++i) {
    const auto& v = boxes.velocities()[i];
    energy.motion += (v.head<3>().squaredNorm() + inertia * v.tail<3>().squaredNorm()) / 2;
    energy.height += gravity * (boxes.positions()[i].center.y() - half);
  }
  return energy;
}

void expectThatItOnlyLosesEnergy(const std::string& solver, const std::string& correction,
                                 const std::string& contacts = "mu=0.8") {
  const auto root = simulation::readSceneText("<Node dt='0.01' gravity='0 -9.81 0'>" +
                                              heap(solver, correction, contacts) + "</Node>");
  simulation::initRoot(*root);
  const auto& boxes =
      dynamic_cast<const core::State<type::Rigid3Types>&>(*core::localMechanicalState(*root->children()[1]));
  const double begin = energyOf(boxes).whole();
  double last = begin, risen = 0;
  for (int i = 0; i < 800; ++i) {
    simulation::animate(*root);
    const double now = energyOf(boxes).whole();
    risen += std::max(0.0, now - last);
    last = now;
    // What a step turns beyond its tangent lifts a box by about (w h)^2 / 2 times its size, at 5 rad/s a millimetre.
    ASSERT_LT(now, begin) << i;
  }
  EXPECT_LT(risen, 1e-3 * begin);
  EXPECT_LT(energyOf(boxes).motion, 1e-3 * begin);
  for (const auto& box : boxes.positions()) EXPECT_GT(box.center.y(), half - 0.01);
}

TEST(BoxHeap, losesEnergyAndComesToRest) {
  expectThatItOnlyLosesEnergy("<BlockGaussSeidelConstraintSolver maxIterations='100' tolerance='1e-6'/>",
                              "<UncoupledConstraintCorrection/>");
}

TEST(BoxHeap, sweepsWithoutTheMatrixDoTheSame) {
  expectThatItOnlyLosesEnergy("<UnbuiltGaussSeidelConstraintSolver maxIterations='100' tolerance='1e-6'/>",
                              "<UncoupledConstraintCorrection useOdeSolverIntegrationFactors='0'/>");
}

const std::string sweeps = "<BlockGaussSeidelConstraintSolver maxIterations='100' tolerance='1e-6'/>";

TEST(BoxHeap, losesEnergyWithContactsThatStartFromTheirLastForces) {
  expectThatItOnlyLosesEnergy(sweeps, "<UncoupledConstraintCorrection/>", "mu=0.8&amp;warmStart=1");
}

/// Of a box at rest: the forces of the step before are those that are sought.
TEST(BoxHeap, lastForcesOfABoxAtRestNeedOneSweep) {
  const auto iterations = [](const std::string& contacts) {
    const auto root = simulation::readSceneText(
        "<Node dt='0.01' gravity='0 -9.81 0'>" +
        heap(sweeps, "<UncoupledConstraintCorrection/>", contacts, "0 0.255 0 0 0 0 1") + "</Node>");
    simulation::initRoot(*root);
    for (int i = 0; i < 10; ++i) simulation::animate(*root);
    return root->down<component::constraintlagrangian::IterativeConstraintSolver>()->d_currentIterations.value();
  };
  EXPECT_EQ(iterations("mu=0.8&amp;warmStart=1"), 2) << "currentIterations is one more";
  EXPECT_GT(iterations("mu=0.8"), 2);
}

}  // namespace
}  // namespace sofa::tests
