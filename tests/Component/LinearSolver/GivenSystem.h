// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <gtest/gtest.h>

#include "CapturedMessages.h"
#include "LinearAlgebra/SampleMatrices.h"
#include "Sofa/Component/LinearSolver/MatrixSolver.h"
#include "Sofa/Simulation/Simulation.h"

namespace sofa::test {
using tests::CapturedMessages;

/// A linear system whose matrix the test sets.
class GivenSystem : public core::LinearSystem {
 public:
  GivenSystem() { setClass("GivenSystem"); }
  void bind(core::Node&, const type::TagSet&) override {}
  void build(const core::MechanicalParams&) override {}
  void multiply(core::VecDerivId, core::VecDerivId) override {}
  const BlockMatrix* matrix() const override { return &m_matrix; }
  std::size_t version() const override { return m_version; }
  std::span<core::BaseState* const> states() const override { return m_states; }

  void set(BlockMatrix matrix) {
    m_matrix = std::move(matrix);
    ++m_version;
  }
  /// Writes values without telling that the matrix is new.
  BlockMatrix& quietly() { return m_matrix; }

  std::vector<core::BaseState*> m_states;

 private:
  BlockMatrix m_matrix;
  std::size_t m_version = 0;
};

/// A node with points, a GivenSystem and a solver on it.
struct SolverNode {
  using Attributes = std::initializer_list<std::pair<const std::string, std::string>>;

  explicit SolverNode(const std::string& solverClass, Attributes attributes = {}, const std::string& ordering = "",
                      const std::string& state = "Vec3d") {
    root = simulation::Node::createRoot();
    root->add("DefaultAnimationLoop");
    points =
        dynamic_cast<core::BaseState*>(root->add("MechanicalObject", {{"template", state}, {"name", "dofs"}}).get());
    system = std::make_shared<GivenSystem>();
    root->addComponent(system);
    if (!ordering.empty()) root->add(ordering, {{"name", "ordering"}});
    solver = dynamic_cast<component::linearsolver::MatrixSolver*>(root->add(solverClass, attributes).get());
    if (!solver) throw std::runtime_error(solverClass + " cannot be created");
    solver->l_linearSystem.set(system.get());
    system->m_states = {points};
    simulation::initRoot(*root);
  }
  void set(BlockMatrix matrix) {
    points->resize(matrix.rows() / points->derivSize());
    system->set(std::move(matrix));
  }
  /// Starts from a guess that no solver may return.
  Vector solve(const Vector& b) {
    Vector x = Vector::Constant(b.size(), 777);
    solver->solve(span(b), span(x));
    return x;
  }

  std::shared_ptr<simulation::Node> root;
  core::BaseState* points = nullptr;
  std::shared_ptr<GivenSystem> system;
  component::linearsolver::MatrixSolver* solver = nullptr;
};

}  // namespace sofa::test
