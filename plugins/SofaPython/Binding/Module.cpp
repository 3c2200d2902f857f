// SPDX-License-Identifier: Apache-2.0
#include <cstdlib>
#include <cstring>

#include "ScriptEnd.h"
#include "WriteLog.h"

namespace py = pybind11;

namespace {

/// What help() shows of a function that was bound here: the types that pybind11 writes are those of C++.
void setDoc(py::handle function, const std::string& text) {
  PyObject* inner =
      PyInstanceMethod_Check(function.ptr()) ? PyInstanceMethod_GET_FUNCTION(function.ptr()) : function.ptr();
  if (!PyCFunction_Check(inner)) throw py::type_error("a function that was bound is expected");
  auto* method = reinterpret_cast<PyCFunctionObject*>(inner)->m_ml;
  std::free(const_cast<char*>(method->ml_doc));  // pybind11 made it by strdup(), and frees what is there then
  method->ml_doc = ::strdup(text.c_str());
}

}  // namespace

PYBIND11_MODULE(_core, m) {
  m.doc() = "The compiled part of the package Sofa; scripts use what Sofa.Core, Sofa.Simulation and others make of it.";
  using namespace sofa::python;
  bindScriptEnd();
  bindHandles(m);
  bindObjects(m);
  bindData(m);
  bindLinks(m);
  bindNodes(m);
  bindSimulation(m);
  bindMessages(m);
  bindComponents(m);
  bindForces(m);
  bindMappings(m);
  bindFactory(m);
  bindTopology(m);
  bindMatrices(m);
  bindServices(m);
  bindDrawing(m);
  bindAdjoint(m);
  bindConsole(m);
  bindViewer(m);
  bindWriteLog(m);
  m.def("set_doc", &setDoc);
}
