// SPDX-License-Identifier: Apache-2.0
// Scenes with compatibility="exact": prescribed motions, resets, means and pairs of points. Each value is derived by
// hand.
#include <gtest/gtest.h>

#include "CapturedMessages.h"
#include "Component/SceneText.h"
#include "Sofa/Core/ObjectModel/Node.h"

namespace sofa::test {
namespace {

using tests::CapturedMessages;
using tests::Scene;
using type::Vec3;
using type::Vec3Types;

const std::string falling = "dt='.1' gravity='0 -1 0' ", inQuarters = "dt='.25' gravity='0 0 0' ",
                  exact = "compatibility='exact'";

// Place (2u, 4u(1-u)) after u seconds of one; a step of h begins with the mean velocity (2, 4(1-2u-h)).
TEST(ExactMotion, EveryPointOfAParabolaHasItsVelocity) {
  const auto velocities = [](const std::string& root) {
    const Scene scene(
        "<EulerExplicitSolver/><MechanicalObject position='1 2 3 4 5 6' velocity='1 1 1 1 1 1'/>"
        "<UniformMass totalMass='1'/>"
        "<ParabolicProjectiveConstraint indices='1 0' EndTime='1' P2='1 1 0' P3='2 0 0'/>",
        inQuarters + root);
    scene.step(2);
    return scene.state<Vec3Types>().velocities();
  };
  for (const Vec3& v : velocities(exact)) EXPECT_LT((v - Vec3(2, 1, 0)).norm(), 1e-13) << v.transpose();
  EXPECT_EQ(velocities("")[0], Vec3(0, 0, 0)) << "the defect: only the first of the list has one";
}

// x and z move by 1/4 at the start and in the step; y is the solver's, 3/4.
TEST(ExactMotion, CoordinatesThatAreListedStartFromWhereTheyWere) {
  const auto place = [](const std::string& root) {
    const Scene scene(
        "<EulerExplicitSolver/><MechanicalObject position='0 0 0' velocity='3 3 3'/><UniformMass totalMass='1'/>"
        "<LinearVelocityProjectiveConstraint keyTimes='0 10' velocities='1 1 1  1 1 1' coordinates='0 2'/>",
        inQuarters + root);
    scene.step();
    return Vec3(scene.state<Vec3Types>().positions()[0]);
  };
  EXPECT_LT((place(exact) - Vec3(.5, .75, .5)).norm(), 1e-14);
  EXPECT_LT((place("") - Vec3(.5, .75, .75)).norm(), 1e-14) << "the defect";
}

/// Whether steps after a reset give the bits of a scene that was just loaded.
bool startsAnew(const std::string& content, const std::string& root) {
  const auto after = [](const Scene& scene, int steps) {
    scene.step(steps);
    const auto& x = scene.state<Vec3Types>().positions();
    return std::vector<Vec3>(x.begin(), x.end());
  };
  const auto expected = after(Scene(content, root), 6);
  const Scene scene(content, root);
  scene.step(4);
  simulation::reset(*scene.root);
  return after(scene, 6) == expected;
}

TEST(ExactMotion, ResetsForgetEverything) {
  const std::string moved =
      "<EulerExplicitSolver/><MechanicalObject position='0.1 0.2 0.3 1 0.7 0.4'/><UniformMass totalMass='2'/>"
      "<LinearVelocityProjectiveConstraint indices='1' keyTimes='0 10' velocities='1 0 0 3 0 0'/>";
  const auto solved = [](const std::string& solver) {
    return "<EulerImplicitSolver/><" + solver +
           " iterations='4' tolerance='1e-2'/><MechanicalObject position='0 0 0 1 0 0 2 0 0' velocity='0 1 0 0 0 0 1 0 "
           "0'/><UniformMass totalMass='3'/><SpringForceField spring='0 1 100 0 1.2 1 2 70 0 1'/>";
  };
  for (const std::string& content : {moved, solved("PCGLinearSolver"), solved("MinResLinearSolver"),
                                     solved("CGLinearSolver warmStart='1' threshold='1e-9'")}) {
    const CapturedMessages said;
    EXPECT_TRUE(startsAnew(content, falling + exact)) << content;
    EXPECT_EQ(said.count(helper::Severity::Info, "fullReset"), 0u) << content;
    EXPECT_FALSE(startsAnew(content, falling)) << "the defect: " << content;
  }
}

TEST(ExactMotion, MeansAreThoseOfThePoints) {
  const auto height = [](const std::string& root) {
    const auto node = simulation::readSceneText("<Node name='root' dt='.1' " + root +
                                                "><DefaultAnimationLoop/><MechanicalObject name='a' position='0 0 "
                                                "0'/><MechanicalObject name='b' position='0 6 0'/>"
                                                "<MeanComputation/><MechanicalObject name='out' tags='MeanOutput' "
                                                "position='@MeanComputation1.result'/></Node>");
    simulation::initRoot(*node);
    for (int i = 0; i < 4; ++i) simulation::animate(*node);
    std::vector<core::State<Vec3Types>*> states;
    node->collectDown(states);
    return states.at(2)->positions().at(0).y();
  };
  const CapturedMessages said;
  EXPECT_EQ(height(exact), 3);
  EXPECT_EQ(said.warnings("former result"), 0u);
  EXPECT_EQ(height(""), 6 - 3 / 16.0) << "the defect: m <- (6 + m) / 2, from 3";
}

TEST(ExactMotion, EdgesOfPairsNameTheirPoints) {
  const auto edges = [](const std::string& root) {
    const Scene scene(
        "<MechanicalObject name='a' position='0 0 0 1 0 0 2 0 0'/>"
        "<Node name='child'><MechanicalObject name='b' position='1.25 0 0 5 0 0 0 0 0.5'/></Node>"
        "<NearestPointROI name='e' object1='@a' object2='@child/b' radius='1'/>",
        root);
    return scene.root->components().back()->findData("edges")->text();
  };
  EXPECT_EQ(edges(exact), "0 1 2 3") << "two pairs";
  EXPECT_EQ(edges(""), "0 1 4 5") << "the defect";
}

}  // namespace
}  // namespace sofa::test
