// SPDX-License-Identifier: Apache-2.0
#include "Sofa/Component/LinearSolver/EigenSparseLU.h"

#include "Sofa/Core/Service/ObjectFactory.h"

namespace sofa::component::linearsolver {

void EigenSparseLU::init() {
  MatrixSolver::init();
  connectOrderingMethod(*this, l_orderingMethod);
}

bool EigenSparseLU::prepare(const linearalgebra::BlockMatrix& a) {
  m_lu.setOrdering(orderingOf(l_orderingMethod));
  return accept(a, m_lu.factorise(a));
}

void EigenSparseLU::apply(std::span<const double> b, std::span<double> x) {
  std::copy(b.begin(), b.end(), x.begin());
  m_lu.solve(x);
}

namespace {
const auto registered = core::Register("EigenSparseLU", "Sofa.Component.LinearSolver.Direct",
                                       "direct solver by sparse L U, for systems of any kind")
                            .addAs<EigenSparseLU>("CompressedRowSparseMatrixd")
                            .addAs<EigenSparseLU>("CompressedRowSparseMatrixMat3x3d");
}  // namespace

}  // namespace sofa::component::linearsolver
