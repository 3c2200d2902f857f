// SPDX-License-Identifier: Apache-2.0
#include "Sofa/Component/LinearSolver/BlockJacobiPreconditioner.h"

#include "Sofa/Component/LinearSolver/PreconditionerAttributes.h"
#include "Sofa/Core/Service/ObjectFactory.h"

namespace sofa::component::linearsolver {

namespace {
constexpr int width = 3;
}

bool BlockJacobiPreconditioner::prepare(const linearalgebra::BlockMatrix& a) {
  if (a.rows() % width == 0) return accept(a, m_inverse.factorise(a, width));
  fail(
      fmt::format("BlockJacobiPreconditioner takes the unknowns by threes, but {} has {}. Use JacobiPreconditioner or "
                  "SSORPreconditioner for points that are not of type Vec3 or Rigid3.",
                  l_linearSystem->path(), a.rows()));
  return false;
}

void BlockJacobiPreconditioner::apply(std::span<const double> b, std::span<double> x) { m_inverse.apply(b, x); }

void BlockJacobiPreconditioner::parseExtra(core::ComponentDescription& description) {
  ignoreVerbose(*this, description);
}

namespace {
// Scenes know it by the type of its vectors; the type of its matrix is accepted too.
const auto registered = core::Register("BlockJacobiPreconditioner", "Sofa.Component.LinearSolver.Preconditioner",
                                       "approximate inverse: that of the 3x3 diagonal blocks of the matrix")
                            .addAs<BlockJacobiPreconditioner>("FullVector", true)
                            .addAs<BlockJacobiPreconditioner>("BlockDiagonalMatrixMat3x3d");
}  // namespace

}  // namespace sofa::component::linearsolver
