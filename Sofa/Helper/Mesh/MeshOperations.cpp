// SPDX-License-Identifier: Apache-2.0
#include "Sofa/Helper/Mesh/MeshOperations.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>

namespace sofa::helper::mesh {
namespace {

using type::Index;

/// Set of index tuples whose order does not matter, in one flat table.
template <std::size_t N>
class ElementSet {
 public:
  explicit ElementSet(std::size_t most) : m_table(std::bit_ceil(2 * most + 2), unused()) {}
  /// False if it was there.
  bool insert(IndexArray<N> key) {
    std::sort(key.begin(), key.end());
    std::uint64_t hash = 0;
    for (const Index i : key) hash = (hash ^ i) * 0x9E3779B97F4A7C15u;
    for (std::size_t at = hash >> 32;; ++at) {
      auto& slot = m_table[at & (m_table.size() - 1)];
      if (slot == key) return false;
      if (slot[0] != type::invalidIndex) continue;
      slot = key;
      return true;
    }
  }

 private:
  static IndexArray<N> unused() {
    IndexArray<N> a;
    a.fill(type::invalidIndex);
    return a;
  }
  std::vector<IndexArray<N>> m_table;
};

/// Appends to a list of elements those that are new to it.
template <class T, std::size_t N>
class Appender {
 public:
  Appender(std::vector<T>& list, std::size_t most) : m_list(list), m_known(list.size() + most) {
    for (const T& element : list) m_known.insert(element);
  }
  template <class E, std::size_t Count>
  void addAll(const E& element, const IndexArray<N> (&locals)[Count]) {
    for (const auto& local : locals) {
      T candidate;
      for (std::size_t i = 0; i < N; ++i) candidate[i] = element[local[i]];
      if (m_known.insert(candidate)) m_list.push_back(candidate);
    }
  }

 private:
  std::vector<T>& m_list;
  ElementSet<N> m_known;
};

constexpr IndexArray<4> hexahedronQuads[] = {{0, 3, 2, 1}, {4, 5, 6, 7}, {0, 1, 5, 4},
                                             {1, 2, 6, 5}, {2, 3, 7, 6}, {3, 0, 4, 7}};
constexpr IndexArray<4> prismQuads[] = {{0, 3, 4, 1}, {0, 2, 5, 3}, {1, 4, 5, 2}};
constexpr IndexArray<4> pyramidQuads[] = {{0, 3, 2, 1}};
constexpr IndexArray<3> prismTriangles[] = {{0, 1, 2}, {4, 3, 5}};
constexpr IndexArray<3> pyramidTriangles[] = {{0, 1, 4}, {1, 2, 4}, {3, 4, 2}, {0, 4, 3}};
constexpr IndexArray<3> tetrahedronTriangles[] = {{0, 2, 1}, {0, 1, 3}, {0, 3, 2}, {1, 2, 3}};
constexpr IndexArray<2> quadEdges[] = {{1, 2}, {2, 3}, {3, 0}, {0, 1}};
constexpr IndexArray<2> triangleEdges[] = {{1, 2}, {2, 0}, {0, 1}};

template <class List, class Visit>
void visitIndices(List& list, const Visit& visit) {
  for (auto& element : list)
    for (auto& index : element) visit(index);
}

template <class Mesh, class Visit>
void visitElements(Mesh& mesh, const Visit& visit) {
  visitIndices(mesh.edges, visit);
  visitIndices(mesh.triangles, visit);
  visitIndices(mesh.quads, visit);
  visitIndices(mesh.tetrahedra, visit);
  visitIndices(mesh.hexahedra, visit);
  visitIndices(mesh.prisms, visit);
  visitIndices(mesh.pyramids, visit);
}

type::Vec3 unitNormal(const type::Vec3& a, const type::Vec3& b) {
  const type::Vec3 n = a.cross(b);
  const double length = n.norm();
  return length > 0 ? type::Vec3(n / length) : type::Vec3::Zero();
}

}  // namespace

void triangulateQuads(MeshData& mesh, bool flip) {
  FaceSink sink(mesh, flip);
  mesh.triangles.reserve(mesh.triangles.size() + 2 * mesh.quads.size());
  for (const auto& q : mesh.quads) sink.fan(q.data(), q.size());
  mesh.quads.clear();
  mesh.quadsGroups.clear();
}

void createSubelements(MeshData& mesh) {
  if (!mesh.hexahedra.empty() || !mesh.prisms.empty() || !mesh.pyramids.empty()) {
    Appender<type::Quad, 4> quads(mesh.quads,
                                  6 * mesh.hexahedra.size() + 3 * mesh.prisms.size() + mesh.pyramids.size());
    for (const auto& h : mesh.hexahedra) quads.addAll(h, hexahedronQuads);
    for (const auto& p : mesh.prisms) quads.addAll(p, prismQuads);
    for (const auto& p : mesh.pyramids) quads.addAll(p, pyramidQuads);
  }
  if (!mesh.tetrahedra.empty() || !mesh.prisms.empty() || !mesh.pyramids.empty()) {
    const std::size_t most = 2 * mesh.prisms.size() + 4 * (mesh.pyramids.size() + mesh.tetrahedra.size());
    Appender<type::Triangle, 3> triangles(mesh.triangles, most);
    for (const auto& p : mesh.prisms) triangles.addAll(p, prismTriangles);
    for (const auto& p : mesh.pyramids) triangles.addAll(p, pyramidTriangles);
    for (const auto& t : mesh.tetrahedra) triangles.addAll(t, tetrahedronTriangles);
  }
  if (mesh.quads.empty() && mesh.triangles.empty()) return;
  Appender<type::Edge, 2> edges(mesh.edges, 4 * mesh.quads.size() + 3 * mesh.triangles.size());
  for (const auto& q : mesh.quads) edges.addAll(q, quadEdges);
  for (const auto& t : mesh.triangles) edges.addAll(t, triangleEdges);
}

std::size_t countUnattachedPoints(const MeshData& mesh) {
  std::vector<bool> attached(mesh.positions.size());
  const auto mark = [&](Index i) { attached[i] = true; };
  visitElements(mesh, mark);
  visitIndices(mesh.polylines, mark);
  visitIndices(mesh.polygons, mark);
  return static_cast<std::size_t>(std::ranges::count(attached, false));
}

std::string tellMiddleNodes(const MeshData& mesh) {
  const std::size_t count = mesh.isOfHighOrder ? countUnattachedPoints(mesh) : 0;
  if (count == 0) return {};
  return fmt::format(
      "its elements of higher order are taken for linear ones by their corners, and {} points, nodes in their middle, "
      "belong to no element: they take part of a mass and fall alone",
      count);
}

std::size_t keepAttachedPoints(MeshData& mesh) {
  std::vector<Index> renamed(mesh.positions.size(), type::invalidIndex);
  visitElements(std::as_const(mesh), [&](Index i) { renamed[i] = 0; });
  Index kept = 0;
  for (std::size_t i = 0; i < renamed.size(); ++i) {
    if (renamed[i] == type::invalidIndex) continue;
    mesh.positions[kept] = mesh.positions[i];
    renamed[i] = kept++;
  }
  const std::size_t dropped = mesh.positions.size() - kept;
  if (!dropped) return 0;
  mesh.positions.resize(kept);
  visitElements(mesh, [&](Index& i) { i = renamed[i]; });
  // These may name points that no element uses; what lost a point is left out.
  const auto lost = [&](const std::vector<Index>& list) {
    return std::any_of(list.begin(), list.end(), [&](Index i) { return renamed[i] == type::invalidIndex; });
  };
  for (auto* lists : {&mesh.polylines, &mesh.polygons}) {
    std::erase_if(*lists, lost);
    visitIndices(*lists, [&](Index& i) { i = renamed[i]; });
  }
  std::erase_if(mesh.highOrderEdgePositions, [&](const auto& e) { return renamed[e[0]] == type::invalidIndex; });
  for (auto& e : mesh.highOrderEdgePositions) e[0] = renamed[e[0]];
  return dropped;
}

void completeNormals(std::vector<type::Vec3>& normals, const std::vector<type::Vec3>& positions,
                     const std::vector<type::Triangle>& triangles, const std::vector<type::Quad>& quads) {
  normals.resize(positions.size(), type::Vec3::Zero());
  for (const auto& t : triangles) {
    const type::Vec3 n = unitNormal(positions[t[1]] - positions[t[0]], positions[t[2]] - positions[t[0]]);
    for (const Index i : t) normals[i] += n;
  }
  for (const auto& q : quads)
    for (std::size_t i = 0; i < 4; ++i) {
      const type::Vec3& corner = positions[q[i]];
      normals[q[i]] += unitNormal(positions[q[(i + 1) % 4]] - corner, positions[q[(i + 3) % 4]] - corner);
    }
  for (auto& n : normals)
    if (const double length = n.norm(); length > 0) n /= length;
}

}  // namespace sofa::helper::mesh
