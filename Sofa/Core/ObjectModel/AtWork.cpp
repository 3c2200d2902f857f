// SPDX-License-Identifier: Apache-2.0
#include "Sofa/Core/ObjectModel/AtWork.h"

#include <new>

namespace sofa::core {

std::atomic<int> detail::notedFailures{0};

namespace {

/// The component that was at work when the exception that is on its way in this thread was thrown.
thread_local std::weak_ptr<const Base> t_failed;
thread_local bool t_isNoted = false;

void forget() {
  if (!t_isNoted) return;
  t_failed.reset();
  t_isNoted = false;
  --detail::notedFailures;
}

}  // namespace

void detail::leave(const Component& component) {
  if (std::uncaught_exceptions() == 0) return forget();  // what was thrown before was caught within
  if (t_isNoted) return;
  t_failed = component.weak_from_this();
  t_isNoted = true;
  ++notedFailures;
}

std::shared_ptr<const Base> takeFailed() {
  auto failed = t_isNoted ? t_failed.lock() : nullptr;
  forget();
  return failed;
}

std::string failureReason(const std::exception& problem) {
  if (dynamic_cast<const std::bad_alloc*>(&problem))
    return "there is not enough memory for it. Look for sizes and counts that are too large, or make meshes coarser.";
  return problem.what();
}

void reportFailure(const Base& otherwise, std::string_view what, const std::exception& problem) {
  const auto failed = takeFailed();
  (failed ? *failed : otherwise).error("{}: {}", what, failureReason(problem));
}

}  // namespace sofa::core
