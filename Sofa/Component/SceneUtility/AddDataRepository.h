// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "Sofa/Component/SceneUtility/AddedFolder.h"

namespace sofa::component::sceneutility {

/// Adds a folder to those searched for meshes and images, for what follows in the scene (docs/manual/scenes.md, "Files
/// and folders").
class AddDataRepository final : public AddedFolder {
 public:
  ~AddDataRepository() override { cleanup(); }

 protected:
  void add(const std::filesystem::path& folder) override;
  void remove(const std::filesystem::path& folder) override;
};

}  // namespace sofa::component::sceneutility
