// SPDX-License-Identifier: Apache-2.0
#include "Sofa/Component/LinearSolver/PCGLinearSolver.h"

#include "Sofa/Core/Contract/SolverCircle.h"
#include "Sofa/Core/ObjectModel/ComponentScope.h"
#include "Sofa/Core/Service/ObjectFactory.h"
#include "Sofa/Helper/Interrupt.h"

namespace sofa::component::linearsolver {

void PCGLinearSolver::init() {
  checkPositive(d_tolerance);
  m_errors.reserve(std::min(d_iterations.value(), 100000u) + 1);
  setValid();
  connect("PreconditionedMatrixFreeSystem");
  if (!l_linearSystem) return setInvalid();
  m_preconditionerSystem =
      dynamic_cast<core::Link<core::LinearSystem>*>(l_linearSystem->findLink("preconditionerSystem"));
  if (m_preconditionerSystem) return;
  error(
      "The linear system {} of class {} does not build a preconditioner. Use a PreconditionedMatrixFreeSystem, or "
      "leave "
      "linearSystem empty.",
      l_linearSystem->path(), l_linearSystem->className());
  setInvalid();
}

void PCGLinearSolver::bwdInit() { connectPreconditioner(); }

bool PCGLinearSolver::checkPreconditioner() const {
  if (!l_preconditioner) {
    error(
        "preconditioner=\"{}\": there is no linear solver of that path. Name one, for example "
        "<SSORPreconditioner name=\"preconditioner\"/> with preconditioner=\"@preconditioner\".",
        l_preconditioner.text());
    return false;
  }
  if (l_preconditioner.get() == this) {
    error("preconditioner=\"{}\" is this solver itself. Name another linear solver.", l_preconditioner.text());
    return false;
  }
  if (l_preconditioner->linearSystem() == l_linearSystem.get()) {
    error(
        "The preconditioner {} ({}) has the system of this solver, {}, for its own. A preconditioner needs an "
        "assembled "
        "one: leave its linearSystem empty, or link a MatrixLinearSystem.",
        l_preconditioner->path(), l_preconditioner->className(), l_linearSystem->path());
    return false;
  }
  if (l_preconditioner->templateName() != "GraphScattered") return true;
  error(
      "The preconditioner {} ({}) is matrix-free, but a preconditioner needs an assembled matrix. Use "
      "JacobiPreconditioner, SSORPreconditioner, SparseLDLSolver..., or give it "
      "template=\"CompressedRowSparseMatrixMat3x3\".",
      l_preconditioner->path(), l_preconditioner->className());
  return false;
}

void PCGLinearSolver::connectPreconditioner() {
  m_preconditioner = nullptr;
  if (!isValid()) return;
  m_preconditionerSystem->set(nullptr);
  if (!l_preconditioner.isGiven() || !d_usePreconditioner.value()) return;
  if (!checkPreconditioner()) return setInvalid();
  m_preconditioner = l_preconditioner.get();
  m_preconditionerSystem->set(m_preconditioner->linearSystem());
  const auto circle = core::solverCircle(*l_linearSystem);
  if (circle.empty()) return;
  error("The system of the preconditioner {} is made of that of this solver ({}). Let it have one of its own.",
        m_preconditioner->path(), circle);
  m_preconditionerSystem->set(nullptr);
  setInvalid();
}

void PCGLinearSolver::build(const core::MechanicalParams& params) {
  const bool wanted = d_usePreconditioner.value() && l_preconditioner.isGiven();
  if (wanted != (m_preconditioner != nullptr) || (m_preconditioner && !*m_preconditionerSystem))
    connectPreconditioner();
  if (isValid()) IterativeSolver::build(params);
}

double PCGLinearSolver::precondition(core::VecDerivId z, core::VecDerivId r) {
  if (m_preconditioner) {
    const helper::ProfileScope scope("Precondition");
    m_preconditioner->solve(z, r);
  } else {
    m_ops.copy(z, r);
  }
  return m_ops.dot(r, z);
}

void PCGLinearSolver::solve(core::VecDerivId s, core::VecDerivId b) {
  const core::ComponentScope scope(*this);
  const Keeping keeping(*this, s, b);
  if (!isValid()) return;
  auto& system = *l_linearSystem;
  const unsigned most = d_iterations.value();
  const double squaredRhs = m_ops.dot(b, b), bound = d_tolerance.value() * squaredRhs;
  m_errors.clear();
  startFrom(s);
  system.multiply(m_residual, s);
  m_ops.sum(m_residual, b, m_residual, -1.0);
  // A preconditioner that cannot solve writes nothing: the direction is then zero and no iteration is made.
  m_ops.clear(m_direction);
  m_ops.clear(m_preconditioned);
  double delta = precondition(m_direction, m_residual), squaredResidual = -1;
  unsigned n = 0;
  for (; n < most && delta > bound; ++n) {
    helper::checkInterrupt();
    m_errors.push_back(delta / squaredRhs);
    system.multiply(m_product, m_direction);
    const double curvature = m_ops.dot(m_direction, m_product);
    if (curvature <= 0) reportIndefinite(curvature);
    if (curvature == 0) break;
    squaredResidual = m_ops.stepAndResidual(s, m_direction, m_residual, m_product, delta / curvature);
    const double previous = delta;
    if (m_preconditioner) {
      delta = precondition(m_preconditioned, m_residual);
      m_ops.sum(m_direction, m_preconditioned, m_direction, delta / previous);
    } else {
      delta = squaredResidual;
      m_ops.sum(m_direction, m_residual, m_direction, delta / previous);
    }
  }
  if (squaredResidual < 0) squaredResidual = m_ops.dot(m_residual, m_residual);
  end(delta, bound, n, squaredResidual, squaredRhs);
  // Otherwise forces that are not finite would leave a solution, and a run, that look sound.
  if (!std::isfinite(delta)) m_ops.addScaled(s, m_residual, 1.0);
}

void PCGLinearSolver::end(double delta, double bound, unsigned iterations, double squaredResidual, double squaredRhs) {
  const double scale = squaredRhs > 0 ? squaredRhs : 1.0;
  const bool finite = std::isfinite(delta) && std::isfinite(squaredResidual);
  finish(delta <= bound && delta >= 0 ? End::tolerance : End::limit, iterations,
         finite ? std::sqrt(squaredResidual / scale) : std::numeric_limits<double>::quiet_NaN());
  if (delta < 0 && !std::exchange(m_toldNegative, true))
    warning(
        "r.Cr = {:.3g} is negative: the preconditioner {} is not positive definite, and the solve stopped after {} "
        "iterations. Use another preconditioner.",
        delta, m_preconditioner ? m_preconditioner->path() : "", iterations);
  d_graph.edit()["Error"] = m_errors;
}

namespace {
const auto registered =
    core::Register("PCGLinearSolver", "Sofa.Component.LinearSolver.Iterative",
                   "conjugate gradients preconditioned by another linear solver")
        .ignores("update_step",
                 "assemblingRate of PreconditionedMatrixFreeSystem says how often the preconditioner is built")
        .wasCalled("ShewchukPCGLinearSolver")
        .addAs<PCGLinearSolver>("GraphScattered", true);
}

}  // namespace sofa::component::linearsolver
