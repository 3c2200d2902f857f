// SPDX-License-Identifier: Apache-2.0
#include <pybind11/numpy.h>

#include "DataValue.h"
#include "SceneWork.h"
#include "Sofa/Core/Contract/ForceField.h"
#include "Sofa/Core/Contract/MatrixAccumulator.h"
#include "Sofa/Core/Contract/ProjectiveConstraint.h"

/// Forces and products with their tangents at positions and velocities that a script gives.
namespace sofa::python {
namespace {

namespace vec = core::vec;
using Numbers = py::array_t<double, py::array::c_style | py::array::forcecast>;

void write(std::span<double> to, const Numbers& from, const char* what) {
  if (static_cast<std::size_t>(from.size()) != to.size())
    throw py::value_error(std::string(what) + ": the state has another number of entries");
  std::copy_n(from.data(), from.size(), to.begin());
}

/// The sum over force fields of f(x, v) + kFactor df/dx a + bFactor df/dv b. The state is left at x and v.
py::array_t<double> evaluate(py::handle self, const py::list& forces, const Numbers& x, const Numbers& v,
                             const Numbers& a, double kFactor, const Numbers& b, double bFactor) {
  auto* state = dynamic_cast<core::BaseState*>(&baseOf(self));
  if (!state) throw py::type_error("a state is expected");
  const SceneWork work(*state);
  write(state->hostWrite(vec::position), x, "positions");
  write(state->hostWrite(vec::velocity), v, "velocities");
  state->allocate(vec::dx);
  state->allocate(vec::dforce);
  state->clear(vec::dforce);
  core::MechanicalParams params;
  params.implicit = true;
  for (const auto entry : forces) {
    auto* force = dynamic_cast<core::BaseForceField*>(&baseOf(entry));
    if (!force) throw py::type_error("a force field is expected");
    force->accumulateForceAndLinearise(params, vec::dforce, core::Linearisation::exact);
    const auto addProduct = [&](const Numbers& with, double k, double d) {
      if (k == 0 && d == 0) return;
      write(state->hostWrite(vec::dx), with, "displacements");
      params.kFactor = k;
      params.bFactor = d;
      force->accumulateDForce(params, vec::dforce);
      params.kFactor = params.bFactor = 0;
    };
    addProduct(a, kFactor, 0);
    addProduct(b, 0, bFactor);
  }
  const auto sum = state->hostRead(vec::dforce);
  py::array_t<double> result({static_cast<py::ssize_t>(state->size()), static_cast<py::ssize_t>(state->derivSize())});
  std::copy(sum.begin(), sum.end(), result.mutable_data());
  return result;
}

/// Numbers of the reals of a state that a projective constraint takes out of its system.
py::array_t<int> fixedScalars(py::handle self) {
  auto* constraint = dynamic_cast<core::BaseProjectiveConstraint*>(&baseOf(self));
  if (!constraint) throw py::type_error("a projective constraint is expected");
  const SceneWork work(*constraint);
  const auto states = constraint->states();
  if (states.empty() || !states.front()) return py::array_t<int>(0);
  core::ZeroDirichletCondition condition;
  condition.setState(0, static_cast<int>(states.front()->size()) * states.front()->derivSize());
  constraint->applyConstraint(&condition);
  std::vector<int> columns;
  for (const auto& [row, column] : condition.discarded()) columns.push_back(column);
  return py::array_t<int>(static_cast<py::ssize_t>(columns.size()), columns.data());
}

}  // namespace

void bindEvaluation(py::module_& m) {
  m.def("evaluate_forces", &evaluate);
  m.def("fixed_scalars", &fixedScalars);
}

}  // namespace sofa::python
