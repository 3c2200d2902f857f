// SPDX-License-Identifier: Apache-2.0
#include "CapturedMessages.h"
#include "Component/SceneText.h"
#include "Sofa/Core/Contract/DrawList.h"
#include "Sofa/Core/Contract/ForceField.h"
#include "Sofa/Core/Contract/NodeRotations.h"
#include "Sofa/Core/Contract/Solver.h"
#include "Sofa/Type/AngleAxis.h"

// Rotations of points, and the preconditioners that turn an older matrix by them.
namespace sofa::tests {
namespace {

using type::Mat3;
using type::Vec3;

Mat3 rotation(double angle, const Vec3& axis) {
  return sofa::type::AngleAxis(angle, axis.normalized()).toRotationMatrix();
}

std::string tetrahedra(const std::string& method = "large") {
  return "<MeshTopology name='mesh' position='0 0 0  1.1 0.1 0  0.2 1.3 0.1  0.1 0.2 0.9  1.2 1.1 1.05' "
         "tetrahedra='0 1 2 3  1 2 3 4'/><MechanicalObject name='dofs'/><UniformMass vertexMass='0.01'/>"
         "<TetrahedronFEMForceField youngModulus='9000' poissonRatio='0.3' method='" +
         method + "'/>";
}

const std::string hexahedra =
    "<RegularGridTopology name='grid' nx='3' ny='2' nz='2' min='0 0 0' max='2 1 1'/>"
    "<MechanicalObject name='dofs'/><UniformMass vertexMass='0.01'/>"
    "<HexahedronFEMForceField youngModulus='9000' poissonRatio='0.3' method='large'/>";

void turn(const Scene& scene, const Mat3& q) {
  auto& state = scene.state<type::Vec3Types>();
  for (auto& x : state.writeCoords(core::vec::position)) x = q * x;
}

std::vector<Mat3> rotationsAt(const Scene& scene, const Mat3& q) {
  turn(scene, q);
  std::vector<Mat3> result;
  for (auto* f : scene.root->allLocal<core::BaseForceField>()) {
    auto* rotations = dynamic_cast<core::NodeRotations*>(f);
    if (!rotations) continue;
    scene.state<type::Vec3Types>().allocate(core::vec::force);
    f->accumulateForceAndLinearise({}, core::vec::force, core::Linearisation::exact);
    rotations->nodeRotations(result);
  }
  return result;
}

TEST(NodeRotations, OfTetrahedraTurnWithTheBody) {
  const Mat3 q = rotation(0.8, {1, 2, -0.5});
  for (const char* method : {"large", "polar", "svd"}) {
    const Scene scene(tetrahedra(method));
    const auto rotations = rotationsAt(scene, q);
    ASSERT_EQ(rotations.size(), 5u);
    for (const Mat3& r : rotations) EXPECT_LT((r - q).norm(), 1e-12) << method;
  }
}

TEST(NodeRotations, OfSmallTetrahedraAreTheIdentityWithAWarning) {
  const Scene scene(tetrahedra("small"));
  CapturedMessages messages;
  for (const Mat3& r : rotationsAt(scene, rotation(0.8, {1, 2, -0.5}))) EXPECT_LT((r - Mat3::Identity()).norm(), 1e-12);
  EXPECT_EQ(messages.warnings("knows no rotations"), 1u);
}

// The sum of each point starts at the identity and holds the inverse turn of each of its n elements; its polar part is
// the turn by the angle of 1 + n exp(-i angle).
TEST(NodeRotations, OfHexahedraAreMeansOfInverseTurnsAndTheIdentity) {
  const double angle = 0.6;
  const Scene scene(hexahedra);
  const auto rotations = rotationsAt(scene, rotation(angle, {0, 0, 1}));
  ASSERT_EQ(rotations.size(), 12u);
  for (std::size_t i = 0; i < 12; ++i) {
    const double n = i % 3 == 1 ? 2 : 1;
    const double mean = std::atan2(-n * std::sin(angle), 1 + n * std::cos(angle));
    EXPECT_LT((rotations[i] - rotation(mean, {0, 0, 1})).norm(), 1e-12) << i;
  }
}

/// Iterations of the solve in the step after a body was turned about itself.
std::size_t iterationsAfterTurn(const std::string& preconditioner) {
  const Scene scene(
      "<EulerImplicitSolver/><PCGLinearSolver name='pcg' linearSystem='@sys' iterations='100' "
      "tolerance='1e-20' preconditioner='@pre'/>" +
          preconditioner + tetrahedra(),
      "dt='0.1' gravity='0 -1 2'");
  scene.step();
  const auto& statistics = scene.first<core::LinearSolver>().statistics();
  const std::size_t before = statistics.iterations;
  turn(scene, rotation(1.2, {1, 0.3, 0.2}));
  // Without forces between the points any preconditioner would do.
  scene.state<type::Vec3Types>().writeDerivs(core::vec::velocity) = {
      {1, -2, 0.5}, {0.3, 4, -1}, {-3, 0.2, 2}, {1, 1, -4}, {0.7, -0.6, 2}};
  scene.step();
  EXPECT_EQ(statistics.converged, 2u);
  return statistics.iterations - before;
}

const std::string oldMatrix =
    "<PreconditionedMatrixFreeSystem name='sys' assemblingRate='100'/>"
    "<SparseLDLSolver name='pre' template='CompressedRowSparseMatrixMat3x3'/>";
const std::string warped =
    "<PreconditionedMatrixFreeSystem name='sys'/>"
    "<WarpPreconditioner name='pre' linearSolver='@ldl' linearSystem='@rot'/>"
    "<MatrixLinearSystem name='main' template='CompressedRowSparseMatrixMat3x3'/>"
    "<SparseLDLSolver name='ldl' template='CompressedRowSparseMatrixMat3x3' linearSystem='@main'/>";

TEST(WarpPreconditioner, TurnsTheOldMatrixWithTheBody) {
  const auto old = iterationsAfterTurn(oldMatrix);
  const auto turnedMatrix = iterationsAfterTurn(warped +
                                                "<RotationMatrixSystem name='rot' mainSystem='@main' "
                                                "assemblingRate='100'/>");
  EXPECT_GE(old, 5u);
  EXPECT_LE(turnedMatrix, old / 2);
  EXPECT_LE(iterationsAfterTurn(warped + "<RotationMatrixSystem name='rot' mainSystem='@main'/>"), 2u);
}

TEST(RotationMatrixSystem, ARateThatBecomesZeroCountsAsOne) {
  const Scene scene(
      "<EulerImplicitSolver/><PCGLinearSolver linearSystem='@sys' iterations='100' preconditioner='@pre'/>" + warped +
      "<RotationMatrixSystem name='rot' mainSystem='@main'/>" + tetrahedra());
  scene.step();
  core::LinearSystem* main = nullptr;
  for (auto* system : scene.root->allLocal<core::LinearSystem>()) {
    if (system->name() == "rot") system->findData("assemblingRate")->read("0");
    if (system->name() == "main") main = system;
  }
  scene.step(2);
  EXPECT_EQ(main->version(), 3u);
}

TEST(WarpPreconditioner, FindsItsParts) {
  CapturedMessages messages;
  EXPECT_LE(iterationsAfterTurn("<PreconditionedMatrixFreeSystem name='sys'/><WarpPreconditioner name='pre'/>"
                                "<SparseLDLSolver template='CompressedRowSparseMatrixMat3x3'/>"),
            2u);
  EXPECT_EQ(messages.errors(), 0u);
}

TEST(PrecomputedWarpPreconditioner, TurnsTheFirstMatrixWithTheBody) {
  const std::string own =
      "<PreconditionedMatrixFreeSystem name='sys'/><MatrixLinearSystem name='first' "
      "template='CompressedRowSparseMatrixd'/><PrecomputedWarpPreconditioner name='pre' linearSystem='@first' ";
  const auto still = iterationsAfterTurn(own + "use_rotations='false'/>");
  EXPECT_GE(still, 5u);
  EXPECT_LE(iterationsAfterTurn(own + "/>"), still / 2);
}

TEST(PrecomputedWarpPreconditioner, DrawsTheTurnsOfThePoints) {
  const auto thirdAxes = [](const std::string& scale) {
    const Scene scene(
        "<EulerImplicitSolver/><PCGLinearSolver linearSystem='@sys' preconditioner='@pre'/>"
        "<PreconditionedMatrixFreeSystem name='sys'/>"
        "<MatrixLinearSystem name='first' template='CompressedRowSparseMatrixd'/>"
        "<PrecomputedWarpPreconditioner name='pre' linearSystem='@first' " +
        scale + "/>" + tetrahedra());
    scene.step();
    turn(scene, rotation(1.2, {1, 0.3, 0.2}));
    scene.step();
    core::DrawList list;
    type::DisplayFlags flags;
    flags.apply("showBehaviorModels");
    for (const auto& component : scene.root->components()) {
      if (component->name() != "pre") continue;
      list.begin(*component, flags);
      component->draw(list);
    }
    std::vector<Vec3> axes;
    const auto& cones = list.glyphs(core::DrawList::Shape::cone);  // x, y and z of each point
    for (std::size_t i = 2; i < cones.size(); i += 3)
      axes.push_back(5 * Vec3(cones[i].matrix[2], cones[i].matrix[6], cones[i].matrix[10]));
    return axes;
  };
  EXPECT_TRUE(thirdAxes("").empty());
  const auto axes = thirdAxes("draw_rotations_scale='0.5'");
  ASSERT_EQ(axes.size(), 5u);
  const Vec3 expected = 0.5 * rotation(1.2, {1, 0.3, 0.2}).col(2);
  for (const Vec3& axis : axes) EXPECT_LT((axis - expected).norm(), 1e-6);
}

// Its own system is never assembled: the solver above does not begin.
TEST(PrecomputedWarpPreconditioner, AloneGivesZeroAndSaysSo) {
  CapturedMessages messages;
  const Scene scene(
      "<EulerImplicitSolver/><PCGLinearSolver preconditioner='@pre'/>"
      "<PrecomputedWarpPreconditioner name='pre'/>" +
          tetrahedra(),
      "dt='0.1' gravity='0 -1 2'");
  const auto before = scene.state<type::Vec3Types>().velocities();
  scene.step(2);
  EXPECT_EQ(scene.state<type::Vec3Types>().velocities(), before);
  EXPECT_EQ(messages.warnings("waits to be told of a new matrix"), 1u);
}

}  // namespace
}  // namespace sofa::tests
