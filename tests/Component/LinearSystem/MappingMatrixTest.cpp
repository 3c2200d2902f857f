// SPDX-License-Identifier: Apache-2.0
// Every mapping that scenes can create: its Jacobian and its geometric stiffness as matrices.
#include <Eigen/Eigenvalues>

#include "Component/LinearSystem/ComponentMatrices.h"
#include "Component/LinearSystem/SampleScenes.h"
#include "Component/SceneText.h"

namespace sofa::tests {
namespace {

namespace vec = core::vec;

struct Mapped {
  explicit Mapped(const std::string& body) : scene(body), mapping(scene.first<core::BaseMapping>()) {
    inputs = uniqueStates(mapping.inputs());
    outputs = uniqueStates(mapping.outputs());
    const SavedPositions x(inputs);
    x.move(randomVector(scalars(inputs), 7), .2);
    mapping.mapPositions(vec::position, vec::position);
    jacobian = dense<core::JacobianMatrix>(outputs, inputs, [&](auto* j) { mapping.buildJacobian(j); });
  }
  DenseVector forward(const DenseVector& v) const {
    scatter(inputs, vec::dx, v);
    clear(outputs, vec::dx);
    mapping.mapVelocities(vec::dx, vec::dx);
    return gather(outputs, vec::dx);
  }
  DenseVector back(const DenseVector& f) const {
    scatter(outputs, vec::dforce, f);
    clear(inputs, vec::dforce);
    mapping.accumulateForces(vec::dforce, vec::dforce);
    return gather(inputs, vec::dforce);
  }
  /// dJ^T/dx f d for the forces f on the outputs, k = 1.
  DenseVector geometric(const DenseVector& f, const DenseVector& d) const {
    scatter(outputs, vec::force, f);
    scatter(inputs, vec::dx, d);
    clear(inputs, vec::dforce);
    clear(outputs, vec::dforce);
    core::MechanicalParams params;
    params.kFactor = 1;
    mapping.applyDJT(params, vec::dforce, vec::force);
    return gather(inputs, vec::dforce);
  }
  DenseMatrix geometricMatrix(const DenseVector& f) const {
    scatter(outputs, vec::force, f);
    return dense<core::GeometricStiffnessMatrix>(
        inputs, inputs, [&](auto* m) { mapping.buildGeometricStiffnessMatrix(m, vec::force); });
  }

  Scene scene;
  core::BaseMapping& mapping;
  States inputs, outputs;
  DenseMatrix jacobian;
};

class MappingMatrix : public testing::TestWithParam<std::string> {
 protected:
  std::vector<std::string> samples() const { return mappingSamples(GetParam()); }
  bool is(std::string_view name) const { return GetParam().starts_with(name); }
  /// Assembled systems know nothing of it, as reference trajectories have it (docs/differences.md).
  bool hasNoMatrix() const { return is("DistanceMultiMapping/"); }
};

TEST_P(MappingMatrix, hasAScene) {
  if (is("VoidMapping") || is("SPHFluidSurfaceMapping")) return;  // nothing but positions, if anything, is mapped
  EXPECT_FALSE(samples().empty()) << "add one to MappingSamples.cpp, so that its matrices are checked";
}

TEST_P(MappingMatrix, productsAreTheDerivativeOfPositions) {
  if (is("BarycentricMapping/Vec3d,Rigid3d")) return;  // docs/manual/mappings.md, "Bodies in a mesh"
  if (is("AdaptiveBeamMapping")) return;               // docs/manual/beams.md, "Points on beams"
  for (const auto& body : samples()) {
    const Mapped m(body);
    if (m.outputs[0]->coordSize() != m.outputs[0]->derivSize()) continue;
    const auto d = randomVector(scalars(m.inputs), 5);
    const SavedPositions x(m.inputs);
    constexpr double step = 1e-6;
    const auto positionsAt = [&](double s) -> DenseVector {
      x.move(d, s);
      m.mapping.mapPositions(vec::position, vec::position);
      const auto p = m.outputs[0]->hostRead(vec::position);
      return Eigen::Map<const DenseVector>(p.data(), static_cast<Eigen::Index>(p.size()));
    };
    const DenseVector plus = positionsAt(step), minus = positionsAt(-step);
    positionsAt(0);
    EXPECT_LT(((plus - minus) / (2 * step) - m.forward(d)).cwiseAbs().maxCoeff(), 1e-7 * (1 + plus.norm())) << body;
  }
}

TEST_P(MappingMatrix, jacobianEqualsItsProducts) {
  for (const auto& body : samples()) {
    const Mapped m(body);
    if (hasNoMatrix()) {
      const auto v = randomVector(scalars(m.inputs), 1), f = randomVector(scalars(m.outputs), 2);
      EXPECT_EQ(m.jacobian.norm(), 0);
      EXPECT_NEAR(m.back(f).dot(v), m.forward(v).dot(f), 1e-13);
      continue;
    }
    EXPECT_GT(m.jacobian.cwiseAbs().maxCoeff(), 0) << body;
    const auto v = randomVector(static_cast<int>(m.jacobian.cols()), 1);
    expectClose(m.forward(v), m.jacobian * v, 1e-14, "J v: " + body);
    if (is("TubularMapping/")) continue;  // pulls forces in another way: docs/differences.md
    const auto f = randomVector(static_cast<int>(m.jacobian.rows()), 2);
    expectClose(m.back(f), m.jacobian.transpose() * f, 1e-14, "J^T f: " + body);
  }
}

TEST_P(MappingMatrix, geometricStiffnessIsTheDerivativeOfTheForcesIfExact) {
  for (const auto& body : samples()) {
    const Mapped m(body);
    const int in = scalars(m.inputs), out = scalars(m.outputs);
    const auto f = randomVector(out, 3), d = randomVector(in, 4);
    DenseMatrix k = m.geometricMatrix(f);
    if (hasNoMatrix()) {
      EXPECT_EQ(k.norm(), 0) << body;
      if (body.find("geometricStiffness='Exact'") != std::string::npos)
        for (int c = 0; c < in; ++c) k.col(c) = m.geometric(f, DenseVector::Unit(in, c));
    }
    if (body.find("geometricStiffness='Exact'") == std::string::npos) {
      if (body.find("Stabilized") == std::string::npos) {
        EXPECT_EQ(k.norm(), 0) << body;
      }
      continue;
    }
    expectClose(m.geometric(f, d), k * d, 1e-13, "product: " + body);
    if (body.find("Rigid2d") != std::string::npos) continue;  // bodies of the plane have none
    const SavedPositions x(m.inputs);
    constexpr double step = 1e-5;
    const auto forcesAt = [&](double s) {
      x.move(d, s);
      m.mapping.mapPositions(vec::position, vec::position);
      return m.back(f);
    };
    const DenseVector plus = forcesAt(step), minus = forcesAt(-step);
    EXPECT_LT(((plus - minus) / (2 * step) - k * d).cwiseAbs().maxCoeff(), 1e-6 * (1 + k.cwiseAbs().maxCoeff()))
        << body;
  }
}

TEST_P(MappingMatrix, stabilizedGeometricStiffnessIsSymmetricAndNeverStiffensTheWrongWay) {
  for (const auto& body : samples()) {
    if (body.find("Stabilized") == std::string::npos) continue;
    // Negative forces on areas and volumes have stiffnesses of either sign.
    if (is("AreaMapping") || is("VolumeMapping")) continue;
    const Mapped m(body);
    for (unsigned seed = 0; seed < 5; ++seed) {
      const DenseMatrix k = m.geometricMatrix(randomVector(scalars(m.outputs), seed));
      expectClose(k, k.transpose(), 1e-14, body);
      const Eigen::SelfAdjointEigenSolver<DenseMatrix> solver(k);
      EXPECT_LE(solver.eigenvalues().maxCoeff(), 1e-12 * (1 + k.norm())) << body;
    }
  }
}

TEST_P(MappingMatrix, aJacobianThatIsKeptDoesNotDependOnPositions) {
  for (const auto& body : samples()) {
    const Mapped m(body);
    const auto revision = m.mapping.jacobianRevision();
    if (revision == 0) continue;
    const SavedPositions x(m.inputs);
    x.move(randomVector(scalars(m.inputs), 8), 3);
    m.mapping.mapPositions(vec::position, vec::position);
    EXPECT_EQ(m.mapping.jacobianRevision(), revision);
    const DenseMatrix again =
        dense<core::JacobianMatrix>(m.outputs, m.inputs, [&](auto* j) { m.mapping.buildJacobian(j); });
    expectClose(again, m.jacobian, 0, body);
  }
}

INSTANTIATE_TEST_SUITE_P(Registered, MappingMatrix, testing::ValuesIn(registered<core::BaseMapping>()),
                         [](const auto& one) {
                           std::string name = one.param;
                           for (char& c : name)
                             if (!std::isalnum(static_cast<unsigned char>(c))) c = '_';
                           return name;
                         });

TEST(SubsetMappingMatrix, FollowsItsIndices) {
  const Scene scene(
      "<MechanicalObject position='0 0 0  1 0 0  2 0 0'/><Node name='child'><MechanicalObject/>"
      "<SubsetMapping indices='0 2' handleTopologyChange='0'/></Node>");
  auto& mapping = scene.first<core::BaseMapping>();
  const auto before = mapping.jacobianRevision();
  mapping.findData("indices")->read("1 2");
  EXPECT_NE(mapping.jacobianRevision(), before);
}

TEST(BarycentricMappingMatrix, ChangesWhenPointsAreLocatedAnew) {
  const Scene scene(
      "<MeshTopology edges='0 1'/><MechanicalObject position='0 0 0  1 0 0'/><Node name='child'>"
      "<MechanicalObject position='.5 0 0'/><BarycentricMapping/></Node>");
  auto& mapping = scene.first<core::BaseMapping>();
  const auto before = mapping.jacobianRevision();
  EXPECT_NE(before, 0u);
  mapping.reinit();
  EXPECT_NE(mapping.jacobianRevision(), before);
}

}  // namespace
}  // namespace sofa::tests
