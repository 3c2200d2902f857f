// SPDX-License-Identifier: Apache-2.0
#include "Sofa/Component/LinearSolver/SSORPreconditioner.h"

#include "Sofa/Component/LinearSolver/PreconditionerAttributes.h"
#include "Sofa/Core/Service/ObjectFactory.h"

namespace sofa::component::linearsolver {

void SSORPreconditioner::init() {
  m_scaled = templateName() == "CompressedRowSparseMatrixd";
  const double omega = d_omega.value();
  if (!(omega > 0 && omega < 2))
    warning("omega=\"{}\" does not make a positive definite preconditioner: choose a value between 0 and 2.", omega);
  MatrixSolver::init();
}

bool SSORPreconditioner::prepare(const linearalgebra::BlockMatrix& a) {
  return accept(a, m_relaxation.factorise(a, d_omega.value()));
}

void SSORPreconditioner::apply(std::span<const double> b, std::span<double> x) { m_relaxation.apply(b, x, m_scaled); }

void SSORPreconditioner::parseExtra(core::ComponentDescription& description) { ignoreVerbose(*this, description); }

namespace {
const auto registered = core::Register("SSORPreconditioner", "Sofa.Component.LinearSolver.Preconditioner",
                                       "approximate inverse by symmetric successive over-relaxation")
                            .wasCalled("SSORLinearSolver", "SOFA v24.12")
                            .wasCalled("SSORSolver", "SOFA v24.12")
                            .addAs<SSORPreconditioner>("CompressedRowSparseMatrixd", true)
                            .addAs<SSORPreconditioner>("CompressedRowSparseMatrixMat3x3d");
}

}  // namespace sofa::component::linearsolver
