// SPDX-License-Identifier: Apache-2.0
#include <pybind11/numpy.h>

#include "SceneWork.h"
#include "Sofa/Core/Contract/LagrangianConstraint.h"
#include "Sofa/Core/Contract/LastSolution.h"
#include "Sofa/Core/Contract/Mapping.h"
#include "Sofa/Core/Contract/Mass.h"
#include "Sofa/Core/Contract/MatrixAccumulator.h"
#include "Sofa/Core/Contract/Solver.h"
#include "Sofa/LinearAlgebra/AssembledMatrix.h"

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
  const SceneWork work(*force);
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
  const SceneWork work(*mass);
  const auto states = mass->states();
  if (states.empty() || !states.front()) return py::none();
  return assemble<core::MassMatrixAccumulator>(
      *states.front(), [&](core::MassMatrixAccumulator& table) { mass->buildMassMatrix(&table); });
}

/// J of one output with respect to one input, for each pair of them.
py::list jacobians(py::handle self) {
  auto* mapping = dynamic_cast<core::BaseMapping*>(&baseOf(self));
  if (!mapping) throw py::type_error("getJs: a mapping is expected");
  const SceneWork work(*mapping);
  if (!mapping->isMechanical())
    throw py::value_error(mapping->path() + " moves a visual model: it has no Jacobian, only apply()");
  std::vector<std::unique_ptr<AssembledMatrix>> blocks;
  core::JacobianMatrix table;
  for (const auto* output : mapping->outputs())
    for (const auto* input : mapping->inputs()) {
      const int rows = static_cast<int>(output->size()) * output->derivSize(),
                columns = static_cast<int>(input->size()) * input->derivSize();
      auto& block = *blocks.emplace_back(std::make_unique<AssembledMatrix>());
      block.reset(1, rows, columns);
      table.add(output, input, &block.add(0, 0, rows, columns));
    }
  for (int pass = 0; pass < 3; ++pass) {  // the patterns, then the values
    for (auto& block : blocks) block->begin();
    mapping->buildJacobian(&table);
    bool isComplete = true;
    for (auto& block : blocks) isComplete = block->complete() && isComplete;
    if (isComplete) break;
  }
  py::list all;
  for (const auto& block : blocks) all.append(toTuple(block->matrix()));
  return all;
}

py::array_t<double> copyOf(std::span<const double> values) {
  return py::array_t<double>(static_cast<py::ssize_t>(values.size()), values.data());
}

// --- Linear systems --------------------------------------------------------------------------------------------------

/// Calls f with every T of the scene until it returns true.
template <class T, class F>
void findInScene(const core::Base& object, const F& f) {
  const auto* component = dynamic_cast<const core::Component*>(&object);
  if (!component || !component->context()) return;
  std::vector<T*> all;
  component->context()->root()->collectDown(all);
  for (auto* one : all)
    if (f(*one)) return;
}

/// Right-hand side and solution, of a linear solver or of one that solves this system; None where there are none.
py::object systemVectors(py::handle self) {
  auto& base = baseOf(self);
  const auto* solver = dynamic_cast<core::LastSolution*>(&base);
  const core::LinearSystem* system = dynamic_cast<core::LinearSystem*>(&base);
  if (system)
    findInScene<core::LinearSolver>(base, [&](const core::LinearSolver& one) {
      const auto* last = dynamic_cast<const core::LastSolution*>(&one);
      if (one.linearSystem() == system && last && (!solver || !last->lastSolution().empty())) solver = last;
      return false;
    });
  else if (const auto* known = dynamic_cast<core::LinearSolver*>(&base))
    system = known->linearSystem();
  if (!solver || !system || !system->matrix()) return py::none();
  return py::make_tuple(copyOf(solver->lastRightHandSide()), copyOf(solver->lastSolution()));
}

// --- Constraints -----------------------------------------------------------------------------------------------------

const core::ConstraintSolver& constraintSolver(py::handle self) {
  if (const auto* solver = dynamic_cast<core::ConstraintSolver*>(&baseOf(self))) return *solver;
  throw py::type_error("a constraint solver is expected");
}

/// Values by row of what was solved last; none if there were no rows.
template <class Values>
py::object byRow(py::handle self, const Values& values) {
  const auto* problem = constraintSolver(self).lastSolve().problem;
  return copyOf(problem ? std::span<const double>(values(*problem)) : std::span<const double>());
}

py::array_t<double> compliance(py::handle self) {
  const auto w = constraintSolver(self).lastCompliance();
  py::array_t<double> copy({w.rows(), w.cols()});
  auto to = copy.mutable_unchecked<2>();
  for (py::ssize_t r = 0; r < w.rows(); ++r)
    for (py::ssize_t c = 0; c < w.cols(); ++c) to(r, c) = w(r, c);
  return copy;
}

/// Rows of the constraints that act on a state, or on states that it drives: (rows, columns, values, row count) of the
/// entries, and the multipliers. None if no constraint solver of the scene knows the state.
py::object constraintsOf(py::handle self) {
  const auto* state = dynamic_cast<core::BaseState*>(&baseOf(self));
  if (!state) throw py::type_error("a state is expected");
  const core::ConstraintProblem* problem = nullptr;
  findInScene<core::ConstraintSolver>(*state, [&](const core::ConstraintSolver& solver) {
    const auto* last = solver.lastSolve().problem;
    if (last && !last->jacobian.blocks(state).empty()) problem = last;
    return problem != nullptr;
  });
  if (!problem) return py::none();
  std::vector<int> rows, columns;
  std::vector<double> values;
  const int width = state->derivSize();
  for (const auto& block : problem->jacobian.blocks(state))
    for (int k = 0; k < width; ++k)
      if (block.direction[k] != 0) {
        rows.push_back(block.row);
        columns.push_back(block.point * width + k);
        values.push_back(block.direction[k]);
      }
  return py::make_tuple(copyOf(std::span<const int>(rows)), copyOf(std::span<const int>(columns)),
                        copyOf(std::span<const double>(values)), problem->rows(),
                        copyOf(std::span<const double>(problem->lambda)));
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
  m.def("jacobians", &jacobians);
  m.def("system_matrix", &systemMatrix);
  m.def("system_vectors", &systemVectors);
  m.def("compliance", &compliance);
  m.def("multipliers", [](py::handle self) { return byRow(self, [](auto& p) { return std::span(p.lambda); }); });
  m.def("free_violations", [](py::handle self) { return byRow(self, [](auto& p) { return p.violation(); }); });
  m.def("constraints_of", &constraintsOf);
}

}  // namespace sofa::python
