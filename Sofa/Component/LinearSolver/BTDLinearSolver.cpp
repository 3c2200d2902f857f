// SPDX-License-Identifier: Apache-2.0
#include "Sofa/Component/LinearSolver/BTDLinearSolver.h"

#include <cmath>

#include "Sofa/Core/Service/ObjectFactory.h"

namespace sofa::component::linearsolver {
namespace {

constexpr int blockSize = 6;

/// The three diagonals of `a` in blocks of six, and whether something else than zero lies outside of them.
bool regroup(const linearalgebra::BlockMatrix& a, linearalgebra::BlockMatrix& sixes) {
  const int n = a.rows() / blockSize, b = a.blockSize();
  if (sixes.blockRows() != n) {
    std::vector<int> start{0}, columns;
    for (int i = 0; i < n; ++i) {
      for (int j = std::max(0, i - 1); j <= std::min(n - 1, i + 1); ++j) columns.push_back(j);
      start.push_back(static_cast<int>(columns.size()));
    }
    sixes.setPattern(blockSize, std::move(start), std::move(columns), n);
  }
  sixes.setZero();
  bool outside = false;
  for (int i = 0; i < a.blockRows(); ++i)
    for (int k = a.rowStart()[i]; k < a.rowStart()[i + 1]; ++k)
      for (int e = 0; e < b * b; ++e) {
        const int row = i * b + e % b, column = a.columnIndices()[k] * b + e / b;
        const std::size_t block = sixes.find(row / blockSize, column / blockSize);
        if (block != linearalgebra::BlockMatrix::notStored)
          sixes.block(block)[column % blockSize * blockSize + row % blockSize] = a.block(k)[e];
        else
          outside |= a.block(k)[e] != 0;
      }
  return outside;
}

}  // namespace

bool BTDLinearSolver::prepare(const linearalgebra::BlockMatrix& a) {
  if (a.rows() % blockSize != 0) {
    fail(
        fmt::format("BTDLinearSolver needs 6 unknowns per point, as rigid frames have, but the system has {} unknowns. "
                    "The solution is "
                    "set to zero. Use SparseLDLSolver.",
                    a.rows()));
    return false;
  }
  const bool regrouped = a.blockSize() != blockSize;
  bool outside = regrouped && regroup(a, m_sixes);
  const auto result = m_factors.factorise(regrouped ? m_sixes : a);
  outside |= m_factors.ignoredBlocks() > 0;
  if (outside && !std::exchange(m_warnedOutside, true))
    warning(
        "The matrix is not block tridiagonal: entries that join points other than neighbours in number are left out. "
        "Number the points along the chain, or use SparseLDLSolver.");
  if (d_verbose.value())
    message(helper::Severity::Info, fmt::format("{} block rows of {} unknowns", a.rows() / blockSize, blockSize));
  return accept(a, result);
}

void BTDLinearSolver::apply(std::span<const double> b, std::span<double> x) {
  std::copy(b.begin(), b.end(), x.begin());
  m_factors.solve(x);
  if (d_verification.value() || d_showProblem.value()) check(b, x);
}

void BTDLinearSolver::check(std::span<const double> b, std::span<const double> x) {
  constexpr double allowed = 1e-8;
  m_product.resize(x.size());
  l_linearSystem->matrix()->multiply(x, m_product);
  double error = 0, norm = 0;
  for (std::size_t i = 0; i < x.size(); ++i) {
    error += (m_product[i] - b[i]) * (m_product[i] - b[i]);
    norm += b[i] * b[i];
  }
  const double relative = norm > 0 ? std::sqrt(error / norm) : std::sqrt(error);
  if (d_showProblem.value()) message(helper::Severity::Info, fmt::format("relative residual {:.3g}", relative));
  if (d_verification.value() && !(relative <= allowed) && !std::exchange(m_warnedResidual, true))
    warning("The solution does not solve the system: its relative residual is {:.3g}.", relative);
}

namespace {
const auto registered = core::Register("BTDLinearSolver", "Sofa.Component.LinearSolver.Direct",
                                       "direct solver for block tridiagonal systems: chains of rigid frames")
                            .addAs<BTDLinearSolver>("BTDMatrix6d", true);
}  // namespace

}  // namespace sofa::component::linearsolver
