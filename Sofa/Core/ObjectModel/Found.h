// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <memory>

#include "Sofa/Core/ObjectModel/Component.h"

namespace sofa::core {

/// A component that another one found in the scene by itself, not through a Link. Null when that component is outside
/// of the scene, for a while or for good.
template <class T>
class Found {
 public:
  Found& operator=(T* component) {
    m_pointer = component;
    m_life = component ? std::weak_ptr<const Base>(component->weak_from_this()) : std::weak_ptr<const Base>();
    return *this;
  }
  T* get() const { return m_pointer && !m_life.expired() && m_pointer->context() ? m_pointer : nullptr; }
  T* operator->() const { return get(); }
  T& operator*() const { return *get(); }
  explicit operator bool() const { return get() != nullptr; }

 private:
  T* m_pointer = nullptr;
  std::weak_ptr<const Base> m_life;
};

}  // namespace sofa::core
