// SPDX-License-Identifier: Apache-2.0
#include "Sofa/Component/IO/GridMeshCreator.h"

#include <set>

#include "Sofa/Core/Service/ObjectFactory.h"
#include "Sofa/Helper/Mesh/FormatError.h"

namespace sofa::component::io {
namespace {

const auto registered =
    core::Register("GridMeshCreator", "Sofa.Component.IO.Mesh", "makes a grid of quads or triangles in a plane")
        .add<GridMeshCreator>();
constexpr int maxPoints = 1 << 26;

/// Takes the faces of a grid and remembers their edges, each in the sense in which it was met first.
class GridFaces {
 public:
  GridFaces(helper::mesh::MeshData& mesh, bool flip) : m_mesh(mesh), m_faces(mesh, flip) {}
  void triangle(type::Index a, type::Index b, type::Index c) {
    m_faces.triangle(a, b, c);
    addEdges({a, b, c});
  }
  void quad(type::Index a, type::Index b, type::Index c, type::Index d) {
    m_faces.quad(a, b, c, d);
    addEdges({a, b, c, d});
  }
  /// The edges of all faces, sorted.
  void writeEdges() const {
    for (const auto& [a, b] : m_edges) m_mesh.edges.emplace_back(a, b);
  }

 private:
  void addEdges(std::initializer_list<type::Index> corners) {
    for (const auto* from = corners.begin(); from != corners.end(); ++from) {
      const type::Index to = from + 1 == corners.end() ? *corners.begin() : from[1];
      if (!m_edges.contains({to, *from})) m_edges.insert({*from, to});
    }
  }

  helper::mesh::MeshData& m_mesh;
  helper::mesh::FaceSink m_faces;
  std::set<std::pair<type::Index, type::Index>> m_edges;
};

}  // namespace

GridMeshCreator::GridMeshCreator() {
  addOption(d_resolution);
  addOption(d_trianglePattern);
}

helper::mesh::MeshData GridMeshCreator::readMesh(std::string_view, const std::filesystem::path&) {
  const int nx = d_resolution.value()[0], ny = d_resolution.value()[1], pattern = d_trianglePattern.value();
  if (nx < 2 || ny < 2 || nx > maxPoints / ny)
    throw helper::mesh::FormatError(
        fmt::format("resolution is {} {}; it should be 2 or more along each axis, and at most {} points in all", nx, ny,
                    maxPoints));
  if (pattern < 0 || pattern > 3)
    throw helper::mesh::FormatError(fmt::format("trianglePattern is {}; it should be 0, 1, 2 or 3", pattern));
  helper::mesh::MeshData mesh;
  mesh.positions.reserve(static_cast<std::size_t>(nx) * static_cast<std::size_t>(ny));
  for (int y = 0; y < ny; ++y)
    for (int x = 0; x < nx; ++x)
      mesh.positions.emplace_back(static_cast<double>(x) / (nx - 1), static_cast<double>(y) / (ny - 1), 0);
  GridFaces faces(mesh, d_flipNormals.value());
  for (int y = 0; y + 1 < ny; ++y)
    for (int x = 0; x + 1 < nx; ++x) {
      const auto corner = static_cast<type::Index>(y * nx + x), above = corner + static_cast<type::Index>(nx);
      const bool rising = pattern == 2 || (pattern == 1 && (x + y) % 2 == 0);
      if (pattern == 0) {
        faces.quad(corner, corner + 1, above + 1, above);
      } else if (rising) {
        faces.triangle(corner, corner + 1, above + 1);
        faces.triangle(corner, above + 1, above);
      } else {
        faces.triangle(corner, corner + 1, above);
        faces.triangle(corner + 1, above + 1, above);
      }
    }
  faces.writeEdges();
  return mesh;
}

}  // namespace sofa::component::io
