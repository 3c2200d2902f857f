// SPDX-License-Identifier: Apache-2.0
// Scenes with compatibility="exact": forces by hand, and their tangents by finite differences.
#include <gtest/gtest.h>

#include "CapturedMessages.h"
#include "Component/SceneText.h"
#include "Sofa/Component/SolidMechanics/SurfaceSpringForceField.h"
#include "Sofa/Component/Topology/TopologyModifier.h"
#include "Sofa/Core/Contract/Mapping.h"
#include "Sofa/Testing/ForceFieldCheck.h"

namespace sofa::test {
namespace {

using tests::CapturedMessages;
using tests::Scene;
using type::Vec3;
using type::Vec3Types;
using type::Vec6;

const std::string exact = "compatibility='exact'";

/// A triangle with sides of 5 m, one of which goes out of the plane z = 0. Inwards of that: C - (C.t) t, with
/// C.t = 5/2 and a length of 5 sqrt(3)/2; each end bears half of 4 N/m times 5 m.
TEST(ExactForce, PressuresOnEdgesPointInwards) {
  const std::string triangle =
      "<MechanicalObject position='0 0 0 4 0 3 3.125 3.903123748998999 0'/>"
      "<TriangleSetTopologyContainer triangles='0 1 2'/><EdgePressureForceField edges='0 1' p_intensity='4'/>";
  const Vec3 inwards = Vec3(3.125 - 2, 3.903123748998999, -1.5) / (5 * std::sqrt(0.75)), f = 10 * inwards;
  expectNear(ForceScene(triangle, exact).forces(), {f.x(), f.y(), f.z(), f.x(), f.y(), f.z(), 0, 0, 0}, 1e-12);
  expectNear(ForceScene(triangle).forces(), {0, 8, 0, 0, 8, 0, 0, 0, 0});
}

TEST(ExactForce, TangentsOfCostasMaterialAreDerivatives) {
  for (const std::string type : {"TetrahedronHyperelasticityFEMForceField", "StandardTetrahedralFEMForceField"}) {
    const std::string solid =
        "<MeshTopology position='0 0 0  1 0 0  0 1 0  0 0 1' tetrahedra='0 1 2 3'/>"
        "<MechanicalObject position='0 0 .1  1.1 0 0  .1 .9 0  0 .2 1' rest_position='0 0 0  1 0 0  0 1 0  0 0 1'/><" +
        type + " materialName='Costa' ParameterSet='210 640 1.2 0.7 1.6 0.5 0.9 1.1'/>";
    const ForceScene right(solid, exact), former(solid);
    EXPECT_EQ(right.warnings, 0u) << type;
    EXPECT_EQ(former.warnings, 1u) << type;
    checkTangent(right, 1e-4);
    right.linearise();
    former.linearise();
    const auto dx = randomVector(12);
    const auto a = right.product(dx, 1, 0), b = former.product(dx, 1, 0);
    double difference = 0;
    for (std::size_t i = 0; i < a.size(); ++i) difference = std::max(difference, std::abs(a[i] - b[i]));
    EXPECT_GT(difference, 1) << "the defect: " << type;
  }
}

TEST(ExactForce, DampingTorquesOfFrameSpringsBalance) {
  const std::string frames =
      "<MechanicalObject template='Rigid3' position='0 0 0 0 0 0 1  0 0 0 0 0 0 1' velocity='0 0 0 0 0 0  1 0 0 0 0 "
      "2'/>"
      "<FrameSpringForceField spring='BEGIN_SPRING 0 1 KD .5 KS_T 3 KS_R 4 END_SPRING'/>";
  const ForceScene scene(frames, exact);
  expectNear(scene.forces(), {.5, 0, 0, 0, 0, 1, -.5, 0, 0, 0, 0, -1});
  EXPECT_EQ(scene.warnings, 0u);
  scene.linearise();
  std::vector<double> dx(12, 0.0);
  dx[0] = dx[5] = 1;
  for (const double factor : {1., .01})
    expectNear(scene.product(dx, factor, 0),
               {-3 * factor, 0, 0, 0, 0, -4 * factor, 3 * factor, 0, 0, 0, 0, 4 * factor});
}

/// Two triangles with a gap between them, which is closed: both of its sides get a spring.
TEST(ExactForce, BendingSpringsJoinWhatIsAddedAlongABorder) {
  const auto springs = [](const std::string& root) {
    const ForceScene scene(
        "<TriangleSetTopologyContainer triangles='0 1 2  2 3 4' nbPoints='5'/><TriangleSetTopologyModifier/>"
        "<MechanicalObject position='0 0 0  2 0 0  1 2 0  3 4 0  -1 4 0'/><TriangularBendingSprings stiffness='10'/>",
        root);
    auto& modifier = *scene.root->down<component::topology::TopologyModifier>();
    EXPECT_TRUE(modifier.add(std::vector<type::Triangle>{{0, 2, 4}}));
    scene.forces();
    return dynamic_cast<component::solidmechanics::SurfaceSpringForceField&>(*scene.force).kernel().size();
  };
  const CapturedMessages said;
  EXPECT_EQ(springs(exact), 2u);
  EXPECT_EQ(said.warnings("no spring across"), 0u);
  EXPECT_EQ(springs(""), 0u) << "the defect";
  EXPECT_EQ(said.warnings("no spring across"), 1u);
}

/// r = (1 0 0) and a force (a 0 0) on the point: the torque changes by diag(0, -a, -a), nothing is kept if a < 0.
TEST(ExactForce, StabilizedStiffnessOfRigidMappingsIsThatOfTheForce) {
  for (const double a : {2., -2.}) {
    const Scene scene(
        "<MechanicalObject template='Rigid3' position='0 0 0 0 0 0 1'/><Node name='child'>"
        "<MechanicalObject position='1 0 0'/><RigidMapping geometricStiffness='Stabilized'/></Node>",
        exact);
    core::MechanicalParams params;
    params.kFactor = .5;
    auto& state = scene.state<type::Rigid3Types>();
    scene.mapped<Vec3Types>().writeDerivs(params.f) = {Vec3(a, 0, 0)};
    scene.mapped<Vec3Types>().writeDerivs(params.df) = {Vec3(9, 9, 9)};
    Vec6 turn = Vec6::Zero();
    turn.tail<3>() = Vec3(1, 3, 5);
    state.writeDerivs(params.dx) = {turn};
    state.writeDerivs(params.df) = {Vec6::Zero()};
    scene.first<core::BaseMapping>().applyDJT(params, params.df, params.f);
    const Vec3 torque = state.derivs(params.df)[0].tail<3>();
    EXPECT_LT((torque - (a > 0 ? Vec3(0, -3, -5) : Vec3(0, 0, 0))).norm(), 1e-14);
  }
}

/// A cube from -1 to 1, in cells of 0.1 x 0.2 x 0.1; points on the middle of sides, where the distance is a plane.
TEST(ExactForce, DistanceGridsHoldPointsByTheirStiffness) {
  const std::string points = "<MechanicalObject position='.95 .1 0  .1 .9 0'/>",
                    field = "<DistanceGridForceField filename='#cube' nx='25' ny='13' nz='25' stiffnessArea='0'/>";
  const ForceScene scene(points + field, exact);
  expectNear(scene.forces(), {500 * .05, 0, 0, 0, 500 * .1, 0}, 1e-12);
  EXPECT_EQ(scene.warnings, 0u);
  scene.linearise();
  expectNear(scene.product(std::vector<double>{2, 1, 0, 1, 3, 0}, 1, 0), {-1000, 0, 0, 0, -1500, 0}, 1e-9);
  checkTangent(scene, 1e-6);
  const ForceScene former(points + field);
  expectNear(former.forces(), {500 * .05 * .1, 0, 0, 0, 500 * .1 * .2, 0}, 1e-12);
  EXPECT_EQ(former.warnings, 1u) << "cells are told";
}

// What a direct solver assembles is what conjugate gradients multiply by: contacts, triangles and tetrahedra.
TEST(ExactForce, DistanceGridsAssembleWhatTheyMultiplyBy) {
  const auto velocities = [](const std::string& solver) {
    const Scene scene(
        "<EulerImplicitSolver/>" + solver +
            "<MechanicalObject position='.9 0 0  .9 0 .2  .9 .2 0  .5 .05 .05' rest_position='.9 0 0  .9 .2 0  .9 0 .2 "
            " .5 .05 .05'/><UniformMass vertexMass='1'/><MeshTopology triangles='0 1 2' tetrahedra='0 1 2 3'/>"
            "<DistanceGridForceField filename='#cube' nx='25' ny='25' nz='25' stiffnessVolume='600' minVolume='.1'/>",
        "dt='.1' gravity='0 0 0' " + exact);
    scene.step(2);
    const auto v = scene.state<Vec3Types>().hostRead(core::vec::velocity);
    return std::vector<double>(v.begin(), v.end());
  };
  const auto direct = velocities("<SparseLDLSolver template='CompressedRowSparseMatrixMat3x3'/>");
  EXPECT_GT(std::abs(direct[0]), 0.1);
  expectNear(direct, velocities("<CGLinearSolver iterations='500' tolerance='1e-15' threshold='1e-40'/>"), 1e-9);
}

/// The spin of one of several free bodies keeps its angular momentum in space.
TEST(ExactForce, BodiesOfADiagonalMassKeepTheirAngularMomentum) {
  const auto lossAfterASecond = [](const std::string& solver, const std::string& root) {
    const Scene scene(
        solver +
            "<MechanicalObject template='Rigid3' position='0 0 0 0 0 0 1  3 0 0 0 0 0 1' "
            "velocity='0 0 0 0 0 0  0 0 0 1 2 3'/>"
            "<DiagonalMass template='Rigid3,Rigid3' vertexMass='1 1 1 0 0 0 1 0 0 0 1  2 1 1 0 0 0 2 0 0 0 "
            "3'/>",
        "dt='0.002' gravity='0 0 0' " + root);
    scene.step(500);
    const auto& state = scene.state<type::Rigid3Types>();
    const type::Mat3 turn = type::toMatrix(state.positions()[1].orientation);
    const Vec3 w = state.velocities()[1].tail<3>(), start(2, 8, 18);
    return (Vec3(turn * (Vec3(2, 4, 6).asDiagonal() * (turn.transpose() * w))) - start).norm() / start.norm();
  };
  EXPECT_LT(lossAfterASecond("<RungeKutta4Solver/>", exact), 1e-6);
  EXPECT_LT(lossAfterASecond("<EulerImplicitSolver/><SparseLDLSolver/>", exact), 1e-9);
  EXPECT_LT(lossAfterASecond("<EulerImplicitSolver/><CGLinearSolver iterations='50' tolerance='1e-14' "
                             "threshold='1e-30'/>",
                             exact),
            1e-8);
  const CapturedMessages said;
  EXPECT_GT(lossAfterASecond("<RungeKutta4Solver/>", ""), 0.01) << "the defect";
  EXPECT_EQ(said.warnings("inertia keeps the axes of the world"), 1u);
}

/// Four frames of a beam with a spring to something outside, and a body on a frame that turns out of an axis.
TEST(ExactForce, OtherSystemsAreThatOfTheScene) {
  const auto chain = [](const std::string& solver) {
    const Scene s(
        "<Node name='wall'><MechanicalObject name='points' position='3 1 0'/></Node><Node "
        "name='chain'><EulerImplicitSolver/>" +
            solver +
            "<MechanicalObject template='Rigid3d' name='frames' position='0 0 0 0 0 0 1  1 0 0 0 0 0 1  2 0 0 0 0 0 1  "
            "3 0 0 0 0 0 1'/><UniformMass totalMass='4'/><MeshTopology lines='0 1 1 2 2 3'/>"
            "<BeamFEMForceField radius='0.1' youngModulus='1000'/><Node name='points'><MechanicalObject name='points' "
            "position='0 0 0  1 0 0  2 0 0  3 0 0'/><IdentityMapping/><SpringForceField object1='@points' "
            "object2='@/wall/points' spring='3 0 100 0 0.5'/></Node></Node>",
        "dt='0.1' gravity='0 0 0' " + exact);
    s.step(3);
    const auto x = core::localMechanicalState(*s.root->children()[1])->hostRead(core::vec::position);
    return std::vector<double>(x.begin(), x.end());
  };
  const CapturedMessages said;
  expectNear(chain("<BTDLinearSolver/>"), chain("<SparseLDLSolver/>"), 1e-9);
  const auto turned = [](const std::string& projection) {
    const Scene scene(
        "<EulerImplicitSolver/><SparseLDLSolver template='CompressedRowSparseMatrixd'/>"
        "<MechanicalObject name='frame' template='Rigid3d' velocity='0 0 0 1 2 3' position='0 0 0 0 0 0 1'/>"
        "<UniformMass vertexMass='1 1 [1 0 0 0 2 0 0 0 3]'/><Node name='points'><MechanicalObject name='mapped' "
        "position='1 0 0  0 1 0'/><RigidMapping geometricStiffness='None'/><RestShapeSpringsForceField stiffness='50'/>"
        "</Node>" +
            projection,
        "dt='0.1' gravity='0 0 0' " + exact);
    scene.step(3);
    const auto v = scene.state<type::Rigid3Types>().hostRead(core::vec::velocity);
    return std::vector<double>(v.begin(), v.end());
  };
  expectNear(turned("<ConstantSparsityProjectionMethod mechanicalStates='@points/mapped @points/mapped'/>"), turned(""),
             1e-12);
  EXPECT_EQ(said.warnings("SOFA v26.06"), 0u);
}

}  // namespace
}  // namespace sofa::test
