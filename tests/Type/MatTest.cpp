// SPDX-License-Identifier: Apache-2.0
// Vectors and matrices of fixed size against values derived by hand and against the Eigen library.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <Eigen/Geometry>
#include <Eigen/LU>
#include <sstream>

#include "Sofa/Type/AngleAxis.h"
#include "Sofa/Type/EigenView.h"
#include "Sofa/Type/Jet.h"
#include "Sofa/Type/PositivePart.h"

namespace sofa::type {
namespace {

template <int R, int C = R>
Mat<R, C> sample(int seed) {
  Mat<R, C> m;
  for (int i = 0; i < R * C; ++i) m.data()[i] = std::sin(7.3 * i + seed) + (i % (R + 1) == 0 ? 3 : 0);
  return m;
}

template <class N>
class SquareMatrix : public testing::Test {};
template <int N>
using Size = std::integral_constant<int, N>;
using Sizes = testing::Types<Size<2>, Size<3>, Size<6>>;
TYPED_TEST_SUITE(SquareMatrix, Sizes);

TYPED_TEST(SquareMatrix, agreesWithEigen) {
  constexpr int n = TypeParam::value;
  const Mat<n> a = sample<n>(1), b = sample<n>(2);
  const Vec<n> v = sample<n, 1>(3), w = sample<n, 1>(4);
  const auto ea = eigen(a), eb = eigen(b);
  const auto ev = eigen(v), ew = eigen(w);
  EXPECT_LT((eigen(a * b) - ea * eb).norm(), 1e-13);
  EXPECT_LT((eigen(a * v) - ea * ev).norm(), 1e-13);
  EXPECT_LT((eigen(v.transpose() * a) - ev.transpose() * ea).norm(), 1e-13);
  EXPECT_LT((eigen(v * w.transpose()) - ev * ew.transpose()).norm(), 1e-15);
  EXPECT_LT((eigen(2 * a - b / 3 + a.cwiseProduct(b)) - (2 * ea - eb / 3 + ea.cwiseProduct(eb))).norm(), 1e-13);
  EXPECT_NEAR(a.determinant(), ea.determinant(), 1e-12 * std::abs(ea.determinant()));
  EXPECT_LT((eigen(a.inverse()) - ea.inverse()).norm(), 1e-12);
  EXPECT_LT((a * a.inverse() - Mat<n>::Identity()).norm(), 1e-13);
  EXPECT_NEAR(v.dot(w), ev.dot(ew), 1e-14);
  EXPECT_NEAR(a.sum(), ea.sum(), 1e-12);
  EXPECT_NEAR(a.trace(), ea.trace(), 1e-13);
  EXPECT_NEAR(a.norm(), ea.norm(), 1e-13);
  EXPECT_EQ(a.maxCoeff(), ea.maxCoeff());
  EXPECT_EQ(a.minCoeff(), ea.minCoeff());
  EXPECT_LT((eigen(a.rowSums()) - ea.rowwise().sum()).norm(), 1e-13);
  EXPECT_LT((eigen(a * v.asDiagonal() * b) - ea * ev.asDiagonal() * eb).norm(), 1e-12);
  EXPECT_LT((eigen(v.asDiagonal() * b) - ev.asDiagonal() * eb).norm(), 1e-13);
}

TEST(Mat, isZeroUnlessToldOtherwiseAndHoldsNumbersOnly) {
  EXPECT_EQ(Mat3(), Mat3::Zero());
  EXPECT_EQ(Vec3().sum(), 0);
  EXPECT_EQ(sizeof(Vec<2>), 2 * sizeof(double));
  EXPECT_EQ(sizeof(Mat<3, 4, float>), 12 * sizeof(float));
  EXPECT_TRUE(std::is_trivially_copyable_v<Mat3>);
  EXPECT_EQ(alignof(Mat4), alignof(double));
}

TEST(Mat, isStoredColumnByColumn) {
  const Mat2 m{{1, 2}, {3, 4}};
  EXPECT_THAT(m, testing::ElementsAre(1, 3, 2, 4));
  EXPECT_EQ((Mat2() << 1, 2, 3, 4).finished(), m);
  EXPECT_EQ(m.transpose(), (Mat2{{1, 3}, {2, 4}}));
  EXPECT_EQ(m.reshaped(), Vec4(1, 3, 2, 4));
  std::ostringstream text;
  text << m;
  EXPECT_EQ(text.str(), "1 2\n3 4");
}

TEST(Mat, commasTakePartsToo) {
  Vec6 d;
  d << Vec3(1, 2, 3), 4, Vec2(5, 6);
  EXPECT_EQ(d, Vec6(1, 2, 3, 4, 5, 6));
  Mat3 m;
  m << Mat2{{1, 2}, {3, 4}}, Vec2(5, 6), Mat<1, 3>(7, 8, 9);
  EXPECT_EQ(m, (Mat3{{1, 2, 5}, {3, 4, 6}, {7, 8, 9}}));
}

TEST(Mat, partsArePlaces) {
  Mat3 m;
  m.row(0) = Vec3(1, 2, 3);
  m.col(2).tail<2>() = Vec2(4, 5);
  m.diagonal() += Vec3(10, 20, 30);
  m.block<2, 2>(1, 0) *= 2;
  EXPECT_EQ(m, (Mat3{{11, 2, 3}, {0, 40, 4}, {0, 0, 35}}));
  m.col(0).swap(m.col(1));
  EXPECT_EQ(m, (Mat3{{2, 11, 3}, {40, 0, 4}, {0, 0, 35}}));
  m.topLeftCorner<2, 2>() = m.bottomRightCorner<2, 2>();  // they overlap
  EXPECT_EQ(m, (Mat3{{0, 4, 3}, {0, 35, 4}, {0, 0, 35}}));
  double numbers[] = {1, 2, 3, 4};
  ViewOf<Vec3>(numbers + 1) *= 2;
  EXPECT_THAT(numbers, testing::ElementsAre(1, 4, 6, 8));
  EXPECT_EQ(Vec3(&numbers[0]), Vec3(1, 4, 6));
}

TEST(Mat, partsOfWhatIsAboutToGoAreValues) {
  const Mat3 m = sample<3>(1);
  const auto column = (m * m).col(1);
  const auto twoRows = m.transpose().bottomRows<2>();
  const auto made = [&] { return Mat3(m); };
  auto diagonal = made().diagonal();
  static_assert(std::is_same_v<decltype(column), const Vec3>);
  static_assert(std::is_same_v<decltype(twoRows), const Mat<2, 3>>);
  static_assert(std::is_same_v<decltype(diagonal), Vec3>);
  EXPECT_EQ(column, Vec3(m * m.col(1)));
  EXPECT_EQ(diagonal, m.diagonal());
}

template <class Part, class Value>
concept takes = requires(Part part, Value value) {
  part = value;
};

// Assigning to the part of a value would change nothing that anybody sees.
TEST(Mat, partsOfWhatCannotBeWrittenTakeNothing) {
  const Mat3 m;
  static_assert(!takes<decltype(m.row(0)), Mat<1, 3>>);
  static_assert(!takes<decltype(m.diagonal()), Vec3>);
  static_assert(!takes<decltype((m.block<2, 2>(0, 0))), Mat2>);
  static_assert(!takes<decltype(Mat3().col(0)), Vec3>);
  static_assert(!takes<decltype(m.transpose()), Mat3>);
  static_assert(!takes<decltype(std::declval<const Vec6&>().head<3>()), Vec3>);
  static_assert(!takes<decltype(Quat().vec()), Vec3>);
  static_assert(takes<decltype(std::declval<Mat3&>().row(0)), Mat<1, 3>>);
  static_assert(takes<decltype(std::declval<Quat&>().vec()), Vec3>);
}

template <class M>
concept hasLinearIndex = requires(M m) {
  m[0];
};

TEST(Mat, oneIndexIsForVectors) {
  static_assert(hasLinearIndex<Vec3> && hasLinearIndex<const Mat<1, 3>>);
  static_assert(!hasLinearIndex<Mat3> && !hasLinearIndex<const Mat2>);
}

TEST(Mat, factorMayBeOneOfItsEntries) {
  Vec3 v(2, 3, 4);
  v *= v[0];
  EXPECT_EQ(v, Vec3(4, 6, 8));
  v /= v[1];
  EXPECT_EQ(v, Vec3(4. / 6, 1, 8. / 6));
}

TEST(Mat, operandsMayBeTheResult) {
  Mat3 m = sample<3>(1);
  const Mat3 before = m;
  m = m * m;
  EXPECT_EQ(m, before * before);
  m = before;
  m = m.transpose();
  EXPECT_EQ(m(0, 1), before(1, 0));
  EXPECT_EQ(m(1, 0), before(0, 1));
  m = before;
  m *= m;
  EXPECT_EQ(m, before * before);
}

TEST(Mat, rowsAndColumnsMixInProductsOfVectors) {
  const Mat3 m{{1, 2, 3}, {4, 5, 6}, {7, 8, 10}};
  EXPECT_EQ(m.row(0).dot(Vec3(1, 1, 1)), 6);
  EXPECT_EQ(m.row(0).cross(Vec3(0, 0, 1)), (Mat<1, 3>(2, -1, 0)));
  const Vec3 column = m.row(1);
  EXPECT_EQ(column, Vec3(4, 5, 6));
}

TEST(Vec, vectorProductAndLengths) {
  EXPECT_EQ(Vec3(1, 2, 3).cross(Vec3(4, 5, 6)), Vec3(-3, 6, -3));
  EXPECT_EQ(Vec3(3, 0, 4).norm(), 5);
  EXPECT_EQ(Vec3(3, 0, 4).normalized(), Vec3(.6, 0, .8));
  EXPECT_EQ(Vec3::Zero().normalized(), Vec3::Zero());
  EXPECT_DOUBLE_EQ(Vec3(3e200, 0, 4e200).stableNorm(), 5e200);
  EXPECT_DOUBLE_EQ(Vec3(3e-200, 0, 4e-200).stableNorm(), 5e-200);
  EXPECT_EQ(Vec3::Zero().stableNorm(), 0);
  EXPECT_TRUE(std::isnan(Vec3(1, std::nan(""), 2).stableNorm()));
  EXPECT_TRUE(std::isnan(Vec3(std::nan(""), 1, 2).stableNorm()));
  for (const Vec3& v : {Vec3(1, 2, 3), Vec3(0, 0, 2), Vec3(0, 0, -2), Vec3(-1, 0, 0)}) {
    EXPECT_NEAR(v.unitOrthogonal().norm(), 1, 1e-15);
    EXPECT_EQ(v.unitOrthogonal().dot(v), 0);
  }
}

TEST(Vec, questionsSeeNumbersThatAreNone) {
  const double nan = std::numeric_limits<double>::quiet_NaN(), inf = std::numeric_limits<double>::infinity();
  EXPECT_FALSE(Vec3(0, nan, 0).isZero());
  EXPECT_FALSE(Vec3(0, nan, 0).allFinite());
  EXPECT_FALSE(Vec3(0, inf, 0).allFinite());
  EXPECT_TRUE(Vec3(0, nan, 0).hasNaN());
  EXPECT_NE(Vec3(0, nan, 0), Vec3(0, nan, 0));
  EXPECT_TRUE(Vec3(1e-13, 0, 0).isZero());
  EXPECT_FALSE(Vec3(1e-13, 0, 0).isZero(0));
  EXPECT_TRUE(Vec3(1, 2, 3).isApprox(Vec3(1, 2, 3 + 1e-13)));
  EXPECT_FALSE(Vec3(1, 2, 3).isApprox(Vec3(1, 2, 3.001)));
}

TEST(Vec, extremesKnowTheirPlaces) {
  int place = 0;
  EXPECT_EQ(Vec4(3, -7, 5, 5).maxCoeff(&place), 5);
  EXPECT_EQ(place, 2) << "the first of equal ones";
  EXPECT_EQ(Vec4(3, -7, 5, 5).minCoeff(&place), -7);
  EXPECT_EQ(place, 1);
  EXPECT_EQ(Vec3(3, -7, 5).cwiseAbs(), Vec3(3, 7, 5));
  EXPECT_EQ(Vec3(3, -7, 5).cwiseMin(Vec3(4, -8, 5)), Vec3(3, -8, 5));
  EXPECT_EQ(Vec3(3, -7, 5).cwiseMax(0), Vec3(3, 0, 5));
}

TEST(Elementwise, comparesAndCounts) {
  const Vec3 p(1, 2, 3);
  EXPECT_TRUE((p.array() >= Vec3(1, 1, 1).array()).all());
  EXPECT_FALSE((p.array() > Vec3(1, 1, 1).array()).all());
  EXPECT_TRUE((p.array() < 2).any());
  EXPECT_EQ((p.array() != 2).count(), 2);
  EXPECT_EQ(Vec3((1 - p.array() / 2).abs()), Vec3(.5, 0, .5));
  EXPECT_EQ(Vec3(Vec3(1.5, -1.5, 2).array().floor()), Vec3(1, -2, 2));
  EXPECT_EQ(p.array().pow(2).sum(), 14);
}

TEST(Vec, homogeneousCoordinates) {
  EXPECT_EQ(Vec3(1, 2, 3).homogeneous(), Vec4(1, 2, 3, 1));
  EXPECT_EQ(Vec4(2, 4, 6, 2).hnormalized(), Vec3(1, 2, 3));
}

TEST(Mat, inverseOfSingularOnesIsToldOfOnRequest) {
  const Mat3 singular{{1, 2, 3}, {2, 4, 6}, {0, 1, 1}};
  Mat3 inverse = Mat3::Identity();
  bool isInvertible = true;
  singular.computeInverseWithCheck(inverse, isInvertible, 1e-12);
  EXPECT_FALSE(isInvertible);
  EXPECT_EQ(inverse, Mat3::Identity());
}

TEST(Mat, holdsJets) {
  const auto x = Jet<2>::variable(3, 0), y = Jet<2>::variable(4, 1);
  const Vec<2, Jet<2>> v(x, y);
  const auto length = v.norm();
  EXPECT_EQ(length.value, 5);
  EXPECT_TRUE(length.gradient.isApprox(Vec2(.6, .8), 1e-15));
}

TEST(Mat, takesAndGivesMatricesOfEigen) {
  const Eigen::MatrixXd dynamic = Eigen::MatrixXd::Identity(3, 3) * 2;
  const Mat3 m = dynamic;
  EXPECT_EQ(m, 2 * Mat3::Identity());
  Mat3 n;
  eigen(n) = dynamic * dynamic;
  EXPECT_EQ(n, 4 * Mat3::Identity());
  const Vec3 diagonal = eigen(n).diagonal();
  EXPECT_EQ(diagonal, Vec3(4, 4, 4));
}

TEST(Quaternion, agreesWithEigen) {
  const Vec3 axis = Vec3(1, -2, 3).normalized(), v(4, 5, -6);
  const Quat q(AngleAxis(2.5, axis)), r(AngleAxis(-0.7, Vec3::UnitY()));
  const Eigen::Quaterniond p(Eigen::AngleAxisd(2.5, eigen(axis).eval())),
      s(Eigen::AngleAxisd(-0.7, Eigen::Vector3d::UnitY()));
  const auto close = [](const Quat& a, const Eigen::Quaterniond& b) {
    return (eigen(a.coeffs()) - b.coeffs()).norm() < 1e-14;
  };
  EXPECT_TRUE(close(q, p));
  EXPECT_TRUE(close(q * r, p * s));
  EXPECT_TRUE(close(q.inverse(), p.inverse()));
  EXPECT_TRUE(close(q.slerp(0.3, r), p.slerp(0.3, s)));
  EXPECT_TRUE(close(Quat(q.toRotationMatrix()), Eigen::Quaterniond(p.toRotationMatrix())));
  EXPECT_LT((eigen(q * v) - p * eigen(v)).norm(), 1e-14);
  EXPECT_LT((eigen(q.toRotationMatrix()) - p.toRotationMatrix()).norm(), 1e-14);
  EXPECT_NEAR(q.angularDistance(r), p.angularDistance(s), 1e-14);
  EXPECT_TRUE(
      close(Quat::FromTwoVectors(axis, v), Eigen::Quaterniond::FromTwoVectors(eigen(axis).eval(), eigen(v).eval())));
}

TEST(Quaternion, comesFromEveryRotationMatrix) {
  for (const Vec3& axis : {Vec3(1, 0, 0), Vec3(0, 1, 0), Vec3(0, 0, 1), Vec3(1, 1, 1), Vec3(-1, 2, 0.1)})
    for (const double angle : {0.0, 0.1, 1.5, 3.0, 3.14159}) {
      const Mat3 m = AngleAxis(angle, axis.normalized()).toRotationMatrix();
      EXPECT_LT((Quat(m).toRotationMatrix() - m).norm(), 1e-14) << axis.transpose() << " by " << angle;
    }
}

TEST(Quaternion, turnsBetweenNearlyOppositeVectorsOfFloats) {
  using Vec3f = Vec<3, float>;
  const Vec3f a = Vec3f(1, 2, 3).normalized();
  for (const float turn : {0.f, 1e-8f, 1e-7f, 1e-6f, 1e-4f, 1e-3f}) {
    const Vec3f b = (a.unitOrthogonal() * turn - a).normalized();
    const auto q = Quaternion<float>::FromTwoVectors(a, b);
    EXPECT_NEAR(q.norm(), 1, 1e-3) << turn;
    // Vectors nearer to opposite than sqrt(2 * 16 epsilon) are taken as opposite.
    EXPECT_NEAR((q.normalized() * a - b).norm(), 0, 2e-3) << turn;
  }
}

TEST(Quaternion, turnsBetweenOppositeVectors) {
  const Quat half = Quat::FromTwoVectors(Vec3(0, 0, 2), Vec3(0, 0, -3));
  EXPECT_LT((half * Vec3(0, 0, 1) - Vec3(0, 0, -1)).norm(), 1e-15);
  EXPECT_NEAR(half.norm(), 1, 1e-15);
}

}  // namespace
}  // namespace sofa::type
