// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <gtest/gtest.h>

#include <Eigen/Dense>
#include <random>

#include "CapturedMessages.h"
#include "Sofa/Core/Contract/ForceField.h"
#include "Sofa/Core/Contract/MatrixAccumulator.h"
#include "Sofa/Core/Contract/Solver.h"
#include "Sofa/Simulation/Scene/SceneReader.h"
#include "Sofa/Simulation/Simulation.h"

/// Scenes whose linear system is a matrix of the test's choice.
namespace sofa::tests {

/// The force b, and the tangent -A, whatever the state.
template <class DataTypes>
class MatrixForceField : public core::ForceField<DataTypes> {
 public:
  using Base = core::ForceField<DataTypes>;
  MatrixForceField(Eigen::MatrixXd a, Eigen::VectorXd b) : m_a(std::move(a)), m_b(std::move(b)) {}
  void addForce(const core::MechanicalParams&, typename Base::VecDeriv& f, const typename Base::VecCoord&,
                const typename Base::VecDeriv&) override {
    flat(f) += m_b;
  }
  void addDForce(const core::MechanicalParams&, typename Base::VecDeriv& df, const typename Base::VecDeriv& dx,
                 double kFactor) override {
    const auto x = core::flatten(dx);
    flat(df) -= kFactor * m_a * Eigen::Map<const Eigen::VectorXd>(x.data(), m_b.size());
  }
  void buildStiffnessMatrix(core::StiffnessMatrix* matrix) override {
    auto dfdx = matrix->getForceDerivativeIn(this->mstate()).withRespectToPositionsIn(this->mstate());
    for (int i = 0; i < m_a.rows(); ++i)
      for (int j = 0; j < m_a.cols(); ++j)
        if (m_a(i, j) != 0 || i == j) dfdx(i, j) += -m_a(i, j);
  }

 private:
  Eigen::Map<Eigen::VectorXd> flat(typename Base::VecDeriv& v) const { return {core::flatten(v).data(), m_b.size()}; }
  Eigen::MatrixXd m_a;
  Eigen::VectorXd m_b;
};

/// One state without mass; after a step its velocity is the solution of A s = b.
class MatrixScene {
 public:
  MatrixScene(const Eigen::MatrixXd& a, const Eigen::VectorXd& b, const std::string& solver, bool byThrees = true) {
    const auto count = b.size() / (byThrees ? 3 : 1);
    std::string position;
    for (Eigen::Index i = 0; i < b.size(); ++i)
      position += std::to_string(0.37 * static_cast<double>(i * i % 11)) + " ";
    root = simulation::readSceneText(
        "<Node name='root' dt='1' gravity='0 0 0'><DefaultAnimationLoop/>"
        "<EulerImplicitSolver firstOrder='true'/>" +
        solver + "<MechanicalObject name='dofs' template='" + (byThrees ? "Vec3d" : "Vec1d") + "' position='" +
        position + "'/></Node>");
    EXPECT_GT(count, 0);
    if (byThrees)
      root->addComponent(std::make_shared<MatrixForceField<type::Vec3Types>>(a, b));
    else
      root->addComponent(std::make_shared<MatrixForceField<type::Vec1Types>>(a, b));
    simulation::initRoot(*root);
  }

  Eigen::VectorXd step() const {
    simulation::animate(*root);
    const auto v = core::localMechanicalState(*root)->hostRead(core::vec::velocity);
    return Eigen::Map<const Eigen::VectorXd>(v.data(), static_cast<Eigen::Index>(v.size()));
  }
  core::LinearSolver& solver() const { return *root->local<core::LinearSolver>(); }

  std::shared_ptr<simulation::Node> root;
};

inline Eigen::VectorXd randomVector(int size, unsigned seed) {
  std::mt19937 random(seed);
  std::uniform_real_distribution<double> real(-1, 1);
  Eigen::VectorXd v(size);
  for (double& x : v) x = real(random);
  return v;
}

/// Positive definite with a spread of magnitudes on the diagonal; every third block of 3x3 reals is left out.
inline Eigen::MatrixXd randomSpd(int size, unsigned seed) {
  Eigen::MatrixXd a(size, size);
  for (int c = 0; c < size; ++c) a.col(c) = randomVector(size, seed + static_cast<unsigned>(c));
  for (int i = 0; i < size; ++i)
    for (int j = 0; j < size; ++j)
      if ((i / 3 + j / 3) % 3 == 1) a(i, j) = 0;
  Eigen::MatrixXd spd = 0.5 * (a + a.transpose());
  for (int i = 0; i < size; ++i) spd(i, i) = 0.5 + spd.row(i).cwiseAbs().sum() * (1 + 0.3 * (i % 4));
  return spd;
}

inline Eigen::MatrixXd twoByTwo() { return (Eigen::MatrixXd(2, 2) << 4, 1, 1, 3).finished(); }
inline Eigen::VectorXd oneTwo() { return Eigen::Vector2d(1, 2); }

}  // namespace sofa::tests
