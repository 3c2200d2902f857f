// SPDX-License-Identifier: Apache-2.0
#include <pybind11/numpy.h>

#include "SceneWork.h"
#include "Sofa/Component/AnimationLoop/RunAdjoint.h"

/// Gradients of runs: what Sofa.Adjoint is made of.
namespace sofa::python {
namespace {

using component::animationloop::RunAdjoint;
using Numbers = py::array_t<double, py::array::c_style | py::array::forcecast>;

core::BaseState& stateOf(py::handle self) {
  if (auto* state = dynamic_cast<core::BaseState*>(&baseOf(self))) return *state;
  throw py::type_error("a mechanical state is expected");
}

std::span<const double> spanOf(const Numbers& numbers) {
  return {numbers.data(), static_cast<std::size_t>(numbers.size())};
}

/// A RunAdjoint of a scene that Python keeps alive.
class Run {
 public:
  explicit Run(py::handle root) : m_root(share(nodeOf(root))) {
    work([&] { m_adjoint = std::make_unique<RunAdjoint>(node()); });
  }
  ~Run() {
    m_adjoint.reset();  // before the scene
  }
  Run(const Run&) = delete;
  Run& operator=(const Run&) = delete;

  template <class F>
  void work(const F& f) {
    withoutPython(node(), f);
  }
  RunAdjoint& adjoint() { return *m_adjoint; }

  bool stepBack() {
    bool stepped = false;
    work([&] { stepped = m_adjoint->stepBack(); });
    return stepped;
  }
  double weightedResidual() {
    double value = 0;
    work([&] { value = m_adjoint->weightedResidual(); });
    return value;
  }

 private:
  simulation::Node& node() { return static_cast<simulation::Node&>(*m_root); }

  std::shared_ptr<core::Base> m_root;
  std::unique_ptr<RunAdjoint> m_adjoint;
};

py::list wrapped(const std::vector<core::BaseState*>& states) {
  py::list all;
  for (auto* state : states) all.append(wrap(state));
  return all;
}

py::array_t<double> rows(const core::BaseState& state, std::span<const double> values) {
  const auto width = static_cast<py::ssize_t>(state.derivSize());
  py::array_t<double> result({static_cast<py::ssize_t>(values.size()) / width, width});
  std::ranges::copy(values, result.mutable_data());
  return result;
}

}  // namespace

void bindAdjoint(py::module_& m) {
  py::class_<Run>(m, "RunAdjoint")
      .def(py::init<py::handle>())
      .def("free_states", [](Run& self) { return wrapped(self.adjoint().freeStates()); })
      .def("states", [](Run& self) { return wrapped(self.adjoint().states()); })
      .def("record", [](Run& self, double h) { self.work([&] { self.adjoint().record(h); }); })
      .def("set_end",
           [](Run& self, py::handle state, const Numbers& x, const Numbers& v) {
             self.adjoint().setEnd(stateOf(state), spanOf(x), spanOf(v));
           })
      .def("begin_backwards", [](Run& self) { self.work([&] { self.adjoint().beginBackwards(); }); })
      .def("step_back", &Run::stepBack)
      .def("weighted_residual", &Run::weightedResidual)
      .def("over_positions",
           [](Run& self, py::handle s) { return rows(stateOf(s), self.adjoint().overPositions(stateOf(s))); })
      .def("over_velocities",
           [](Run& self, py::handle s) { return rows(stateOf(s), self.adjoint().overVelocities(stateOf(s))); })
      .def("over_forces",
           [](Run& self, py::handle s) { return rows(stateOf(s), self.adjoint().overForces(stateOf(s))); });
}

}  // namespace sofa::python
