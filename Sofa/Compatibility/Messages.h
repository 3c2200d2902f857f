// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "Sofa/Compatibility/Author.h"

#include <sstream>
#include <utility>

#include "Sofa/Core/ObjectModel/Base.h"

/// msg_error() << ... of a component, also as msg_error(this) and msg_error_when(condition); elsewhere
/// msg_error("who speaks") << ... . Informative messages of a component are sent if it has printLog.
namespace sofa::compatibility {

/// Sends what was written to it as one message.
class MessageStream {
 public:
  MessageStream(const core::Base& sender, helper::Severity severity, bool isWanted = true)
      : m_sender(&sender),
        m_severity(severity),
        m_isWanted(isWanted && (severity != helper::Severity::Info || sender.d_printLog.value())) {}
  MessageStream(std::string sender, helper::Severity severity, bool isWanted = true)
      : m_name(std::move(sender)), m_severity(severity), m_isWanted(isWanted) {}
  MessageStream(const MessageStream&) = delete;
  ~MessageStream() {
    if (!m_isWanted) return;
    if (m_sender)
      m_sender->message(m_severity, m_text.str());
    else
      helper::send(m_severity, m_name, m_text.str());
  }
  template <class T>
  MessageStream& operator<<(const T& value) {
    if constexpr (requires { m_text << value; }) {
      m_text << value;
    } else {
      for (const char* separator = ""; const auto& element : value) *this << std::exchange(separator, " ") << element;
    }
    return *this;
  }
  MessageStream& operator<<(std::ostream& (*manipulator)(std::ostream&)) {
    m_text << manipulator;
    return *this;
  }

 private:
  const core::Base* m_sender = nullptr;
  std::string m_name;
  helper::Severity m_severity;
  bool m_isWanted;
  std::ostringstream m_text;
};

}  // namespace sofa::compatibility

#define SOFA_MESSAGES_OF_OTHERS(function, severity)                                        \
  inline ::sofa::compatibility::MessageStream function(const ::sofa::core::Base* sender) { \
    return {*sender, ::sofa::helper::Severity::severity};                                  \
  }                                                                                        \
  inline ::sofa::compatibility::MessageStream function(const std::string& sender) {        \
    return {sender, ::sofa::helper::Severity::severity};                                   \
  }
SOFA_MESSAGES_OF_OTHERS(msg_error, Error)
SOFA_MESSAGES_OF_OTHERS(msg_warning, Warning)
SOFA_MESSAGES_OF_OTHERS(msg_info, Info)
SOFA_MESSAGES_OF_OTHERS(msg_deprecated, Deprecated)
SOFA_MESSAGES_OF_OTHERS(msg_advice, Suggestion)
#undef SOFA_MESSAGES_OF_OTHERS

#define SOFA_MESSAGES(function, severity)                                                                       \
  ::sofa::compatibility::MessageStream function() const { return {*this, ::sofa::helper::Severity::severity}; } \
  ::sofa::compatibility::MessageStream function(const ::sofa::core::Base* sender) const {                       \
    return {*sender, ::sofa::helper::Severity::severity};                                                       \
  }                                                                                                             \
  ::sofa::compatibility::MessageStream function(const std::string& sender) const {                              \
    return {sender, ::sofa::helper::Severity::severity};                                                        \
  }                                                                                                             \
  ::sofa::compatibility::MessageStream function##_when(bool condition) const {                                  \
    return {*this, ::sofa::helper::Severity::severity, condition};                                              \
  }

/// The end of a line within a message.
inline std::ostream& msgendl(std::ostream& out) { return out << '\n'; }

// Messages of debug builds of SOFA.
#define dmsg_error msg_error
#define dmsg_warning msg_warning
#define dmsg_info msg_info
