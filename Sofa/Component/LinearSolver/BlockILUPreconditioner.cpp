#include "Sofa/Component/LinearSolver/BlockILUPreconditioner.h"

#include "Sofa/Core/ObjectFactory.h"

namespace sofa::component::linearsolver {

bool BlockILUPreconditioner::prepare(const linearalgebra::BlockMatrix& a) {
  const auto result = m_factors.factorise(a);
  if (d_shift.value() != m_factors.shift()) d_shift.set(m_factors.shift());
  // A nearly singular approximation is still one.
  return result.usable() || accept(a, result);
}

void BlockILUPreconditioner::apply(std::span<const double> b, std::span<double> x) { m_factors.apply(b, x); }

namespace {
const auto registered =
    core::Register("BlockILUPreconditioner", "Sofa.Component.LinearSolver.Preconditioner",
                   "approximate inverse by an incomplete L U factorisation of the matrix by blocks, without fill")
        .addAs<BlockILUPreconditioner>("CompressedRowSparseMatrixMat3x3d", true)
        .addAs<BlockILUPreconditioner>("CompressedRowSparseMatrixd");
}

}  // namespace sofa::component::linearsolver
