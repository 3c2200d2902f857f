// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace sofa::core {

/// Something that happened, told top-down to components whose `listening` is true (docs/manual/scenes.md, "Events").
struct Event {
  virtual ~Event() = default;
  virtual const char* name() const = 0;
  /// Set by a component to stop delivery in its node and below.
  bool handled = false;
};

template <class Derived>
struct NamedEvent : Event {
  const char* name() const override { return Derived::eventName; }
};

struct AnimateBeginEvent : NamedEvent<AnimateBeginEvent> {
  static constexpr const char* eventName = "AnimateBeginEvent";
  explicit AnimateBeginEvent(double step) : dt(step) {}
  double dt;
};
struct AnimateEndEvent : NamedEvent<AnimateEndEvent> {
  static constexpr const char* eventName = "AnimateEndEvent";
  explicit AnimateEndEvent(double step) : dt(step) {}
  double dt;
};
struct CollisionBeginEvent : NamedEvent<CollisionBeginEvent> {
  static constexpr const char* eventName = "CollisionBeginEvent";
};
struct CollisionEndEvent : NamedEvent<CollisionEndEvent> {
  static constexpr const char* eventName = "CollisionEndEvent";
};
struct IntegrateBeginEvent : NamedEvent<IntegrateBeginEvent> {
  static constexpr const char* eventName = "IntegrateBeginEvent";
};
struct IntegrateEndEvent : NamedEvent<IntegrateEndEvent> {
  static constexpr const char* eventName = "IntegrateEndEvent";
};
struct UpdateMappingEndEvent : NamedEvent<UpdateMappingEndEvent> {
  static constexpr const char* eventName = "UpdateMappingEndEvent";
};
struct SimulationInitStartEvent : NamedEvent<SimulationInitStartEvent> {
  static constexpr const char* eventName = "SimulationInitStartEvent";
};
struct SimulationInitDoneEvent : NamedEvent<SimulationInitDoneEvent> {
  static constexpr const char* eventName = "SimulationInitDoneEvent";
};
struct PauseEvent : NamedEvent<PauseEvent> {
  static constexpr const char* eventName = "PauseEvent";
};
/// Keys that a viewer passes on to the scene: printable ones as they are, arrows as 18 left, 19 up, 20 right, 21 down.
struct KeypressedEvent : NamedEvent<KeypressedEvent> {
  static constexpr const char* eventName = "KeypressedEvent";
  explicit KeypressedEvent(char pressed) : key(pressed) {}
  char key;
};
struct KeyreleasedEvent : NamedEvent<KeyreleasedEvent> {
  static constexpr const char* eventName = "KeyreleasedEvent";
  explicit KeyreleasedEvent(char released) : key(released) {}
  char key;
};

/// The event as an E, or null.
template <class E>
const E* eventAs(const Event& event) {
  return dynamic_cast<const E*>(&event);
}

}  // namespace sofa::core
