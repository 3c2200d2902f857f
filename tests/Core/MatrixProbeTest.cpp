// SPDX-License-Identifier: Apache-2.0
#include "Sofa/Core/Contract/MatrixProbe.h"
#include "Sofa/LinearAlgebra/AssembledMatrix.h"

#include <gtest/gtest.h>

#include <random>

#include "Component/SceneText.h"

namespace sofa::tests {
namespace {

/// A state of n points and a matrix between its scalars, known to the probe by products only.
class Probed : public testing::Test {
 protected:
  void make(int n) {
    std::string positions;
    for (int i = 0; i < n; ++i) positions += std::to_string(i) + " 0 0 ";
    m_scene = std::make_unique<Scene>("<MechanicalObject template='Vec3d' position='" + positions + "'/>");
    m_state = &m_scene->state<type::Vec3Types>();
    a = Eigen::MatrixXd::Zero(3 * n, 3 * n);
    m_found.reset(3, 3 * n, 3 * n);
    m_table.add(m_state, m_state, &m_found.add(0, 0, 3 * n, 3 * n));
  }
  void setBlock(int i, int j) {
    for (int r = 0; r < 3; ++r)
      for (int c = 0; c < 3; ++c) a(3 * i + r, 3 * j + c) = std::uniform_real_distribution<double>(-1, 1)(m_random);
  }
  /// Number of products it took.
  int find() {
    core::BaseState* states[] = {m_state};
    int count = 0;
    for (int pass = 0; pass < 2; ++pass) {
      m_found.begin();
      probe.run(states, states, m_table, [&] {
        m_state->allocate(core::vec::probeResult);
        const auto x = m_state->hostRead(core::vec::probe);
        const auto y = m_state->hostWrite(core::vec::probeResult);
        Eigen::Map<Eigen::VectorXd>(y.data(), y.size()) = a * Eigen::Map<const Eigen::VectorXd>(x.data(), x.size());
      });
      if (pass == 0) count = probe.productCount();
      if (m_found.complete()) break;
    }
    return count;
  }
  double error() const { return (m_found.matrix().dense() - a).cwiseAbs().maxCoeff(); }

  Eigen::MatrixXd a;
  core::MatrixProbe probe;

 private:
  std::unique_ptr<Scene> m_scene;
  core::State<type::Vec3Types>* m_state = nullptr;
  linearalgebra::AssembledMatrix m_found;
  core::StiffnessMatrix m_table;
  std::mt19937 m_random{5};
};

TEST_F(Probed, ChainTakesThreeGroupsOfPoints) {
  make(50);
  for (int i = 0; i < 50; ++i)
    for (int j = std::max(i - 1, 0); j < std::min(i + 2, 50); ++j) setBlock(i, j);
  EXPECT_EQ(find(), 150);
  EXPECT_EQ(error(), 0);
  a *= 1.5;
  // Columns of points i and j share a row unless |i - j| > 2: three colours, three products each, and one to check.
  EXPECT_EQ(find(), 3 * 3 + 1);
  EXPECT_LT(error(), 1e-15);
}

TEST_F(Probed, DenseMatrixIsFoundColumnByColumn) {
  make(6);
  for (int i = 0; i < 6; ++i)
    for (int j = 0; j < 6; ++j) setBlock(i, j);
  find();
  a *= -2;
  EXPECT_EQ(find(), 18 + 1);
  EXPECT_LT(error(), 1e-14);
}

TEST_F(Probed, NewEntryIsNoticed) {
  make(20);
  for (int i = 0; i < 20; ++i) setBlock(i, i);
  find();
  EXPECT_EQ(find(), 3 + 1);
  setBlock(2, 17);
  EXPECT_EQ(find(), 4 + 60) << "the groups, the check that fails, and every column";
  EXPECT_EQ(error(), 0);
  // The entry vanishes and returns: the pattern holds it still.
  const Eigen::MatrixXd whole = a;
  a.block<3, 3>(6, 51).setZero();
  EXPECT_LT(find(), 20);
  EXPECT_EQ(error(), 0);
  a = whole;
  EXPECT_LT(find(), 20);
  EXPECT_LT(error(), 1e-14);
}

TEST_F(Probed, ZeroMatrixCostsOneProduct) {
  make(10);
  find();
  EXPECT_EQ(find(), 1);
  setBlock(0, 9);
  find();
  EXPECT_EQ(error(), 0);
}

/// A column that is zero for now belongs to a block that is not: a relaxed spring has no transverse stiffness.
TEST_F(Probed, BlocksAreTakenWhole) {
  make(8);
  for (int i = 0; i < 8; ++i) a(3 * i, 3 * i) = -1;
  find();
  for (int i = 0; i < 8; ++i) setBlock(i, i);
  EXPECT_EQ(find(), 3 + 1);
  EXPECT_LT(error(), 1e-15);
}

TEST_F(Probed, SameSequenceGivesTheSameBits) {
  make(30);
  for (int i = 0; i < 30; ++i)
    for (int j = std::max(i - 2, 0); j < std::min(i + 3, 30); ++j) setBlock(i, j);
  find();
  find();
  const double first = error();
  find();
  EXPECT_EQ(error(), first);
  EXPECT_LT(first, 1e-14);
}

}  // namespace
}  // namespace sofa::tests
