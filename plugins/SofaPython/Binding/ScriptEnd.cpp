// SPDX-License-Identifier: Apache-2.0
#include "ScriptEnd.h"

#include "Messages.h"

namespace sofa::python {
namespace {

constexpr int interrupted = 130, failed = 1;  // as shells tell of SIGINT, and as python3 ends after sys.exit("text")

thread_local int callsByScripts = 0;

bool isAskedFor(const py::error_already_set& problem) {
  return problem.matches(PyExc_KeyboardInterrupt) || problem.matches(PyExc_SystemExit);
}

int statusOf(const py::error_already_set& problem) {
  if (problem.matches(PyExc_KeyboardInterrupt)) return interrupted;
  if (!problem.matches(PyExc_SystemExit)) return failed;
  const py::object code = py::getattr(problem.value(), "code", py::none());
  if (code.is_none()) return 0;
  if (PyLong_Check(code.ptr())) return code.cast<int>();
  py::print(code, py::arg("file") = py::module_::import("sys").attr("stderr"));
  return failed;
}

/// Lets go of it with Python's lock: whoever catches the exception need not have that.
void release(PyObject* object) {
  if (!isPythonAlive()) return;
  const py::gil_scoped_acquire gil;
  Py_DECREF(object);
}

}  // namespace

ScriptEnd::ScriptEnd(const py::error_already_set& problem)
    : EndOfRun(statusOf(problem)),
      m_what(isAskedFor(problem) ? "a script ended the run" : "a script raised an exception, see the message before") {
  py::object value = problem.value();
  if (problem.trace()) PyException_SetTraceback(value.ptr(), problem.trace().ptr());
  m_exception = {value.release().ptr(), &release};
}

void ScriptEnd::raise() const { PyErr_SetObject(py::type::handle_of(m_exception.get()).ptr(), m_exception.get()); }

void passOn(const py::error_already_set& problem) {
  if (isAskedFor(problem)) throw ScriptEnd(problem);
}

CalledByScript::CalledByScript() { ++callsByScripts; }
CalledByScript::~CalledByScript() { --callsByScripts; }

void endOrReport(const core::Base& component, const char* method, py::error_already_set& problem) {
  passOn(problem);
  if (simulation::keepsGoing()) return reportException(component, method, problem);
  if (callsByScripts == 0) reportException(component, method, problem);
  throw ScriptEnd(problem);
}

void bindScriptEnd() {
  py::register_exception_translator([](std::exception_ptr problem) {
    try {
      if (problem) std::rethrow_exception(problem);
    } catch (const ScriptEnd& end) {
      end.raise();
    }
  });
}

}  // namespace sofa::python
