// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "CapturedMessages.h"
#include "Sofa/Core/Contract/State.h"
#include "Sofa/Simulation/Scene/SceneReader.h"
#include "Sofa/Simulation/Simulation.h"

namespace sofa::test {
namespace {

using tests::CapturedMessages;

const std::string pullingSpring = "<SpringForceField spring='0 1 100 0 1'/>";
const std::string pulse =
    "<MeshTopology position='@m.position' triangles='0 1 2'/>"
    "<SurfacePressureForceField pressure='4' pulseMode='1' pressureSpeed='100'/>";

/// Where three points, of which a mapping with that attribute makes the points of a force, are after ten steps.
std::vector<double> positions(const std::string& solver, const std::string& force, const std::string& mapping) {
  const auto root = simulation::readSceneText(
      "<Node name='root' dt='0.01' gravity='0 0 0'><DefaultAnimationLoop/>" + solver +
      "<MechanicalObject name='dof' position='0 0 0 2 0 0 0 2 0'/><UniformMass vertexMass='1'/>"
      "<Node name='c'><MechanicalObject name='m'/><IdentityMapping " +
      mapping + "/>" + force + "</Node></Node>");
  simulation::initRoot(*root);
  for (int i = 0; i < 10; ++i) simulation::animate(*root, 0.01);
  const auto x = root->down<core::BaseState>()->hostRead(core::vec::position);
  return {x.begin(), x.end()};
}

const std::string euler = "<EulerExplicitSolver/>";
const std::string implicitEuler = "<EulerImplicitSolver/><SparseLDLSolver/>";

TEST(MapForces, EulersMethodsAddForcesAllTheSameAndSaySo) {
  for (const auto& solver : {euler, implicitEuler}) {
    const CapturedMessages said;
    EXPECT_EQ(positions(solver, pullingSpring, "mapForces='0'"), positions(solver, pullingSpring, "")) << solver;
    EXPECT_EQ(said.warnings("mapForces=\"0\" does not keep forces from the input"), 1u) << solver;
  }
}

TEST(MapForces, OtherIntegratorsStopThem) {
  const CapturedMessages said;
  EXPECT_EQ(positions("<RungeKutta4Solver/>", pullingSpring, "mapForces='0'"),
            (std::vector<double>{0, 0, 0, 2, 0, 0, 0, 2, 0}));
  EXPECT_EQ(positions(euler, "", "mapForces='0'"), (std::vector<double>{0, 0, 0, 2, 0, 0, 0, 2, 0}));
  EXPECT_EQ(said.warnings("mapForces"), 0u);
}

TEST(MapForces, WhatActsBeginsTheStep) {
  for (const auto& solver : {euler, implicitEuler}) {
    const CapturedMessages said;
    const auto moved = positions(solver, pulse, "mapForces='0'");
    EXPECT_EQ(moved, positions(solver, pulse, "")) << solver;
    EXPECT_NE(moved[2], 0) << solver;
  }
}

}  // namespace
}  // namespace sofa::test
