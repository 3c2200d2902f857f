// SPDX-License-Identifier: Apache-2.0
#include "Sofa/Component/LinearSolver/PCGLinearSolver.h"

#include "Sofa/Core/Contract/SolverCircle.h"
#include "Sofa/Core/ObjectModel/ComponentScope.h"
#include "Sofa/Core/Service/ObjectFactory.h"

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

void PCGLinearSolver::solve(core::VecDerivId s, core::VecDerivId b) {
  const core::ComponentScope scope(*this);
  const Keeping keeping(*this, s, b);
  if (!isValid()) return;
  startFrom(s);
  const auto precondition = [this](core::VecDerivId z, core::VecDerivId r) {
    const helper::ProfileScope profile("Precondition");
    m_preconditioner->solve(z, r);
  };
  SystemSpace space(m_ops, *l_linearSystem);
  const mechanics::PreconditionedConjugateGradients method{.most = d_iterations.value(),
                                                           .tolerance = d_tolerance.value()};
  const auto outcome = method.solve(space, s, b, {m_residual, m_direction, m_product, m_preconditioned},
                                    m_preconditioner != nullptr, precondition, m_errors);
  report(outcome);
  // Otherwise forces that are not finite would leave a solution, and a run, that look sound.
  if (!std::isfinite(outcome.delta)) m_ops.addScaled(s, m_residual, 1.0);
}

void PCGLinearSolver::report(const mechanics::PreconditionedConjugateGradients::Outcome& outcome) {
  if (outcome.negativeCurvature <= 0) reportIndefinite(outcome.negativeCurvature);
  finish(outcome.end, outcome.iterations, outcome.residual);
  if (outcome.delta < 0 && !std::exchange(m_toldNegative, true))
    warning(
        "r.Cr = {:.3g} is negative: the preconditioner {} is not positive definite, and the solve stopped after {} "
        "iterations. Use another preconditioner.",
        outcome.delta, m_preconditioner ? m_preconditioner->path() : "", outcome.iterations);
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
