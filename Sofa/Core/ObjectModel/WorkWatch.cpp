// SPDX-License-Identifier: Apache-2.0
#include "Sofa/Core/ObjectModel/WorkWatch.h"

#include "Sofa/Core/ObjectModel/AtWork.h"

namespace sofa::core {

std::atomic<int> detail::watches{0};

namespace {

thread_local WorkWatch* t_watch = nullptr;

}  // namespace

bool detail::enterWatched(const Component& component) {
  if (!t_watch) return false;
  t_watch->enter(component);
  return true;
}

void detail::leaveWatched() { t_watch->leave(); }

void WorkWatch::begin() {
  t_watch = this;
  ++detail::watches;
}

void WorkWatch::end() {
  --detail::watches;
  t_watch = nullptr;
}

void WorkWatch::enter(const Component& component) {
  const auto [entry, isNew] = m_known.try_emplace(&component);
  if (isNew) entry->second = m_describe(component);
  const std::lock_guard lock(m_mutex);
  m_atWork.push_back(&entry->second);
}

void WorkWatch::leave() {
  const std::lock_guard lock(m_mutex);
  m_atWork.pop_back();
}

std::string WorkWatch::current() const {
  const std::lock_guard lock(m_mutex);
  return m_atWork.empty() ? std::string() : *m_atWork.back();
}

}  // namespace sofa::core
