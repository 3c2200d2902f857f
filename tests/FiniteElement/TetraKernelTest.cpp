// SPDX-License-Identifier: Apache-2.0
#include "Sofa/FiniteElement/TetraKernel.h"
#include "Sofa/Type/AngleAxis.h"

#include <gtest/gtest.h>

#include <random>

#include "FiniteElement/AssembledStiffness.h"

using namespace sofa;
using namespace sofa::fem;

namespace {

const std::vector<Vec3> unitRest = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
const std::vector<TetraNodes> unitElement = {{0, 1, 2, 3}};
const Lame unitMaterial = lame(1, 0);

std::vector<Vec3> unitForces(TetraFrame frame, const Vec3& moveNode1) {
  TetraKernel kernel;
  kernel.init(unitElement, unitRest, {&unitMaterial, 1}, frame);
  auto x = unitRest;
  x[1] += moveNode1;
  std::vector<Vec3> f(4, Vec3::Zero());
  kernel.addForceAndLinearise(x, f);
  return f;
}

/// A block of cubes cut into tetrahedra, with irregular nodes.
struct Mesh {
  std::vector<Vec3> rest, x;
  std::vector<TetraNodes> elements;
  explicit Mesh(unsigned n, double noise = 0.1) {
    std::mt19937 random(3);
    std::uniform_real_distribution<double> uniform(-noise, noise);
    const auto any = [&] { return Vec3(uniform(random), uniform(random), uniform(random)); };
    for (unsigned k = 0; k <= n; ++k)
      for (unsigned j = 0; j <= n; ++j)
        for (unsigned i = 0; i <= n; ++i) rest.push_back(Vec3(i, j, k) + any());
    for (const Vec3& p : rest) x.push_back(p + any());
    constexpr int split[6][4] = {{0, 5, 1, 6}, {0, 1, 3, 6}, {1, 3, 6, 2}, {6, 3, 0, 7}, {6, 7, 0, 5}, {7, 5, 4, 0}};
    const unsigned sy = n + 1, sz = sy * sy;
    for (unsigned k = 0; k < n; ++k)
      for (unsigned j = 0; j < n; ++j)
        for (unsigned i = 0; i < n; ++i) {
          const Index o = i + sy * j + sz * k;
          const Index h[8] = {o, o + 1, o + sy + 1, o + sy, o + sz, o + sz + 1, o + sz + sy + 1, o + sz + sy};
          for (const auto& t : split) elements.push_back({h[t[0]], h[t[1]], h[t[2]], h[t[3]]});
        }
  }
  TetraPoints points(const std::vector<Vec3>& from, std::size_t e) const {
    const auto& n = elements[e];
    return {from[n[0]], from[n[1]], from[n[2]], from[n[3]]};
  }
};

double difference(const std::vector<Vec3>& a, const std::vector<Vec3>& b) {
  double d = 0;
  for (std::size_t i = 0; i < a.size(); ++i) d = std::max(d, (a[i] - b[i]).norm());
  return d;
}

TEST(TetraKernel, axialPullOfTheUnitElement) {
  // V = 1/6, grad N_1 = e_x, strain 0.1, E = 1, nu = 0: force 1/60.
  for (auto frame : {TetraFrame::none, TetraFrame::nodes, TetraFrame::edges, TetraFrame::gradient}) {
    const auto f = unitForces(frame, {0.1, 0, 0});
    EXPECT_LT((f[1] - Vec3(-1. / 60, 0, 0)).norm(), 1e-15);
    EXPECT_LT((f[0] - Vec3(1. / 60, 0, 0)).norm(), 1e-15);
  }
}

TEST(TetraKernel, shearOfTheUnitElementInEachFrame) {
  const auto large = unitForces(TetraFrame::nodes, {0, 0.1, 0});
  EXPECT_LT((large[0] - Vec3(0.00833518054441, 0.00833559103576, 0)).norm(), 1e-13);
  EXPECT_LT((large[1] - Vec3(-2.05245675e-6, -0.00833353857901, 0)).norm(), 1e-13);
  EXPECT_LT((large[2] - Vec3(-0.00833312808766, -2.05245675e-6, 0)).norm(), 1e-13);
  EXPECT_LT(large[3].norm(), 1e-15);
  const auto polar = unitForces(TetraFrame::edges, {0, 0.1, 0});
  EXPECT_LT((polar[0] - Vec3(0.00853087967767, 0.00855167402971, 0)).norm(), 1e-11);
  EXPECT_LT((polar[1] - Vec3(-2.0794352e-4, -0.00834373050935, 0)).norm(), 1e-11);
}

class TetraFrames : public testing::TestWithParam<TetraFrame> {
 protected:
  std::vector<Lame> materials(std::size_t n) const {
    std::vector<Lame> m;
    for (std::size_t e = 0; e < n; ++e) m.push_back(lame(100. + e % 7, 0.1 + 0.05 * (e % 5)));
    return m;
  }
};

TEST_P(TetraFrames, agreesWithTheElementOneByOne) {
  const Mesh mesh(3);
  const auto m = materials(mesh.elements.size());
  TetraKernel kernel;
  kernel.init(mesh.elements, mesh.rest, m, GetParam());
  std::vector<Vec3> f(mesh.rest.size(), Vec3::Zero()), df = f, expected = f, expectedDf = f;
  kernel.addForceAndLinearise(mesh.x, f);
  kernel.addDForce(mesh.rest, df, 0.3);
  double energy = 0;
  for (std::size_t e = 0; e < mesh.elements.size(); ++e) {
    TetraElement element(GetParam(), mesh.points(mesh.rest, e), m[e]);
    const auto force = element.force(mesh.points(mesh.x, e), TetraUpdate::rest);
    element.linearise(mesh.points(mesh.x, e), TetraUpdate::rest);
    const auto product = element.product(mesh.points(mesh.rest, e));
    for (int n = 0; n < 4; ++n) {
      expected[mesh.elements[e][n]] += force[n];
      expectedDf[mesh.elements[e][n]] -= 0.3 * product[n];
    }
    energy += element.energy(mesh.points(mesh.x, e), TetraUpdate::rest);
    EXPECT_LT((kernel.stiffness(e) - element.stiffness()).norm(), 1e-10);
    EXPECT_LT((kernel.rotation(e) - element.rotation()).norm(), 1e-10);
    EXPECT_LT((kernel.rotation(e, mesh.x) - element.rotation()).norm(), 1e-10);
  }
  EXPECT_LT(difference(f, expected), 1e-10);
  EXPECT_LT(difference(df, expectedDf), 1e-9);
  EXPECT_NEAR(kernel.energy(mesh.x), energy, 1e-9 * energy);
}

TEST_P(TetraFrames, evaluationsLeaveNoTrace) {
  Mesh mesh(2);
  for (int n : {0, 1, 2, 3}) mesh.x[mesh.elements[5][n]] = Vec3(1, 1, 1);  // one is collapsed
  const Lame m = lame(50, 0.3);
  TetraKernel kernel, atOnce;
  kernel.init(mesh.elements, mesh.rest, {&m, 1}, GetParam());
  atOnce.init(mesh.elements, mesh.rest, {&m, 1}, GetParam());
  std::vector<Vec3> f(mesh.rest.size(), Vec3::Zero()), df = f, expected = f, expectedDf = f, elsewhere = f;
  atOnce.addForceAndLinearise(mesh.x, expected);
  atOnce.addDForce(mesh.rest, expectedDf, 0.3);
  kernel.linearise(mesh.x);
  kernel.addForce(mesh.rest, elsewhere);
  const double energy = kernel.energy(mesh.x);
  kernel.energy(mesh.rest);
  kernel.addForce(mesh.x, f);
  kernel.addDForce(mesh.rest, df, 0.3);
  EXPECT_EQ(f, expected);
  EXPECT_EQ(df, expectedDf);
  kernel.linearise(mesh.rest);
  EXPECT_EQ(kernel.energy(mesh.x), energy);
}

TEST_P(TetraFrames, productIsTheAssembledMatrixTimesTheVector) {
  const Mesh mesh(2);
  const Lame m = lame(50, 0.3);
  TetraKernel kernel;
  kernel.init(mesh.elements, mesh.rest, {&m, 1}, GetParam());
  std::vector<Vec3> f(mesh.rest.size(), Vec3::Zero()), df = f;
  kernel.addForceAndLinearise(mesh.x, f);
  kernel.addDForce(mesh.x, df, 1);
  const auto product = test::product(test::assembledStiffness(kernel, mesh.x.size(), 3), mesh.x);
  for (std::size_t i = 0; i < df.size(); ++i) EXPECT_LT((df[i] - product[i]).norm(), 1e-10);
}

TEST(TetraKernel, addsNothingWithoutElements) {
  TetraKernel kernel;
  EXPECT_TRUE(test::assembledStiffness(kernel, 2, 3).dense() == linearalgebra::DenseMatrix::Zero(6, 6));
  const std::vector<Vec3> points(2, Vec3::Zero());
  kernel.init({}, points, {}, TetraFrame::nodes);
  EXPECT_TRUE(test::assembledStiffness(kernel, 2, 3).dense() == linearalgebra::DenseMatrix::Zero(6, 6));
}

TEST_P(TetraFrames, bodiesAtRestPullWithExactlyNothing) {
  if (GetParam() == TetraFrame::nodesWorldRest) return;
  const Mesh mesh(3);
  TetraKernel kernel;
  kernel.init(mesh.elements, mesh.rest, {&unitMaterial, 1}, GetParam());
  const std::vector<Vec3> none(mesh.rest.size(), Vec3::Zero());
  std::vector<Vec3> f = none;
  kernel.addForce(mesh.rest, f);
  EXPECT_EQ(f, none);
  kernel.addForceAndLinearise(mesh.rest, f);
  EXPECT_EQ(f, none);
}

TEST_P(TetraFrames, rigidMotionCausesNoForce) {
  if (GetParam() == TetraFrame::none || GetParam() == TetraFrame::nodesWorldRest) return;
  Mesh mesh(2);
  const Mat3 r = sofa::type::AngleAxis(2, Vec3(1, 2, 2) / 3).toRotationMatrix();
  const Lame m = lame(50, 0.3);
  TetraKernel kernel;
  kernel.init(mesh.elements, mesh.rest, {&m, 1}, GetParam());
  for (std::size_t i = 0; i < mesh.rest.size(); ++i) mesh.x[i] = r * mesh.rest[i] + Vec3(5, -3, 1);
  std::vector<Vec3> f(mesh.rest.size(), Vec3::Zero());
  kernel.addForceAndLinearise(mesh.x, f);
  for (const Vec3& v : f) EXPECT_LT(v.norm(), 1e-11);
}

TEST_P(TetraFrames, sameBitsForAnyNumberOfThreads) {
  const Mesh mesh(9);
  const Lame m = lame(50, 0.3);
  std::vector<std::vector<Vec3>> results;
  for (int threads : {1, 2, 4}) {
    helper::setThreadCount(threads);
    TetraKernel kernel;
    kernel.init(mesh.elements, mesh.rest, {&m, 1}, GetParam());
    std::vector<Vec3> f(mesh.rest.size(), Vec3(1, 2, 3));
    kernel.addForceAndLinearise(mesh.x, f);
    kernel.addDForce(mesh.rest, f, 0.7);
    results.push_back(f);
  }
  helper::setThreadCount(1);
  EXPECT_EQ(results[0], results[1]);
  EXPECT_EQ(results[0], results[2]);
}

TEST_P(TetraFrames, collapsedElementsDoNotSpoilTheirNeighbours) {
  Mesh mesh(2);
  for (int n : {0, 1, 2, 3}) mesh.x[mesh.elements[5][n]] = Vec3(1, 1, 1);
  const Lame m = lame(50, 0.3);
  TetraKernel kernel;
  kernel.init(mesh.elements, mesh.rest, {&m, 1}, GetParam());
  std::vector<Vec3> f(mesh.rest.size(), Vec3::Zero()), expected = f, df = f, expectedDf = f;
  kernel.addForceAndLinearise(mesh.x, f);
  kernel.addDForce(mesh.rest, df, 1);
  for (std::size_t e = 0; e < mesh.elements.size(); ++e) {
    TetraElement element(GetParam(), mesh.points(mesh.rest, e), m);
    const auto force = element.force(mesh.points(mesh.x, e), TetraUpdate::rest);
    element.linearise(mesh.points(mesh.x, e), TetraUpdate::rest);
    const auto product = element.product(mesh.points(mesh.rest, e));
    for (int n = 0; n < 4; ++n) {
      expected[mesh.elements[e][n]] += force[n];
      expectedDf[mesh.elements[e][n]] -= product[n];
    }
  }
  EXPECT_LT(difference(f, expected), 1e-9);
  EXPECT_LT(difference(df, expectedDf), 1e-9);
}

INSTANTIATE_TEST_SUITE_P(All, TetraFrames,
                         testing::Values(TetraFrame::none, TetraFrame::nodes, TetraFrame::nodesWorldRest,
                                         TetraFrame::edges, TetraFrame::edgesOrStable, TetraFrame::gradient,
                                         TetraFrame::covariance, TetraFrame::covarianceStable));

TEST(TetraKernel, smallDisplacementForceIsMinusTheEnergyGradient) {
  Mesh mesh(1);
  const Lame m = lame(50, 0.3);
  TetraKernel kernel;
  kernel.init(mesh.elements, mesh.rest, {&m, 1}, TetraFrame::none);
  std::vector<Vec3> f(mesh.rest.size(), Vec3::Zero());
  kernel.addForceAndLinearise(mesh.x, f);
  const double h = 1e-5;
  for (std::size_t i = 0; i < mesh.x.size(); ++i)
    for (int c = 0; c < 3; ++c) {
      auto high = mesh.x, low = mesh.x;
      high[i][c] += h;
      low[i][c] -= h;
      EXPECT_NEAR(f[i][c], -(kernel.energy(high) - kernel.energy(low)) / (2 * h), 1e-7);
    }
}

TEST(TetraKernel, afterAChangeOfItsElementsIsLikeANewOne) {
  for (const auto frame : {TetraFrame::none, TetraFrame::nodes, TetraFrame::edges, TetraFrame::edgesOrStable}) {
    Mesh mesh(5);
    std::vector<Lame> materials(mesh.elements.size(), lame(100, 0.3));
    TetraKernel kernel;
    kernel.init(mesh.elements, mesh.rest, materials, frame);
    kernel.linearise(mesh.x);
    std::mt19937 random(4);
    for (int change = 0; change < 6; ++change) {
      SCOPED_TRACE(change);
      // Some go, the last ones take their places; some come, are made of something else, or have another place at rest.
      for (int k = 0; k < 3 * change; ++k) {
        const std::size_t gone = random() % mesh.elements.size();
        mesh.elements[gone] = mesh.elements.back();
        materials[gone] = materials.back();
        mesh.elements.pop_back();
        materials.pop_back();
      }
      for (int k = 0; k < (change == 3 ? 40 : 2); ++k) {
        const TetraNodes again = mesh.elements[random() % mesh.elements.size()];
        mesh.elements.push_back(again);
        materials.push_back(lame(50, 0.3));
      }
      if (change == 2) materials[7] = lame(10, 0.2);
      if (change == 4) mesh.rest[5].x() += 0.03;
      kernel.init(mesh.elements, mesh.rest, materials, frame);
      TetraKernel fresh;
      fresh.init(mesh.elements, mesh.rest, materials, frame);
      std::vector<Vec3> f(mesh.x.size(), Vec3::Zero()), expected = f, df = f, expectedDf = f;
      kernel.addForceAndLinearise(mesh.x, f);
      fresh.addForceAndLinearise(mesh.x, expected);
      EXPECT_EQ(f, expected);
      kernel.addDForce(mesh.x, df, 1);
      fresh.addDForce(mesh.x, expectedDf, 1);
      EXPECT_EQ(df, expectedDf);
      EXPECT_EQ(kernel.stiffness(3), fresh.stiffness(3));
    }
  }
}

TEST(TetraElement, plasticStrainRelievesTheStress) {
  // Strain entry of J^T d: 6 V times the strain, with the sign of rest minus current: -0.1. Creep 0.9 leaves a tenth.
  TetraElement element(TetraFrame::none, {unitRest[0], unitRest[1], unitRest[2], unitRest[3]}, unitMaterial);
  TetraPoints x{unitRest[0], Vec3(1.1, 0, 0), unitRest[2], unitRest[3]};
  const TetraPlasticity plasticity{10, 0.0001, 0.9};
  const auto force = [&] { return element.force(x, TetraUpdate::rest)[1][0]; };
  element.flow(x, TetraUpdate::rest, plasticity);
  EXPECT_NEAR(force(), -0.1 / 60, 1e-15);
  EXPECT_NEAR(force(), -0.1 / 60, 1e-15) << "strains flow when told, not when forces are computed";
  element.flow(x, TetraUpdate::rest, plasticity);
  EXPECT_NEAR(force(), -0.01 / 60, 1e-15);
  element.plasticStrain().setZero();
  EXPECT_NEAR(force(), -1. / 60, 1e-15);
  // At most 0.02 of plastic strain.
  element.flow(x, TetraUpdate::rest, {0.02, 0.0001, 0.9});
  EXPECT_NEAR(force(), -0.8 / 60, 1e-15);
}

TEST(TetraElement, stiffnessFollowingTheDeformation) {
  // Stretched by 1.1 in x the shape gradients of node 2 grow by 1.1 in scaled form: G_1 = e_x stays, G_2 = 1.1 e_y.
  TetraElement element(TetraFrame::edges, {unitRest[0], unitRest[1], unitRest[2], unitRest[3]}, unitMaterial);
  TetraPoints x{unitRest[0], Vec3(1.1, 0, 0), Vec3(0, 1.2, 0), unitRest[3]};
  const auto f = element.force(x, TetraUpdate::current);
  // Strain entries: xx = G_1x d_1x = 1.2 * -0.1, yy = 1.1 * -0.2; force on node 2: G_2y / (36 V) * yy.
  EXPECT_NEAR(f[1][0], -1.2 * 1.2 * 0.1 / 6, 1e-12);
  EXPECT_NEAR(f[2][1], -1.1 * 1.1 * 0.2 / 6, 1e-12);
}

}  // namespace
