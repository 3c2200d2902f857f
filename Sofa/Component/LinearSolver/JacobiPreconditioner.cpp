// SPDX-License-Identifier: Apache-2.0
#include "Sofa/Component/LinearSolver/JacobiPreconditioner.h"

#include "Sofa/Component/LinearSolver/PreconditionerAttributes.h"
#include "Sofa/Core/Service/ObjectFactory.h"

namespace sofa::component::linearsolver {

bool JacobiPreconditioner::prepare(const linearalgebra::BlockMatrix& a) { return accept(a, m_inverse.factorise(a)); }

void JacobiPreconditioner::apply(std::span<const double> b, std::span<double> x) { m_inverse.apply(b, x); }

void JacobiPreconditioner::parseExtra(core::ComponentDescription& description) { ignoreVerbose(*this, description); }

namespace {
const auto registered = core::Register("JacobiPreconditioner", "Sofa.Component.LinearSolver.Preconditioner",
                                       "approximate inverse: that of the diagonal of the matrix")
                            .wasCalled("JacobiLinearSolver", "SOFA v24.12")
                            .wasCalled("JacobiSolver", "SOFA v24.12")
                            .addAs<JacobiPreconditioner>("DiagonalMatrix", true);
}

}  // namespace sofa::component::linearsolver
