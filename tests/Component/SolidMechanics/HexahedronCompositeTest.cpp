// SPDX-License-Identifier: Apache-2.0
// Cells condensed by their material, and points in them.
#include "CapturedMessages.h"
#include "Component/SceneText.h"
#include "Sofa/Component/SolidMechanics/HexahedronCompositeFEMMapping.h"
#include "Sofa/Type/EigenView.h"
#include "Sofa/Type/Quaternion.h"

namespace sofa::component::solidmechanics {
namespace {

using tests::Scene;
using type::Vec3;

const std::string cells =
    "<SparseGridTopology n='3 2 2' min='0 0 0' max='2 1 1' nbVirtualFinerLevels='1' position='.1 .1 .1  1.9 .1 .1  .1 "
    ".9 .1  .1 .1 .9' triangles='0 2 1 0 1 3 1 2 3 2 0 3'/>"
    "<MechanicalObject name='dofs'/><HexahedronCompositeFEMForceFieldAndMass nbVirtualFinerLevels='1'/>";
const std::string points =
    "<Node><MechanicalObject position='.3 .3 .3  1.1 .2 .15  1 .25 .25'/><HexahedronCompositeFEMMapping/></Node>";

/// Moves the body as a whole and fixes the force there.
std::vector<Vec3> moved(const Scene& scene, const type::Quat& turn, const Vec3& by) {
  auto& state = scene.state<type::Vec3Types>();
  for (auto& x : state.writeCoords(core::vec::position)) x = type::rotate(turn, x) + by;
  scene.first<HexahedronCompositeFEMForceFieldAndMass>().lineariseAt({}, core::Linearisation::exact);
  scene.first<HexahedronCompositeFEMMapping>().mapPositions(core::vec::position, core::vec::position);
  return scene.mapped<type::Vec3Types>().positions();
}

TEST(HexahedronCompositeFEMMapping, pointsMoveWithTheWholeBody) {
  const Scene scene(cells + points);
  const auto rest = scene.mapped<type::Vec3Types>().positions();
  EXPECT_LT((rest[1] - Vec3(1.1, .2, .15)).norm(), 1e-12);
  const type::Quat turn = type::fromEuler({.3, -.5, .8});
  const auto now = moved(scene, turn, {1, 2, 3});
  for (std::size_t i = 0; i < rest.size(); ++i)
    EXPECT_LT((now[i] - type::rotate(turn, rest[i]) - Vec3(1, 2, 3)).norm(), 1e-10);
}

TEST(HexahedronCompositeFEMForceFieldAndMass, wholeBodiesThatTurnAreNotStressed) {
  const Scene scene(cells);
  auto& state = scene.state<type::Vec3Types>();
  for (auto& x : state.writeCoords(core::vec::position)) x = type::rotate(type::fromEuler({.3, -.5, .8}), x);
  state.allocate(core::vec::force);
  auto& force = scene.first<HexahedronCompositeFEMForceFieldAndMass>();
  force.accumulateForce({}, core::vec::force);
  for (const auto& f : state.derivs(core::vec::force)) EXPECT_LT(f.norm(), 1e-8);
  EXPECT_NEAR(*force.potentialEnergy({}), 0, 1e-8);
}

TEST(HexahedronCompositeFEMMapping, pointsAreFoundWhereTheGridIs) {
  std::string shifted = cells;
  shifted.replace(shifted.find("name='dofs'"), 11, "translation='15 2 0'");
  const Scene scene(shifted + points);
  EXPECT_LT((scene.mapped<type::Vec3Types>().positions()[1] - Vec3(16.1, 2.2, .15)).norm(), 1e-12);
}

TEST(HexahedronCompositeFEMMapping, nodesBetweenPartsMoveWithTheLastOfThem) {
  const Scene scene(
      "<SparseGridTopology n='2 2 2' min='0 0 0' max='1 1 1' nbVirtualFinerLevels='2' position='.1 .1 .1  .9 .1 .1  .1 "
      ".9 .1  .1 .1 .9' triangles='0 2 1 0 1 3 1 2 3 2 0 3'/><MechanicalObject/>"
      "<HexahedronCompositeFEMForceFieldAndMass nbVirtualFinerLevels='2'/>"
      "<Node><MechanicalObject position='.5 .25 .25'/><HexahedronCompositeFEMMapping/></Node>");
  const auto& force = scene.first<HexahedronCompositeFEMForceFieldAndMass>();
  auto& x = scene.state<type::Vec3Types>().writeCoords(core::vec::position);
  Eigen::VectorXd u(24);
  for (int n = 0; n < 8; ++n) {
    const Vec3 moved(.3 * n, .7 - n * n, n % 3);
    u.segment<3>(3 * n) = eigen(moved);
    x[force.cells()->hexahedra()[0][std::size_t(n)]] += moved;
  }
  scene.first<HexahedronCompositeFEMMapping>().mapPositions(core::vec::position, core::vec::position);
  const Vec3 moved = scene.mapped<type::Vec3Types>().positions()[0] - Vec3(.5, .25, .25);
  // Eight of the 64 parts meet in the point (2, 1, 1) of the lattice: the first, whose upper corner it is, lies at
  // (1, 0, 0) and has number 1; the last, whose lower corner it is, lies there and has number 8 + 6.
  const auto weights = force.partWeights(0);
  const Vec3 first = weights[1].middleRows<3>(3 * 6) * u, last = weights[8 + 6].middleRows<3>(0) * u;
  EXPECT_GT((first - last).norm(), 1e-2);
  EXPECT_LT((moved - last).norm(), 1e-12);
}

TEST(HexahedronCompositeFEMMapping, needsItsForce) {
  const tests::CapturedMessages messages;
  Scene("<MechanicalObject/>" + points);
  EXPECT_EQ(messages.errors("HexahedronCompositeFEMForceFieldAndMass"), 1u);
}

}  // namespace
}  // namespace sofa::component::solidmechanics
