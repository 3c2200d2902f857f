// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "Sofa/Core/ObjectModel/AtWork.h"
#include "Sofa/Helper/Profiler.h"

namespace sofa::core {

/// Times what a component does, under its path, and says that it is at work.
class ComponentScope {
 public:
  explicit ComponentScope(const Component& component) : m_atWork(component), m_active(helper::Profiler::isEnabled()) {
    if (m_active) helper::Profiler::instance().enter(&component, [&] { return component.path(); });
  }
  ~ComponentScope() {
    if (m_active) helper::Profiler::instance().leave();
  }
  ComponentScope(const ComponentScope&) = delete;
  ComponentScope& operator=(const ComponentScope&) = delete;

 private:
  AtWork m_atWork;
  bool m_active;
};

}  // namespace sofa::core
