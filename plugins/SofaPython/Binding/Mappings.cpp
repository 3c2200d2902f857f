// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>
#include <pybind11/stl.h>

#include "PythonCall.h"
#include "Sofa/Core/Contract/Mapping.h"
#include "Sofa/Core/Contract/MatrixAccumulator.h"

/// Mappings written in Python. Exceptions of their methods leave animate().
namespace sofa::python {
namespace {

template <class In, class Out>
class PythonMapping final : public Scripted<core::Mapping<In, Out>> {
 public:
  using Contract = core::Mapping<In, Out>;

  void apply(typename Out::VecCoord& out, const typename In::VecCoord& in) override {
    call("apply", vectorObjectLater(out, true), in);
  }
  void applyJ(typename Out::VecDeriv& out, const typename In::VecDeriv& in) override {
    call("applyJ", vectorObjectLater(out, true), in);
  }
  void applyJT(typename In::VecDeriv& in, const typename Out::VecDeriv& out) override {
    call("applyJT", vectorObjectLater(in, true), out);
  }
  /// getJ() of the script: a sparse or dense matrix.
  void buildJacobian(core::JacobianMatrix* jacobian) override {
    const PythonTurn turn;
    const auto function = overrideOf(this->self, "getJ");
    if (!function) return Contract::buildJacobian(jacobian);
    const py::object triplets = py::module_::import("Sofa.Core").attr("_triplets")(callScript(function));
    const auto rows = triplets[py::int_(0)].template cast<py::array_t<int>>();
    const auto columns = triplets[py::int_(1)].template cast<py::array_t<int>>();
    const auto values = triplets[py::int_(2)].template cast<py::array_t<double>>();
    const auto view = jacobian->block(this->l_output.get(), this->l_input.get());
    for (py::ssize_t k = 0; k < values.size(); ++k) view.add(rows.at(k), columns.at(k), values.at(k));
  }
  void baseInit() override {
    std::string ignored;
    if (!this->l_input.isGiven() && !this->l_input) this->l_input.read("@../", &ignored);
    if (!this->l_output.isGiven() && !this->l_output) this->l_output.read("@./", &ignored);
    this->l_input.retry();
    this->l_output.retry();
    if (!this->l_input || !this->l_output)
      throw py::type_error(
          fmt::format("{}: input and output are states of type {} and {}", this->path(), In::name(), Out::name()));
    Contract::init();
  }

 private:
  /// The Python object of a vector is made when Python's lock is held.
  template <class Vector>
  static auto vectorObjectLater(Vector& vector, bool writeable) {
    return [&vector, writeable] { return vectorObject(vector, writeable); };
  }
  template <class Target, class Vector>
  void call(const char* method, const Target& target, const Vector& source) {
    const PythonTurn turn;
    const double time = this->context() ? this->context()->time() : 0;
    callScript([&] {
      requireOverride(this->self, method, "a mapping")(paramsDict({}, time), target(), vectorObject(source, false));
    });
  }
};

using Make = void (*)(py::handle);
using Table = std::map<std::string, Make>;

template <class In, class... Outs>
void add(Table& table) {
  ((table[fmt::format("{}_{}", In::name(), Outs::name())] =
        [](py::handle self) {
          adopt(self, new PythonMapping<In, Outs>, fmt::format("{},{}", In::name(), Outs::name()));
        }),
   ...);
}

const Table& table() {
  using namespace type;
  static const Table all = [] {
    Table t;
    add<Vec1Types, Vec1Types, Vec2Types, Vec3Types>(t);
    add<Vec2Types, Vec1Types, Vec2Types>(t);
    add<Vec3Types, Vec1Types, Vec2Types, Vec3Types, Rigid3Types>(t);
    add<Vec6Types, Vec1Types, Vec3Types, Vec6Types>(t);
    add<Rigid2Types, Vec2Types, Rigid2Types>(t);
    add<Rigid3Types, Vec1Types, Vec3Types, Vec6Types, Rigid3Types>(t);
    return t;
  }();
  return all;
}

}  // namespace

void bindMappings(py::module_& m) {
  m.def("mapping_names", [] {
    std::vector<std::string> names;
    for (const auto& [name, make] : table()) names.push_back(name);
    return names;
  });
  m.def("make_mapping", [](py::handle self, const std::string& name) {
    if (!findHandle(self)) table().at(name)(self);
  });
}

}  // namespace sofa::python
