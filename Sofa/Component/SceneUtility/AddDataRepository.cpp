#include "Sofa/Component/SceneUtility/AddDataRepository.h"

#include "Sofa/Core/ObjectModel/ComponentDescription.h"
#include "Sofa/Core/Service/ObjectFactory.h"
#include "Sofa/Helper/ResourcePath.h"

namespace sofa::component::sceneutility {

AddDataRepository::~AddDataRepository() { AddDataRepository::cleanup(); }

void AddDataRepository::parseExtra(core::ComponentDescription& description) {
  Component::parseExtra(description);
  std::error_code ignored;
  const auto wanted = folder() / d_path.value();
  if (d_path.value().empty() || !std::filesystem::is_directory(wanted, ignored)) {
    error("path must be a folder, relative to the scene's; \"{}\" is none.", d_path.value());
    return;
  }
  m_added = std::filesystem::absolute(wanted);
  helper::ResourcePath::data().append(m_added);
}

void AddDataRepository::cleanup() {
  if (!m_added.empty()) helper::ResourcePath::data().remove(m_added);
  m_added.clear();
}

namespace {
const auto registered =
    core::Register("AddDataRepository", "Sofa.Component.SceneUtility", "adds a folder to the data path")
        .add<AddDataRepository>();
}  // namespace

}  // namespace sofa::component::sceneutility
