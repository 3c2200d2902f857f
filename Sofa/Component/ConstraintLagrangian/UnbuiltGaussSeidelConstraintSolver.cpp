#include "Sofa/Component/ConstraintLagrangian/UnbuiltGaussSeidelConstraintSolver.h"

#include <limits>

#include "Sofa/Core/Service/ObjectFactory.h"

namespace sofa::component::constraintlagrangian {

void UnbuiltGaussSeidelConstraintSolver::prepare(core::ConstraintProblem&) { assembly().beginProducts(); }

void UnbuiltGaussSeidelConstraintSolver::diagonalBlock(const core::ConstraintBlock& block,
                                                       linearalgebra::DenseMatrix& w) const {
  assembly().diagonalBlock(block, w);
  // On the diagonal only, not in the displacements: there it acts as under-relaxation.
  if (d_regularizationTerm.value() > std::numeric_limits<double>::epsilon())
    w.diagonal().array() += d_regularizationTerm.value();
}

void UnbuiltGaussSeidelConstraintSolver::addDisplacement(const core::ConstraintProblem&,
                                                         const core::ConstraintBlock& block,
                                                         std::span<double> d) const {
  assembly().addDisplacement(block, d);
}

void UnbuiltGaussSeidelConstraintSolver::forcesChanged(const core::ConstraintBlock& block,
                                                       std::span<const double> before, std::span<const double> now) {
  m_change.resize(now.size());
  bool isNonzero = false;
  for (std::size_t i = 0; i < now.size(); ++i) {
    m_change[i] = now[i] - before[i];
    isNonzero = isNonzero || m_change[i] != 0;
  }
  if (isNonzero) assembly().addForce(block, m_change);
}

namespace {
const auto registered =
    core::Register("UnbuiltGaussSeidelConstraintSolver", "Sofa.Component.Constraint.Lagrangian.Solver",
                   "multipliers of constraints by Gauss-Seidel sweeps without the compliance matrix")
        .add<UnbuiltGaussSeidelConstraintSolver>();
}

}  // namespace sofa::component::constraintlagrangian
