// SPDX-License-Identifier: Apache-2.0
#include "Sofa/Component/SceneUtility/MessageHandlerComponent.h"

#include "Sofa/Core/ObjectModel/ComponentDescription.h"
#include "Sofa/Core/Service/ObjectFactory.h"
#include "Sofa/Helper/Console.h"

namespace sofa::component::sceneutility {
namespace {

/// file:line:column: severity: text, which editors turn into links.
class ClangMessageHandler : public helper::MessageHandler {
 public:
  void process(const helper::Message& message) override {
    static constexpr const char* labels[helper::severityCount] = {"info",    "suggestion", "deprecated",
                                                                  "warning", "error",      "fatal"};
    const std::string& sender = message.path.empty() ? message.sender : message.path;
    const std::string line =
        fmt::format("{}:{}:1: {}: [{}] {}", message.location.file.empty() ? "scene" : message.location.file,
                    message.location.line, labels[static_cast<int>(message.severity)], sender, message.text);
    helper::printText(stdout, helper::printable(line, helper::LineBreaks::areEscaped) + "\n");
  }
};

}  // namespace

MessageHandlerComponent::~MessageHandlerComponent() { MessageHandlerComponent::cleanup(); }

void MessageHandlerComponent::parseExtra(core::ComponentDescription& description) {
  Component::parseExtra(description);
  const core::Choice& handler = d_handler.value();
  if (!handler.is("silent") && !handler.is("clang")) return;
  helper::setConsole(false);
  m_silenced = true;
  if (!handler.is("clang")) return;
  m_handler = std::make_unique<ClangMessageHandler>();
  helper::addMessageHandler(m_handler.get());
}

void MessageHandlerComponent::cleanup() {
  if (m_handler) helper::removeMessageHandler(m_handler.get());
  m_handler.reset();
  if (m_silenced) helper::setConsole(true);
  m_silenced = false;
}

namespace {
const auto registered =
    core::Register("MessageHandlerComponent", "Sofa.Component.SceneUtility", "chooses how messages are printed")
        .add<MessageHandlerComponent>();
}  // namespace

}  // namespace sofa::component::sceneutility
