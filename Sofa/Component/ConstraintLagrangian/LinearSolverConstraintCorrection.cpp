#include "Sofa/Component/ConstraintLagrangian/LinearSolverConstraintCorrection.h"

#include <algorithm>
#include <limits>

#include "Sofa/Component/ConstraintLagrangian/FreeMotionResult.h"
#include "Sofa/Core/Service/ObjectFactory.h"
#include "Sofa/Simulation/Mechanics/MappedJacobians.h"

namespace sofa::component::constraintlagrangian {

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
void LinearSolverConstraintCorrection<DataTypes>::computeCompliance(const core::ConstraintProblem& problem) {
  constexpr int width = DataTypes::derivSize;
  int offset = 0;
  for (const auto* state : l_linearSolver->linearSystem()->states()) {
    if (state == l_mstate.get()) break;
    offset += simulation::scalars(*state);
  }
  m_rows.clear();
  m_jacobian.clear();
  const auto blocks = problem.jacobian.blocks(l_mstate.get());
  core::forEachRow(blocks, [&](std::size_t first, std::size_t last) {
    m_rows.push_back(blocks[first].row);
    for (std::size_t k = first; k < last; ++k)
      for (int c = 0; c < width; ++c)
        if (blocks[k].direction[c] != 0) m_jacobian.add(offset + blocks[k].point * width + c, blocks[k].direction[c]);
    m_jacobian.endRow();
  });
  const auto size = static_cast<Eigen::Index>(m_rows.size());
  m_w.setZero(size, size);
  if (m_rows.empty()) return;
  const auto quantity = problem.params.usesPositionFactor() ? Quantity::Position : Quantity::Velocity;
  l_linearSolver->addComplianceProduct(m_w, m_jacobian, l_odeSolver->solutionFactor(quantity, problem.params.dt));
  if (d_regularizationTerm.value() > std::numeric_limits<double>::epsilon())
    m_w.diagonal().array() += d_regularizationTerm.value();
}

template <class DataTypes>
void LinearSolverConstraintCorrection<DataTypes>::addCompliance(const core::ConstraintProblem& problem,
                                                                core::ComplianceMatrix& w) {
  computeCompliance(problem);
  for (std::size_t j = 0; j < m_rows.size(); ++j)
    for (std::size_t i = 0; i < m_rows.size(); ++i) w.add(m_rows[i], m_rows[j], m_w(i, j));
}

template <class DataTypes>
template <class F>
void LinearSolverConstraintCorrection<DataTypes>::forEachRowOf(const core::ConstraintBlock& block, const F& f) const {
  const auto first = std::ranges::lower_bound(m_rows, block.firstRow);
  for (auto it = first; it != m_rows.end() && *it < block.firstRow + block.rows; ++it)
    f(*it - block.firstRow, it - m_rows.begin());
}

template <class DataTypes>
void LinearSolverConstraintCorrection<DataTypes>::beginProducts(const core::ConstraintProblem& problem) {
  computeCompliance(problem);
  m_forces.assign(m_rows.size(), 0.0);
}

template <class DataTypes>
void LinearSolverConstraintCorrection<DataTypes>::addDiagonalBlock(const core::ConstraintProblem&,
                                                                   const core::ConstraintBlock& block,
                                                                   linearalgebra::DenseMatrix& w) {
  forEachRowOf(block,
               [&](int i, auto row) { forEachRowOf(block, [&](int j, auto column) { w(i, j) += m_w(row, column); }); });
}

template <class DataTypes>
void LinearSolverConstraintCorrection<DataTypes>::addDisplacement(const core::ConstraintProblem&,
                                                                  const core::ConstraintBlock& block,
                                                                  std::span<double> d) {
  forEachRowOf(block, [&](int i, auto row) {
    for (std::size_t k = 0; k < m_forces.size(); ++k) d[i] += m_w(k, row) * m_forces[k];
  });
}

template <class DataTypes>
void LinearSolverConstraintCorrection<DataTypes>::addForce(const core::ConstraintProblem&,
                                                           const core::ConstraintBlock& block,
                                                           std::span<const double> change) {
  forEachRowOf(block, [&](int i, auto row) { m_forces[static_cast<std::size_t>(row)] += change[i]; });
}

template <class DataTypes>
void LinearSolverConstraintCorrection<DataTypes>::correct(const core::ConstraintProblem& problem,
                                                          core::VecCoordId xResult, core::VecDerivId vResult) {
  m_ops.allocate(m_rhs);
  m_ops.clear(m_rhs);
  m_ops.allocate(m_solution);
  if (problem.jacobian.blocks(l_mstate.get()).empty()) {
    m_ops.clear(m_solution);
  } else {
    problem.jacobian.addTransposedProduct(l_mstate.get(), problem.lambda, l_mstate->flatWrite(m_rhs));
    solve();
  }
  const double dt = problem.params.dt;
  writeResult(problem.params, *l_mstate, l_mstate->flat(m_solution),
              l_odeSolver->solutionFactor(Quantity::Position, dt), l_odeSolver->solutionFactor(Quantity::Velocity, dt),
              xResult, vResult);
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
