// SPDX-License-Identifier: Apache-2.0
#include "Sofa/Component/MechanicalLoad/SolidBodyForceField.h"

#include "Sofa/Component/Topology/TopologyModifier.h"
#include "Sofa/Testing/ForceFieldCheck.h"

namespace sofa::component::mechanicalload {
namespace {

using test::expectNear;
using test::ForceScene;

/// A square of side 2, as one quad of `nodes` nodes.
std::string field(const std::string& nodes, const std::string& family, const std::string& attributes) {
  return "<RegularGridTopology name='grid' n='2 2 1' min='0 0 0' max='2 2 0'/>"
         "<QuadraticMeshTopology name='mesh' family='" +
         family +
         "' input='@grid'/><MechanicalObject template='Vec2d' topology='@mesh'/>"
         "<PositionFormula name='field' input='@mesh.position' x='0' y='x' z='0'/>"
         "<SolidBodyForceField template='Vec2d," +
         nodes + "' " + attributes + "/>";
}

/// Integrals of x N over the square, by hand: N at the corners and middles are products of those along each side, whose
/// integrals are 1/3, 4/3, 1/3 and, times x, 0, 4/3, 2/3.
TEST(SolidBodyForceField, forcesOfALinearFieldAreConsistent) {
  const ForceScene scene(field("Quad9", "lagrange", "thickness='3' forces='@field.output'"));
  ASSERT_EQ(scene.errors + scene.warnings, 0u);
  const auto f = scene.forces();
  const auto x = scene.state().hostRead(core::vec::position);
  for (std::size_t p = 0; p < f.size(); p += 2) {
    const double along = x[p] == 0 ? 0 : x[p] == 1 ? 4.0 / 3 : 2.0 / 3;
    const double across = x[p + 1] == 1 ? 4.0 / 3 : 1.0 / 3;
    EXPECT_NEAR(f[p + 1], 3 * along * across, 1e-13) << "at " << x[p] << ", " << x[p + 1];
  }
}

/// The corners of a quad of 8 nodes are pushed the other way by a uniform force: -1/12 each, 1/3 at the middles.
TEST(SolidBodyForceField, aUniformForceIsSharedByTheShapeFunctions) {
  const ForceScene scene(field("Quad8", "serendipity", "force='12 0 0'"));
  const auto f = scene.forces();
  for (std::size_t i = 0; i < 8; ++i) EXPECT_NEAR(f[2 * i], 4 * (i < 4 ? -1 : 4), 1e-13);
  test::checkEnergy(scene, 1e-8);
}

/// A linear tetrahedron of volume 1/6 under b_z = x: integrals of x N are 1/120, at x = 1 twice that.
TEST(SolidBodyForceField, linearTetrahedraIntegrateTheProduct) {
  const ForceScene scene(R"(<MeshTopology position="0 0 0  1 0 0  0 1 0  0 0 1" tetrahedra="0 1 2 3"/>
    <MechanicalObject/><SolidBodyForceField template="Vec3d,Tetrahedron" forces="0 0 0  0 0 120  0 0 0  0 0 0"/>)");
  expectNear(scene.forces(), {0, 0, 1, 0, 0, 2, 0, 0, 1, 0, 0, 1}, 1e-13);
}

TEST(SolidBodyForceField, followsAChangingMesh) {
  const ForceScene scene(R"(
    <TriangleSetTopologyContainer position="0 0 0  1 0 0  0 1 0  1 1 0" triangles="0 1 2  1 3 2"/>
    <TriangleSetTopologyModifier/>
    <MechanicalObject template="Vec2d"/>
    <SolidBodyForceField template="Vec2d,Triangle" forces="0 0 0  0 0 0  0 0 0  24 0 0"/>)");
  ASSERT_TRUE(scene.root->down<topology::TopologyModifier>()->remove({0}));
  ASSERT_EQ(scene.state().size(), 3u);
  const auto f = scene.forces();
  const auto x = scene.state().hostRead(core::vec::position);
  for (std::size_t p = 0; p < f.size(); p += 2) EXPECT_NEAR(f[p], x[p] * x[p + 1] == 1 ? 2 : 1, 1e-13);
}

TEST(SolidBodyForceField, refusesAFieldOfAnotherSize) {
  EXPECT_EQ(ForceScene(field("Quad9", "lagrange", "forces='1 0 0  2 0 0'")).errors, 1u);
  const ForceScene scene(field("Quad9", "lagrange", "force='1 0 0'"));
  auto& load = dynamic_cast<SolidBodyForceField<type::Vec2Types, type::Quad9>&>(*scene.force);
  load.d_forces.set({type::Vec3(1, 0, 0)});  // while it runs
  load.updateTrackedData();
  for (const double f : scene.forces()) EXPECT_EQ(f, 0);
  EXPECT_EQ(ForceScene(field("Triangle6", "lagrange", "force='1 0 0'")).warnings, 1u) << "there are no triangles";
}

}  // namespace
}  // namespace sofa::component::mechanicalload
