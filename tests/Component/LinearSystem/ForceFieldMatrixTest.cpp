// SPDX-License-Identifier: Apache-2.0
// Every force field and mass that scenes can create: its matrices, its products and the derivatives of its forces
// agree.
#include <Eigen/Eigenvalues>

#include "CapturedMessages.h"
#include "Component/LinearSystem/ComponentMatrices.h"
#include "Component/LinearSystem/SampleScenes.h"
#include "Component/SceneText.h"
#include "Sofa/Component/SolidMechanics/RegularGridSpringForceField.h"
#include "Sofa/Type/EigenView.h"

namespace sofa::tests {
namespace {

namespace vec = core::vec;

/// One force field at a deformed state, with its matrices there.
class Field {
 public:
  explicit Field(const Sample& sample) : m_scene(sample.body, "dt='.1' gravity='1 -2 3'") {
    if (sample.prepare) sample.prepare(*m_scene.root);
    field = &m_scene.first<core::BaseForceField>();
    states = uniqueStates(field->states());
    linearise(core::Linearisation::exact);
  }

  void linearise(core::Linearisation kind) {
    field->lineariseAt({}, kind);
    stiffness = dense<core::StiffnessMatrix>(states, states, [&](auto* m) { field->buildStiffnessMatrix(m); });
    damping = dense<core::DampingMatrix>(states, states, [&](auto* m) { field->buildDampingMatrix(m); });
  }

  DenseVector forces() const {
    clear(states, vec::force);
    field->accumulateForce({}, vec::force);
    return gather(states, vec::force);
  }
  /// (k df/dx + b df/dv) dx.
  DenseVector product(const DenseVector& dx, double k, double b) const {
    scatter(states, vec::dx, dx);
    clear(states, vec::dforce);
    core::MechanicalParams params;
    params.kFactor = k;
    params.bFactor = b;
    field->accumulateDForce(params, vec::dforce);
    return gather(states, vec::dforce);
  }
  int size() const { return scalars(states); }

  core::BaseForceField* field;
  States states;
  DenseMatrix stiffness, damping;

 private:
  Scene m_scene;
};

class ForceFieldMatrix : public testing::TestWithParam<std::string> {
 protected:
  std::vector<Sample> samples() const { return forceFieldSamples(GetParam()); }
};

TEST_P(ForceFieldMatrix, hasAScene) {
  EXPECT_FALSE(samples().empty()) << "add one to SampleScenes.cpp, so that its matrix is checked";
}

bool hasNoTangent(const std::string& component) {
  for (const char* name :
       {"ConstantForceField", "LinearForceField", "TorsionForceField", "TrianglePressureForceField",
        "QuadPressureForceField", "EdgePressureForceField", "SPHFluidForceField", "SolidBodyForceField"})
    if (component.starts_with(name)) return true;
  return component.find("Mass/") != std::string::npos && component.find("AndMass") == std::string::npos;
}

TEST_P(ForceFieldMatrix, equalsTheProduct) {
  for (const auto& sample : samples()) {
    const Field f(sample);
    if (!sample.incompleteMatrix.empty()) continue;
    const bool constant = hasNoTangent(GetParam());
    EXPECT_EQ(f.stiffness.norm() + f.damping.norm() > 0, !constant) << "the scene shows nothing: " << sample.body;
    f.field->d_rayleighStiffness.set(.2);
    const auto dx = randomVector(f.size(), 1);
    const DenseVector expected = (1.3 + .7 * .2) * f.stiffness * dx + .7 * f.damping * dx;
    expectClose(f.product(dx, 1.3, .7), expected, 1e-11, sample.body);
  }
}

TEST_P(ForceFieldMatrix, isTheDerivativeOfTheForce) {
  for (const auto& sample : samples()) {
    if (!sample.inexactTangent.empty()) continue;
    const Field f(sample);
    const SavedPositions x(f.states);
    const auto d = randomVector(f.size(), 2);
    constexpr double step = 1e-5;
    x.move(d, step);
    const auto plus = f.forces();
    x.move(d, -step);
    const auto minus = f.forces();
    x.restore();
    const double scale = std::max(f.stiffness.cwiseAbs().maxCoeff(), 1e-3);
    const DenseVector difference = (plus - minus) / (2 * step);
    const DenseVector change = sample.incompleteMatrix.empty() ? DenseVector(f.stiffness * d) : f.product(d, 1, 0);
    EXPECT_LT((difference - change).cwiseAbs().maxCoeff(), 1e-6 * scale) << sample.body;
  }
}

TEST_P(ForceFieldMatrix, dampingIsTheDerivativeByVelocity) {
  for (const auto& sample : samples()) {
    if (!sample.inexactDamping.empty()) continue;
    const Field f(sample);
    const DenseVector v = gather(f.states, vec::velocity), d = randomVector(f.size(), 3);
    scatter(f.states, vec::velocity, v + d);
    const DenseVector plus = f.forces();
    scatter(f.states, vec::velocity, v - d);
    const DenseVector difference = (plus - f.forces()) / 2;
    const double scale = std::max(f.damping.cwiseAbs().maxCoeff(), 1e-3);
    EXPECT_LT((difference - f.damping * d).cwiseAbs().maxCoeff(), 1e-10 * scale + 1e-12 * plus.cwiseAbs().maxCoeff())
        << sample.body;
  }
}

TEST_P(ForceFieldMatrix, forcesAndEnergiesAreFunctionsOfThePlace) {
  for (const auto& sample : samples()) {
    SCOPED_TRACE(sample.body);
    Field f(sample);
    const SavedPositions x(f.states);
    const auto d = randomVector(f.size(), 4);
    const DenseVector force = f.forces(), product = f.product(d, 1, 1);
    const auto energy = f.field->potentialEnergy({});
    x.move(d, 0.1);
    const DenseVector elsewhere = f.forces();
    f.field->potentialEnergy({});
    x.restore();
    EXPECT_EQ(f.field->potentialEnergy({}), energy) << "forces were computed elsewhere";
    EXPECT_EQ(f.forces(), force) << "forces were computed elsewhere";
    EXPECT_EQ(f.product(d, 1, 1), product) << "forces were computed elsewhere, products belong where it was linearised";

    x.move(d, 0.1);
    f.linearise(core::Linearisation::exact);
    EXPECT_EQ(f.forces(), elsewhere);
    x.restore();
    EXPECT_EQ(f.field->potentialEnergy({}), energy) << "linearised elsewhere";
    EXPECT_EQ(f.forces(), force) << "linearised elsewhere";
    clear(f.states, vec::force);
    f.field->accumulateForceAndLinearise({}, vec::force, core::Linearisation::exact);
    // Both at once is the same work in another loop: equal up to rounding.
    expectClose(gather(f.states, vec::force), force, 1e-12, sample.body);
    expectClose(f.product(d, 1, 1), product, 1e-12, sample.body);
  }
}

TEST_P(ForceFieldMatrix, canBeLinearisedWithoutNegativeModes) {
  for (const auto& sample : samples()) {
    SCOPED_TRACE(sample.body);
    Field f(sample);
    const SavedPositions x(f.states);
    x.move(randomVector(f.size(), 6), 0.3);
    f.linearise(core::Linearisation::positiveDefinite);
    const DenseMatrix k = -0.5 * (f.stiffness + f.stiffness.transpose());
    const double least = Eigen::SelfAdjointEigenSolver<DenseMatrix>(k).eigenvalues().minCoeff();
    EXPECT_GT(least, -1e-9 * (1 + k.cwiseAbs().maxCoeff()));
  }
}

TEST_P(ForceFieldMatrix, forceIsTheSlopeOfTheEnergy) {
  const bool isBeam = GetParam().starts_with("BeamFEM");
  const Sample straight{
      "<MeshTopology edges='0 1 1 2'/><MechanicalObject template='Rigid3d' position='0 0 0 0 0 0 1  1 0 0 0 0 0 1  "
      "2.5 0 0 0 0 0 1'/><BeamFEMForceField youngModulus='1000' poissonRatio='0.3' radius='0.2'/>"};
  for (const auto& sample : isBeam ? std::vector{straight} : samples()) {
    SCOPED_TRACE(sample.body);
    const Field f(sample);
    scatter(f.states, vec::velocity, DenseVector::Zero(f.size()));
    const DenseVector d = randomVector(f.size(), 2);
    // The force of a beam is the slope of its energy where it is little bent.
    if (isBeam) SavedPositions(f.states).move(randomVector(f.size(), 5), 1e-4);
    const DenseVector force = f.forces();
    const double work = force.dot(d), scale = std::max(force.norm() * d.norm(), 1e-9);
    if (!f.field->potentialEnergy({})) {
      if (!sample.noPotential.empty()) continue;
      EXPECT_EQ(force.norm(), 0) << "without motion, what takes energy out does nothing";
      continue;
    }
    EXPECT_GT(std::abs(work), 1e-6 * scale) << "the scene shows nothing";
    const SavedPositions x(f.states);
    const double step = isBeam ? 1e-7 : 1e-5;
    x.move(d, step);
    const double plus = *f.field->potentialEnergy({});
    x.move(d, -step);
    const double minus = *f.field->potentialEnergy({});
    x.restore();
    const double tolerance = f.field->isConservative() ? 1e-5 : isBeam ? 1e-2 : 0.05;
    EXPECT_NEAR(-(plus - minus) / (2 * step), work, tolerance * scale);
  }
}

std::string testName(const testing::TestParamInfo<std::string>& info) {
  std::string name = info.param;
  for (char& c : name)
    if (!std::isalnum(static_cast<unsigned char>(c))) c = '_';
  return name;
}

INSTANTIATE_TEST_SUITE_P(Registered, ForceFieldMatrix, testing::ValuesIn(registered<core::BaseForceField>()), testName);

class MassMatrix : public testing::TestWithParam<std::string> {};

TEST_P(MassMatrix, equalsTheProduct) {
  for (const auto& sample : forceFieldSamples(GetParam())) {
    const Scene scene(sample.body);
    auto& mass = scene.first<core::BaseMass>();
    const auto states = uniqueStates(mass.states());
    const DenseMatrix m = dense<core::MassMatrixAccumulator>(states, states, [&](auto* t) { mass.buildMassMatrix(t); });
    EXPECT_GT(m.cwiseAbs().maxCoeff(), 0) << sample.body;
    expectClose(m, m.transpose(), 1e-15, "symmetric: " + sample.body);
    if (!sample.incompleteMatrix.empty()) continue;
    DenseMatrix products(m.rows(), m.cols());
    for (int j = 0; j < m.cols(); ++j) {
      scatter(states, vec::dx, DenseVector::Unit(m.cols(), j));
      clear(states, vec::dforce);
      mass.accumulateMDx({}, vec::dforce, 2.);
      products.col(j) = gather(states, vec::dforce);
    }
    expectClose(products, 2 * m, 1e-14, sample.body);
    if (mass.isDiagonal()) {
      const auto f = randomVector(static_cast<int>(m.rows()), 4);
      scatter(states, vec::force, f);
      clear(states, vec::dx);
      mass.divideByMass({}, vec::dx, vec::force);
      const DenseVector a = gather(states, vec::dx), back = m * a;
      for (int i = 0; i < m.rows(); ++i)
        if (m(i, i) != 0) {
          EXPECT_NEAR(back[i], f[i], 1e-12) << sample.body;
        }
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Registered, MassMatrix, testing::ValuesIn(registered<core::BaseMass>()), testName);

TEST(RegularGridSpringMatrix, HasOnlyTheSpringsOfTheList) {
  // Reference trajectories of assembled systems have it so.
  const CapturedMessages messages;
  const Scene scene(
      "<RegularGridTopology n='2 2 2' min='0 0 0' max='1 1 1'/><MechanicalObject/>"
      "<RegularGridSpringForceField stiffness='10' spring='0 7 50 0 1'/>");
  auto& field = scene.first<core::BaseForceField>();
  const auto states = uniqueStates(field.states());
  clear(states, vec::force);
  field.accumulateForceAndLinearise({}, vec::force, core::Linearisation::exact);
  const DenseMatrix k = dense<core::StiffnessMatrix>(states, states, [&](auto* m) { field.buildStiffnessMatrix(m); });
  const sofa::type::Vec3 u = sofa::type::Vec3::Constant(1 / std::sqrt(3.));
  const double f = 50 * (std::sqrt(3.) - 1), length = std::sqrt(3.);
  const sofa::type::Mat3 t = (50 - f / length) * u * u.transpose() + f / length * sofa::type::Mat3::Identity();
  DenseMatrix expected = DenseMatrix::Zero(24, 24);
  expected.block<3, 3>(0, 0) = expected.block<3, 3>(21, 21) = -eigen(t);
  expected.block<3, 3>(0, 21) = expected.block<3, 3>(21, 0) = eigen(t);
  expectClose(k, expected, 1e-13, "K");
  EXPECT_EQ(messages.warnings("left out of assembled matrices"), 1u);
}

TEST(RestShapeSpringsMatrix, TakesTheStiffnessAtThePointAndBindsEveryTranslation) {
  // Reference trajectories of assembled systems have it so; products take the stiffness by rank and the active
  // directions.
  const CapturedMessages messages;
  const Scene scene(
      "<MechanicalObject position='0 0 0  1 0 0  2 0 0'/>"
      "<RestShapeSpringsForceField points='2 0' stiffness='30 12' activeDirections='1 0 1'/>");
  auto& field = scene.first<core::BaseForceField>();
  const auto states = uniqueStates(field.states());
  clear(states, vec::force);
  field.accumulateForceAndLinearise({}, vec::force, core::Linearisation::exact);
  const DenseMatrix k = dense<core::StiffnessMatrix>(states, states, [&](auto* m) { field.buildStiffnessMatrix(m); });
  DenseVector expected(9);
  expected << -30, -30, -30, 0, 0, 0, -30, -30, -30;  // point 0: entry 0; point 2: no such entry, so the first
  expectClose(k, expected.asDiagonal().toDenseMatrix(), 0, "K");
  EXPECT_EQ(messages.warnings("listed at the number of the point"), 1u);
}

}  // namespace
}  // namespace sofa::tests
