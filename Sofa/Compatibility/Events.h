// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "Sofa/Compatibility/Author.h"

#include <functional>

#include "Sofa/Core/ObjectModel/Event.h"

/// Events as components written for SOFA receive them: handleEvent(sofa::core::objectmodel::Event*).
namespace sofa::core::objectmodel {

class Event : public core::Event {
 public:
  bool isHandled() const { return handled; }
  void setHandled() { handled = true; }
  const char* getClassName() const { return name(); }
  const char* name() const override { return "Event"; }
};

template <class Derived>
class NamedEvent : public Event {
 public:
  static bool checkEventType(const Event* event) { return dynamic_cast<const Derived*>(event) != nullptr; }
  const char* name() const override { return Derived::eventName; }
};

class KeypressedEvent : public NamedEvent<KeypressedEvent> {
 public:
  static constexpr const char* eventName = core::KeypressedEvent::eventName;
  explicit KeypressedEvent(char key) : m_key(key) {}
  char getKey() const { return m_key; }

 private:
  char m_key;
};

class KeyreleasedEvent : public NamedEvent<KeyreleasedEvent> {
 public:
  static constexpr const char* eventName = core::KeyreleasedEvent::eventName;
  explicit KeyreleasedEvent(char key) : m_key(key) {}
  char getKey() const { return m_key; }

 private:
  char m_key;
};

/// A mouse event that a program sends; the viewer sends none.
class MouseEvent : public NamedEvent<MouseEvent> {
 public:
  static constexpr const char* eventName = "MouseEvent";
  enum State {
    Move = 0,
    LeftPressed,
    LeftReleased,
    RightPressed,
    RightReleased,
    Wheel,
    MiddlePressed,
    MiddleReleased,
    AnyExtraButtonPressed,
    AnyExtraButtonReleased,
    Reset
  };
  explicit MouseEvent(State state) : m_state(state) {}
  MouseEvent(State state, int x, int y) : m_state(state), m_x(x), m_y(y) {}
  MouseEvent(State state, int wheel) : m_state(state), m_wheel(wheel) {}
  State getState() const { return m_state; }
  int getPosX() const { return m_x; }
  int getPosY() const { return m_y; }
  int getWheelDelta() const { return m_wheel; }

 private:
  State m_state;
  int m_x = 0, m_y = 0, m_wheel = 0;
};

}  // namespace sofa::core::objectmodel

namespace sofa::simulation {

/// Before a step.
class AnimateBeginEvent : public core::objectmodel::NamedEvent<AnimateBeginEvent> {
 public:
  static constexpr const char* eventName = core::AnimateBeginEvent::eventName;
  explicit AnimateBeginEvent(double dt) : m_dt(dt) {}
  double getDt() const { return m_dt; }

 private:
  double m_dt;
};

/// After a step.
class AnimateEndEvent : public core::objectmodel::NamedEvent<AnimateEndEvent> {
 public:
  static constexpr const char* eventName = core::AnimateEndEvent::eventName;
  explicit AnimateEndEvent(double dt) : m_dt(dt) {}
  double getDt() const { return m_dt; }

 private:
  double m_dt;
};

class CollisionBeginEvent : public core::objectmodel::NamedEvent<CollisionBeginEvent> {
 public:
  static constexpr const char* eventName = core::CollisionBeginEvent::eventName;
};

class CollisionEndEvent : public core::objectmodel::NamedEvent<CollisionEndEvent> {
 public:
  static constexpr const char* eventName = core::CollisionEndEvent::eventName;
};

}  // namespace sofa::simulation

/// For events of a plugin's own.
#define SOFA_EVENT_H(Type)                                                    \
  static bool checkEventType(const ::sofa::core::objectmodel::Event* event) { \
    return dynamic_cast<const Type*>(event) != nullptr;                       \
  }                                                                           \
  const char* name() const override { return #Type; }
#define SOFA_EVENT_CPP(Type) static_assert(true)

namespace sofa::compatibility {

/// Calls `receive` with the event in the form of this file, if it has one; marks `event` handled if that was.
void deliver(core::Event& event, const std::function<void(core::objectmodel::Event*)>& receive);

}  // namespace sofa::compatibility
