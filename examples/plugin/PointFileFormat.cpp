// A kind of mesh file: points, one a line, in files that end in .xyz. Loaders and MeshTopology then read them.
#include <Sofa/Helper/Mesh/FormatError.h>
#include <Sofa/Helper/Mesh/MeshFormats.h>

#include <sstream>

namespace {

using namespace sofa::helper::mesh;

MeshData readPoints(std::string_view bytes, const std::filesystem::path&) {
  MeshData mesh;
  std::istringstream lines{std::string(bytes)};
  std::string line;
  for (std::size_t number = 1; std::getline(lines, line); ++number) {
    std::istringstream words(line);
    sofa::type::Vec3 point;
    if (!(words >> point[0] >> point[1] >> point[2])) throw FormatError(number, "three numbers were expected");
    mesh.positions.push_back(point);
  }
  return mesh;
}

const RegisterMeshFormat points{{{"xyz"}, "points, one a line", readPoints}};

}  // namespace
