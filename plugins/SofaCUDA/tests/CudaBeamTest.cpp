// SPDX-License-Identifier: Apache-2.0
// Clamped beams of tetrahedra on the device against those of the host, and what a step copies.
#include <gmock/gmock.h>

#include "CudaScenes.h"
#include "CudaTetrahedronFEMForceField.h"
#include "Sofa/Core/Service/ObjectFactory.h"
#include "Sofa/Helper/Parallel.h"

namespace sofa::test {
namespace {

namespace vec = core::vec;
using tests::CapturedMessages;

std::vector<double> positions(simulation::Node& root) {
  const auto x = root.children()[1]->local<core::BaseState>()->hostRead(vec::position);
  return {x.begin(), x.end()};
}

/// The largest difference after that many steps, in parts of the largest displacement.
double difference(const std::string& scene, const std::string& reference, int count = 100) {
  const auto a = start(scene), b = start(reference);
  const auto rest = positions(*b);
  steps(*a, count);
  steps(*b, count);
  const auto x = positions(*a), y = positions(*b);
  EXPECT_EQ(x.size(), y.size());
  double largest = 0, way = 0;
  for (std::size_t i = 0; i < y.size(); ++i) {
    largest = std::max(largest, std::abs(x[i] - y[i]));
    way = std::max(way, std::abs(y[i] - rest[i]));
  }
  EXPECT_GT(way, 0.1) << "the beam falls";
  return largest / way;
}

/// The same for scenes that lose points, in parts of the size of the beam.
double differenceWhileCut(const std::string& scene, const std::string& reference) {
  const auto a = start(scene), b = start(reference);
  const auto whole = positions(*b).size();
  steps(*a, 40);
  steps(*b, 40);
  const auto x = positions(*a), y = positions(*b);
  EXPECT_LT(y.size(), whole) << "points went";
  EXPECT_EQ(x.size(), y.size());
  double largest = 0;
  for (std::size_t i = 0; i < std::min(x.size(), y.size()); ++i) largest = std::max(largest, std::abs(x[i] - y[i]));
  return largest;
}

TEST(CudaBeams, moveAsOnTheHost) {
  EXPECT_LT(difference(beamOf("CudaVec3d"), beamOf("Vec3d")), 1e-10);
  EXPECT_LT(difference(beamOf("CudaVec3f"), beamOf("Vec3d")), 1e-4);
}

TEST(CudaBeams, moveAsOnTheHostWithMassesOfElementsAndWithoutRotations) {
  const auto variant = [](const std::string& dataTypes) {
    return replaced(replaced(beamOf(dataTypes), "<UniformMass totalMass='20'/>", "<DiagonalMass massDensity='0.5'/>"),
                    "method='large'", "method='small'");
  };
  EXPECT_LT(difference(variant("CudaVec3d"), variant("Vec3d")), 1e-10);
}

TEST(CudaBeams, moveAsOnTheHostWithOtherSolvers) {
  // Accelerations by the masses, gravity added to velocities, and fixed points by velocity.
  const std::string explicitSolver = "<EulerExplicitSolver symplectic='1'/>";
  const auto variant = [&](const std::string& dataTypes) {
    auto text =
        replaced(beamOf(dataTypes, 5, 3, 3, explicitSolver), "<UniformMass ", "<UniformMass separateGravity='1' ");
    text = replaced(text, "<FixedProjectiveConstraint ", "<FixedProjectiveConstraint activate_projectVelocity='1' ");
    return replaced(text, "dt='0.02'", "dt='0.002'");
  };
  EXPECT_LT(difference(variant("CudaVec3d"), variant("Vec3d"), 400), 1e-9);
}

TEST(CudaBeams, followTheirStateWithoutTemplates) {
  const auto root = start(beamOf("CudaVec3f"));
  for (const auto& c : root->children()[1]->components()) {
    const auto& name = c->className();
    if (name == "MechanicalObject" || name == "UniformMass" || name == "TetrahedronFEMForceField" ||
        name == "FixedProjectiveConstraint") {
      EXPECT_EQ(c->templateName(), "CudaVec3f") << name;
    }
  }
}

TEST(CudaBeams, copyNoVectorInASteadyStep) {
  for (const std::string dataTypes : {"CudaVec3d", "CudaVec3f"}) {
    const auto root = start(beamOf(dataTypes));
    steps(*root, 2);
    const Transfers transfers;
    steps(*root, 3);
    EXPECT_EQ(transfers.toDevice(), 0u) << dataTypes;
    EXPECT_EQ(transfers.toHost(), 0u) << dataTypes;
    EXPECT_GT(transfers.results(), 3u * 2) << "dot products";
  }
}

TEST(CudaBeams, giveTheSameBitsForAnyNumberOfThreads) {
  const auto run = [](int threads) {
    helper::setThreadCount(threads);
    const auto root = start(beamOf("CudaVec3d", 12, 8, 8));
    steps(*root, 3);
    helper::setThreadCount(1);
    return positions(*root);
  };
  const auto one = run(1);
  EXPECT_EQ(run(1), one);
  EXPECT_EQ(run(4), one);
}

TEST(CudaBeams, areResetToTheSameBits) {
  const auto root = start(beamOf("CudaVec3d"));
  const auto rest = positions(*root);
  steps(*root, 10);
  const auto first = positions(*root);
  simulation::reset(*root);
  EXPECT_EQ(positions(*root), rest);
  const auto again = start(beamOf("CudaVec3d"));
  steps(*again, 10);
  EXPECT_EQ(positions(*again), first);
}

TEST(CudaBeams, followAMeshThatChanges) {
  const auto variant = [](const std::string& dataTypes, const std::string& mass) {
    std::string ends;  // all that holds the points of the free end's corner
    for (int t = 72; t < 96; ++t) ends += std::to_string(t) + ' ';
    const auto text = replaced(beamOf(dataTypes), "<UniformMass totalMass='20'/>", mass);
    return replaced(
        text, "<BoxROI",
        "<TopologicalChangeProcessor useDataInputs='1' timeToRemove='0.1' tetrahedraToRemove='" + ends + "'/><BoxROI");
  };
  for (const std::string mass : {"<UniformMass totalMass='20'/>", "<DiagonalMass massDensity='0.5'/>"}) {
    SCOPED_TRACE(mass);
    EXPECT_LT(differenceWhileCut(variant("CudaVec3d", mass), variant("Vec3d", mass)), 1e-10);
  }
}

// What knows no device works on the host views.

TEST(HostComponents, actOnStatesOfTheDevice) {
  const auto variant = [](const std::string& dataTypes) {
    return replaced(beamOf(dataTypes), "<BoxROI",
                    "<ConstantForceField indices='44' forces='0 0 30'/><RestShapeSpringsForceField points='20' "
                    "stiffness='100'/><BoxROI");
  };
  EXPECT_LT(difference(variant("CudaVec3d"), variant("Vec3d")), 1e-10);
}

TEST(HostComponents, solveWithMatricesOfTheDevicesTangent) {
  const std::string direct = "<EulerImplicitSolver/><SparseLDLSolver template='CompressedRowSparseMatrixMat3x3d'/>";
  EXPECT_LT(difference(beamOf("CudaVec3d", 5, 3, 3, direct), beamOf("Vec3d", 5, 3, 3, direct)), 1e-9);
}

TEST(HostComponents, areMappedFromStatesOfTheDevice) {
  const auto variant = [](const std::string& dataTypes) {
    return replaced(
        beamOf(dataTypes), "</Node></Node>",
        "<Node name='surface'><MechanicalObject name='points' template='Vec3' position='3.9 1 1 2.2 1.1 0.3'/>"
        "<BarycentricMapping/><ConstantForceField indices='0' forces='0 20 20'/><Node name='shown'>"
        "<OglModel name='model' position='3.9 1 1'/><IdentityMapping/></Node></Node></Node></Node>");
  };
  EXPECT_LT(difference(variant("CudaVec3d"), variant("Vec3d")), 1e-10);
  const auto root = start(variant("CudaVec3d"));
  const auto& surface = *root->children()[1]->children()[0];
  EXPECT_EQ(surface.local<core::BaseState>()->dataTypesName(), "Vec3d") << "it does not follow the state above";
}

TEST(HostComponents, standInForATemplateOfTheDevice) {
  const auto variant = [](const std::string& dataTypes) {
    return replaced(beamOf(dataTypes), "<BoxROI",
                    "<ConstantForceField template='" + dataTypes + "' indices='44' forces='0 0 30'/><BoxROI");
  };
  CapturedMessages messages;
  EXPECT_LT(difference(variant("CudaVec3d"), variant("Vec3d")), 1e-10);
  EXPECT_EQ(messages.errors(), 0u);
}

TEST(CudaComponents, needTheirState) {
  CapturedMessages messages;
  start(sceneAround("<MechanicalObject position='0 0 0'/><UniformMass template='CudaVec3d' totalMass='1'/>"));
  EXPECT_EQ(messages.errors("Requested template 'CudaVec3d' is not compatible"), 1u);
}

TEST(CudaTetrahedra, ofOtherMethodsRunOnTheHostAndSaySo) {
  CapturedMessages messages;
  const auto polar = [](const std::string& dataTypes) { return replaced(beamOf(dataTypes), "'large'", "'polar'"); };
  EXPECT_LT(difference(polar("CudaVec3d"), polar("Vec3d")), 1e-10);
  EXPECT_EQ(messages.warnings("computes on the host"), 1u);
}

TEST(CudaTetrahedra, haveTheForcesAndProductsOfTheHost) {
  const auto evaluate = [](const std::string& dataTypes) {
    const auto root = start(beamOf(dataTypes));
    auto& node = *root->children()[1];
    auto& state = *node.local<core::BaseState>();
    const auto x = state.hostWrite(vec::position);
    for (std::size_t i = 0; i < x.size(); ++i) x[i] += 0.1 * std::sin(7.0 * static_cast<double>(i));
    for (const auto id : {vec::dx, vec::force, vec::dforce}) state.allocate(id);
    const auto dx = state.hostWrite(vec::dx);
    for (std::size_t i = 0; i < dx.size(); ++i) dx[i] = std::cos(3.0 * static_cast<double>(i));
    auto& fem = *node.local<core::BaseForceField>();
    core::MechanicalParams params;
    params.kFactor = 0.7;
    state.clear(vec::force);
    state.clear(vec::dforce);
    fem.accumulateForceAndLinearise(params, vec::force, core::Linearisation::exact);
    fem.accumulateDForce(params, vec::dforce);
    fem.accumulateForce(params, vec::dforce);
    std::vector<double> all;
    for (const auto id : {vec::force, vec::dforce})
      for (const double v : state.hostRead(id)) all.push_back(v);
    all.push_back(*fem.potentialEnergy(params));
    return all;
  };
  const auto host = evaluate("Vec3d"), device = evaluate("CudaVec3d"), single = evaluate("CudaVec3f");
  const double size = std::abs(*std::ranges::max_element(host, {}, [](double v) { return std::abs(v); }));
  ASSERT_EQ(host.size(), device.size());
  for (std::size_t i = 0; i < host.size(); ++i) {
    EXPECT_NEAR(device[i], host[i], 1e-13 * size) << i;
    EXPECT_NEAR(single[i], host[i], 2e-6 * size) << i;
  }
}

TEST(CudaTetrahedra, withAnEdgeOfNoLengthGiveTheForcesOfTheHost) {
  const auto forces = [](const std::string& dataTypes) {
    const auto root =
        start(sceneAround("<TetrahedronSetTopologyContainer position='0 0 0 1 0 0 0 1 0 0 0 1' "
                          "tetrahedra='0 1 2 3'/><MechanicalObject template='" +
                          dataTypes + "'/><TetrahedronFEMForceField youngModulus='100' poissonRatio='0.3'/>"));
    auto& state = *root->local<core::BaseState>();
    for (int c = 0; c < 3; ++c) state.hostWrite(vec::position)[3 + static_cast<std::size_t>(c)] = 0;
    state.clear(vec::force);
    root->local<core::BaseForceField>()->accumulateForce({}, vec::force);
    const auto f = state.hostRead(vec::force);
    return std::vector<double>(f.begin(), f.end());
  };
  const auto host = forces("Vec3d"), device = forces("CudaVec3d");
  for (std::size_t i = 0; i < host.size(); ++i) EXPECT_NEAR(device[i], host[i], 1e-12) << i;
}

}  // namespace
}  // namespace sofa::test
