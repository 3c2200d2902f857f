// SPDX-License-Identifier: Apache-2.0
#include "Sofa/Component/SceneUtility/AddedFolder.h"

#include "Sofa/Core/ObjectModel/ComponentDescription.h"

namespace sofa::component::sceneutility {

void AddedFolder::parseExtra(core::ComponentDescription& description) {
  Component::parseExtra(description);
  std::error_code ignored;
  const auto wanted = folder() / d_path.value();
  if (d_path.value().empty() || !std::filesystem::is_directory(wanted, ignored)) {
    error("path must be a folder, relative to the scene's; \"{}\" is none.", d_path.value());
    return;
  }
  m_added = std::filesystem::absolute(wanted);
  add(m_added);
}

void AddedFolder::cleanup() {
  if (!m_added.empty()) remove(m_added);
  m_added.clear();
}

}  // namespace sofa::component::sceneutility
