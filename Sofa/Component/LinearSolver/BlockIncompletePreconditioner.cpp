// SPDX-License-Identifier: Apache-2.0
#include "Sofa/Component/LinearSolver/BlockIncompletePreconditioner.h"

#include "Sofa/Core/Service/ObjectFactory.h"

namespace sofa::component::linearsolver {

using Kind = linearalgebra::IncompleteFactorisation::Kind;

template <Kind kind>
bool BlockIncompletePreconditioner<kind>::prepare(const linearalgebra::BlockMatrix& a) {
  const auto result = m_factors.factorise(a);
  if (d_shift.value() != m_factors.shift()) d_shift.set(m_factors.shift());
  if (m_factors.shift() > 0 && !std::exchange(m_toldShift, true))
    warning(
        "A pivot of the incomplete factorisation broke down: the diagonal was raised by {} of itself. If this slows "
        "convergence, look for points without mass or stiffness, or use a direct solver.",
        m_factors.shift());
  // A nearly singular approximation is still one.
  return result.usable() || accept(a, result);
}

template <Kind kind>
void BlockIncompletePreconditioner<kind>::apply(std::span<const double> b, std::span<double> x) {
  m_factors.apply(b, x);
}

namespace {
using BlockILU = BlockIncompletePreconditioner<Kind::lu>;
using BlockIC = BlockIncompletePreconditioner<Kind::cholesky>;

const auto registeredLU =
    core::Register("BlockILUPreconditioner", "Sofa.Component.LinearSolver.Preconditioner",
                   "approximate inverse by an incomplete L U factorisation of the matrix by blocks, without fill")
        .addAs<BlockILU>("CompressedRowSparseMatrixMat3x3d", true)
        .addAs<BlockILU>("CompressedRowSparseMatrixd");
const auto registeredCholesky =
    core::Register("BlockICPreconditioner", "Sofa.Component.LinearSolver.Preconditioner",
                   "approximate inverse by an incomplete L D L^T factorisation of the matrix by blocks, without fill")
        .addAs<BlockIC>("CompressedRowSparseMatrixMat3x3d", true)
        .addAs<BlockIC>("CompressedRowSparseMatrixd");
}  // namespace

}  // namespace sofa::component::linearsolver
