// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "Handle.h"
#include "Sofa/Simulation/Run/EndOfRun.h"

namespace sofa::python {

/// An exception of a method written in Python on its way through C++, which lets it pass: animate() and its like raise
/// it again, and a run of the program ends, after sys.exit() with its status.
class ScriptEnd : public simulation::EndOfRun {
 public:
  explicit ScriptEnd(const py::error_already_set& problem);
  const char* what() const noexcept override { return m_what; }
  /// Makes it Python's current exception; with Python's lock.
  void raise() const;

 private:
  std::shared_ptr<PyObject> m_exception;
  const char* m_what;
};

/// C++ that a script called and that raises what is thrown: whoever catches the exception need not be told of it.
class CalledByScript {
 public:
  CalledByScript();
  ~CalledByScript();
  CalledByScript(const CalledByScript&) = delete;
  CalledByScript& operator=(const CalledByScript&) = delete;
};

/// An exception of a controller and its like: it ends the run, or the call of the script that led to it. Where runs are
/// to go on it is an error message of the component, and nothing else.
void endOrReport(const core::Base& component, const char* method, py::error_already_set& problem);

/// Throws a ScriptEnd if the exception is one of those by which scripts and users end programs.
void passOn(const py::error_already_set& problem);

/// What a call of a method written in Python gives; exceptions are those of passOn(), or as they are.
template <class Call>
decltype(auto) callScript(const Call& call) {
  try {
    return call();
  } catch (py::error_already_set& problem) {
    passOn(problem);
    throw;
  }
}

void bindScriptEnd();

}  // namespace sofa::python
