// SPDX-License-Identifier: Apache-2.0
#include "Sofa/Component/StateContainer/MappedObject.h"

#include "CapturedMessages.h"
#include "Component/SceneText.h"

namespace sofa::tests {

using component::statecontainer::MappedObject;
using type::Vec3, type::Vec3Types, type::Rigid3Types;

// A point that falls from rest by g t^2 / 2 in each of ten steps of 0.1 s: symplectic Euler, sum of i h^2 g = 0.55 m.
const std::string falling = "<EulerExplicitSolver/><MechanicalObject position='1 2 3'/><UniformMass totalMass='1'/>";

TEST(MappedObject, FollowsItsMapping) {
  const Scene scene(falling + "<Node><MappedObject name='seen'/><IdentityMapping/></Node>", "dt='.1' gravity='0 -1 0'");
  scene.step(10);
  const auto& seen = scene.first<MappedObject<Vec3Types>>();
  ASSERT_EQ(seen.positions().size(), 1u);
  EXPECT_NEAR(seen.positions()[0][1], 2 - .55, 1e-12);
  EXPECT_EQ(seen.velocities().size(), 1u);
}

TEST(MappedObject, TakesNoPartInSolving) {
  // A force on it goes nowhere, as it would have to go through the mapping.
  const CapturedMessages messages;
  const Scene scene(falling + "<Node><MappedObject/><IdentityMapping/></Node>", "dt='.1' gravity='0 0 0'");
  EXPECT_FALSE(scene.first<MappedObject<Vec3Types>>().isMechanical());
  scene.step(2);
  EXPECT_EQ(scene.state<Vec3Types>().positions()[0], Vec3(1, 2, 3));
  EXPECT_EQ(messages.errors(), 0u);
}

TEST(MappedObject, TurnedBodies) {
  const Scene scene("<MappedObject template='Rigid3' position='1 2 3 0 0 0 1' velocity='0 0 0 1 0 0'/>");
  auto& state = scene.first<MappedObject<Rigid3Types>>();
  EXPECT_EQ(state.positions()[0].center, Vec3(1, 2, 3));
  EXPECT_EQ(state.velocities()[0][3], 1);
  state.resize(2);
  EXPECT_EQ(state.positions()[1].orientation.w(), 1);
  EXPECT_EQ(state.velocities().size(), 2u);
}

}  // namespace sofa::tests
