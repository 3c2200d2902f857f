// SPDX-License-Identifier: Apache-2.0
#include "Sofa/Component/LinearSolver/FailureReport.h"

#include <cmath>

namespace sofa::component::linearsolver {
namespace {

std::string componentName(int component, int perPoint) {
  static const char* const names[] = {"x", "y", "z", "rotation about x", "rotation about y", "rotation about z"};
  static const char* const planar[] = {"x", "y", "rotation"};
  if (perPoint == 6) return names[component];
  if (perPoint == 2) return planar[component];
  if (perPoint == 3) return names[component];
  return "value";
}

/// Calls visit(row, column, value) for every real stored in block row i until it returns true; tells whether it did.
template <class Visit>
bool anyInBlockRow(const linearalgebra::BlockMatrix& a, int i, const Visit& visit) {
  const int b = a.blockSize();
  for (int k = a.rowStart()[i]; k < a.rowStart()[i + 1]; ++k)
    for (int c = 0; c < b; ++c)
      for (int r = 0; r < b; ++r)
        if (visit(i * b + r, a.columnIndices()[k] * b + c, a.block(k)[c * b + r])) return true;
  return false;
}

std::string explainNotFinite(const core::LinearSystem& system, const linearalgebra::BlockMatrix& a, int failingRow) {
  int row = failingRow, column = -1;
  for (int i = 0; i < a.blockRows() && column < 0; ++i)
    anyInBlockRow(a, i, [&](int r, int c, double value) {
      if (std::isfinite(value)) return false;
      row = r;
      column = c;
      return true;
    });
  if (column < 0)
    return fmt::format("The factors become infinite{}. The values of the matrix are too large, or nearly singular.",
                       row < 0 ? "" : " at " + describeRow(system, row));
  return fmt::format(
      "The matrix holds a value that is not finite (NaN or infinite) at {}, column {}. Is a position, a mass or a "
      "stiffness not finite, or an element without volume?",
      describeRow(system, row), column);
}

bool isZeroRow(const linearalgebra::BlockMatrix& a, int row) {
  return !anyInBlockRow(a, row / a.blockSize(), [&](int r, int, double value) { return r == row && value != 0; });
}

}  // namespace

std::string describeRow(const core::LinearSystem& system, int row) {
  int first = 0;
  for (const core::BaseState* state : system.states()) {
    const int perPoint = state->derivSize(), size = static_cast<int>(state->size()) * perPoint;
    if (row < first + size)
      return fmt::format("row {} ({} of point {} of {})", row, componentName((row - first) % perPoint, perPoint),
                         (row - first) / perPoint, state->path());
    first += size;
  }
  return fmt::format("row {}", row);
}

std::string explainFailure(const core::LinearSystem& system, const linearalgebra::BlockMatrix& a,
                           const linearalgebra::FactorResult& result) {
  using Status = linearalgebra::FactorResult::Status;
  if (result.status == Status::notFinite) return explainNotFinite(system, a, result.row);
  int row = result.row;
  for (int i = 0; i < a.rows() && row < 0; ++i)
    if (isZeroRow(a, i)) row = i;
  const std::string where = row < 0 ? "" : " at " + describeRow(system, row);
  if (row >= 0 && isZeroRow(a, row))
    return fmt::format(
        "The matrix is singular{}: the row is zero, neither a mass nor a stiffness acts there. Give the point a mass, "
        "attach it to an element or fix it.",
        where);
  const char* hint = "Is a body unconstrained in a static solve, a mass missing or zero, or a stiffness zero?";
  if (result.status == Status::nearlySingular)
    return fmt::format("The matrix is nearly singular{}: only {:.1g} of the diagonal is left there. {}", where,
                       result.pivotLoss, hint);
  return fmt::format("The matrix is singular{}. {}", row < 0 ? "" : where + ": the pivot there is zero", hint);
}

}  // namespace sofa::component::linearsolver
