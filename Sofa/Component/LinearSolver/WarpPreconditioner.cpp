// SPDX-License-Identifier: Apache-2.0
#include "Sofa/Component/LinearSolver/WarpPreconditioner.h"

#include "Sofa/Core/Contract/SolverCircle.h"
#include "Sofa/Core/Service/ObjectFactory.h"
#include "Sofa/LinearAlgebra/BlockDiagonal.h"

namespace sofa::component::linearsolver {

core::LinearSolver* WarpPreconditioner::findSolver() const {
  for (auto* solver : context()->allLocal<core::LinearSolver>())
    if (solver != this && solver->templateName() != "GraphScattered" && solver->className() != className())
      return solver;
  return nullptr;
}

void WarpPreconditioner::bwdInit() {
  if (!l_linearSolver && !l_linearSolver.isGiven()) l_linearSolver.set(findSolver());
  if (!l_linearSolver || l_linearSolver.get() == this) {
    error(
        "linearSolver=\"{}\": there is no linear solver to turn. Add one on an assembled matrix to this node, for "
        "example <SparseLDLSolver name=\"solver\" template=\"CompressedRowSparseMatrixMat3x3\"/>.",
        l_linearSolver.text());
    setInvalid();
  } else if (l_linearSolver->templateName() == "GraphScattered") {
    error(
        "linearSolver=\"{}\" is matrix-free: {} needs a solver on an assembled matrix, for example SparseLDLSolver or "
        "template=\"CompressedRowSparseMatrixMat3x3\".",
        l_linearSolver.text(), className());
    setInvalid();
  } else if (const auto circle = core::solverCircle(*this); !circle.empty()) {
    error("linearSolver=\"{}\" leads back to this preconditioner ({}). Name a solver such as SparseLDLSolver.",
          l_linearSolver.text(), circle);
    setInvalid();
  }
}

bool WarpPreconditioner::prepare(const linearalgebra::BlockMatrix& a) {
  if (!isValid()) return false;
  m_rotation = &a;
  const auto* system = l_linearSolver->linearSystem();
  if (a.blockSize() == 3 && system && system->matrix() && system->matrix()->rows() == a.rows()) return true;
  fail(
      fmt::format("The rotations of {} concern {} unknowns by threes, the matrix of {} has {}. Let mainSystem of the "
                  "RotationMatrixSystem be the system of that solver, for points of type Vec3.",
                  l_linearSystem->path(), a.rows(), l_linearSolver->path(),
                  system && system->matrix() ? system->matrix()->rows() : 0));
  return false;
}

void WarpPreconditioner::apply(std::span<const double> b, std::span<double> x) {
  const auto& inner = *l_linearSolver->linearSystem();
  m_work.resize(b.size());
  linearalgebra::multiplyBlockDiagonal(*m_rotation, b, m_work, true);
  inner.scatter(m_work, m_turned);
  linearalgebra::multiplyBlockDiagonal(*m_rotation, x, m_work, true);  // the guess
  inner.scatter(m_work, m_solution);
  l_linearSolver->solve(m_solution, m_turned);
  inner.gather(m_solution, m_work);
  linearalgebra::multiplyBlockDiagonal(*m_rotation, m_work, x, false);
}

namespace {
const auto registered =
    core::Register("WarpPreconditioner", "Sofa.Component.LinearSolver.Preconditioner",
                   "approximate inverse: that of an older matrix, turned with the body")
        .ignores("update_step", "assemblingRate of RotationMatrixSystem says how often the preconditioner is built")
        .ignores("useRotationFinder", "rotations come from the force field that knows them")
        .addAs<WarpPreconditioner>("RotationMatrixd", true);
}

}  // namespace sofa::component::linearsolver
