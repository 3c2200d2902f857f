// SPDX-License-Identifier: Apache-2.0
#include "Sofa/Component/LinearSolver/SVDLinearSolver.h"

#include <algorithm>

#include "Sofa/Core/Service/ObjectFactory.h"

namespace sofa::component::linearsolver {

bool SVDLinearSolver::prepare(const linearalgebra::BlockMatrix& a) {
  warnIfLarge(a.rows());
  if (!m_svd.factorise(a)) return accept(a, {linearalgebra::FactorResult::Status::notFinite, -1, 0});
  d_conditionNumber.set(m_svd.conditionNumber());
  tellDropped();
  if (d_verbose.value())
    message(helper::Severity::Info, fmt::format("condition number {:.6g}, singular values {:.6g}",
                                                m_svd.conditionNumber(), fmt::join(m_svd.singularValues(), " ")));
  return true;
}

void SVDLinearSolver::tellDropped() {
  constexpr double singular = 1e-10;  // part of the largest value
  const auto values = m_svd.singularValues();
  if (m_toldDropped || values.empty() || d_minSingularValue.isSetByParsing()) return;
  const auto dropped = std::ranges::count_if(
      values, [&](double value) { return value <= d_minSingularValue.value() && value > singular * values.front(); });
  if (dropped == 0) return;
  m_toldDropped = true;
  warning(
      "{} of {} singular values are below minSingularValue, {} by default, though the matrix is not singular (the "
      "largest is {:.3g}): along them nothing is solved. Set minSingularValue, to {:.1g} for example.",
      dropped, values.size(), d_minSingularValue.value(), values.front(), singular * values.front());
}

void SVDLinearSolver::apply(std::span<const double> b, std::span<double> x) {
  std::copy(b.begin(), b.end(), x.begin());
  m_svd.solve(x, d_minSingularValue.value());
}

namespace {
const auto registered = core::Register("SVDLinearSolver", "Sofa.Component.LinearSolver.Direct",
                                       "solver by dense singular values, for small systems of any kind")
                            .wasCalled("SVD", "SOFA v24.12")
                            .wasCalled("SVDLinear", "SOFA v24.12")
                            .addAs<SVDLinearSolver>("FullMatrix")
                            .addAs<SVDLinearSolver>("CompressedRowSparseMatrixd")
                            .addAs<SVDLinearSolver>("CompressedRowSparseMatrixMat3x3d");
}  // namespace

}  // namespace sofa::component::linearsolver
