// SPDX-License-Identifier: Apache-2.0
#include "Sofa/Component/SolidMechanics/RegularGridSpringForceField.h"

#include "Sofa/Testing/ForceFieldCheck.h"

namespace sofa::component::solidmechanics {
namespace {

using test::expectNear;
using test::ForceScene;

const fem::SpringKernel<type::Vec3Types>& gridKernel(const ForceScene& scene) {
  scene.forces();
  return dynamic_cast<SpringForceField<type::Vec3Types>&>(*scene.force).kernel();
}

const std::string springGrid = R"(<RegularGridTopology n="3 2 2" min="0 0 0" max="4 3 1"/><MechanicalObject/>)";

TEST(RegularGridSpringForceField, countsPerKind) {
  const auto count = [](const char* attributes) {
    return gridKernel(ForceScene(springGrid + "<RegularGridSpringForceField " + attributes + "/>")).size();
  };
  EXPECT_EQ(count(""), 50u);
  EXPECT_EQ(count("stiffness='0' damping='0'"), 0u);
  EXPECT_EQ(count("quadsStiffness='0' quadsDamping='0' cubesStiffness='0' cubesDamping='0'"), 20u);
  EXPECT_EQ(count("linesStiffness='0' linesDamping='0' cubesStiffness='0' cubesDamping='0'"), 22u);
  EXPECT_EQ(count("linesStiffness='0' linesDamping='0' quadsStiffness='0' quadsDamping='0' cubesDamping='1'"), 8u);
}

TEST(RegularGridSpringForceField, lengthsAreThoseOfTheGrid) {
  const ForceScene scene(R"(<RegularGridTopology n="3 2 2" min="0 0 0" max="4 3 1"/><MechanicalObject scale3d="2 2 2"/>
                            <RegularGridSpringForceField stiffness="6" damping="1" spring="0 11 1 2 3"/>)");
  const auto first = gridKernel(scene).spring(0), line = gridKernel(scene).spring(1);
  EXPECT_EQ(first.restLength, 3);  // the listed one comes first
  EXPECT_EQ(line.restLength, 2);
  EXPECT_EQ(line.stiffness, 3);
  EXPECT_EQ(line.damping, 0.5);
  EXPECT_EQ(line.second, 1u);
}

TEST(RegularGridSpringForceField, undeformedGridIsAtRest) {
  const ForceScene scene(springGrid + "<RegularGridSpringForceField/>");
  expectNear(scene.forces(), std::vector<double>(36, 0.0));
}

TEST(RegularGridSpringForceField, tangent) {
  const ForceScene scene(
      R"(<RegularGridTopology n="3 2 2" min="0 0 0" max="4 3 1"/><MechanicalObject scale3d="1.2 0.9 1.1"/>
                            <RegularGridSpringForceField stiffness="6"/>)");
  checkTangent(scene, 1e-6);
}

TEST(RegularGridSpringForceField, withoutAGridOnlyListedSpringsAct) {
  const ForceScene scene(R"(<MeshTopology lines="0 1"/><MechanicalObject position="0 0 0 2 0 0"/>
                            <RegularGridSpringForceField spring="0 1 10 0 1"/>)");
  EXPECT_EQ(scene.warnings, 1u);
  expectNear(scene.forces(), {10, 0, 0, -10, 0, 0});
}

TEST(RegularGridSpringForceField, stateSmallerThanTheGrid) {
  const ForceScene scene(
      R"(<RegularGridTopology n="3 2 2" min="0 0 0" max="4 3 1"/><MechanicalObject position="0 0 0 2 0 0"/>
                            <RegularGridSpringForceField spring="0 1 10 0 1"/>)");
  expectNear(scene.forces(), {10, 0, 0, -10, 0, 0});
}

}  // namespace
}  // namespace sofa::component::solidmechanics
