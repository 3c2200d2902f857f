// SPDX-License-Identifier: Apache-2.0
#include "Sofa/Helper/Message.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdio>
#include <mutex>
#include <vector>

#include "Sofa/Helper/Console.h"

namespace sofa::helper {
namespace {

struct Hub {
  std::mutex mutex;
  bool console = true;
  bool colors = false;
  std::vector<MessageHandler*> handlers;
  std::array<std::size_t, severityCount> counts{};
};

Hub& hub() {
  static Hub instance;
  return instance;
}

struct Label {
  const char* text;
  const char* color;
};
constexpr Label labels[severityCount] = {{"[INFO]    ", "\033[32m"},    {"[SUGGESTION] ", "\033[36m"},
                                         {"[DEPRECATED] ", "\033[33m"}, {"[WARNING] ", "\033[33m"},
                                         {"[ERROR]   ", "\033[31m"},    {"[FATAL]   ", "\033[35m"}};

}  // namespace

std::string ConsoleMessageHandler::format(const Message& m, bool colors) {
  const Label& label = labels[static_cast<int>(m.severity)];
  std::string line = colors ? fmt::format("{}{}\033[0m\033[34m", label.color, label.text) : label.text;
  const auto inLine = [](const std::string& text) { return printable(text, LineBreaks::areEscaped); };
  line += m.path.empty() ? fmt::format("[{}]", inLine(m.sender))
                         : fmt::format("[{}({})]", inLine(m.sender), inLine(m.path));
  if (colors) line += "\033[0m";
  line += ' ';
  for (const char c : printable(m.text)) {
    line += c;
    if (c == '\n') line += "  ";  // what a scene names in it begins no line that looks like another message
  }
  if (m.location.line > 0) line += fmt::format(" ({}:{})", inLine(m.location.file), m.location.line);
  return line;
}

void ConsoleMessageHandler::process(const Message& message) {
  std::FILE* stream = message.severity >= Severity::Error ? stderr : stdout;
  printText(stream, format(message, m_colors) + "\n");
  std::fflush(stream);
}

void addMessageHandler(MessageHandler* handler) {
  std::lock_guard lock(hub().mutex);
  hub().handlers.push_back(handler);
}

void removeMessageHandler(MessageHandler* handler) {
  std::lock_guard lock(hub().mutex);
  std::erase(hub().handlers, handler);
}

void setConsole(bool enabled, bool colors) {
  std::lock_guard lock(hub().mutex);
  hub().console = enabled;
  hub().colors = colors;
}

void send(Message message) {
  std::lock_guard lock(hub().mutex);
  ++hub().counts[static_cast<int>(message.severity)];
  if (hub().console) ConsoleMessageHandler(hub().colors).process(message);
  for (auto* handler : hub().handlers) handler->process(message);
}

void send(Severity severity, std::string sender, std::string text, SourceLocation location) {
  send(Message{severity, std::move(sender), {}, std::move(text), std::move(location)});
}

std::array<std::size_t, severityCount> messageCounts() {
  std::lock_guard lock(hub().mutex);
  return hub().counts;
}

void resetMessageCounts() {
  std::lock_guard lock(hub().mutex);
  hub().counts = {};
}

}  // namespace sofa::helper
