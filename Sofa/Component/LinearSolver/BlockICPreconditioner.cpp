#include "Sofa/Component/LinearSolver/BlockICPreconditioner.h"

#include "Sofa/Core/ObjectFactory.h"

namespace sofa::component::linearsolver {

bool BlockICPreconditioner::prepare(const linearalgebra::BlockMatrix& a) {
  const auto result = m_factors.factorise(a);
  if (d_shift.value() != m_factors.shift()) d_shift.set(m_factors.shift());
  // A nearly singular approximation is still one.
  return result.usable() || accept(a, result);
}

void BlockICPreconditioner::apply(std::span<const double> b, std::span<double> x) { m_factors.apply(b, x); }

namespace {
const auto registered =
    core::Register("BlockICPreconditioner", "Sofa.Component.LinearSolver.Preconditioner",
                   "approximate inverse by an incomplete L D L^T factorisation of the matrix by blocks, without fill")
        .addAs<BlockICPreconditioner>("CompressedRowSparseMatrixMat3x3d", true)
        .addAs<BlockICPreconditioner>("CompressedRowSparseMatrixd");
}

}  // namespace sofa::component::linearsolver
