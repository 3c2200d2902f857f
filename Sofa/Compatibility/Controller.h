// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "Sofa/Compatibility/Author.h"

#include "Sofa/Compatibility/Object.h"

namespace sofa::core::behavior {
using BaseController = core::objectmodel::BaseObject;
}

namespace sofa::component::controller {

/// A component that is told of events: override what happens at each kind, or handleEvent() for all of them.
class Controller : public core::objectmodel::BaseObject {
 public:
  SOFA_CLASS(Controller, core::objectmodel::BaseObject);

  virtual void onBeginAnimationStep(const double /*dt*/) {}
  virtual void onEndAnimationStep(const double /*dt*/) {}
  virtual void onKeyPressedEvent(core::objectmodel::KeypressedEvent*) {}
  virtual void onKeyReleasedEvent(core::objectmodel::KeyreleasedEvent*) {}
  /// Receives the mouse events that a program sends; the viewer sends none.
  virtual void onMouseEvent(core::objectmodel::MouseEvent*) {}
  void handleEvent(core::objectmodel::Event* event) override;

 protected:
  Controller() { f_listening.setValue(true); }
};

}  // namespace sofa::component::controller
