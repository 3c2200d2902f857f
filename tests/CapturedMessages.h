// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <algorithm>
#include <string>
#include <vector>

#include "Sofa/Helper/Message.h"

namespace sofa::tests {

/// Collects what is said while it lives; the console stays silent meanwhile.
class CapturedMessages : public helper::MessageHandler {
 public:
  CapturedMessages() {
    helper::setConsole(false);
    helper::addMessageHandler(this);
  }
  ~CapturedMessages() override {
    helper::removeMessageHandler(this);
    helper::setConsole(true);
  }
  void process(const helper::Message& message) override { messages.push_back(message); }

  /// Messages of that severity whose text holds `part`.
  std::size_t count(helper::Severity severity, const std::string& part = "") const {
    return static_cast<std::size_t>(std::count_if(messages.begin(), messages.end(), [&](const helper::Message& m) {
      return m.severity == severity && m.text.find(part) != std::string::npos;
    }));
  }
  std::size_t errors(const std::string& part = "") const { return count(helper::Severity::Error, part); }
  std::size_t warnings(const std::string& part = "") const { return count(helper::Severity::Warning, part); }

  std::vector<helper::Message> messages;
};

}  // namespace sofa::tests
