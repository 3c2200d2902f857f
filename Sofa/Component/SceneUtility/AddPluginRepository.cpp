// SPDX-License-Identifier: Apache-2.0
#include "Sofa/Component/SceneUtility/AddedFolder.h"
#include "Sofa/Core/Service/ObjectFactory.h"
#include "Sofa/Core/Service/PluginManager.h"

namespace sofa::component::sceneutility {
namespace {

/// Adds a folder to those searched for plugins, for what follows in the scene. Plugins that are found there are loaded
/// by consent, like files that the scene names.
class AddPluginRepository final : public AddedFolder {
 public:
  ~AddPluginRepository() override { cleanup(); }

 protected:
  void add(const std::filesystem::path& folder) override { core::PluginManager::instance().addSceneFolder(folder); }
  void remove(const std::filesystem::path& folder) override {
    core::PluginManager::instance().removeSceneFolder(folder);
  }
};

const auto registered =
    core::Register("AddPluginRepository", "Sofa.Component.SceneUtility",
                   "adds a folder to the plugin path; what lies there is loaded with --allow-plugin-paths only")
        .add<AddPluginRepository>();

}  // namespace
}  // namespace sofa::component::sceneutility
