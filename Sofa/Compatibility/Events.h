#pragma once
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

namespace sofa::compatibility {

/// Calls `receive` with the event in the form of this file, if it has one; marks `event` handled if that was.
void deliver(core::Event& event, const std::function<void(core::objectmodel::Event*)>& receive);

}  // namespace sofa::compatibility
