// SPDX-License-Identifier: Apache-2.0
#include "Sofa/Helper/Mesh/TrianFile.h"

#include "Sofa/Helper/Mesh/MeshText.h"

namespace sofa::helper::mesh {
namespace {

std::array<int, 3> readNeighbors(MeshText& in, std::size_t triangles) {
  std::array<int, 3> neighbors{};
  for (int& neighbor : neighbors) {
    const std::int64_t value = in.integer("a neighbour of a triangle");
    if (value < -1 || value >= static_cast<std::int64_t>(triangles))
      in.fail(fmt::format("neighbour {} is neither -1 nor one of the {} triangles", value, triangles));
    neighbor = static_cast<int>(value);
  }
  return neighbors;
}

}  // namespace

TrianMesh readTrian(std::string_view text, bool flip) {
  TrianMesh result;
  MeshText in(text);
  const std::size_t points = in.count("points", 6);
  result.mesh.positions.reserve(points);
  for (std::size_t i = 0; i < points; ++i) result.mesh.positions.push_back(in.point("a coordinate of a point"));
  const std::size_t triangles = in.count("triangles", 12);
  FaceSink sink(result.mesh, flip);
  for (std::size_t t = 0; t < triangles; ++t) {
    std::array<type::Index, 3> corner{};
    for (auto& c : corner) c = in.index(points, "triangle");
    sink.triangle(corner[0], corner[1], corner[2]);
    const auto& neighbors = result.neighbors.emplace_back(readNeighbors(in, triangles));
    for (int k = 0; k < 3; ++k)
      if (neighbors[k] < 0) result.borderEdges.push_back({corner[(k + 1) % 3], corner[(k + 2) % 3]});
    if (std::ranges::find(neighbors, -1) != neighbors.end())
      result.borderTriangles.push_back(static_cast<type::Index>(t));
  }
  if (flip)  // neighbours stay opposite to their corners, which are in reversed order
    for (auto& neighbors : result.neighbors) std::swap(neighbors[0], neighbors[2]);
  return result;
}

}  // namespace sofa::helper::mesh
