#pragma once
#include "Sofa/Core/ObjectModel/Component.h"
#include "Sofa/Helper/Profiler.h"

namespace sofa::core {

/// Times what a component does, under its path. One branch when nothing is timed.
class ComponentScope {
 public:
  explicit ComponentScope(const Component& component) : m_active(helper::Profiler::isEnabled()) {
    if (m_active) helper::Profiler::instance().enter(&component, [&] { return component.path(); });
  }
  ~ComponentScope() {
    if (m_active) helper::Profiler::instance().leave();
  }
  ComponentScope(const ComponentScope&) = delete;
  ComponentScope& operator=(const ComponentScope&) = delete;

 private:
  bool m_active;
};

}  // namespace sofa::core
