// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <Eigen/Geometry>
#include <cstring>
#include <random>

#include "FiniteElement/AssembledStiffness.h"
#include "Sofa/FiniteElement/ElementKernel.h"
#include "Sofa/FiniteElement/HexaKernel.h"
#include "Sofa/FiniteElement/TetraSolid.h"
#include "Sofa/Helper/Parallel.h"
#include "Sofa/Type/AngleAxis.h"
#include "Sofa/Type/EigenView.h"

using namespace sofa;
using namespace sofa::fem;
using linearalgebra::DenseMatrix;

namespace {

/// n^3 irregular cubes, and the same cut into tetrahedra.
struct Mesh {
  std::vector<Vec3> rest, x;
  std::vector<type::Hexahedron> hexahedra;
  std::vector<type::Tetrahedron> tetrahedra;
  std::vector<type::Prism> prisms;

  explicit Mesh(Index n) {
    std::mt19937 random(5);
    std::uniform_real_distribution<double> uniform(-0.1, 0.1);
    const auto any = [&] { return Vec3(uniform(random), uniform(random), uniform(random)); };
    for (Index k = 0; k <= n; ++k)
      for (Index j = 0; j <= n; ++j)
        for (Index i = 0; i <= n; ++i) rest.push_back(Vec3(i, j, k) + any());
    for (const Vec3& p : rest) x.push_back(p + any());
    constexpr int split[6][4] = {{0, 5, 1, 6}, {0, 1, 3, 6}, {1, 3, 6, 2}, {6, 3, 0, 7}, {6, 7, 0, 5}, {7, 5, 4, 0}};
    const Index sy = n + 1, sz = sy * sy;
    for (Index k = 0; k < n; ++k)
      for (Index j = 0; j < n; ++j)
        for (Index i = 0; i < n; ++i) {
          const Index o = i + sy * j + sz * k;
          const type::Hexahedron h(o, o + 1, o + sy + 1, o + sy, o + sz, o + sz + 1, o + sz + sy + 1, o + sz + sy);
          hexahedra.push_back(h);
          for (const auto& t : split) tetrahedra.emplace_back(h[t[0]], h[t[1]], h[t[2]], h[t[3]]);
          prisms.emplace_back(h[0], h[1], h[3], h[4], h[5], h[7]);
        }
  }
  void turn() {
    const Mat3 r = sofa::type::AngleAxis(2, Vec3(1, 2, 2) / 3).toRotationMatrix();
    for (std::size_t i = 0; i < rest.size(); ++i) x[i] = r * rest[i] + Vec3(5, -3, 1);
  }
};

/// Kernels with rotations of their own, after one force at the mesh's positions.
struct Tetrahedra {
  static constexpr bool exactTangent = false;
  TetraKernel kernel;
  explicit Tetrahedra(const Mesh& mesh) { init(mesh); }
  void init(const Mesh& mesh) {
    std::vector<Lame> materials;  // one ratio of the moduli per element
    for (std::size_t e = 0; e < mesh.tetrahedra.size(); ++e)
      materials.push_back(lame(100. + e % 7, 0.1 + 0.05 * (e % 5)));
    kernel.init(mesh.tetrahedra, mesh.rest, materials, TetraFrame::edges);
  }
};
struct SmallTetrahedra {
  static constexpr bool exactTangent = true;
  TetraKernel kernel;
  explicit SmallTetrahedra(const Mesh& mesh) {
    const Lame material = lame(100, 0.3);
    kernel.init(mesh.tetrahedra, mesh.rest, {&material, 1}, TetraFrame::none);
  }
};
struct SingleTetrahedra {
  static constexpr bool exactTangent = false;
  TetraSolid kernel;
  explicit SingleTetrahedra(const Mesh& mesh) {
    const Lame material = lame(100, 0.3);
    TetraSolid::Options options;
    options.plasticity = {1, 1, 0};
    kernel.init(mesh.tetrahedra, mesh.rest, {&material, 1}, options);
  }
};
Mat24 unitStiffness(const HexaPoints& shape, double nu) { return hexaStiffness(shape, lame(1, nu)); }
struct Hexahedra {
  static constexpr bool exactTangent = false;
  HexaKernel kernel;
  explicit Hexahedra(const Mesh& mesh) {
    const HexaKernel::Material material{70, 0.25};
    kernel.init(mesh.hexahedra, mesh.rest, {&material, 1}, HexaFrame::polar, unitStiffness);
  }
};
struct SmallHexahedra {
  static constexpr bool exactTangent = true;
  HexaKernel kernel;
  explicit SmallHexahedra(const Mesh& mesh) {
    const HexaKernel::Material material{70, 0.25};
    kernel.init(mesh.hexahedra, mesh.rest, {&material, 1}, HexaFrame::none, unitStiffness);
  }
};
struct Prisms {
  static constexpr bool exactTangent = false;
  ElementKernel<type::Prism, 3, CorotationalStrain, HookeLaw> kernel;
  explicit Prisms(const Mesh& mesh) {
    const Lame material = lame(100, 0.3);
    kernel.init(mesh.prisms, mesh.rest, {&material, 1}, ElementRotation::polar);
  }
};

template <class Elements>
std::vector<Vec3> forces(Elements& elements, const std::vector<Vec3>& x) {
  std::vector<Vec3> f(x.size(), Vec3::Zero());
  elements.kernel.addForceAndLinearise(x, f);
  return f;
}

double largest(const std::vector<Vec3>& a) {
  double d = 0;
  for (const Vec3& v : a) d = std::max(d, v.cwiseAbs().maxCoeff());
  return d;
}
std::vector<Vec3> difference(const std::vector<Vec3>& a, const std::vector<Vec3>& b) {
  std::vector<Vec3> d = a;
  for (std::size_t i = 0; i < d.size(); ++i) d[i] -= b[i];
  return d;
}

template <class Elements>
class StiffnessAssembly : public testing::Test {};
using Kinds = testing::Types<Tetrahedra, SmallTetrahedra, SingleTetrahedra, Hexahedra, SmallHexahedra, Prisms>;
TYPED_TEST_SUITE(StiffnessAssembly, Kinds);

TYPED_TEST(StiffnessAssembly, equalsTheProduct) {
  const Mesh mesh(4);
  TypeParam elements(mesh);
  forces(elements, mesh.x);
  std::vector<Vec3> df(mesh.x.size(), Vec3::Zero());
  elements.kernel.addDForce(mesh.rest, df, 1);
  const auto matrix = test::assembledStiffness(elements.kernel, mesh.x.size(), 3);
  EXPECT_LT(largest(difference(df, test::product(matrix, mesh.rest))), 1e-12 * (1 + largest(df)));
}

TYPED_TEST(StiffnessAssembly, isSymmetricAndKnowsRigidMotions) {
  Mesh mesh(2);
  mesh.turn();
  TypeParam elements(mesh);
  if (TypeParam::exactTangent) mesh.x = mesh.rest;
  forces(elements, mesh.x);
  const DenseMatrix k = test::assembledStiffness(elements.kernel, mesh.x.size(), 3).dense();
  EXPECT_LT((k - k.transpose()).cwiseAbs().maxCoeff(), 1e-12 * k.cwiseAbs().maxCoeff());
  for (int axis = 0; axis < 3; ++axis) {
    linearalgebra::Vector shift(k.rows()), spin(k.rows());
    for (std::size_t i = 0; i < mesh.x.size(); ++i) {
      shift.segment<3>(3 * i) = Eigen::Vector3d::Unit(axis);
      spin.segment<3>(3 * i) = Eigen::Vector3d::Unit(axis).cross(eigen(mesh.x[i]));
    }
    EXPECT_LT((k * shift).cwiseAbs().maxCoeff(), 1e-11 * k.cwiseAbs().maxCoeff());
    EXPECT_LT((k * spin).cwiseAbs().maxCoeff(), 1e-10 * k.cwiseAbs().maxCoeff());
  }
}

TYPED_TEST(StiffnessAssembly, isTheDerivativeOfTheForceWithoutRotations) {
  if (!TypeParam::exactTangent) return;
  const Mesh mesh(2);
  TypeParam elements(mesh);
  const auto atRest = forces(elements, mesh.rest), moved = forces(elements, mesh.x);
  const auto matrix = test::assembledStiffness(elements.kernel, mesh.x.size(), 3);
  // The force is affine: its increment is exactly the product.
  EXPECT_LT(largest(difference(difference(moved, atRest), test::product(matrix, difference(mesh.x, mesh.rest)))),
            1e-11);
}

TYPED_TEST(StiffnessAssembly, sameInBlocksAndScalarsAtAnOffsetWithAFactorAndBesideOthers) {
  const Mesh mesh(2);
  TypeParam elements(mesh);
  forces(elements, mesh.x);
  const DenseMatrix expected = test::assembledStiffness(elements.kernel, mesh.x.size(), 3).dense();
  const int size = 3 * static_cast<int>(mesh.x.size());
  for (const int blockSize : {1, 3}) {
    linearalgebra::AssembledMatrix matrix;
    matrix.reset(blockSize, size + 6, size + 6);
    auto& other = matrix.add(0, 0, size + 6, size + 6);
    auto& target = matrix.add(3, 6, size, size);
    target.factor = -2;
    for (int pass = 0; pass < 4; ++pass) {
      matrix.begin();
      elements.kernel.addStiffness(target);
      other.add(3, 6, 5.0);
      matrix.complete();
    }
    DenseMatrix all = matrix.matrix().dense();
    all(3, 6) -= 5;
    EXPECT_LT((all.block(3, 6, size, size) + 2 * expected).cwiseAbs().maxCoeff(),
              1e-12 * expected.cwiseAbs().maxCoeff())
        << blockSize;
    all.block(3, 6, size, size).setZero();
    EXPECT_EQ(all.cwiseAbs().maxCoeff(), 0);
  }
}

TYPED_TEST(StiffnessAssembly, sameBitsForAnyNumberOfThreads) {
  const Mesh mesh(13);
  TypeParam elements(mesh);
  forces(elements, mesh.x);
  std::vector<std::vector<double>> matrices, products;
  for (const int threads : {1, 2, 4}) {
    helper::setThreadCount(threads);
    const auto matrix = test::assembledStiffness(elements.kernel, mesh.x.size(), 3);
    const auto values = matrix.values();
    matrices.emplace_back(values.begin(), values.end());
    const auto y = test::product(matrix, mesh.x);
    products.emplace_back(y.data()->data(), y.data()->data() + 3 * y.size());
  }
  helper::setThreadCount(1);
  for (const auto* results : {&matrices, &products})
    for (const auto& one : *results)
      EXPECT_EQ(std::memcmp(one.data(), results->front().data(), one.size() * sizeof(double)), 0);
}

TEST(StiffnessOfTetrahedra, followsElementsThatAreInitialisedAnew) {
  Mesh mesh(3);
  Tetrahedra elements(mesh);
  const int size = 3 * static_cast<int>(mesh.x.size());
  linearalgebra::AssembledMatrix matrix;
  matrix.reset(3, size, size);
  auto& target = matrix.add(0, 0, size, size);
  for (int change = 0; change < 3; ++change) {
    forces(elements, mesh.x);
    do {
      matrix.begin();
      elements.kernel.addStiffness(target);
    } while (!matrix.complete());
    const DenseMatrix expected = test::assembledStiffness(elements.kernel, mesh.x.size(), 3).dense();
    EXPECT_EQ((matrix.matrix().dense() - expected).cwiseAbs().maxCoeff(), 0);
    mesh.tetrahedra.resize(mesh.tetrahedra.size() / 2);  // fewer elements, the same places
    std::swap(mesh.tetrahedra.front(), mesh.tetrahedra.back());
    elements.init(mesh);
  }
}

TEST(StiffnessOfTetrahedra, collapsedElementsCountWithTheirOwnFrame) {
  // Nodes 0 and 1 of the first element coincide: its frame of nodes is no rotation.
  Mesh mesh(1);
  mesh.x[mesh.tetrahedra[0][1]] = mesh.x[mesh.tetrahedra[0][0]];
  const Lame material = lame(100, 0.3);
  TetraKernel kernel;
  kernel.init(mesh.tetrahedra, mesh.rest, {&material, 1}, TetraFrame::nodes);
  std::vector<Vec3> f(mesh.x.size(), Vec3::Zero()), df = f;
  kernel.addForceAndLinearise(mesh.x, f);
  kernel.addDForce(mesh.rest, df, 1);
  const auto matrix = test::assembledStiffness(kernel, mesh.x.size(), 3);
  EXPECT_LT(largest(difference(df, test::product(matrix, mesh.rest))), 1e-11);
}

TEST(BlockMatrixProduct, ofSmallBlocksRowByRow) {
  // Rows of 0, 1, 2 and 3 blocks of 3x3; the last column of blocks is read too.
  linearalgebra::BlockMatrix matrix;
  matrix.setPattern(3, {0, 0, 1, 3, 6}, {3, 0, 3, 0, 2, 3}, 4);
  for (std::size_t i = 0; i < matrix.values().size(); ++i) matrix.values()[i] = std::sin(1.0 + i);
  std::vector<double> x(12), y(12, 9.0);
  for (std::size_t i = 0; i < x.size(); ++i) x[i] = std::cos(1.0 + i);
  matrix.multiply(x, y);
  const linearalgebra::Vector expected = matrix.dense() * Eigen::Map<linearalgebra::Vector>(x.data(), 12);
  for (int i = 0; i < 12; ++i) EXPECT_NEAR(y[i], expected[i], 1e-15 * 20) << i;
  EXPECT_EQ(y[0], 0);
}

}  // namespace
