// SPDX-License-Identifier: Apache-2.0
#include "Sofa/FiniteElement/CostaEdgeTangent.h"

#include <gtest/gtest.h>

#include "Sofa/FiniteElement/HyperelasticSolid.h"

namespace sofa::fem {
namespace {

using type::Vec3;
using Points = std::vector<Vec3>;

const Points rest{{0.1, 0.05, -0.02}, {1.13, 0.12, 0.07}, {0.22, 0.97, 0.11}, {0.15, 0.08, 1.21}};
const Points moved{{0.13, 0.03, -0.01}, {1.34, 0.16, 0.02}, {0.16, 1.2, 0.13}, {0.2, 0.01, 1.12}};
/// Rows of points are not those of the mesh: edges go from the lower point all the same.
const std::vector<type::Tetrahedron> element{{2, 0, 3, 1}};

/// The exponent's quadratic form of the deformation, with moduli of 1 on the diagonal and of `shear` elsewhere.
double exponent(double shear) {
  type::Mat<3> from, to;
  for (int k = 0; k < 3; ++k) {
    from.col(k) = rest[std::size_t(k) + 1] - rest[0];
    to.col(k) = moved[std::size_t(k) + 1] - moved[0];
  }
  const type::Mat<3> f = to * from.inverse(), e = 0.5 * (f.transpose() * f - type::Mat<3>::Identity());
  const double diagonal = e.diagonal().squaredNorm();
  return diagonal + shear * (e.squaredNorm() - diagonal);
}

type::Mat<12> differences(const Costa<double>& m) {
  HyperelasticSolid<type::Tetrahedron> solid;
  const std::vector<double> parameters{m.a, m.k0, m.bff, m.bfs, m.bss, m.bfn, m.bsn, m.bnn};
  solid.init("Costa", parameters, element, rest);
  const auto forces = [&](int point, int axis, double step) {
    Points x = moved, f(4, Vec3::Zero());
    x[std::size_t(point)][axis] += step;
    solid.addForce(x, f);
    return f;
  };
  type::Mat<12> k;
  for (int column = 0; column < 12; ++column) {
    constexpr double step = 1e-6;
    const auto ahead = forces(column / 3, column % 3, step), behind = forces(column / 3, column % 3, -step);
    for (int row = 0; row < 12; ++row)
      k(row, column) = (ahead[std::size_t(row) / 3] - behind[std::size_t(row) / 3])[row % 3] / (2 * step);
  }
  return k;
}

/// df/dx by the numbers of points, from products.
type::Mat<12> products(const CostaEdgeTangent& tangent) {
  type::Mat<12> k;
  for (int column = 0; column < 12; ++column) {
    Points dx(4, Vec3::Zero()), df(4, Vec3::Zero());
    dx[std::size_t(column) / 3][column % 3] = 2;
    tangent.addDForce(dx, df, 0.5);
    for (int row = 0; row < 12; ++row) k(row, column) = df[std::size_t(row) / 3][row % 3];
  }
  return k;
}

/// Where k0 and Q are 1 neither a missing factor k0 nor a Q too many shows.
TEST(CostaEdgeTangent, isTheDerivativeOfTheForcesWhereKAndQAreOne) {
  const double b = 1 / exponent(0.6);
  const Costa<double> material{3, 1, b, 0.6 * b, b, 0.6 * b, 0.6 * b, b};
  CostaEdgeTangent tangent;
  tangent.init(material, element, rest);
  tangent.linearise(moved);
  const auto expected = differences(material);
  EXPECT_LT((products(tangent) - expected).norm(), 1e-7 * expected.norm());
}

TEST(CostaEdgeTangent, isNotThatElsewhere) {
  for (const bool volume : {true, false}) {  // k0 or Q differ from 1
    const double b = (volume ? 1 : 3) / exponent(0.6);
    const Costa<double> material{3, volume ? 50. : 1., b, 0.6 * b, b, 0.6 * b, 0.6 * b, b};
    CostaEdgeTangent tangent;
    tangent.init(material, element, rest);
    tangent.linearise(moved);
    const auto expected = differences(material);
    const auto k = products(tangent);
    EXPECT_GT((k - expected).norm(), 1e-3 * expected.norm());
    // Blocks of two points are each other's transposes, and rows sum up to zero as those of no force in rigid motions.
    for (int i = 0; i < 4; ++i) {
      type::Mat<3> sum = type::Mat<3>::Zero();
      for (int j = 0; j < 4; ++j) {
        sum += k.block<3, 3>(3 * i, 3 * j);
        if (i != j) {
          EXPECT_LT((k.block<3, 3>(3 * i, 3 * j) - k.block<3, 3>(3 * j, 3 * i).transpose()).norm(), 1e-12 * k.norm());
        }
      }
      EXPECT_LT(sum.norm(), 1e-12 * k.norm());
    }
    // A dS that is not the derivative of an energy's has diagonal blocks that are not symmetric; the term with k0 is.
    EXPECT_EQ((k - k.transpose()).norm() > 1e-6 * k.norm(), !volume);
  }
}

}  // namespace
}  // namespace sofa::fem
