// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <array>
#include <string>
#include <vector>

#include "Sofa/Type/PrimitiveGroup.h"
#include "Sofa/Type/Vec.h"

/// Mesh files as plain data: parsers from bytes to a MeshData, without any scene, and what loaders derive from it.
namespace sofa::helper::mesh {

template <std::size_t N>
using IndexArray = std::array<type::Index, N>;
using IndexLists = std::vector<std::vector<type::Index>>;
using Groups = std::vector<type::PrimitiveGroup>;

/// A mesh as a file gives it. Indices are below positions.size(): the parsers check that.
struct MeshData {
  std::vector<type::Vec3> positions;
  std::vector<type::Vec3> normals;  ///< per point, if there are as many; else not per point or none
  std::vector<type::Edge> edges;
  std::vector<type::Triangle> triangles;
  std::vector<type::Quad> quads;
  std::vector<type::Tetrahedron> tetrahedra;
  std::vector<type::Hexahedron> hexahedra;
  std::vector<type::Prism> prisms;
  std::vector<type::Pyramid> pyramids;
  IndexLists polylines;
  IndexLists polygons;
  std::vector<IndexArray<4>> highOrderEdgePositions;  ///< mid node, edge, weight of either end

  Groups edgesGroups, trianglesGroups, quadsGroups, polygonsGroups;
  Groups tetrahedraGroups, hexahedraGroups, prismsGroups, pyramidsGroups;

  std::vector<std::string> warnings;  ///< what was left out, to be told to the user
  std::vector<std::string> errors;    ///< the same, of elements of kinds that are not read
  bool isOfHighOrder = false;         ///< some elements had more nodes than their corners

  std::size_t cellCount() const {
    return edges.size() + triangles.size() + quads.size() + tetrahedra.size() + hexahedra.size() + prisms.size() +
           pyramids.size() + polylines.size() + polygons.size();
  }
};

/// Takes triangles and quads as files give them, turned if the loader is asked to.
class FaceSink {
 public:
  FaceSink(MeshData& mesh, bool flip) : m_mesh(mesh), m_flip(flip) {}
  void triangle(type::Index a, type::Index b, type::Index c) {
    m_mesh.triangles.push_back(m_flip ? type::Triangle(c, b, a) : type::Triangle(a, b, c));
  }
  void quad(type::Index a, type::Index b, type::Index c, type::Index d) {
    m_mesh.quads.push_back(m_flip ? type::Quad(d, c, b, a) : type::Quad(a, b, c, d));
  }
  /// Triangles (0, i, i+1) of a polygon.
  void fan(const type::Index* corners, std::size_t count) {
    for (std::size_t i = 2; i < count; ++i) triangle(corners[0], corners[i - 1], corners[i]);
  }

 private:
  MeshData& m_mesh;
  bool m_flip;
};

}  // namespace sofa::helper::mesh
