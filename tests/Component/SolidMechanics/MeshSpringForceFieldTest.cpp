// SPDX-License-Identifier: Apache-2.0
#include "Sofa/Component/SolidMechanics/MeshSpringForceField.h"

#include "Sofa/Testing/ForceFieldCheck.h"

namespace sofa::component::solidmechanics {
namespace {

using test::expectNear;
using test::ForceScene;

const fem::SpringKernel<type::Vec3Types>& kernel(const ForceScene& scene) {
  scene.forces();
  return dynamic_cast<SpringForceField<type::Vec3Types>&>(*scene.force).kernel();
}

const std::string square = R"(<MechanicalObject position="0 0 0  2 0 0  2 2 0  0 2 0"/>)";

TEST(MeshSpringForceField, stiffnessIsThatOfUnitLength) {
  const ForceScene scene(square +
                         R"(<MeshTopology lines="0 1"/><MeshSpringForceField stiffness="1000" damping="10"/>)");
  ASSERT_EQ(kernel(scene).size(), 1u);
  const auto s = kernel(scene).spring(0);
  EXPECT_EQ(s.stiffness, 500);
  EXPECT_EQ(s.damping, 5);
  EXPECT_EQ(s.restLength, 2);
}

TEST(MeshSpringForceField, stiffnessOfAllKindsYieldsToWhatSortsAfterIt) {
  const ForceScene scene(square + R"(<MeshTopology lines="0 1"/>
      <MeshSpringForceField trianglesStiffness="7" stiffness="50" linesStiffness="400" damping="3" cubesDamping="9" quadsDamping="8"/>)");
  const auto& force = dynamic_cast<MeshSpringForceField<type::Vec3Types>&>(*scene.force);
  EXPECT_EQ(force.d_linesStiffness.value(), 50);
  EXPECT_EQ(force.d_quadsStiffness.value(), 50);
  EXPECT_EQ(force.d_cubesStiffness.value(), 50);
  EXPECT_EQ(force.d_tetrahedraStiffness.value(), 50);
  EXPECT_EQ(force.d_trianglesStiffness.value(), 7);
  EXPECT_EQ(force.d_cubesDamping.value(), 3);
  EXPECT_EQ(force.d_quadsDamping.value(), 8);
}

TEST(MeshSpringForceField, pairsAreJoinedOnceByTheFirstKind) {
  const ForceScene scene(
      square + R"(<MeshTopology quads="0 1 2 3"/><MeshSpringForceField linesStiffness="4" quadsStiffness="20"/>)");
  ASSERT_EQ(kernel(scene).size(), 6u);
  int sides = 0, diagonals = 0;
  for (std::size_t i = 0; i < 6; ++i) {
    const auto s = kernel(scene).spring(i);
    if (s.restLength == 2 && s.stiffness == 2) ++sides;
    if (s.restLength > 2.5 && std::abs(s.stiffness - 20 / std::sqrt(8.0)) < 1e-12) ++diagonals;
  }
  EXPECT_EQ(sides, 4);
  EXPECT_EQ(diagonals, 2);
}

TEST(MeshSpringForceField, everyPairOfAHexahedron) {
  const ForceScene scene(R"(<MechanicalObject position="0 0 0 1 0 0 1 1 0 0 1 0 0 0 1 1 0 1 1 1 1 0 1 1"/>
                            <MeshTopology hexahedra="0 1 2 3 4 5 6 7"/><MeshSpringForceField cubesDamping="1"/>)");
  EXPECT_EQ(kernel(scene).size(), 28u);
}

TEST(MeshSpringForceField, localRange) {
  const ForceScene scene(
      square + R"(<MeshTopology lines="0 1 1 2 2 3 1 3"/><MeshSpringForceField stiffness="1" localRange="1 2"/>)");
  EXPECT_EQ(kernel(scene).size(), 3u);  // 0-1 is below the range
}

TEST(MeshSpringForceField, noCompression) {
  const ForceScene scene(R"(<MechanicalObject position="0 0 0 1 0 0 3 0 0" rest_position="0 0 0 2 0 0 3 0 0"/>
                            <MeshTopology lines="0 1 1 2"/><MeshSpringForceField stiffness="10" noCompression="1"/>)");
  expectNear(scene.forces(), {0, 0, 0, 10, 0, 0, -10, 0, 0});
}

TEST(MeshSpringForceField, pointsThatCoincideAtRestKeepTheStiffness) {
  const ForceScene scene(R"(<MechanicalObject position="0 0 0 1 0 0" rest_position="0 0 0 0 0 0"/>
                            <MeshTopology lines="0 1"/><MeshSpringForceField stiffness="10"/>)");
  expectNear(scene.forces(), {10, 0, 0, -10, 0, 0});
}

TEST(MeshSpringForceField, needsOneStateAndATopology) {
  const ForceScene none(square + R"(<MeshSpringForceField stiffness="1"/>)");
  EXPECT_EQ(none.errors, 1u);
  EXPECT_FALSE(none.force->isValid());
  const ForceScene two(square + R"(<Node name="b"><MechanicalObject name="dofs"/></Node><MeshTopology lines="0 1"/>
                                   <MeshSpringForceField object2="@b/dofs" stiffness="1"/>)");
  EXPECT_EQ(two.errors, 1u);
  EXPECT_FALSE(two.force->isValid());
}

TEST(MeshSpringForceField, meshLargerThanTheState) {
  const ForceScene scene(square + R"(<MeshTopology lines="0 1 1 9"/><MeshSpringForceField stiffness="1"/>)");
  EXPECT_EQ(scene.errors, 1u);
  EXPECT_EQ(kernel(scene).size(), 1u);
}

}  // namespace
}  // namespace sofa::component::solidmechanics
