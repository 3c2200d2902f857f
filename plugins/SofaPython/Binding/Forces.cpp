// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include "PythonCall.h"
#include "Sofa/Core/Contract/ForceField.h"
#include "Sofa/Core/Contract/MatrixAccumulator.h"

/// Force fields written in Python. Exceptions of their methods leave animate(): a step without its forces means
/// nothing.
namespace sofa::python {
namespace {

using core::MechanicalParams;

/// Where nobody catches the exception, the component's name has to be told with it.
template <class Call>
auto telling(const core::Base& component, const char* method, const Call& call) {
  try {
    return call();
  } catch (py::error_already_set& problem) {
    passOn(problem);
    if (raisesErrors()) reportException(component, method, problem);
    throw;
  }
}

void addTriplets(const py::array_t<double, py::array::c_style | py::array::forcecast>& triplets,
                 const core::MatrixView& matrix) {
  const auto entries = triplets.unchecked<2>();
  for (py::ssize_t k = 0; k < entries.shape(0); ++k)
    matrix.add(static_cast<int>(entries(k, 0)), static_cast<int>(entries(k, 1)), entries(k, 2));
}

void addDense(const py::array_t<double, py::array::c_style | py::array::forcecast>& values,
              const core::MatrixView& matrix) {
  const auto entries = values.unchecked<3>();
  for (py::ssize_t i = 0; i < entries.shape(0); ++i)
    for (py::ssize_t j = 0; j < entries.shape(1); ++j)
      matrix.add(static_cast<int>(i), static_cast<int>(j), entries(i, j, 0));
}

void addMatrix(const py::object& result, const core::MatrixView& matrix) {
  const bool isArray = py::isinstance<py::array>(result);
  const py::array array = isArray ? py::array(result) : py::array();
  if (isArray && array.ndim() == 2 && array.shape(1) == 3) return addTriplets(array, matrix);
  if (isArray && array.ndim() == 3 && array.shape(0) == array.shape(1) && array.shape(2) == 1)
    return addDense(array, matrix);
  if (isArray && array.size() == 0) return;
  throw py::type_error("addKToMatrix returns an array of shape (k, 3), rows i, j, value; or of shape (n, n, 1)");
}

template <class DataTypes>
class PythonForceField final : public Scripted<core::ForceField<DataTypes>> {
 public:
  using Contract = core::ForceField<DataTypes>;
  using typename Contract::VecCoord;
  using typename Contract::VecDeriv;

  void addForce(const MechanicalParams& params, VecDeriv& f, const VecCoord& x, const VecDeriv& v) override {
    const PythonTurn turn;
    telling(*this, "addForce", [&] {
      return requireOverride(this->self, "addForce", "a force field")(paramsDict(params, time()), vectorObject(f, true),
                                                                      vectorObject(x, false), vectorObject(v, false));
    });
  }
  /// linearise(m, x, v) of the script: where the tangent is to be taken that is asked for next.
  void linearise(const MechanicalParams& params, const VecCoord& x, const VecDeriv& v, core::Linearisation) override {
    const PythonTurn turn;
    if (const auto function = overrideOf(this->self, "linearise"))
      telling(*this, "linearise",
              [&] { return function(paramsDict(params, time()), vectorObject(x, false), vectorObject(v, false)); });
  }
  std::optional<double> potentialEnergy(const MechanicalParams& params) override {
    const PythonTurn turn;
    const auto function = overrideOf(this->self, "getPotentialEnergy");
    if (!function || !this->mstate()) return {};
    return telling(*this, "getPotentialEnergy",
                   [&] {
                     return function(paramsDict(params, time()), vectorObject(this->mstate()->coords(params.x), false));
                   })
        .template cast<double>();
  }
  void addDForce(const MechanicalParams& params, VecDeriv& df, const VecDeriv& dx, double kFactor) override {
    const PythonTurn turn;
    if (!overrideOf(this->self, "addDForce") && overrideOf(this->self, "addKToMatrix"))
      return Contract::addDForce(params, df, dx, kFactor);
    py::dict m = paramsDict(params, time());
    m["kFactor"] = kFactor;
    callScript([&] {
      requireOverride(this->self, "addDForce", "a force field")(m, vectorObject(df, true), vectorObject(dx, false));
    });
  }
  void buildStiffnessMatrix(core::StiffnessMatrix* matrix) override {
    const PythonTurn turn;
    auto* state = this->mstate();
    if (!state) return;
    if (!overrideOf(this->self, "addKToMatrix") && overrideOf(this->self, "addDForce"))
      return Contract::buildStiffnessMatrix(matrix);
    MechanicalParams params;
    params.kFactor = 1;
    params.implicit = true;
    const py::object result = callScript([&] {
      return requireOverride(this->self, "addKToMatrix", "a force field")(paramsDict(params, time()), state->size(),
                                                                          state->coordSize());
    });
    addMatrix(result, matrix->getForceDerivativeIn(state).withRespectToPositionsIn(state));
  }
  void baseInit() override {
    Contract::init();
    if (!this->l_mstate) throw py::type_error(this->path() + ": no mechanical state is visible from its node");
  }

 private:
  double time() const { return this->context() ? this->context()->time() : 0; }
};

template <class DataTypes>
bool makeIf(py::handle self, const std::string& types) {
  if (types != DataTypes::name()) return false;
  adopt(self, new PythonForceField<DataTypes>, types);
  return true;
}

void make(py::handle self, const std::string& types) {
  using namespace type;
  if (findHandle(self)) return;
  if (!makeIf<Vec1Types>(self, types) && !makeIf<Vec2Types>(self, types) && !makeIf<Vec3Types>(self, types) &&
      !makeIf<Vec6Types>(self, types) && !makeIf<Rigid2Types>(self, types) && !makeIf<Rigid3Types>(self, types))
    throw py::type_error("there are no force fields on states of type " + types);
}

}  // namespace

void bindForces(py::module_& m) { m.def("make_force_field", &make); }

}  // namespace sofa::python
