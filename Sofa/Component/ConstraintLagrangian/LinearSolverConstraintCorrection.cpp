#include "Sofa/Component/ConstraintLagrangian/LinearSolverConstraintCorrection.h"

#include <algorithm>
#include <limits>

#include "Sofa/Component/ConstraintLagrangian/FreeMotionResult.h"
#include "Sofa/Core/Service/ObjectFactory.h"

namespace sofa::component::constraintlagrangian {

using core::ConstraintParams;
using Quantity = core::OdeSolver::Quantity;

template <class DataTypes>
void LinearSolverConstraintCorrection<DataTypes>::init() {
  if (!l_mstate) l_mstate.set(dynamic_cast<core::State<DataTypes>*>(core::mechanicalState(*context())));
  findSolvers();
  if (!l_mstate) {
    error("No mechanical state of type {} is visible from this node.", DataTypes::name());
  } else if (!l_linearSolver) {
    error("No linear solver in this node: add a direct one, for example SparseLDLSolver, or set linearSolver.");
  } else if (l_linearSolver->templateName() == "GraphScattered") {
    error(
        "{} works without a matrix (template GraphScattered): its inverse cannot be used by constraints. Give it "
        "template=\"CompressedRowSparseMatrixMat3x3d\", or use a direct solver.",
        l_linearSolver->path());
  } else if (!l_odeSolver) {
    error("No ODE solver in this node or the scene: add an EulerImplicitSolver, or set ODESolver.");
  } else {
    m_ops.bind(*l_linearSolver->context());
    return setValid();
  }
  setInvalid();
}

template <class DataTypes>
void LinearSolverConstraintCorrection<DataTypes>::findSolvers() {
  if (!l_linearSolver) l_linearSolver.set(context()->template local<core::LinearSolver>());
  if (!l_odeSolver) l_odeSolver.set(context()->template local<core::OdeSolver>());
  if (l_odeSolver) return;
  const auto* root = context();
  while (root->parent()) root = root->parent();
  l_odeSolver.set(root->template down<core::OdeSolver>());
}

template <class DataTypes>
void LinearSolverConstraintCorrection<DataTypes>::solve() {
  m_ops.clear(m_solution);
  l_linearSolver->solve(m_solution, m_rhs);
}

template <class DataTypes>
void LinearSolverConstraintCorrection<DataTypes>::addCompliance(const ConstraintParams& params,
                                                                const core::ConstraintJacobian& jacobian,
                                                                linearalgebra::DenseMatrix& w) {
  const auto entries = jacobian.entries(l_mstate.get());
  const double f =
      l_odeSolver->solutionFactor(params.usesPositionFactor() ? Quantity::Position : Quantity::Velocity, params.dt);
  const double regularization = d_regularizationTerm.value();
  m_ops.allocate(m_rhs);
  for (std::size_t first = 0; first < entries.size();) {
    const int row = entries[first].row;
    m_ops.clear(m_rhs);
    const auto rhs = l_mstate->flatWrite(m_rhs);
    for (; first < entries.size() && entries[first].row == row; ++first)
      rhs[entries[first].column] += entries[first].value;
    solve();
    const auto solution = l_mstate->flat(m_solution);
    for (const auto& entry : entries) w(entry.row, row) += f * entry.value * solution[entry.column];
    if (regularization > std::numeric_limits<double>::epsilon()) w(row, row) += regularization;
  }
}

template <class DataTypes>
void LinearSolverConstraintCorrection<DataTypes>::correct(const ConstraintParams& params,
                                                          const core::ConstraintJacobian& jacobian,
                                                          std::span<const double> lambda, core::VecCoordId xResult,
                                                          core::VecDerivId vResult) {
  m_ops.allocate(m_rhs);
  m_ops.clear(m_rhs);
  m_ops.allocate(m_solution);
  if (jacobian.entries(l_mstate.get()).empty()) {
    m_ops.clear(m_solution);
  } else {
    jacobian.addTransposedProduct(l_mstate.get(), lambda, l_mstate->flatWrite(m_rhs));
    solve();
  }
  writeResult(params, *l_mstate, l_mstate->flat(m_solution), l_odeSolver->solutionFactor(Quantity::Position, params.dt),
              l_odeSolver->solutionFactor(Quantity::Velocity, params.dt), xResult, vResult);
}

namespace {
const auto registered =
    core::Register("LinearSolverConstraintCorrection", "Sofa.Component.Constraint.Lagrangian.Correction",
                   "constraint correction by the linear system of the ODE solver")
        .add<LinearSolverConstraintCorrection<type::Vec1Types>>()
        .add<LinearSolverConstraintCorrection<type::Vec2Types>>()
        .add<LinearSolverConstraintCorrection<type::Vec3Types>>()
        .add<LinearSolverConstraintCorrection<type::Rigid3Types>>();
}

}  // namespace sofa::component::constraintlagrangian
