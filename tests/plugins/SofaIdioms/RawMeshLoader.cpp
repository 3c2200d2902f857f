// SPDX-License-Identifier: Apache-2.0
// Reads a list of points and triangles from a file of its own format.
#include <sofa/core/ObjectFactory.h>
#include <sofa/core/loader/MeshLoader.h>
#include <sofa/helper/system/FileRepository.h>
#include <sofa/helper/system/Locale.h>
#include <sofa/helper/system/SetDirectory.h>
#include <fstream>

namespace sofaidioms {

class RawMeshLoader : public sofa::core::loader::MeshLoader {
 public:
  SOFA_CLASS(RawMeshLoader, sofa::core::loader::MeshLoader);

  bool doLoad() override {
    sofa::helper::system::TemporaryLocale locale(LC_NUMERIC, "C");
    const std::string extension = sofa::helper::system::SetDirectory::GetExtension(d_filename.getFullPath().c_str());
    msg_warning_when(extension != "raw") << "the extension is " << extension;
    std::ifstream file(d_filename.getFullPath());
    if (!file.good()) {
      msg_error() << "Cannot read file '" << d_filename.getFullPath() << "'.";
      return false;
    }
    return readRaw(file);
  }

 protected:
  bool readRaw(std::ifstream& file) {
    auto positions = sofa::helper::getWriteOnlyAccessor(d_positions);
    auto triangles = sofa::helper::getWriteOnlyAccessor(d_triangles);
    std::string word;
    while (file >> word) {
      if (word == "v") {
        SReal x, y, z;
        file >> x >> y >> z;
        positions.push_back(sofa::type::Vec3(x, y, z));
      } else if (word == "f") {
        int a, b, c;
        file >> a >> b >> c;
        addTriangle(triangles.wref(), sofa::topology::Triangle(a, b, c));
      } else {
        msg_error() << "'" << word << "' is no line of this format.";
        return false;
      }
    }
    return true;
  }
};

int RawMeshLoaderClass = sofa::core::RegisterObject("Reads v and f lines").add<RawMeshLoader>();

}  // namespace sofaidioms
