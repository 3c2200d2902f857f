// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <array>
#include <cstddef>
#include <string>

/// Messages to the user: one place through which everything a scene has to say passes.
namespace sofa::helper {

enum class Severity { Info, Suggestion, Deprecated, Warning, Error, Fatal };
inline constexpr std::size_t severityCount = 6;

/// Where in a file something stands; line 0 is unknown.
struct SourceLocation {
  std::string file;
  int line = 0;
};

struct Message {
  Severity severity = Severity::Info;
  std::string sender;  ///< class of the component, or the part of the program
  std::string path;    ///< path of the component in the scene; empty for other senders
  std::string text;
  SourceLocation location;
};

/// Receives every message after it was counted.
class MessageHandler {
 public:
  virtual ~MessageHandler() = default;
  virtual void process(const Message& message) = 0;
};

/// Prints as "[WARNING] [UniformMass(/Liver/mass)] text (liver.scn:30)"; errors to stderr, the rest to stdout.
class ConsoleMessageHandler : public MessageHandler {
 public:
  explicit ConsoleMessageHandler(bool colors = false) : m_colors(colors) {}
  void process(const Message& message) override;
  static std::string format(const Message& message, bool colors = false);

 private:
  bool m_colors;
};

/// Handlers are called in the order they were added; the caller keeps ownership. None at start but the console.
void addMessageHandler(MessageHandler* handler);
void removeMessageHandler(MessageHandler* handler);
/// Silences (or restores) the console handler that is there from the start.
void setConsole(bool enabled, bool colors = false);

void send(Message message);
void send(Severity severity, std::string sender, std::string text, SourceLocation location = {});

/// Messages sent so far, by severity.
std::array<std::size_t, severityCount> messageCounts();
void resetMessageCounts();
inline std::size_t errorCount(const std::array<std::size_t, severityCount>& counts) {
  return counts[static_cast<int>(Severity::Error)] + counts[static_cast<int>(Severity::Fatal)];
}

}  // namespace sofa::helper
