// SPDX-License-Identifier: Apache-2.0
#include "Sofa/FiniteElement/HexaKernel.h"
#include "Sofa/Type/AngleAxis.h"

#include <gtest/gtest.h>

#include <random>

#include "FiniteElement/AssembledStiffness.h"
#include "Sofa/FiniteElement/PartedHexahedron.h"

using namespace sofa;
using namespace sofa::fem;

namespace {

HexaPoints box(const Vec3& size) {
  HexaPoints p;
  for (int n = 0; n < 8; ++n)
    for (int i = 0; i < 3; ++i) p[n][i] = hexaSign[n][i] > 0 ? size[i] : 0;
  return p;
}

Mat24 stiffnessForUnitModulus(const HexaPoints& shape, double poisson) {
  return hexaStiffness(shape, lame(1, poisson));
}

enum class Shape { box, skew, irregular };

struct Mesh {
  std::vector<Vec3> rest, x;
  std::vector<HexaNodes> elements;
  Mesh(unsigned n, Shape shape) {
    std::mt19937 random(5);
    std::uniform_real_distribution<double> uniform(-0.1, 0.1);
    const auto any = [&] { return Vec3(uniform(random), uniform(random), uniform(random)); };
    for (unsigned k = 0; k <= n; ++k)
      for (unsigned j = 0; j <= n; ++j)
        for (unsigned i = 0; i <= n; ++i) {
          Vec3 p(i, 0.7 * j, 1.3 * k);
          if (shape == Shape::skew) p += Vec3(0.3 * p[1], 0, 0.2 * p[0]);
          if (shape == Shape::irregular) p += any();
          rest.push_back(p);
          x.push_back(p + any());
        }
    const unsigned sy = n + 1, sz = sy * sy;
    for (unsigned k = 0; k < n; ++k)
      for (unsigned j = 0; j < n; ++j)
        for (unsigned i = 0; i < n; ++i) {
          const Index o = i + sy * j + sz * k;
          elements.push_back({o, o + 1, o + sy + 1, o + sy, o + sz, o + sz + 1, o + sz + sy + 1, o + sz + sy});
        }
  }
  HexaPoints points(const std::vector<Vec3>& from, std::size_t e) const {
    HexaPoints p;
    for (int n = 0; n < 8; ++n) p[n] = from[elements[e][n]];
    return p;
  }
};

TEST(HexaElement, stiffnessOfTheUnitCube) {
  const Mat24 k = hexaStiffness(box({1, 1, 1}), lame(1, 0));
  EXPECT_NEAR(k(0, 0), 2. / 9, 1e-14);
  EXPECT_NEAR(k(0, 1), 1. / 24, 1e-14);
  EXPECT_NEAR(k(0, 3), -1. / 18, 1e-14);
  EXPECT_LT((k - k.transpose()).norm(), 1e-14);
}

TEST(HexaElement, nearlyParallelepipedsUseTheEdgesOfNodeZero) {
  HexaPoints exact = box({1, 1, 1}), near = exact, far = exact;
  near[6] += Vec3(0.0005, 0, 0);
  far[6] += Vec3(0.002, 0, 0);
  const Mat24 k = hexaStiffness(exact, lame(1, 0.3));
  EXPECT_EQ(hexaStiffness(near, lame(1, 0.3)), k);
  EXPECT_GT((hexaStiffness(far, lame(1, 0.3)) - k).norm(), 1e-5);
}

TEST(HexaElement, invertedElementHasNegativeStiffness) {
  const Mat24 k = hexaStiffness(box({1, 1, 1}), lame(1, 0.3));
  EXPECT_LT((hexaStiffness(box({-1, 1, 1}), lame(1, 0.3)).diagonal() + k.diagonal()).norm(), 1e-14);
}

class HexaKinds : public testing::TestWithParam<std::tuple<Shape, HexaFrame>> {};

TEST_P(HexaKinds, agreesWithTheElementOneByOne) {
  const auto [shape, frame] = GetParam();
  const Mesh mesh(3, shape);
  std::vector<HexaKernel::Material> materials;
  for (std::size_t e = 0; e < mesh.elements.size(); ++e) materials.push_back({10. + e, e % 2 ? 0.3 : 0.2});
  HexaKernel kernel;
  kernel.init(mesh.elements, mesh.rest, materials, frame, stiffnessForUnitModulus);
  std::vector<Vec3> f(mesh.rest.size(), Vec3::Zero()), df = f;
  kernel.addForceAndLinearise(mesh.x, f);
  kernel.addDForce(mesh.rest, df, 0.3);
  double energy = 0;
  for (std::size_t e = 0; e < mesh.elements.size(); ++e) {
    const HexaPoints rest = mesh.points(mesh.rest, e), x = mesh.points(mesh.x, e);
    const Mat3 q = hexaFrame(frame, x, rest), q0 = hexaRestFrame(frame, rest);
    HexaPoints local;
    for (int n = 0; n < 8; ++n) local[n] = q0 * rest[n];
    const Mat24 k = hexaStiffness(local, lame(materials[e].young, materials[e].poisson));
    type::Vec<24> d, u;
    for (int n = 0; n < 8; ++n) {
      d.segment<3>(3 * n) = local[n] - q * x[n];
      u.segment<3>(3 * n) = q * rest[n];
    }
    const type::Vec<24> force = k * d, product = k * u;
    energy += 0.5 * d.dot(force);
    for (int n = 0; n < 8; ++n) {
      f[mesh.elements[e][n]] -= q.transpose() * force.segment<3>(3 * n);
      df[mesh.elements[e][n]] += 0.3 * q.transpose() * product.segment<3>(3 * n);
    }
    EXPECT_LT((kernel.localStiffness(e) - k).norm(), 1e-10);
  }
  for (const Vec3& v : f) EXPECT_LT(v.norm(), 1e-10);
  for (const Vec3& v : df) EXPECT_LT(v.norm(), 1e-10);
  EXPECT_NEAR(kernel.energy(mesh.x), energy, 1e-9 * std::fabs(energy));
}

TEST_P(HexaKinds, productIsTheAssembledMatrixTimesTheVector) {
  const auto [shape, frame] = GetParam();
  const Mesh mesh(2, shape);
  const HexaKernel::Material material{70, 0.25};
  HexaKernel kernel;
  kernel.init(mesh.elements, mesh.rest, {&material, 1}, frame, stiffnessForUnitModulus);
  std::vector<Vec3> f(mesh.rest.size(), Vec3::Zero()), df = f;
  kernel.addForceAndLinearise(mesh.x, f);
  kernel.addDForce(mesh.x, df, 1);
  const auto product = test::product(test::assembledStiffness(kernel, mesh.x.size(), 3), mesh.x);
  for (std::size_t i = 0; i < df.size(); ++i) EXPECT_LT((df[i] - product[i]).norm(), 1e-10);
}

TEST_P(HexaKinds, rigidMotionCausesNoForce) {
  const auto [shape, frame] = GetParam();
  if (frame == HexaFrame::none || frame == HexaFrame::axesWorldRest) return;
  Mesh mesh(2, shape);
  const Mat3 r = sofa::type::AngleAxis(2, Vec3(1, 2, 2) / 3).toRotationMatrix();
  for (std::size_t i = 0; i < mesh.rest.size(); ++i) mesh.x[i] = r * mesh.rest[i] + Vec3(5, -3, 1);
  const HexaKernel::Material material{70, 0.25};
  HexaKernel kernel;
  kernel.init(mesh.elements, mesh.rest, {&material, 1}, frame, stiffnessForUnitModulus);
  std::vector<Vec3> f(mesh.rest.size(), Vec3::Zero());
  kernel.addForceAndLinearise(mesh.x, f);
  for (const Vec3& v : f) EXPECT_LT(v.norm(), 1e-11);
}

TEST_P(HexaKinds, sameBitsForAnyNumberOfThreads) {
  const auto [shape, frame] = GetParam();
  const Mesh mesh(12, shape);
  const HexaKernel::Material material{70, 0.25};
  std::vector<std::vector<Vec3>> results;
  for (int threads : {1, 2, 4}) {
    helper::setThreadCount(threads);
    HexaKernel kernel;
    kernel.init(mesh.elements, mesh.rest, {&material, 1}, frame, stiffnessForUnitModulus);
    std::vector<Vec3> f(mesh.rest.size(), Vec3(1, 2, 3));
    kernel.addForceAndLinearise(mesh.x, f);
    kernel.addDForce(mesh.rest, f, 0.7);
    results.push_back(f);
  }
  helper::setThreadCount(1);
  EXPECT_EQ(results[0], results[1]);
  EXPECT_EQ(results[0], results[2]);
}

INSTANTIATE_TEST_SUITE_P(All, HexaKinds,
                         testing::Combine(testing::Values(Shape::box, Shape::skew, Shape::irregular),
                                          testing::Values(HexaFrame::none, HexaFrame::axes, HexaFrame::axesWorldRest,
                                                          HexaFrame::polar, HexaFrame::covariance,
                                                          HexaFrame::covarianceStable)));

TEST(HexaKernel, stiffnessFollowsTheShapeWhenAsked) {
  // A cube stretched to twice its length along x: K of the stretched shape times the displacement back.
  const HexaPoints rest = box({1, 1, 1}), stretched = box({2, 1, 1});
  const std::vector<HexaNodes> elements = {{0, 1, 2, 3, 4, 5, 6, 7}};
  const HexaKernel::Material material{3, 0.2};
  HexaKernel kernel;
  kernel.init(elements, rest, {&material, 1}, HexaFrame::axes, stiffnessForUnitModulus, true);
  std::vector<Vec3> f(8, Vec3::Zero());
  kernel.addForceAndLinearise(stretched, f);
  type::Vec<24> d;
  for (int n = 0; n < 8; ++n) d.segment<3>(3 * n) = rest[n] - stretched[n];
  const type::Vec<24> expected = hexaStiffness(stretched, lame(3, 0.2)) * d;
  for (int n = 0; n < 8; ++n) EXPECT_LT((f[n] - expected.segment<3>(3 * n)).norm(), 1e-13);
}

TEST(HexaElement, closedFormOfABox) {
  // Exact for a cube, but for the rounding to single precision.
  const Mat24 exact = hexaStiffness(box({2, 2, 2}), lame(7, 0.3)), k = boxStiffness(box({2, 2, 2}), lame(7, 0.3));
  EXPECT_LT((k - exact).cwiseAbs().maxCoeff(), 1e-6 * exact.cwiseAbs().maxCoeff());
  EXPECT_GT((k - exact).norm(), 0) << "rounded";
  // nu = 0, edges 1, 2, 4: xx of node 0 is (2/1)^2 (E 2/9 + E/2 (2/9 + 2/9)) times the volume / 8, 2/9 = (4/3)^2 / 8.
  EXPECT_NEAR(boxStiffness(box({1, 2, 4}), lame(9, 0))(0, 0), 4 * (9 * 2. / 9 + 4.5 * 4. / 9) * 8 / 8, 1e-5);
  // Of another shape, but symmetric, and without force for a translation.
  const Mat24 longer = boxStiffness(box({1, 2, 4}), lame(9, 0.3));
  EXPECT_EQ(longer, longer.transpose());
  type::Vec<24> translation;
  for (int n = 0; n < 8; ++n) translation.segment<3>(3 * n) = Vec3(1, 2, 3);
  EXPECT_LT((longer * translation).norm(), 1e-4);
}

TEST(HexaKernel, takesAMatrixOfEachElement) {
  for (const Shape shape : {Shape::box, Shape::irregular}) {
    const Mesh mesh(3, shape);
    const HexaKernel::Material material{70, 0.25};
    HexaKernel kernel, given;
    kernel.init(mesh.elements, mesh.rest, {&material, 1}, HexaFrame::axes, stiffnessForUnitModulus);
    given.init(mesh.elements, mesh.rest, HexaFrame::axes, [&](std::size_t e) { return kernel.localStiffness(e); });
    std::vector<Vec3> f(mesh.rest.size(), Vec3::Zero());
    given.addForceAndLinearise(mesh.x, f);
    for (Vec3& v : f) v = -v;
    kernel.addForceAndLinearise(mesh.x, f);
    kernel.addDForce(mesh.x, f, 1);
    given.addDForce(mesh.x, f, -1);
    for (const Vec3& v : f) EXPECT_LT(v.norm(), 1e-11);
    EXPECT_NEAR(given.energy(mesh.x), kernel.energy(mesh.x), 1e-10);
  }
}

TEST(HexaKernel, matricesCanBeTurnedBackwards) {
  const HexaPoints rest = box({1, 1, 1});
  const std::vector<HexaNodes> elements = {{0, 1, 2, 3, 4, 5, 6, 7}};
  const HexaKernel::Material material{3, 0.2};
  const Mat3 r = sofa::type::AngleAxis(0.4, Vec3(1, 2, 2) / 3).toRotationMatrix();
  HexaPoints x;
  for (int n = 0; n < 8; ++n) x[n] = r * rest[n];
  HexaKernel kernel;
  kernel.init(elements, rest, {&material, 1}, HexaFrame::axes, stiffnessForUnitModulus);
  kernel.linearise(x);
  Pack k[36][9];
  kernel.stiffnessPacks(0, k, HexaKernel::Turn::backwards);
  const Mat3 expected = -(r.transpose() * kernel.localStiffness(0).block<3, 3>(0, 3) * r);
  for (int i = 0; i < 3; ++i)
    for (int j = 0; j < 3; ++j) EXPECT_NEAR(k[1][3 * j + i][0], expected(i, j), 1e-13);
}

TEST(PartedHexahedron, wholePartsMakeTheWhole) {
  // The displacement of a box is trilinear in its parts too, so that their matrices sum up to its own.
  const Mat24 whole = hexaStiffness(box({1, 2, 3}), lame(5, 0.3));
  for (const int levels : {0, 1, 2}) {
    const double size = 1 << levels;
    const PartedHexahedron parted(levels, hexaStiffness(box(Vec3(1, 2, 3) / size), lame(5, 0.3)));
    const std::vector<float> parts(std::size_t{1} << 3 * levels, 1.f);
    EXPECT_LT((parted.matrix(parts) - whole).norm(), 1e-12) << levels;
  }
}

TEST(PartedHexahedron, partsWeighByTheirOctants) {
  const Mat24 ofPart = hexaStiffness(box({1, 1, 1}), lame(5, 0.3));
  const PartedHexahedron parted(1, ofPart);
  std::vector<float> parts(8, 0.f);
  EXPECT_EQ(parted.matrix(parts).norm(), 0);
  parts[3] = 0.5f;  // x and y above the middle, z below: at node 2
  const Mat24 k = parted.matrix(parts);
  EXPECT_NEAR(
      k(6, 6),
      0.5 *
          [&] {
            // Node 2 alone moves along x by 1: at the nodes of the part by the products of 1/2 or 1 along x and y, 1 or
            // 1/2 along z.
            type::Vec<24> u = type::Vec<24>::Zero();
            for (int n = 0; n < 8; ++n)
              u[3 * n] = (hexaSign[n][0] > 0 ? 1 : .5) * (hexaSign[n][1] > 0 ? 1 : .5) * (hexaSign[n][2] > 0 ? .5 : 1);
            return u.dot(ofPart * u);
          }(),
      1e-13);
  // Finer shares than asked for count by their means.
  std::vector<float> finer(64, 0.f);
  for (std::size_t i = 24; i < 32; ++i) finer[i] = i % 2 ? 1.f : 0.f;
  EXPECT_LT((parted.matrix(finer) - k).norm(), 1e-13);
}

}  // namespace
