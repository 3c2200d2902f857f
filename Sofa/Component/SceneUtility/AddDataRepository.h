#pragma once
#include <filesystem>

#include "Sofa/Core/ObjectModel/Component.h"

namespace sofa::component::sceneutility {

/// Adds a folder to those searched for meshes and images, for what follows in the scene (docs/manual/scenes.md, "Files
/// and folders").
class AddDataRepository : public core::Component {
 public:
  ~AddDataRepository() override;

  core::Data<std::string> d_path{this, "path", "", "folder, relative to the scene's"};

  void cleanup() override;

 protected:
  void parseExtra(core::ComponentDescription& description) override;

 private:
  std::filesystem::path m_added;
};

}  // namespace sofa::component::sceneutility
