// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "Sofa/Core/Contract/Solver.h"
#include "Sofa/Simulation/Mechanics/MechanicalOperations.h"

namespace sofa::component::linearsystem {

/// A = m M + b B + k K as an operator: products are made by the components, no matrix is stored
/// (docs/manual/solvers.md, "Matrix-free systems").
class MatrixFreeSystem : public core::LinearSystem {
 public:
  core::Data<type::Vec<2, int>> d_matrixSize{this, "matrixSize", {}, "rows and columns of A", {.readOnly = true}};

  void build(const core::MechanicalParams& params) override;
  void multiply(core::VecDerivId q, core::VecDerivId p) override;
  /// The node whose subtree makes up the system: that of the linear solver. Called by the solver.
  void bind(core::Node& node, const type::TagSet& tags) override { m_ops.bind(node, tags); }

 private:
  simulation::MechanicalOperations m_ops;
  core::MechanicalParams m_params;
};

}  // namespace sofa::component::linearsystem
