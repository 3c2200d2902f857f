// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "Sofa/Compatibility/Author.h"

#include "Sofa/Compatibility/Data.h"
#include "Sofa/Helper/ResourcePath.h"

namespace sofa::core::objectmodel {

/// The name of a file as a scene gives it. It is looked for in the folder of the scene, then along the data path.
class DataFileName : public sofa::Data<std::string> {
 public:
  using Data::Data;
  DataFileName(const compatibility::InitData<std::string>& init) : Data(init) {}

  /// Where the file is; the name as it is given if there is none.
  std::string getFullPath() { return found().value_or(getValue()).string(); }
  std::string getAbsolutePath() { return std::filesystem::absolute(getFullPath()).lexically_normal().string(); }
  const std::string& getRelativePath() const { return getValue(); }
  /// Without the dot.
  std::string getExtension() const {
    const auto extension = std::filesystem::path(getValue()).extension().string();
    return extension.empty() ? extension : extension.substr(1);
  }

 private:
  std::optional<std::filesystem::path> found() {
    const auto* owner = base() ? base()->owner() : nullptr;
    if (getValue().empty()) return {};
    return sofa::helper::ResourcePath::data().find(getValue(), owner ? owner->folder() : std::filesystem::path());
  }
};

}  // namespace sofa::core::objectmodel

namespace sofa::helper::system {

/// The search path of data files.
class FileRepository {
 public:
  /// Puts where the file is in place of its name. False if there is none.
  bool findFile(std::string& file, const std::string& folder = "", std::ostream* errors = nullptr) const {
    const auto found = ResourcePath::data().find(file, folder);
    if (found)
      file = found->string();
    else if (errors)
      *errors << file << " is not found in " << ResourcePath::data().describe(folder) << '\n';
    return found.has_value();
  }
  /// Where the file is; the name as it is given if there is none.
  std::string getFile(std::string file, const std::string& folder = "") const {
    findFile(file, folder);
    return file;
  }
  void addFirstPath(const std::string& folder) { ResourcePath::data().prepend(folder); }
  void addLastPath(const std::string& folder) { ResourcePath::data().append(folder); }
};
inline FileRepository DataRepository;

}  // namespace sofa::helper::system
