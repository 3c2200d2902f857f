// SPDX-License-Identifier: Apache-2.0
#include "Sofa/Component/SceneUtility/FileMessageHandlerComponent.h"

#include "Sofa/Core/ObjectModel/ComponentDescription.h"
#include "Sofa/Core/Service/ObjectFactory.h"
#include "Sofa/Helper/Results.h"

namespace sofa::component::sceneutility {
namespace {

/// What goes wrong with the file is kept for later: it cannot be sent while a message is.
class FileMessageHandler : public helper::MessageHandler {
 public:
  explicit FileMessageHandler(const std::string& name)
      : m_file(name, [this](auto severity, auto text) { m_problems.emplace_back(severity, std::move(text)); }) {}
  void process(const helper::Message& message) override {
    m_file.write(helper::ConsoleMessageHandler::format(message) + '\n');
  }
  bool check() { return m_file.check(); }
  using Problem = std::pair<helper::Severity, std::string>;
  const std::vector<Problem>& problems() const { return m_problems; }

 private:
  std::vector<Problem> m_problems;
  helper::ResultStream m_file;
};

}  // namespace

FileMessageHandlerComponent::~FileMessageHandlerComponent() {
  if (m_handler) helper::removeMessageHandler(m_handler.get());
}

void FileMessageHandlerComponent::parseExtra(core::ComponentDescription& description) {
  Component::parseExtra(description);
  if (d_filename.value().empty()) {
    error("filename is missing: it names the file that messages are written to.");
    return;
  }
  auto handler = std::make_unique<FileMessageHandler>(d_filename.value());
  const bool good = handler->check();
  m_handler = std::move(handler);
  if (good) helper::addMessageHandler(m_handler.get());
  if (!good) cleanup();
}

void FileMessageHandlerComponent::cleanup() {
  if (!m_handler) return;
  helper::removeMessageHandler(m_handler.get());
  const auto handler = std::move(m_handler);
  for (const auto& [severity, text] : static_cast<const FileMessageHandler&>(*handler).problems())
    message(severity, text);
}

namespace {
const auto registered =
    core::Register("FileMessageHandlerComponent", "Sofa.Component.SceneUtility", "writes messages to a file too")
        .add<FileMessageHandlerComponent>();
}  // namespace

}  // namespace sofa::component::sceneutility
