// SPDX-License-Identifier: Apache-2.0
#include "Messages.h"

#include <fmt/format.h>

#include <mutex>

#include "Sofa/Core/ObjectModel/MessageSender.h"

namespace sofa::python {

using helper::Message;
using helper::Severity;

MessageLog& logOf(const core::Base& object) {
  auto& attachment = object.attachment(typeid(MessageLog));
  if (!attachment) attachment = std::make_shared<MessageLog>();
  return *static_cast<MessageLog*>(attachment.get());
}

namespace {

constexpr const char* names[] = {"Info", "Advice", "Deprecated", "Warning", "Error", "Fatal"};
bool raising = false;

/// Keeps what arrives: with its sender, and for the handlers of scripts as long as there are any.
class Collector : public helper::MessageHandler {
 public:
  struct Item {
    Message message;
    std::weak_ptr<const core::Base> sender;
  };

  /// Several threads of a step may have something to say.
  void process(const Message& message) override {
    const auto* sender = core::MessageSender::current();
    const std::lock_guard lock(m_mutex);
    if (sender) {
      auto& log = logOf(*sender);
      log.entries.emplace_back(message.severity, message.text);
      if (log.entries.size() > MessageLog::most) log.entries.pop_front();
      if (message.severity >= Severity::Error) ++log.errors;
    }
    if (listeners == 0) return;
    m_queue.push_back({message, sender ? sender->weak_from_this() : std::weak_ptr<const core::Base>()});
  }
  std::deque<Item> take() {
    const std::lock_guard lock(m_mutex);
    return std::exchange(m_queue, {});
  }
  /// What f makes of an object's log, which nobody changes meanwhile.
  template <class F>
  auto withLog(py::handle object, const F& f) {
    auto& base = baseOf(object);
    const std::lock_guard lock(m_mutex);
    return f(logOf(base));
  }
  void listen(int change) {
    const std::lock_guard lock(m_mutex);
    listeners += change;
  }
  int listeners = 0;

 private:
  std::mutex m_mutex;
  std::deque<Item> m_queue;
};

Collector& collector() {
  static auto* only = new Collector;  // messages come until the very end
  return *only;
}

std::vector<py::object>& handlers() {
  static auto* all = new std::vector<py::object>;
  return *all;
}

py::dict toDict(const Collector::Item& item) {
  const auto sender = item.sender.lock();
  py::dict d;
  d["type"] = names[static_cast<int>(item.message.severity)];
  d["sender"] = item.message.sender;
  d["message"] = item.message.text;
  d["component"] = wrap(sender.get());
  d["isEmpty"] = item.message.text.empty();
  return d;
}

void send(int severity, py::handle emitter, const std::string& text, const std::string& file, int line) {
  const auto kind = static_cast<Severity>(severity);
  if (const auto* object = findBase(emitter)) {
    const core::MessageSender told(*object);
    Message message{kind,
                    object->className().empty() ? std::string("Node") : object->className(),
                    object->path(),
                    text,
                    {file, line}};
    const py::gil_scoped_release noGil;
    helper::send(std::move(message));
  } else {
    auto sender = emitter.cast<std::string>();
    const py::gil_scoped_release noGil;
    helper::send(kind, std::move(sender), text, {file, line});
  }
  deliverMessages();
}

std::string logText(const MessageLog& log) {
  std::string text;
  for (const auto& [severity, line] : log.entries)
    text += fmt::format("{}:{}\n", names[static_cast<int>(severity)], line);
  return text;
}

}  // namespace

void deliverMessages() {
  if (handlers().empty()) return;
  for (const auto& item : collector().take())
    for (const auto& handler : std::vector(handlers())) handler.attr("process")(toDict(item));
}

bool raisesErrors() { return raising; }

std::string describeException(py::error_already_set& problem) {
  if (problem.trace()) PyException_SetTraceback(problem.value().ptr(), problem.trace().ptr());
  return py::module_::import("Sofa._scene").attr("trace_text")(problem.value()).cast<std::string>();
}

void reportException(const core::Base& object, const char* during, py::error_already_set& problem) {
  const std::string text = describeException(problem);
  const std::string last = py::str(problem.value());
  const std::string type = py::str(problem.type().attr("__name__"));
  const py::gil_scoped_release noGil;
  object.error("Unable to execute code. Python exception in {}: {}: {}\n{}", during, type, last, text);
}

void bindMessages(py::module_& m) {
  helper::addMessageHandler(&collector());
  m.def("send_message", &send);
  m.def("raise_errors", [](bool on) { raising = on; });
  m.def("add_handler", [](const py::object& handler) {
    deliverMessages();
    handlers().push_back(handler);
    collector().listen(1);
  });
  m.def("remove_handler", [](const py::object& handler) {
    deliverMessages();
    std::erase_if(handlers(), [&](const auto& other) { return other.is(handler); });
    collector().listen(-1);
  });
  m.def("logged_messages", [](py::handle object) { return collector().withLog(object, &logText); });
  m.def("count_logged_messages", [](py::handle object) {
    return collector().withLog(object, [](const MessageLog& log) { return log.entries.size(); });
  });
  m.def("clear_logged_messages",
        [](py::handle object) { collector().withLog(object, [](MessageLog& log) { log.entries.clear(); }); });
}

}  // namespace sofa::python
