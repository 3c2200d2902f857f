// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "Handle.h"
#include "ScriptEnd.h"

/// Threads of Python and the scenes they share. C++ works on a scene without Python's lock, so that other threads go
/// on; what these ask of the scene meanwhile waits until the work is done or calls a method written in Python. Every
/// change between "at work" and "at rest" happens under Python's lock: what is at rest stays so as long as the lock is
/// held.
namespace sofa::python {

/// Waits, without Python's lock, as long as another thread works on the scene of the object.
void awaitRest(const core::Base& object);

/// C++ at work on the scene of an object, the only one that is: waits for others first. Made and ended with Python's
/// lock, which whoever makes it then gives up.
class SceneWork {
 public:
  explicit SceneWork(const core::Base& object);
  ~SceneWork();
  SceneWork(const SceneWork&) = delete;
  SceneWork& operator=(const SceneWork&) = delete;
};

/// A call of C++ into Python: holds Python's lock, and has the scene that this thread works on rest.
class PythonTurn {
 public:
  PythonTurn();
  ~PythonTurn();
  PythonTurn(const PythonTurn&) = delete;
  PythonTurn& operator=(const PythonTurn&) = delete;

 private:
  const bool m_isForeign;  ///< of a thread that had not come from Python: one that shares the work of another
  py::gil_scoped_acquire m_gil;
  const bool m_rests;
};

/// Calls f while C++ works on the scene of the object and other threads of Python go on.
template <class F>
void withoutPython(const core::Base& object, const F& f) {
  const SceneWork work(object);
  const CalledByScript called;
  const py::gil_scoped_release noGil;
  f();
}

}  // namespace sofa::python
