#pragma once
#include "Handle.h"
#include "Sofa/Simulation/Run/EndOfRun.h"

namespace sofa::python {

/// A KeyboardInterrupt or SystemExit of a method written in Python on its way through C++, which lets it pass:
/// animate() and its like raise it again, and a run of the program ends with its status.
class ScriptEnd : public simulation::EndOfRun {
 public:
  explicit ScriptEnd(const py::error_already_set& problem);
  /// Makes it Python's current exception; with Python's lock.
  void raise() const;

 private:
  std::shared_ptr<PyObject> m_exception;
};

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
