#include "Sofa/Component/SceneUtility/FileMessageHandlerComponent.h"

#include <fstream>

#include "Sofa/Core/ComponentDescription.h"
#include "Sofa/Core/ObjectFactory.h"

namespace sofa::component::sceneutility {
namespace {

class FileMessageHandler : public helper::MessageHandler {
 public:
  explicit FileMessageHandler(const std::string& name) : m_file(name) {}
  bool isOpen() const { return m_file.is_open(); }
  void process(const helper::Message& message) override {
    m_file << helper::ConsoleMessageHandler::format(message) << std::endl;
  }

 private:
  std::ofstream m_file;
};

}  // namespace

FileMessageHandlerComponent::~FileMessageHandlerComponent() { FileMessageHandlerComponent::cleanup(); }

void FileMessageHandlerComponent::parseExtra(core::ComponentDescription& description) {
  Component::parseExtra(description);
  if (d_filename.value().empty()) {
    error("filename is missing: it names the file that messages are written to.");
    return;
  }
  auto handler = std::make_unique<FileMessageHandler>(d_filename.value());
  if (!handler->isOpen()) {
    error("The file \"{}\" cannot be written.", d_filename.value());
    return;
  }
  m_handler = std::move(handler);
  helper::addMessageHandler(m_handler.get());
}

void FileMessageHandlerComponent::cleanup() {
  if (m_handler) helper::removeMessageHandler(m_handler.get());
  m_handler.reset();
}

namespace {
const auto registered =
    core::Register("FileMessageHandlerComponent", "Sofa.Component.SceneUtility", "writes messages to a file too")
        .add<FileMessageHandlerComponent>();
}  // namespace

}  // namespace sofa::component::sceneutility
