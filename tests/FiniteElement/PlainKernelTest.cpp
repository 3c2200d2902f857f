// SPDX-License-Identifier: Apache-2.0
// Kernels of elements that do not turn: plates and diffusion.
#include <gtest/gtest.h>

#include <random>

#include "FiniteElement/AssembledStiffness.h"
#include "Sofa/FiniteElement/DiffusionKernel.h"
#include "Sofa/FiniteElement/QuadPlateKernel.h"

using namespace sofa;
using namespace sofa::fem;

namespace {

constexpr unsigned sides = 40;

template <int Dimension>
std::vector<type::Vec<Dimension>> anyPoints(std::size_t count, unsigned seed) {
  std::mt19937 random(seed);
  std::uniform_real_distribution<double> uniform(-0.1, 0.1);
  std::vector<type::Vec<Dimension>> points(count);
  for (auto& p : points)
    for (int i = 0; i < Dimension; ++i) p[i] = uniform(random);
  return points;
}

struct Plates {
  std::vector<Vec3> rest = anyPoints<3>((sides + 1) * (sides + 1), 1), x = anyPoints<3>(rest.size(), 2);
  std::vector<type::Quad> quads;
  QuadPlateKernel kernel;
  Plates() {
    for (Index j = 0; j <= sides; ++j)
      for (Index i = 0; i <= sides; ++i) {
        const Index n = i + j * (sides + 1);
        rest[n] += Vec3(i, 0.7 * j, 0);
        x[n] += rest[n];
        if (i < sides && j < sides) quads.push_back({n, n + 1, n + sides + 2, n + sides + 1});
      }
    std::vector<QuadPlateKernel::Material> materials;
    for (std::size_t e = 0; e < quads.size(); ++e) materials.push_back({10. + e % 7, 0.3, 0.2});
    kernel.init(quads, rest, materials);
  }
};

/// Tetrahedra in a row, each with four points of its own but one.
struct Rods {
  std::vector<type::Tetrahedron> elements;
  std::vector<DiffusionKernel<2>::Coefficients> coefficients;
  std::vector<type::Vec<2>> u;
  DiffusionKernel<2> kernel;
  Rods() {
    for (Index e = 0; e < 6000; ++e) {
      elements.push_back({3 * e, 3 * e + 1, 3 * e + 2, 3 * e + 3});
      coefficients.push_back({-1. - e % 5, -2, 0.5, -1, -3, -0.25});
    }
    u = anyPoints<2>(3 * elements.size() + 1, 3);
    kernel.init(elements, coefficients, u.size());
  }
};

template <class Kernel, class Points>
void expectSameBits(Kernel& kernel, const Points& x) {
  std::vector<Points> results;
  for (const int threads : {1, 2, 4}) {
    helper::setThreadCount(threads);
    Points f(x.size(), typename Points::value_type(Points::value_type::Ones()));
    kernel.addForceAndLinearise(x, f);
    kernel.addDForce(x, f, 0.7);
    results.push_back(f);
  }
  helper::setThreadCount(1);
  EXPECT_EQ(results[0], results[1]);
  EXPECT_EQ(results[0], results[2]);
}

template <class Kernel, class Points>
void expectProductOfTheMatrix(Kernel& kernel, const Points& x, int dimension) {
  kernel.linearise(x);
  Points df(x.size(), typename Points::value_type(Points::value_type::Zero()));
  kernel.addDForce(x, df, 1);
  const auto product = test::product(test::assembledStiffness(kernel, x.size(), dimension), x);
  for (std::size_t i = 0; i < x.size(); ++i) EXPECT_LT((df[i] - product[i]).norm(), 1e-9);
}

TEST(QuadPlateKernel, sameBitsForAnyNumberOfThreads) {
  Plates plates;
  expectSameBits(plates.kernel, plates.x);
}

TEST(QuadPlateKernel, productIsTheAssembledMatrixTimesTheVector) {
  Plates plates;
  expectProductOfTheMatrix(plates.kernel, plates.x, 3);
}

TEST(QuadPlateKernel, translationsCauseNoForce) {
  Plates plates;
  for (std::size_t i = 0; i < plates.x.size(); ++i) plates.x[i] = plates.rest[i] + Vec3(1, 2, 3);
  std::vector<Vec3> f(plates.x.size(), Vec3::Zero());
  plates.kernel.addForce(plates.x, f);
  for (const Vec3& v : f) EXPECT_LT(v.norm(), 1e-12);
  EXPECT_NEAR(plates.kernel.energy(plates.x), 0, 1e-20);
}

TEST(DiffusionKernel, sameBitsForAnyNumberOfThreads) {
  Rods rods;
  expectSameBits(rods.kernel, rods.u);
}

TEST(DiffusionKernel, productIsTheAssembledMatrixTimesTheVector) {
  Rods rods;
  expectProductOfTheMatrix(rods.kernel, rods.u, 2);
}

TEST(DiffusionKernel, whatFlowsInFlowsOut) {
  Rods rods;
  std::vector<type::Vec<2>> f(rods.u.size(), type::Vec<2>::Zero());
  rods.kernel.addForce(rods.u, f);
  type::Vec<2> sum = type::Vec<2>::Zero();
  double work = 0;
  for (std::size_t i = 0; i < f.size(); ++i) {
    sum += f[i];
    work += f[i].dot(rods.u[i]);
  }
  EXPECT_LT(sum.norm(), 1e-10);
  EXPECT_NEAR(rods.kernel.energy(rods.u), -work / 2, 1e-10 * std::fabs(work)) << "forces are linear";
}

}  // namespace
