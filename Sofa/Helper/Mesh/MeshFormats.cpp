// SPDX-License-Identifier: Apache-2.0
#include "Sofa/Helper/Mesh/MeshFormats.h"

#include <map>
#include <memory>
#include <mutex>
#include <set>

#include "Sofa/Helper/Mesh/FormatError.h"
#include "Sofa/Helper/Mesh/GmshFile.h"
#include "Sofa/Helper/Mesh/ObjFile.h"
#include "Sofa/Helper/Mesh/OffFile.h"
#include "Sofa/Helper/Mesh/StlFile.h"
#include "Sofa/Helper/Mesh/VtkFile.h"

namespace sofa::helper::mesh {

namespace {

using Path = std::filesystem::path;

class Formats {
 public:
  static Formats& instance() {
    static Formats formats;
    return formats;
  }
  int add(MeshFormat format) {
    const std::lock_guard lock(m_mutex);
    m_formats.emplace(++m_last, std::make_shared<const MeshFormat>(std::move(format)));
    return m_last;
  }
  void remove(int number) {
    const std::lock_guard lock(m_mutex);
    m_formats.erase(number);
  }
  std::shared_ptr<const MeshFormat> find(const std::string& extension) const {
    const std::lock_guard lock(m_mutex);
    for (auto format = m_formats.rbegin(); format != m_formats.rend(); ++format)
      if (std::ranges::find(format->second->extensions, extension) != format->second->extensions.end())
        return format->second;
    return nullptr;
  }
  std::vector<std::string> extensions() const {
    const std::lock_guard lock(m_mutex);
    std::set<std::string> all;
    for (const auto& [number, format] : m_formats) all.insert(format->extensions.begin(), format->extensions.end());
    return {all.begin(), all.end()};
  }

 private:
  Formats() {
    add({{"obj"}, "Wavefront OBJ", [](std::string_view bytes, const Path&) { return readObj(bytes, {}); }});
    add({{"msh", "gmsh"}, "Gmsh", [](std::string_view bytes, const Path&) { return readGmsh(bytes); }});
    add({{"off"}, "Object File Format", [](std::string_view bytes, const Path&) { return readOff(bytes, false); }});
    add({{"stl"}, "stereolithography", [](std::string_view bytes, const Path&) { return readStl(bytes, {}); }});
    add({{"vtk", "vtu", "vtp"}, "VTK", [](std::string_view bytes, const Path&) { return readVtk(bytes, {}); }});
  }

  mutable std::mutex m_mutex;
  std::map<int, std::shared_ptr<const MeshFormat>> m_formats;  ///< in the order of their registration
  int m_last = 0;
};

std::string extensionOf(const Path& file) {
  std::string extension = file.extension().string();
  if (!extension.empty()) extension.erase(0, 1);
  std::ranges::transform(extension, extension.begin(), [](unsigned char c) { return std::tolower(c); });
  return extension;
}

}  // namespace

RegisterMeshFormat::RegisterMeshFormat(MeshFormat format) : m_number(Formats::instance().add(std::move(format))) {}

RegisterMeshFormat::~RegisterMeshFormat() { Formats::instance().remove(m_number); }

MeshData readMesh(std::string_view bytes, const Path& file) {
  const std::string extension = extensionOf(file);
  if (const auto format = Formats::instance().find(extension)) return format->read(bytes, file);
  throw FormatError(
      fmt::format("'.{}' is no known kind of mesh file ({})", excerpt(extension), fmt::join(meshExtensions(), ", ")));
}

std::vector<std::string> meshExtensions() { return Formats::instance().extensions(); }

}  // namespace sofa::helper::mesh
