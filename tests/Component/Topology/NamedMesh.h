// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <algorithm>
#include <array>
#include <bit>
#include <map>
#include <vector>

#include "Sofa/Core/Contract/MeshTopology.h"

/// A mesh told by the names of its points, which stay when their numbers change.
namespace sofa::component::topology::named {

using type::Edge;
using type::Hexahedron;
using type::Index;
using type::Quad;
using type::Tetrahedron;
using type::Triangle;

/// The names of the points of an element in ascending order, none after them.
using Corners = std::array<int, 8>;
using List = std::vector<Corners>;
inline constexpr int noName = 1 << 30;

template <class Numbers>
Corners cornersOf(const Numbers& names) {
  Corners corners;
  corners.fill(noName);
  std::ranges::copy(names, corners.begin());
  std::ranges::sort(corners);
  return corners;
}

/// Names points, edges, triangles, quads, tetrahedra and hexahedra that come, each with a number of its own.
class Names : public core::Component {
 public:
  using Numbers = std::vector<double>;
  core::Data<Numbers> d_points{this, "points", {}, "names", {.follows = core::madeBy<&Names::make>(core::perPoint())}};
  core::Data<Numbers> d_edges{this, "edges", {}, "names", of<Edge>()};
  core::Data<Numbers> d_triangles{this, "triangles", {}, "names", of<Triangle>()};
  core::Data<Numbers> d_quads{this, "quads", {}, "names", of<Quad>()};
  core::Data<Numbers> d_tetrahedra{this, "tetrahedra", {}, "names", of<Tetrahedron>()};
  core::Data<Numbers> d_hexahedra{this, "hexahedra", {}, "names", of<Hexahedron>()};
  core::Data<std::vector<Index>> d_some{this, "some", {}, "points", {.follows = core::pointIndices}};
  int next = 0;

  bool topologyChanged(const core::MeshChanges&) override { return true; }
  void start(const core::BaseMeshTopology& mesh) {
    const auto name = [this](core::Data<Numbers>& data, std::size_t count) {
      Numbers names(count);
      for (double& n : names) n = next++;
      data.set(names);
    };
    name(d_points, mesh.nbPoints());
    name(d_edges, mesh.edges().size());
    name(d_triangles, mesh.triangles().size());
    name(d_quads, mesh.quads().size());
    name(d_tetrahedra, mesh.tetrahedra().size());
    name(d_hexahedra, mesh.hexahedra().size());
  }
  int point(Index i) const { return static_cast<int>(d_points.value().at(i)); }
  template <class E>
  List list(const std::vector<E>& elements) const {
    List all;
    for (const E& element : elements) {
      std::vector<int> names;
      for (const Index i : element) names.push_back(point(i));
      all.push_back(cornersOf(names));
    }
    return all;
  }

 private:
  template <class E>
  static core::DataOptions of() {
    return {.follows = core::madeBy<&Names::make>(core::perElement<E>())};
  }
  static void make(Names& names, Numbers& values, const core::ElementChange& change) {
    for (Index i = static_cast<Index>(change.remaining()); i < change.after(); ++i) values[i] = names.next++;
  }
};

inline List sorted(List list) {
  std::ranges::sort(list);
  return list;
}

/// All sets of `count` corners of an element with `corners` of them for which isSide(bits) holds.
template <class Rule>
void addSides(List& sides, const std::vector<int>& element, int count, const Rule& isSide) {
  for (unsigned bits = 0; bits < 1u << element.size(); ++bits) {
    if (std::popcount(bits) != count || !isSide(bits)) continue;
    std::vector<int> names;
    for (std::size_t i = 0; i < element.size(); ++i)
      if (bits >> i & 1) names.push_back(element[i]);
    sides.push_back(cornersOf(names));
  }
}

/// Corners of a cube by their coordinates; the corners of a quad are those of its lower side.
inline constexpr int cubeCorner[8][3] = {{0, 0, 0}, {1, 0, 0}, {1, 1, 0}, {0, 1, 0},
                                         {0, 0, 1}, {1, 0, 1}, {1, 1, 1}, {0, 1, 1}};

/// How many coordinates those corners of a cube have in common.
inline int commonCoordinates(unsigned bits) {
  int common = 0;
  for (int axis = 0; axis < 3; ++axis) {
    bool seen[2] = {false, false};
    for (int i = 0; i < 8; ++i)
      if (bits >> i & 1) seen[cubeCorner[i][axis]] = true;
    common += seen[0] != seen[1];
  }
  return common;
}

enum class Side { edge, face };

/// The sides of elements with points named in order, found by trying all sets of corners; as often as they occur.
template <class E>
List sidesOf(const std::vector<std::vector<int>>& elements, Side side) {
  List sides;
  const bool isCube = std::is_same_v<E, Hexahedron> || std::is_same_v<E, Quad>;
  const int count = side == Side::edge ? 2 : std::is_same_v<E, Hexahedron> ? 4 : 3;
  const int common = side == Side::edge ? 2 : 1;
  for (const auto& element : elements)
    addSides(sides, element, count, [&](unsigned bits) { return !isCube || commonCoordinates(bits) == common; });
  return sorted(sides);
}

inline List once(List list) {
  list.erase(std::unique(list.begin(), list.end()), list.end());
  return list;
}

/// Those of a sorted list that occur in it a single time.
inline List border(const List& list) {
  List single;
  for (std::size_t i = 0; i < list.size(); ++i)
    if ((i == 0 || list[i - 1] != list[i]) && (i + 1 == list.size() || list[i + 1] != list[i]))
      single.push_back(list[i]);
  return single;
}

}  // namespace sofa::component::topology::named
