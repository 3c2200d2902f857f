// SPDX-License-Identifier: Apache-2.0
#include "Sofa/FiniteElement/TriangleKernel.h"
#include "Sofa/Type/AngleAxis.h"

#include <gtest/gtest.h>

#include <random>

#include "FiniteElement/AssembledStiffness.h"
#include "Sofa/FiniteElement/EdgeTensorKernel.h"
#include "Sofa/FiniteElement/LinearElement.h"

using namespace sofa;
using namespace sofa::fem;

namespace {

using Gradients = TriangleRule::Gradients;

constexpr TriangleRule turning{true, Gradients::current}, turningRest{true, Gradients::rest},
    flat{false, Gradients::current}, flatAlongX{false, Gradients::currentAlongX};

TriangleMaterial planeStress(double young, double poisson, double thickness = 1) {
  return {planeLaw(lame(young, poisson, 2)), thickness};
}

/// n x n squares of two triangles, with irregular nodes, a little out of the plane; edges 01 are nearly along x.
struct Sheet {
  std::vector<Vec3> rest, x;
  std::vector<type::Triangle> elements;
  explicit Sheet(unsigned n, double bump = 0.2) {
    std::mt19937 random(3);
    std::uniform_real_distribution<double> uniform(-1, 1);
    for (unsigned j = 0; j <= n; ++j)
      for (unsigned i = 0; i <= n; ++i)
        rest.push_back(Vec3(i + 0.2 * uniform(random), j + 0.2 * uniform(random), bump * uniform(random)));
    for (const Vec3& p : rest) x.push_back(p + 0.1 * Vec3(uniform(random), uniform(random), uniform(random)));
    for (unsigned j = 0; j < n; ++j)
      for (unsigned i = 0; i < n; ++i) {
        const Index o = i + (n + 1) * j;
        elements.push_back({o, o + 1, o + n + 1});
        elements.push_back({o + n + 2, o + n + 1, o + 1});
      }
  }
  void init(TriangleKernel& k, TriangleRule rule) const {
    std::vector<TriangleMaterial> materials;
    for (std::size_t e = 0; e < elements.size(); ++e)
      materials.push_back(planeStress(100. + e % 7, 0.1 + 0.05 * (e % 5), 0.5 + 0.1 * (e % 3)));
    k.init(elements, rest, materials, rule);
  }
};

std::vector<Vec3> none(const Sheet& sheet) { return std::vector<Vec3>(sheet.rest.size(), Vec3::Zero()); }

double difference(const std::vector<Vec3>& a, const std::vector<Vec3>& b) {
  double d = 0;
  for (std::size_t i = 0; i < a.size(); ++i) d = std::max(d, (a[i] - b[i]).norm());
  return d;
}

/// Forces on a unit right triangle, E = 1 and nu = 0, whose node 1 is elsewhere.
std::vector<Vec3> unitForces(TriangleRule rule, const Vec3& node1) {
  const std::vector<Vec3> rest{{0, 0, 0}, {1, 0, 0}, {0, 1, 0}}, x{rest[0], node1, rest[2]};
  const std::vector<type::Triangle> element{{0, 1, 2}};
  const TriangleMaterial material = planeStress(1, 0);
  TriangleKernel kernel;
  kernel.init(element, rest, {&material, 1}, rule);
  std::vector<Vec3> f(3, Vec3::Zero());
  kernel.addForce(x, f);
  return f;
}

TEST(TriangleKernel, axialPullOfTheUnitElement) {
  // A = 1/2, B_1 = 1 at rest and 1/1.1 now: strain 0.1 B, force A E strain B.
  for (const TriangleRule rule : {turning, flat, flatAlongX}) {
    const auto f = unitForces(rule, {1.1, 0, 0});
    EXPECT_LT((f[1] - Vec3(-0.1 / (2 * 1.1 * 1.1), 0, 0)).norm(), 1e-15);
    EXPECT_LT((f[0] + f[1]).norm(), 1e-15);
  }
  EXPECT_LT((unitForces(turningRest, {1.1, 0, 0})[1] - Vec3(-0.05, 0, 0)).norm(), 1e-15);
}

TEST(TriangleKernel, withoutTurningTheThirdAxisDoesNotCount) {
  const auto f = unitForces(flat, {1.1, 0, 0.5});
  for (const Vec3& v : f) EXPECT_EQ(v[2], 0);
  // The area in space makes the gradients: twice the area is |(1.1, 0, 0.5) x (0, 1, 0)|.
  const double gradient = 1 / std::sqrt(1.1 * 1.1 + 0.25);
  EXPECT_NEAR(f[1][0], -0.5 * 0.1 * gradient * gradient, 1e-15);
  EXPECT_NEAR(unitForces(flatAlongX, {1.1, 0, 0.5})[1][0], -0.5 * 0.1 / 1.21, 1e-15);
}

TEST(TriangleKernel, lawsOfPlaneStressAndPlaneStrain) {
  const double e = 7, nu = 0.3;
  const PlaneLaw<double> stress = planeLaw(lame(e, nu, 2)), strain = planeLaw(lame(e, nu, 3));
  const double s = e / (1 - nu * nu), t = e / ((1 + nu) * (1 - 2 * nu));
  const double expectedStress[] = {s, s * nu, 0, s, 0, s * (1 - nu) / 2};
  const double expectedStrain[] = {t * (1 - nu), t * nu, 0, t * (1 - nu), 0, t * (0.5 - nu)};
  for (int i = 0; i < 6; ++i) {
    EXPECT_NEAR(stress.entry[i], expectedStress[i], 1e-14);
    EXPECT_NEAR(strain.entry[i], expectedStrain[i], 1e-14);
  }
}

class TriangleRules : public testing::TestWithParam<TriangleRule> {};

TEST_P(TriangleRules, agreesWithTheElementOneByOne) {
  const Sheet sheet(5);
  TriangleKernel kernel;
  sheet.init(kernel, GetParam());
  auto f = none(sheet), expected = f, df = f, expectedDf = f;
  kernel.addForceAndLinearise(sheet.x, f);
  kernel.addDForce(sheet.rest, df, 0.3);
  double energy = 0;
  for (std::size_t e = 0; e < sheet.elements.size(); ++e) {
    const auto& n = sheet.elements[e];
    const auto state = kernel.state(e, sheet.x);
    const Vec3 a = sheet.rest[n[1]] - sheet.rest[n[0]], b = sheet.rest[n[2]] - sheet.rest[n[0]];
    const double weight = a.cross(b).norm() / 2 * (0.5 + 0.1 * (e % 3));
    const auto law = planeLaw(lame(100. + e % 7, 0.1 + 0.05 * (e % 5), 2));
    double out[3][3], dx[3][3];
    TriangleElement<double>::forces(state.shape, law, state.strain, weight, out);
    for (int i = 0; i < 3; ++i)
      for (int c = 0; c < 3; ++c) {
        expected[n[i]][c] += out[i][c];
        dx[i][c] = sheet.rest[n[i]][c];
      }
    TriangleElement<double>::product(state.shape, law, dx, 0.3 * weight, out);
    for (int i = 0; i < 3; ++i)
      for (int c = 0; c < 3; ++c) expectedDf[n[i]][c] += out[i][c];
    for (int i = 0; i < 3; ++i) energy += weight * state.stress[i] * state.strain[i] / 2;
  }
  EXPECT_LT(difference(f, expected), 1e-11);
  EXPECT_LT(difference(df, expectedDf), 1e-11);
  EXPECT_NEAR(kernel.energy(sheet.x), energy, 1e-12 * energy);
}

TEST_P(TriangleRules, productIsTheAssembledMatrixTimesTheVector) {
  const Sheet sheet(4);
  TriangleKernel kernel;
  sheet.init(kernel, GetParam());
  auto df = none(sheet);
  kernel.linearise(sheet.x);
  kernel.addDForce(sheet.rest, df, 1);
  const auto product = test::product(test::assembledStiffness(kernel, sheet.x.size(), 3), sheet.rest);
  EXPECT_GT(df[7].norm(), 1);
  EXPECT_LT(difference(df, product), 1e-10);
}

TEST_P(TriangleRules, tangentAtRestIsTheDerivative) {
  // Without stress neither the turning of the frame nor the change of the gradients matters.
  const Sheet sheet(3);
  TriangleKernel kernel;
  sheet.init(kernel, GetParam());
  auto plus = none(sheet), minus = plus, df = plus;
  constexpr double h = 1e-6;
  std::vector<Vec3> d, high, low;
  for (std::size_t i = 0; i < sheet.rest.size(); ++i) {
    d.push_back((sheet.x[i] - sheet.rest[i]) * 10);
    high.push_back(sheet.rest[i] + h * d[i]);
    low.push_back(sheet.rest[i] - h * d[i]);
  }
  kernel.linearise(sheet.rest);
  kernel.addForce(high, plus);
  kernel.addForce(low, minus);
  kernel.addDForce(d, df, 1);
  for (std::size_t i = 0; i < d.size(); ++i) EXPECT_LT((df[i] - (plus[i] - minus[i]) / (2 * h)).norm(), 1e-5);
}

TEST_P(TriangleRules, thereIsExactlyNoForceAtRest) {
  const Sheet sheet(5);
  TriangleKernel kernel;
  sheet.init(kernel, GetParam());
  auto f = none(sheet);
  kernel.addForceAndLinearise(sheet.rest, f);
  EXPECT_EQ(f, none(sheet));
  kernel.addForce(sheet.rest, f);
  EXPECT_EQ(f, none(sheet));
}

TEST_P(TriangleRules, rigidMotionCausesNoForce) {
  if (!GetParam().turns) return;
  const Sheet sheet(3);
  TriangleKernel kernel;
  sheet.init(kernel, GetParam());
  const Mat3 r = sofa::type::AngleAxis(2, Vec3(1, 2, 2) / 3).toRotationMatrix();
  std::vector<Vec3> moved;
  for (const Vec3& p : sheet.rest) moved.push_back(r * p + Vec3(5, -3, 1));
  auto f = none(sheet);
  kernel.addForce(moved, f);
  for (const Vec3& v : f) EXPECT_LT(v.norm(), 1e-11);
}

TEST_P(TriangleRules, uniformStretchIsInBalanceInside) {
  if (GetParam().gradients == Gradients::currentAlongX) return;  // it is no gradient where edges do not lie along x
  const Sheet sheet(4, 0);
  const TriangleMaterial material = planeStress(50, 0.3);
  TriangleKernel kernel;
  kernel.init(sheet.elements, sheet.rest, {&material, 1}, GetParam());
  std::vector<Vec3> stretched;
  for (const Vec3& p : sheet.rest) stretched.push_back(Vec3(1.0001 * p[0], 0.9999 * p[1], 0));
  auto f = none(sheet);
  kernel.addForce(stretched, f);
  EXPECT_GT(f[5].norm(), 1e-3);
  // Frames that turn a little with the stretch disturb by its square.
  for (const std::size_t inside : {6u, 7u, 8u, 11u, 12u, 13u}) EXPECT_LT(f[inside].norm(), 1e-6);
}

TEST_P(TriangleRules, sameBitsForAnyNumberOfThreads) {
  const Sheet sheet(40);
  std::vector<std::vector<Vec3>> results;
  for (const int threads : {1, 2, 4}) {
    helper::setThreadCount(threads);
    TriangleKernel kernel;
    sheet.init(kernel, GetParam());
    std::vector<Vec3> f(sheet.rest.size(), Vec3(1, 2, 3));
    kernel.addForceAndLinearise(sheet.x, f);
    kernel.addDForce(sheet.rest, f, 0.7);
    f.push_back(Vec3::Constant(kernel.energy(sheet.x)));
    results.push_back(f);
  }
  helper::setThreadCount(1);
  EXPECT_EQ(results[0], results[1]);
  EXPECT_EQ(results[0], results[2]);
}

TEST_P(TriangleRules, collapsedElementsBearNothingAndDoNotSpoilTheirNeighbours) {
  Sheet sheet(3), without(3);
  for (const int n : {0, 1, 2}) sheet.x[sheet.elements[5][n]] = Vec3(1, 1, 0);
  without.x = sheet.x;
  // Its neighbours with two of its points have no area but for rounding: they are collapsed too, as the rule sees it.
  const bool alongX = !GetParam().turns && GetParam().gradients == Gradients::currentAlongX;
  std::erase_if(without.elements, [&](const type::Triangle& t) {
    const Vec3 a = sheet.x[t[1]] - sheet.x[t[0]], b = sheet.x[t[2]] - sheet.x[t[0]];
    return (alongX ? std::fabs(a.x() * b.y()) : a.cross(b).norm()) < 1e-12;
  });
  const TriangleMaterial material = planeStress(50, 0.3);
  TriangleKernel kernel, expected;
  kernel.init(sheet.elements, sheet.rest, {&material, 1}, GetParam());
  expected.init(without.elements, sheet.rest, {&material, 1}, GetParam());
  EXPECT_FALSE(kernel.collapsedElement());
  auto f = none(sheet), fe = f, df = f, dfe = f;
  kernel.addForceAndLinearise(sheet.x, f);
  expected.addForceAndLinearise(sheet.x, fe);
  kernel.addDForce(sheet.rest, df, 1);
  expected.addDForce(sheet.rest, dfe, 1);
  if (GetParam().turns || GetParam().gradients == Gradients::current) {
    EXPECT_LE(kernel.collapsedElement().value(), 5u);
  }
  EXPECT_LT(difference(f, fe), 1e-10);
  EXPECT_LT(difference(df, dfe), 1e-10);
  EXPECT_TRUE(std::isfinite(kernel.energy(sheet.x)));
}

INSTANTIATE_TEST_SUITE_P(All, TriangleRules, testing::Values(turning, turningRest, flat, flatAlongX));

TEST(TriangleKernel, edgesAtRestMayBeGiven) {
  const std::vector<Vec3> rest{{0, 0, 0}, {1, 0, 0}, {0, 1, 0}};
  const std::vector<type::Triangle> element{{0, 1, 2}};
  const TriangleMaterial material = planeStress(1, 0);
  TriangleKernel given, scaled;
  given.init(element, rest, {&material, 1}, turningRest);
  given.setRestEdges(0, {0.5, 0}, {0, 0.5});
  scaled.init(element, rest, {&material, 1}, turningRest);
  scaled.scaleRest(0.5);
  // Strain 1 in both directions, half an eighth of the area, gradients of 2.
  std::vector<Vec3> f(3, Vec3::Zero()), g = f;
  given.addForce(rest, f);
  scaled.addForce(rest, g);
  EXPECT_LT((f[1] - Vec3(-0.25, 0, 0)).norm(), 1e-15);
  EXPECT_LT(difference(f, g), 1e-15);
}

/// The stiffness of one tetrahedron as tensors of its edges.
TEST(EdgeTensorKernel, isTheElementTheTensorsAreFrom) {
  const ElementPoints<type::Tetrahedron, 3> p{Vec3(0, 0, 0), Vec3(1, .1, 0), Vec3(.2, 1, .1), Vec3(.1, .3, 1)};
  const auto k = elementStiffness<type::Tetrahedron, 3>(p, lame(20, 0.3));
  const std::vector<Vec3> rest(p.begin(), p.end());
  std::vector<type::Edge> edges;
  std::vector<Mat3> tensors;
  for (unsigned a = 0; a < 4; ++a)
    for (unsigned b = a + 1; b < 4; ++b) {
      edges.push_back(a == 1 ? type::Edge(a, b) : type::Edge(b, a));  // either way round
      tensors.push_back(k.block<3, 3>(3 * edges.back()[1], 3 * edges.back()[0]));
    }
  EdgeTensorKernel kernel;
  kernel.init(edges, rest, tensors);
  std::mt19937 random(5);
  std::uniform_real_distribution<double> uniform(-1, 1);
  auto x = rest;
  type::Vec<12> u;
  for (int i = 0; i < 12; ++i) u[i] = 0.1 * uniform(random);
  for (int n = 0; n < 4; ++n) x[n] += u.segment<3>(3 * n);
  const type::Vec<12> force = -k * u;
  std::vector<Vec3> f(4, Vec3::Zero()), df = f, displacement;
  kernel.addForce(x, f);
  for (int n = 0; n < 4; ++n) displacement.push_back(u.segment<3>(3 * n));
  kernel.addDForce(displacement, df, 2);
  const auto product = test::product(test::assembledStiffness(kernel, 4, 3), displacement);
  for (int n = 0; n < 4; ++n) {
    EXPECT_LT((f[n] - force.segment<3>(3 * n)).norm(), 1e-12);
    EXPECT_LT((df[n] - 2 * force.segment<3>(3 * n)).norm(), 1e-12);
    EXPECT_LT((product[n] - force.segment<3>(3 * n)).norm(), 1e-12);
  }
  EXPECT_NEAR(kernel.energy(x), 0.5 * u.dot(k * u), 1e-13);
}

}  // namespace
