// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <deque>

#include "Handle.h"
#include "Sofa/Helper/Message.h"

namespace sofa::python {

/// The last messages of an object.
struct MessageLog {
  static constexpr std::size_t most = 100;
  std::deque<std::pair<helper::Severity, std::string>> entries;
  std::size_t errors = 0;  ///< ever
};
MessageLog& logOf(const core::Base& object);

/// Gives messages that arrived since to the handlers of scripts. While they arrive nobody may wait for Python, so this
/// is called where Python code runs anyway.
void deliverMessages();

/// Whether errors of a component are raised by addObject().
bool raisesErrors();

/// An exception as the error message of an object: type, text and traceback.
void reportException(const core::Base& object, const char* during, py::error_already_set& problem);
std::string describeException(py::error_already_set& problem);

}  // namespace sofa::python
