#include <pybind11/numpy.h>

#include "Handle.h"
#include "Sofa/Core/Contract/Mass.h"
#include "Sofa/Core/Contract/MatrixAccumulator.h"
#include "Sofa/Core/Contract/Solver.h"
#include "Sofa/LinearAlgebra/Contribution.h"

/// Matrices of components, copied, as (values, columns, row starts, rows, columns) in block-compressed rows with the
/// size of a block; the package makes matrices of scipy of them.
namespace sofa::python {
namespace {

using linearalgebra::AssembledMatrix;
using linearalgebra::BlockMatrix;

/// Blocks are stored column by column, numpy wants them row by row.
py::array_t<double> blockValues(const BlockMatrix& matrix) {
  const auto n = static_cast<py::ssize_t>(matrix.blockSize()), count = static_cast<py::ssize_t>(matrix.blockCount());
  py::array_t<double> values({count, n, n});
  auto to = values.mutable_unchecked<3>();
  for (py::ssize_t k = 0; k < count; ++k) {
    const double* block = matrix.block(static_cast<std::size_t>(k));
    for (py::ssize_t c = 0; c < n; ++c)
      for (py::ssize_t r = 0; r < n; ++r) to(k, r, c) = block[c * n + r];
  }
  return values;
}

py::array_t<int> copyOf(std::span<const int> values) {
  return py::array_t<int>(static_cast<py::ssize_t>(values.size()), values.data());
}

py::tuple toTuple(const BlockMatrix& matrix) {
  return py::make_tuple(blockValues(matrix), copyOf(matrix.columnIndices()), copyOf(matrix.rowStart()), matrix.rows(),
                        matrix.columns());
}

/// build() adds to a table whose one block, between a state and itself, is the whole matrix.
template <class Table, class Build>
py::tuple assemble(core::BaseState& state, const Build& build) {
  const int size = static_cast<int>(state.size()) * state.derivSize();
  AssembledMatrix matrix;
  matrix.reset(state.derivSize(), size, size);
  Table table;
  table.add(&state, &state, &matrix.add(0, 0, size, size));
  for (int pass = 0; pass < 3; ++pass) {  // the pattern, then the values
    matrix.begin();
    build(table);
    if (matrix.complete()) break;
  }
  return toTuple(matrix.matrix());
}

py::object stiffness(py::handle self) {
  auto* force = dynamic_cast<core::BaseForceField*>(&baseOf(self));
  if (!force) throw py::type_error("assembleKMatrix: a force field is expected");
  const auto states = force->states();
  if (states.empty() || !states.front()) return py::none();
  core::MechanicalParams params;
  params.kFactor = 1;
  params.implicit = true;
  force->lineariseAt(params, core::Linearisation::exact);
  return assemble<core::StiffnessMatrix>(*states.front(),
                                         [&](core::StiffnessMatrix& table) { force->buildStiffnessMatrix(&table); });
}

py::object mass(py::handle self) {
  auto* mass = dynamic_cast<core::BaseMass*>(&baseOf(self));
  if (!mass) throw py::type_error("assembleMMatrix: a mass is expected");
  const auto states = mass->states();
  if (states.empty() || !states.front()) return py::none();
  return assemble<core::MassMatrixAccumulator>(
      *states.front(), [&](core::MassMatrixAccumulator& table) { mass->buildMassMatrix(&table); });
}

/// That of a linear solver or system; None where there is none.
py::object systemMatrix(py::handle self) {
  auto& base = baseOf(self);
  auto* system = dynamic_cast<core::LinearSystem*>(&base);
  if (auto* solver = dynamic_cast<core::LinearSolver*>(&base)) system = solver->linearSystem();
  const auto* matrix = system ? system->matrix() : nullptr;
  if (!matrix) return py::none();
  return toTuple(*matrix);
}

}  // namespace

void bindMatrices(py::module_& m) {
  m.def("stiffness_matrix", &stiffness);
  m.def("mass_matrix", &mass);
  m.def("system_matrix", &systemMatrix);
}

}  // namespace sofa::python
