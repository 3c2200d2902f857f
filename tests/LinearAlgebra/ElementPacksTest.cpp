// SPDX-License-Identifier: Apache-2.0
// Matrices of elements by packs, whatever the mesh, against plain sums of their blocks.
#include <gtest/gtest.h>

#include <limits>
#include <map>
#include <optional>
#include <random>

#include "Sofa/Helper/Parallel.h"
#include "Sofa/LinearAlgebra/AssembledMatrix.h"

using namespace sofa;
using linearalgebra::AssembledMatrix;
using linearalgebra::Contribution;
using linearalgebra::DenseMatrix;
using linearalgebra::Pack;
using linearalgebra::simdWidth;

namespace {

constexpr int nodesPerElement = 4, pairs = 10;
using Element = std::array<unsigned, nodesPerElement>;

/// Elements in order, `packsOfPart` packs to a part.
struct Arrangement {
  static constexpr unsigned noElement = ~0u;
  std::size_t elements, packsOfPart, number;

  std::size_t version() const { return number; }
  std::size_t blockCount() const { return (elements + simdWidth - 1) / simdWidth; }
  std::size_t partCount() const { return (blockCount() + packsOfPart - 1) / packsOfPart; }
  std::size_t firstBlock(std::size_t part) const { return part * packsOfPart; }
  unsigned element(std::size_t block, int lane) const {
    const std::size_t e = block * simdWidth + lane;
    return e < elements ? static_cast<unsigned>(e) : noElement;
  }
};

/// What is known of the blocks of elements.
enum class Blocks {
  alone,         ///< those of nodes with themselves are minus the sums of their rows
  withDiagonal,  ///< those of nodes with themselves are given
  isotropic,     ///< as `alone`, and all come of vectors of the nodes
};

/// Elements with any blocks between their nodes.
struct Mesh {
  static constexpr double ratio = 1.7;  ///< of isotropic ones

  std::vector<Element> elements;
  std::vector<std::array<std::array<double, 9>, pairs>> k;
  std::vector<std::array<Eigen::Vector3d, nodesPerElement>> vectors;
  Arrangement arrangement;
  Blocks kind;
  bool withDiagonal;

  Mesh(std::vector<Element> some, std::size_t packsOfPart, Blocks known = Blocks::alone)
      : elements(std::move(some)), kind(known), withDiagonal(known == Blocks::withDiagonal) {
    static std::size_t versions = 0;
    arrangement = {elements.size(), packsOfPart, ++versions};
    std::mt19937 random(7);
    std::uniform_real_distribution<double> uniform(-1, 1);
    k.resize(elements.size());
    for (auto& blocks : k)
      for (auto& block : blocks)
        for (double& entry : block) entry = uniform(random);
    if (kind == Blocks::isotropic) setVectors([&] { return uniform(random); });
  }

  template <class Number>
  void setVectors(const Number& number) {
    vectors.resize(elements.size());
    for (std::size_t e = 0; e < elements.size(); ++e) {
      for (auto& v : vectors[e]) v = {number(), number(), number()};
      for (int a = 0, pair = 0; a < nodesPerElement; ++a, ++pair)
        for (int b = a + 1; b < nodesPerElement; ++b) {
          const Eigen::Matrix3d p = vectors[e][a] * vectors[e][b].transpose();
          const Eigen::Matrix3d block = ratio * p + p.transpose() + p.trace() * Eigen::Matrix3d::Identity();
          Eigen::Map<Eigen::Matrix3d>(k[e][++pair].data()) = -block;
        }
    }
  }

  struct Packs {
    const Mesh& mesh;
    bool withDiagonal() const { return mesh.withDiagonal; }
    void operator()(std::size_t block, Pack (&packs)[pairs][9]) const {
      for (int lane = 0; lane < simdWidth; ++lane) {
        const unsigned e = mesh.arrangement.element(block, lane);
        for (int pair = 0; pair < pairs; ++pair)
          for (int i = 0; i < 9; ++i)
            packs[pair][i][lane] =
                e == Arrangement::noElement ? std::numeric_limits<double>::quiet_NaN() : mesh.k[e][pair][i];
      }
    }
  };
  struct Vectors {
    Pack g[nodesPerElement][3];
  };
  struct IsotropicPacks : Packs {
    bool isKnown;
    std::optional<double> ratio() const { return isKnown ? std::optional(Mesh::ratio) : std::nullopt; }
    Vectors vectors(std::size_t block) const {
      Vectors all = {};
      for (int lane = 0; lane < simdWidth; ++lane) {
        const unsigned e = mesh.arrangement.element(block, lane);
        for (int a = 0; a < nodesPerElement; ++a)
          for (int i = 0; i < 3; ++i)
            all.g[a][i][lane] =
                e == Arrangement::noElement ? std::numeric_limits<double>::quiet_NaN() : mesh.vectors[e][a][i];
      }
      return all;
    }
  };
  void addTo(Contribution& target) const {
    target.addElementPacks<nodesPerElement>(elements, arrangement, IsotropicPacks{{*this}, kind == Blocks::isotropic});
  }

  /// The plain sum of the blocks.
  void addTo(DenseMatrix& to, double factor, int rowOffset, int columnOffset, int nodes) const {
    const auto add = [&](unsigned row, unsigned column, const Eigen::Matrix3d& block) {
      if (row < unsigned(nodes) && column < unsigned(nodes))
        to.block<3, 3>(rowOffset + 3 * int(row), columnOffset + 3 * int(column)) += factor * block;
    };
    for (std::size_t e = 0; e < elements.size(); ++e)
      for (int a = 0, pair = 0; a < nodesPerElement; ++a)
        for (int b = a; b < nodesPerElement; ++b, ++pair) {
          const Eigen::Matrix3d block = Eigen::Map<const Eigen::Matrix3d>(k[e][pair].data());
          const unsigned i = elements[e][a], j = elements[e][b];
          if (a == b) {
            if (withDiagonal) add(i, i, block);
            continue;
          }
          add(i, j, block);
          add(j, i, block.transpose());
          if (withDiagonal) continue;
          add(i, i, -block);
          add(j, j, -block.transpose());
        }
  }
};

std::vector<Element> anyElements(unsigned nodes, std::size_t count, unsigned reach) {
  std::mt19937 random(3);
  std::vector<Element> elements;
  for (std::size_t e = 0; e < count; ++e) {
    const unsigned first = random() % nodes;
    Element element{};
    for (unsigned i = 0; i < nodesPerElement; ++i) element[i] = (first + i * (1 + random() % reach)) % nodes;
    elements.push_back(element);
  }
  return elements;
}

template <class Add>
void assemble(AssembledMatrix& matrix, const Add& add) {
  do {
    matrix.begin();
    add();
  } while (!matrix.complete());
  // What stays of the values before would show.
  for (double& value : matrix.matrix().values()) value = std::numeric_limits<double>::quiet_NaN();
  matrix.begin();
  add();
  ASSERT_TRUE(matrix.complete());
}

void expectNear(const DenseMatrix& is, const DenseMatrix& expected) {
  EXPECT_LT((is - expected).cwiseAbs().maxCoeff(), 1e-12 * expected.cwiseAbs().maxCoeff());
}

/// The matrix of a mesh alone.
DenseMatrix assembled(const Mesh& mesh, int nodes, int blockSize = 3) {
  AssembledMatrix matrix;
  matrix.reset(blockSize, 3 * nodes, 3 * nodes);
  auto& target = matrix.add(0, 0, 3 * nodes, 3 * nodes);
  target.factor = -0.3;
  assemble(matrix, [&] { mesh.addTo(target); });
  return matrix.matrix().dense();
}

}  // namespace

class ElementPacks : public testing::Test {
 protected:
  ~ElementPacks() override { helper::setThreadCount(1); }
};

TEST_F(ElementPacks, areSumsOfBlocksWhateverTheMesh) {
  struct Case {
    unsigned nodes, reach;
    std::size_t elements, packsOfPart;
  };
  // One element; a few; far neighbours; many parts; parts of more sums than a cache holds.
  for (const auto& [nodes, reach, count, packsOfPart] : {Case{4, 1, 1, 1}, Case{30, 5, 61, 3}, Case{300, 90, 700, 5},
                                                         Case{600, 9, 5000, 20}, Case{900, 250, 20000, 2500}}) {
    for (const Blocks kind : {Blocks::alone, Blocks::withDiagonal, Blocks::isotropic}) {
      const Mesh mesh(anyElements(nodes, count, reach), packsOfPart, kind);
      DenseMatrix expected = DenseMatrix::Zero(3 * nodes, 3 * nodes);
      mesh.addTo(expected, -0.3, 0, 0, int(nodes));
      expectNear(assembled(mesh, int(nodes)), expected);
    }
  }
}

TEST_F(ElementPacks, goToMatricesOfOtherBlocks) {
  for (const Blocks kind : {Blocks::alone, Blocks::withDiagonal, Blocks::isotropic}) {
    Mesh mesh(anyElements(30, 61, 5), 3, kind);
    for (auto& blocks : mesh.k)
      for (const int pair : {0, 4, 7, 9}) {  // of a node with itself
        Eigen::Map<Eigen::Matrix3d> block(blocks[pair].data());
        block = (block + block.transpose()).eval();
      }
    DenseMatrix expected = DenseMatrix::Zero(90, 90);
    mesh.addTo(expected, -0.3, 0, 0, 30);
    expectNear(assembled(mesh, 30, 1), expected);
  }
}

TEST_F(ElementPacks, haveTheSameBitsForAnyNumberOfThreads) {
  for (const Blocks kind : {Blocks::alone, Blocks::isotropic}) {
    const Mesh mesh(anyElements(600, 5000, 9), 20, kind);
    helper::setThreadCount(1);
    const DenseMatrix one = assembled(mesh, 600);
    for (const int threads : {2, 3, 8}) {
      helper::setThreadCount(threads);
      EXPECT_TRUE(assembled(mesh, 600) == one) << threads;
    }
  }
}

TEST_F(ElementPacks, ofANodeNamedTwiceCountAsBetweenTheOthers) {
  // Between the two names of node 1 lies nothing; to node 0 both count.
  for (const Blocks kind : {Blocks::alone, Blocks::isotropic}) {
    const Mesh mesh({{0, 1, 1, 2}}, 1, kind);
    const auto block = [&](int pair) { return Eigen::Map<const Eigen::Matrix3d>(mesh.k[0][pair].data()); };
    const DenseMatrix is = assembled(mesh, 3) / -0.3;
    expectNear(is.block(0, 3, 3, 3), block(1) + block(2));
    expectNear(is.block(3, 3, 3, 3), -(block(1) + block(2)).transpose() - block(6) - block(8));
  }
}

TEST_F(ElementPacks, addToWhatOthersAdd) {
  const Mesh first(anyElements(40, 90, 6), 2), second(anyElements(40, 50, 20), 1, Blocks::withDiagonal);
  const Eigen::Matrix3d item = Eigen::Matrix3d::Constant(2.5);
  const int size = 3 * 40;
  // In any order, some of them more than once.
  for (const std::string_view order : {"fsi", "ifs", "sif", "ffis", "iif", "sfsf"}) {
    AssembledMatrix matrix;
    matrix.reset(3, size + 9, size + 9);
    std::map<char, Contribution*> targets;
    for (const char c : {'f', 's', 'i'}) targets[c] = &matrix.add(0, 0, size + 9, size + 9);
    targets['s']->factor = 4;
    DenseMatrix expected = DenseMatrix::Zero(size + 9, size + 9);
    for (const char c : order) {
      if (c == 'f') first.addTo(expected, 1, 0, 0, 40);
      if (c == 's') second.addTo(expected, 4, 0, 0, 40);
      if (c == 'i') expected.block<3, 3>(6, 12) += item, expected.block<3, 3>(size + 6, 0) += item;
    }
    assemble(matrix, [&] {
      for (const char c : order)
        if (c == 'i')
          targets[c]->add(6, 12, type::Mat<3>(item)), targets[c]->add(size + 6, 0, type::Mat<3>(item));
        else
          (c == 'f' ? first : second).addTo(*targets[c]);
    });
    expectNear(matrix.matrix().dense(), expected);
  }
}

TEST_F(ElementPacks, stayInsideOfTheirRectangle) {
  // Nodes from 25 on lie outside, and so do negative ones.
  auto elements = anyElements(30, 80, 7);
  elements[5][2] = ~0u;
  for (const Blocks kind : {Blocks::alone, Blocks::isotropic}) {
    const Mesh mesh(elements, 2, kind);
    AssembledMatrix matrix;
    matrix.reset(3, 120, 150);
    auto& target = matrix.add(30, 60, 75, 75);
    auto& other = matrix.add(0, 0, 120, 150);
    assemble(matrix, [&] {
      mesh.addTo(target);
      other.add(117, 147, type::Mat<3>::Identity());
    });
    DenseMatrix expected = DenseMatrix::Zero(120, 150);
    mesh.addTo(expected, 1, 30, 60, 25);
    expected.block<3, 3>(117, 147).setIdentity();
    expectNear(matrix.matrix().dense(), expected);
    std::size_t outside = 0;
    for (const Element& element : elements)
      for (const unsigned a : element)
        for (const unsigned b : element) outside += a >= 25 || b >= 25;
    EXPECT_EQ(target.outOfRange().count, outside);
  }
}

TEST_F(ElementPacks, ofAnEmptyMeshLeaveTheMatrixZero) {
  const Mesh none({}, 1);
  AssembledMatrix matrix;
  matrix.reset(3, 30, 30);
  matrix.setFixedPattern({{1, 2}});
  auto& target = matrix.add(0, 0, 30, 30);
  assemble(matrix, [&] { none.addTo(target); });
  EXPECT_TRUE(matrix.matrix().dense() == DenseMatrix::Zero(30, 30));
  assemble(matrix, [] {});
  EXPECT_TRUE(matrix.matrix().dense() == DenseMatrix::Zero(30, 30));
}
