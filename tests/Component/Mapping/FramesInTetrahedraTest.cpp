// SPDX-License-Identifier: Apache-2.0
#include "CapturedMessages.h"
#include "Component/SceneText.h"
#include "Sofa/Component/Mapping/BarycentricMapping.h"

namespace sofa::tests {
namespace {

using type::Rigid3Types;
using type::Vec3;
using type::Vec3Types;
using Mapping = component::mapping::BarycentricMapping<Vec3Types, Rigid3Types>;

/// A tetrahedron that was deformed, far from the origin, with a frame in it.
Scene frameInTetrahedron(const std::string& attributes, const std::string& load = "") {
  return Scene(
      "<EulerImplicitSolver/><SparseLDLSolver/>"
      "<TetrahedronSetTopologyContainer position='5 0 0  6 0 0  5 1 0  5 0 1' tetrahedra='0 1 2 3'/>"
      "<MechanicalObject/><UniformMass vertexMass='1'/>"
      "<Node name='frame'><MechanicalObject template='Rigid3' position='5.2 .3 .1  0 0 .6 .8'/>"
      "<BarycentricMapping template='Vec3,Rigid3' " +
      attributes + "/>" + load + "</Node>");
}

TEST(FramesInTetrahedra, exactRotationsAreTheDerivative) {
  const Scene scene = frameInTetrahedron("exactRotations='1'");
  auto& mapping = scene.first<Mapping>();
  std::vector<Vec3> x{{5, 0, 0}, {6.2, .1, 0}, {4.9, 1.1, .2}, {5.1, -.2, .9}};
  const std::vector<Vec3> v{{.3, -.2, .5}, {1, .4, -.7}, {-.6, .8, .1}, {.2, .9, -.3}};
  std::vector<type::RigidCoord<3>> before(1), after(1);
  std::vector<type::Vec6> speed(1);
  constexpr double h = 1e-6;
  const auto moved = [&](double t) {
    auto y = x;
    for (std::size_t i = 0; i < y.size(); ++i) y[i] += t * v[i];
    return y;
  };
  mapping.apply(before, moved(-h));
  mapping.apply(after, moved(h));
  const type::Vec6 expected = Rigid3Types::difference(after[0], before[0]) / (2 * h);
  mapping.apply(before, x);
  mapping.applyJ(speed, v);
  EXPECT_LT((speed[0] - expected).norm(), 1e-7);

  // Transposed: the same power.
  const type::Vec6 load = (type::Vec6() << .1, -.4, .3, .7, -.2, .5).finished();
  std::vector<Vec3> forces(4, Vec3::Zero());
  mapping.applyJT(forces, {load});
  double power = 0;
  Vec3 sum = Vec3::Zero();
  for (std::size_t i = 0; i < 4; ++i) power += forces[i].dot(v[i]), sum += forces[i];
  EXPECT_NEAR(power, load.dot(speed[0]), 1e-12);
  EXPECT_LT((sum - load.head<3>()).norm(), 1e-12) << "a torque is no force";
}

TEST(FramesInTetrahedra, torquesAreToldOf) {
  const auto told = [](const std::string& attributes, const std::string& load) {
    CapturedMessages messages;
    const Scene scene = frameInTetrahedron(attributes, "<ConstantForceField indices='0' forces='" + load + "'/>");
    scene.step(3);
    return messages.warnings("exactRotations");
  };
  EXPECT_EQ(told("", "0 0 0 0 0 1"), 1u);
  EXPECT_EQ(told("", "0 1 0 0 0 0"), 0u);
  EXPECT_EQ(told("exactRotations='1'", "0 0 0 0 0 1"), 0u);
}

// Other elements do not turn frames: the remedy is a mesh of tetrahedra.
TEST(FramesInTetrahedra, torquesInHexahedraAreToldOf) {
  const auto told = [](const std::string& torque) {
    CapturedMessages messages;
    const Scene scene(
        "<EulerImplicitSolver/><SparseLDLSolver/><RegularGridTopology n='2 2 2' min='0 0 0' max='1 1 1'/>"
        "<MechanicalObject/><UniformMass vertexMass='1'/><Node name='frame'><MechanicalObject template='Rigid3' "
        "position='.2 .3 .1  0 0 .6 .8'/><BarycentricMapping template='Vec3,Rigid3' exactRotations='1'/>"
        "<ConstantForceField indices='0' forces='0 1 0 0 0 " +
        torque + "'/></Node>");
    scene.step(3);
    return messages.warnings("Map into tetrahedra");
  };
  EXPECT_EQ(told("1"), 1u);
  EXPECT_EQ(told("0"), 0u);
}

TEST(FramesInTetrahedra, torquesTurnTheBodyWithExactRotations) {
  const Scene scene =
      frameInTetrahedron("exactRotations='1'", "<ConstantForceField indices='0' forces='0 0 0 0 0 1'/>");
  scene.step();
  Vec3 momentum = Vec3::Zero(), spin = Vec3::Zero();
  const auto& state = scene.state<Vec3Types>();
  for (std::size_t i = 0; i < 4; ++i) {
    momentum += state.velocities()[i];
    spin += Vec3(state.positions()[i] - 0.1 * state.velocities()[i]).cross(state.velocities()[i]);
  }
  EXPECT_LT(momentum.norm(), 1e-12);
  EXPECT_LT((spin - Vec3(0, 0, 0.1)).norm(), 1e-12);
}

}  // namespace
}  // namespace sofa::tests
