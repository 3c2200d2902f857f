// SPDX-License-Identifier: Apache-2.0
#include "Sofa/Component/SolidMechanics/StrainInvariants.h"
#include "Sofa/Type/AngleAxis.h"

#include <gtest/gtest.h>

#include "Sofa/Type/PositivePart.h"

namespace sofa::test {
namespace {

using component::solidmechanics::addThroughMetric;
using component::solidmechanics::addThroughVolume;
using component::solidmechanics::makePositiveThroughVolume;
using component::solidmechanics::Stretches;
using sofa::type::Mat3;

/// Some function with all second derivatives.
template <class Real, std::size_t N>
Real ofInvariants(const std::array<Real, N>& i) {
  Real sum(0);
  for (std::size_t k = 0; k < N; ++k) sum += i[k] * Real(0.3 + 0.1 * static_cast<double>(k)) + i[k] * i[(k + 1) % N];
  return sum * sum * Real(0.01) + log(i[0] + Real(1));
}

template <class Real, int Columns>
auto metric(const sofa::type::Mat<3, Columns, Real>& f) {
  std::array<Real, Columns*(Columns + 1) / 2> c;
  for (int a = 0, k = 0; a < Columns; ++a)
    for (int b = a; b < Columns; ++b, ++k) c[k] = f(0, a) * f(0, b) + f(1, a) * f(1, b) + f(2, a) * f(2, b);
  return c;
}
template <class Real>
std::array<Real, 2> volume(const sofa::type::Mat<3, 3, Real>& f) {
  const auto c = metric(f);
  return {c[0] + c[3] + c[5], f(0, 0) * (f(1, 1) * f(2, 2) - f(1, 2) * f(2, 1)) -
                                  f(0, 1) * (f(1, 0) * f(2, 2) - f(1, 2) * f(2, 0)) +
                                  f(0, 2) * (f(1, 0) * f(2, 1) - f(1, 1) * f(2, 0))};
}
template <int Columns>
auto asVariables(const sofa::type::Mat<3, Columns>& f) {
  using Jet = type::Jet<3 * Columns, 2>;
  sofa::type::Mat<3, Columns, Jet> result;
  for (int i = 0; i < 3 * Columns; ++i) result.data()[i] = Jet::variable(f.data()[i], i);
  return result;
}
template <std::size_t N>
auto asVariables(const std::array<double, N>& values) {
  using Jet = type::Jet<static_cast<int>(N), 2>;
  std::array<Jet, N> result;
  for (std::size_t i = 0; i < N; ++i) result[i] = Jet::variable(values[i], static_cast<int>(i));
  return result;
}

template <class Jet>
void expectSame(const Jet& found, const Jet& expected) {
  EXPECT_NEAR(found.value, expected.value, 1e-12 * std::abs(expected.value));
  EXPECT_LT((found.gradient - expected.gradient).norm(), 1e-12 * expected.gradient.norm());
  EXPECT_LT((found.hessian - expected.hessian).norm(), 1e-12 * expected.hessian.norm());
}

TEST(StrainInvariants, derivativesAreThoseByAllEntries) {
  const Mat3 f{{1.1, 0.3, -0.2}, {0.1, 0.8, 0.25}, {-0.4, 0.05, 1.3}};
  type::Jet<9, 2> solid, space;
  addThroughVolume(f, ofInvariants(asVariables(volume(f))), solid);
  expectSame(solid, ofInvariants(volume(asVariables<3>(f))));
  addThroughMetric<3>(f, ofInvariants(asVariables(metric<double, 3>(f))), space);
  expectSame(space, ofInvariants(metric(asVariables<3>(f))));
  const sofa::type::Mat<3, 2> g = f.leftCols<2>();
  type::Jet<6, 2> surface;
  addThroughMetric<2>(g, ofInvariants(asVariables(metric<double, 2>(g))), surface);
  expectSame(surface, ofInvariants(metric(asVariables<2>(g))));
}

TEST(StrainInvariants, stretchesAreOfRotations) {
  const Mat3 turned = sofa::type::AngleAxis(0.7, sofa::type::Vec3(1, 2, -1).normalized()).toRotationMatrix();
  for (const sofa::type::Vec3& stretch :
       {sofa::type::Vec3(1, 1, 1), sofa::type::Vec3(0.5, 1, 2), sofa::type::Vec3(-0.5, 1, 1), sofa::type::Vec3(0, 0, 1),
        sofa::type::Vec3(0, 0, 0), sofa::type::Vec3(-1, -1, -1), sofa::type::Vec3(1e-9, 1, 1)}) {
    const Mat3 f = turned * stretch.asDiagonal() * turned.transpose() * turned;
    const Stretches s(f);
    EXPECT_NEAR(s.u.determinant(), 1, 1e-12);
    EXPECT_NEAR(s.v.determinant(), 1, 1e-12);
    EXPECT_LT((s.u * s.values.asDiagonal() * s.v.transpose() - f).norm(), 1e-7) << stretch.transpose();
  }
}

TEST(StrainInvariants, negativeEigenvaluesGoAsInTheEigendecomposition) {
  int negative = 0;
  for (int sample = 0; sample < 200; ++sample) {
    const Mat3 f = Mat3(Eigen::Matrix3d::Random()) * (sample % 2 ? 1.0 : 0.4) + Mat3::Identity() * (sample % 3);
    type::Jet<2, 2> w(0);  // mu |F|^2 / 2 + lambda (J - 1.5)^2 / 2, as a material in compression has it
    w.gradient << 0.5, 4 * (f.determinant() - 1.5);
    w.hessian << 0, 0, 0, 4;
    type::Jet<9, 2> energy;
    addThroughVolume(f, w, energy);
    auto expected = energy.hessian;
    type::makePositive(expected);
    negative += expected != energy.hessian;
    makePositiveThroughVolume(f, w, energy.hessian);
    EXPECT_LT((energy.hessian - expected).norm(), 1e-8 * expected.norm()) << f;
  }
  EXPECT_GT(negative, 100);
}

}  // namespace
}  // namespace sofa::test
