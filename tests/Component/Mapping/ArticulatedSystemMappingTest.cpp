// SPDX-License-Identifier: Apache-2.0
// Bodies that hang together by joints.
#include "Sofa/Component/Mapping/ArticulatedSystemMapping.h"

#include <numbers>

#include "CapturedMessages.h"
#include "Component/SceneText.h"

namespace sofa::component::mapping {
namespace {

using tests::CapturedMessages;
using tests::Scene;
using type::Rigid3Types;
using type::Vec1Types;
using type::Vec3;
using type::Vec6;

std::string joint(const std::string& center, const std::string& articulations) {
  return "<Node><ArticulationCenter " + center + "/><Node>" + articulations + "</Node></Node>";
}
/// Bodies at the origin that hang on each other, driven by joint values.
Scene articulated(const std::string& joints, const std::string& values, int bodies) {
  std::string places;
  for (int i = 0; i < bodies; ++i) places += "0 0 0 0 0 0 1 ";
  return Scene("<ArticulatedHierarchyContainer/>" + joints +
               "<MechanicalObject template='Vec1' name='joints' position='" + values +
               "'/><Node name='bodies'><MechanicalObject template='Rigid3' position='" + places +
               "'/><ArticulatedSystemMapping input1='@../joints' output='@.'/></Node>");
}

/// Two arms of half length 1, the joint between them turning about z.
std::string hinge(int process, const std::string& articulation = "rotation='1' axis='0 0 1'") {
  return joint(fmt::format("parentIndex='0' childIndex='1' posOnParent='1 0 0' posOnChild='-1 0 0' "
                           "articulationProcess='{}'",
                           process),
               "<Articulation " + articulation + "/>");
}

const Rigid3Types::Coord& body(const Scene& scene, std::size_t i) {
  return scene.first<ArticulatedSystemMapping>().l_output->positions().at(i);
}
void set(const Scene& scene, std::size_t i, double value) {
  scene.state<Vec1Types>().writeCoords(core::vec::position).at(i)[0] = value;
  scene.first<ArticulatedSystemMapping>().mapPositions(core::vec::position, core::vec::position);
}

TEST(ArticulatedSystemMapping, TurnsTheChildAboutTheJoint) {
  const double quarter = std::numbers::pi / 2;
  for (const int process : {0, 1, 2}) {
    const double start = process == 0 ? .3 : 0;  // where changes count, the start counts as none
    const Scene scene = articulated(hinge(process), std::to_string(start), 2);
    EXPECT_TRUE(body(scene, 1).center.isApprox(Vec3(1 + std::cos(start), std::sin(start), 0), 1e-6)) << process;
    set(scene, 0, .7);
    set(scene, 0, quarter);
    EXPECT_TRUE(body(scene, 1).center.isApprox(Vec3(1, 1, 0), 1e-12)) << process;
    EXPECT_NEAR(body(scene, 1).orientation.z(), std::sqrt(.5), 1e-12) << process;
    auto& mapping = scene.first<ArticulatedSystemMapping>();
    scene.state<Vec1Types>().writeDerivs(core::vec::velocity)[0][0] = 2;
    mapping.mapVelocities(core::vec::velocity, core::vec::velocity);
    EXPECT_TRUE(mapping.l_output->velocities()[1].isApprox((Vec6() << -2, 0, 0, 0, 0, 2).finished(), 1e-12)) << process;
    EXPECT_EQ(scene.first<ArticulationCenter>().d_globalPosition.value(), Vec3(1, 0, 0));
  }
}

TEST(ArticulatedSystemMapping, ShiftsTheChild) {
  for (const int process : {0, 1, 2}) {
    const Scene scene = articulated(hinge(process, "translation='1' axis='0 1 0'"), ".5", 2);
    set(scene, 0, .75);
    EXPECT_TRUE(body(scene, 1).center.isApprox(Vec3(2, process == 1 ? .25 : .75, 0), 1e-12)) << process;
  }
}

TEST(ArticulatedSystemMapping, ResetForgetsTheTurns) {
  const Scene scene = articulated(hinge(1), "0", 2);
  set(scene, 0, 1.2);
  simulation::reset(*scene.root);
  EXPECT_TRUE(body(scene, 1).center.isApprox(Vec3(2, 0, 0), 1e-12));
}

/// Derivatives of the bodies by each value, by differences, and those of the mapping.
TEST(ArticulatedSystemMapping, JacobianIsTheDerivativeOfAChain) {
  const Scene scene = articulated(
      joint(
          "parentIndex='0' childIndex='1' posOnParent='.7 .1 0' posOnChild='-.6 0 .2'",
          "<Articulation rotation='1' axis='0 0 1'/><Articulation rotation='1' axis='1 1 0' articulationIndex='1'/>") +
          joint("parentIndex='1' childIndex='2' posOnParent='.5 0 .1' posOnChild='-.4 .1 0'",
                "<Articulation translation='1' axis='0 2 0' articulationIndex='2'/>"),
      ".3 -.4 .2", 3);
  auto& mapping = scene.first<ArticulatedSystemMapping>();
  auto& joints = scene.state<Vec1Types>();
  constexpr double step = 1e-6;
  for (std::size_t k = 0; k < 3; ++k) {
    const double value = joints.positions()[k][0];
    set(scene, k, value + step);
    const auto plus = mapping.l_output->positions();
    set(scene, k, value - step);
    const auto minus = mapping.l_output->positions();
    set(scene, k, value);
    auto& rates = joints.writeDerivs(core::vec::velocity);
    rates.assign(3, Vec1Types::Deriv::Zero());
    rates[k][0] = 1;
    mapping.mapVelocities(core::vec::velocity, core::vec::velocity);
    for (std::size_t b = 0; b < 3; ++b) {
      Vec6 difference;
      difference << plus[b].center - minus[b].center,
          type::rotationVector(plus[b].orientation * type::inverse(minus[b].orientation));
      EXPECT_LT((difference / (2 * step) - mapping.l_output->velocities()[b]).norm(), 1e-8) << "body " << b;
    }
  }
}

TEST(ArticulatedSystemMapping, FollowsABodyThatCarriesTheFirst) {
  const Scene scene(
      "<ArticulatedHierarchyContainer/>" + hinge(0) +
      "<MechanicalObject template='Vec1' name='joints' position='0'/>"
      "<Node name='root'><MechanicalObject template='Rigid3' name='x' position='5 0 0 0 0 0 1  3 0 0 0 0 "
      ".7071067811865476 .7071067811865476'/></Node><Node name='bodies'><MechanicalObject template='Rigid3' "
      "position='0 0 0 0 0 0 1  0 0 0 0 0 0 1'/><ArticulatedSystemMapping input1='@../joints' "
      "input2='@../root/x' output='@.'/></Node>");
  EXPECT_TRUE(body(scene, 0).center.isApprox(Vec3(3, 0, 0), 1e-12)) << "the last of input2";
  EXPECT_TRUE(body(scene, 1).center.isApprox(Vec3(3, 2, 0), 1e-12));
}

TEST(ArticulatedSystemMapping, SaysWhatIsWrong) {
  CapturedMessages messages;
  articulated(hinge(0, "rotation='1' articulationIndex='4'"), "0", 2);
  EXPECT_EQ(messages.errors("articulationIndex is 4"), 1u);
  articulated(hinge(0), "0", 1);
  EXPECT_EQ(messages.errors("two of the 1 bodies"), 1u);
  articulated(hinge(0) + hinge(0), "0", 2);
  EXPECT_EQ(messages.errors("There are 2 joints"), 1u);
  const Scene none(
      "<MechanicalObject template='Vec1' position='0'/><Node name='bodies'><MechanicalObject "
      "template='Rigid3'/><ArticulatedSystemMapping input1='@..' output='@.'/></Node>");
  EXPECT_EQ(messages.errors("There is no ArticulatedHierarchyContainer"), 1u);
}

}  // namespace
}  // namespace sofa::component::mapping
