// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <array>
#include <string>
#include <string_view>
#include <vector>

#include "Sofa/Type/Vec.h"

namespace sofa::core {
class BaseMeshTopology;
class Node;
}  // namespace sofa::core

namespace sofa::component::playback {

/// The kinds of elements that files of meshes hold, in their order.
template <class F>
void forEachKindOfElement(const F& f) {
  f.template operator()<type::Edge>(0, "Edges", "edges");
  f.template operator()<type::Triangle>(1, "Triangles", "triangles");
  f.template operator()<type::Quad>(2, "Quads", "quads");
  f.template operator()<type::Tetrahedron>(3, "Tetrahedra", "tetrahedra");
  f.template operator()<type::Hexahedron>(4, "Hexahedra", "hexahedra");
}

/// One block of a file of meshes: the points of all elements of each kind. Kinds that were not written are not given.
struct MeshFrame {
  struct List {
    bool given = false;
    std::vector<type::Index> points;
  };
  double time = 0;
  std::array<List, 5> lists;

  /// Blocks as WriteTopology writes them: a line "T= time", then for each kind a line "Edges= count" and one with the
  /// points of all of them.
  static std::vector<MeshFrame> read(std::string_view text);

  template <class E>
  std::vector<E> elements(std::size_t kind) const {
    const std::size_t corners = E().size();
    std::vector<E> all(lists[kind].points.size() / corners);
    for (std::size_t i = 0; i < all.size() * corners; ++i) all[i / corners][i % corners] = lists[kind].points[i];
    return all;
  }
};

/// Whether components of the node use a mesh; else says why not.
bool usesMesh(const core::Node& node, std::string& why);

/// What follows the line "T= time" of a block.
std::string meshBlock(const core::BaseMeshTopology& mesh);

}  // namespace sofa::component::playback
