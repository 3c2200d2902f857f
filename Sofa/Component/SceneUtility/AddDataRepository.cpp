#include "Sofa/Component/SceneUtility/AddDataRepository.h"

#include "Sofa/Core/ComponentDescription.h"
#include "Sofa/Core/ObjectFactory.h"
#include "Sofa/Helper/ResourcePath.h"

namespace sofa::component::sceneutility {

AddDataRepository::~AddDataRepository() { AddDataRepository::cleanup(); }

void AddDataRepository::parseExtra(core::ComponentDescription& description) {
  Component::parseExtra(description);
  // The scene's folder is the current one while the scene is read.
  const std::filesystem::path folder = std::filesystem::absolute(d_path.value());
  std::error_code ignored;
  if (d_path.value().empty() || !std::filesystem::is_directory(folder, ignored)) {
    error("path must be a folder, relative to the scene's; \"{}\" is none.", folder.string());
    return;
  }
  m_added = folder;
  helper::ResourcePath::data().append(folder);
}

void AddDataRepository::cleanup() {
  if (!m_added.empty()) helper::ResourcePath::data().remove(m_added);
  m_added.clear();
}

namespace {
const auto registered = core::Register("AddDataRepository", "Sofa.Component.SceneUtility", "adds a folder to the data path").add<AddDataRepository>();
}  // namespace

}  // namespace sofa::component::sceneutility
