// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "Handle.h"

namespace sofa::python {

/// What a script sends to a node and all below.
struct ScriptEvent : core::Event {
  ScriptEvent(simulation::Node& node, std::string eventName, py::object userData)
      : sender(&node), event(std::move(eventName)), data(std::move(userData)) {}
  const char* name() const override { return "PythonScriptEvent"; }
  simulation::Node* sender;
  std::string event;
  py::object data;
};

struct Created {
  std::shared_ptr<core::Base> object;  ///< a component, or what a file stands for; null if it could not be created
  std::string problem;                 ///< "ValueError: ..." or "TypeError: ..."; empty if all went well
};

/// Creates a component as a scene file would; of what a file in share/Objects stands for, the first object. It is there
/// already when an attribute turns out to be unknown, or an error of it to be one to raise.
Created create(simulation::Node& node, const std::string& type, const py::dict& arguments,
               const helper::SourceLocation& location);

/// Sets what waited for the object to be in a node: paths given before that.
void resolveWaiting(core::Base& object);

/// init() and bwdInit() of all components of a node and below, in order, and bounding boxes; for nodes added to a
/// running scene. Their states are projected and propagated, and where they are now is where a reset brings them.
/// Those of a node that was initialised before are where the scene began meanwhile, as at the first time.
void initialiseBelow(simulation::Node& node);

}  // namespace sofa::python
