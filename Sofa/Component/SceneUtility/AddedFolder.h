// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <filesystem>

#include "Sofa/Core/ObjectModel/Component.h"

namespace sofa::component::sceneutility {

/// A folder that is searched for something as long as the component lives.
class AddedFolder : public core::Component {
 public:
  core::Data<std::string> d_path{this, "path", "", "folder, relative to the scene's"};

  void cleanup() override;

 protected:
  void parseExtra(core::ComponentDescription& description) override;
  virtual void add(const std::filesystem::path& folder) = 0;
  virtual void remove(const std::filesystem::path& folder) = 0;

 private:
  std::filesystem::path m_added;
};

}  // namespace sofa::component::sceneutility
