// SPDX-License-Identifier: Apache-2.0
#include "Sofa/GL/Capture/MeshSurface.h"

#include <atomic>

#include "Sofa/Geometry/FeatureEdges.h"
#include "Sofa/Geometry/MeshElements.h"
#include "Sofa/Geometry/Surface.h"
#include "Sofa/Helper/Parallel.h"

namespace sofa::gl {

using type::Index;
using type::Vec3;

namespace {

constexpr std::size_t pointsPerTask = 1 << 14;

/// Identities of surfaces that no capture of visual models uses.
std::uint64_t nextId() {
  static std::atomic<std::uint64_t> count{std::uint64_t{1} << 62};
  return ++count;
}

/// Faces of volumes that are not shared by two of them.
template <std::size_t N, class Elements, class Table, class F>
void forOuterFaces(const Elements& elements, const Table& table, F found) {
  struct Entry {
    std::array<Index, N> sorted, corners;
    Index element;
  };
  std::vector<Entry> faces;
  faces.reserve(elements.size() * table.size());
  for (std::size_t e = 0; e < elements.size(); ++e)
    for (const auto& corners : table) {
      Entry entry{{}, {}, static_cast<Index>(e)};
      for (std::size_t c = 0; c < N; ++c) entry.corners[c] = elements[e][corners[c]];
      entry.sorted = entry.corners;
      std::sort(entry.sorted.begin(), entry.sorted.end());
      faces.push_back(entry);
    }
  std::sort(faces.begin(), faces.end(), [](const Entry& a, const Entry& b) {
    return std::tie(a.sorted, a.element) < std::tie(b.sorted, b.element);
  });
  for (std::size_t i = 0; i < faces.size();) {
    std::size_t end = i + 1;
    while (end < faces.size() && faces[end].sorted == faces[i].sorted) ++end;
    if (end == i + 1) found(faces[i].corners, faces[i].element);
    i = end;
  }
}

}  // namespace

std::shared_ptr<SurfaceVertices> unusedVertices(std::span<std::shared_ptr<SurfaceVertices>> pool) {
  auto free = std::find_if(pool.begin(), pool.end(), [](const auto& v) { return !v || v.use_count() == 1; });
  if (free == pool.end()) free = pool.begin();
  if (!*free || free->use_count() > 1) *free = std::make_shared<SurfaceVertices>();
  std::iter_swap(free, pool.begin());
  return pool.front();
}

void MeshSurface::clear() { *this = {}; }

void MeshSurface::update(const core::BaseState& state, const core::BaseMeshTopology* topology, bool perElement,
                         std::size_t count) {
  if (!topology) return clear();
  if (m_mesh && m_meshOf.lock().get() == topology && m_revision == topology->revision() && m_points == state.size() &&
      m_perElement == perElement && m_count == count)
    return;
  m_meshOf = topology->weak_from_this();
  m_revision = topology->revision();
  m_points = state.size();
  m_perElement = perElement;
  m_count = count;
  collectFaces(*topology, m_points, perElement, count);
  numberVertices(m_points, perElement);
  collectSides();
  splitVertices(state);
  auto mesh = std::make_shared<SurfaceMesh>();
  mesh->triangles.reserve(3 * m_triangles.size());
  for (const auto& t : m_triangles) mesh->triangles.insert(mesh->triangles.end(), t.begin(), t.end());
  mesh->parts.push_back({{}, {}, 0, static_cast<std::uint32_t>(m_triangles.size()), 0, 0});
  m_mesh = std::move(mesh);
  m_id = nextId();
}

void MeshSurface::collectFaces(const core::BaseMeshTopology& topology, std::size_t points, bool perElement,
                               std::size_t count) {
  m_faces.clear();
  const auto triangle = [&](Index a, Index b, Index c, Index element, int diagonal = -1) {
    if (a < points && b < points && c < points) m_faces.push_back({{a, b, c}, element, diagonal});
  };
  const auto quad = [&](const auto& q, Index element) {
    triangle(q[0], q[1], q[2], element, 2), triangle(q[0], q[2], q[3], element, 0);
  };
  // Element numbers of a mesh with both kinds of volumes mean the kind that the values are of.
  const auto wanted = [&](const auto& elements) {
    return !elements.empty() && (!perElement || elements.size() == count);
  };
  if (wanted(topology.tetrahedra()))
    forOuterFaces<3>(topology.tetrahedra(), geometry::tetrahedronTriangles,
                     [&](const auto& t, Index e) { triangle(t[0], t[1], t[2], e); });
  if (wanted(topology.hexahedra()))
    forOuterFaces<4>(topology.hexahedra(), geometry::hexahedronQuads, [&](const auto& q, Index e) { quad(q, e); });
  if (!topology.tetrahedra().empty() || !topology.hexahedra().empty()) return;
  if (wanted(topology.triangles()))
    for (std::size_t e = 0; e < topology.triangles().size(); ++e) {
      const auto& t = topology.triangles()[e];
      triangle(t[0], t[1], t[2], static_cast<Index>(e));
    }
  if (wanted(topology.quads()))
    for (std::size_t e = 0; e < topology.quads().size(); ++e) quad(topology.quads()[e], static_cast<Index>(e));
}

/// A vertex for each point of the surface; per element, corners of its own for each triangle.
void MeshSurface::numberVertices(std::size_t points, bool perElement) {
  m_pointOf.clear();
  m_valueOf.clear();
  m_triangles.clear();
  constexpr Index none = ~Index{0};
  std::vector<Index> vertexOf(perElement ? 0 : points, none);
  for (const Face& face : m_faces)
    for (const Index p : face.points)
      if (!perElement) vertexOf[p] = 0;
  for (std::size_t p = 0; p < vertexOf.size(); ++p) {
    if (vertexOf[p] == none) continue;
    vertexOf[p] = static_cast<Index>(m_pointOf.size());
    m_pointOf.push_back(static_cast<Index>(p));
  }
  for (const Face& face : m_faces) {
    type::Triangle corners{};
    for (std::size_t c = 0; c < 3; ++c) {
      if (!perElement) {
        corners[c] = vertexOf[face.points[c]];
        continue;
      }
      corners[c] = static_cast<Index>(m_pointOf.size());
      m_pointOf.push_back(face.points[c]);
      m_valueOf.push_back(face.element);
    }
    m_triangles.push_back(corners);
  }
  if (!perElement) m_valueOf = m_pointOf;
}

void MeshSurface::collectSides() {
  m_sides.clear();
  for (const Face& face : m_faces)
    for (int c = 0; c < 3; ++c) {
      if (c == face.diagonal) continue;
      const Index a = face.points[static_cast<std::size_t>(c)], b = face.points[static_cast<std::size_t>((c + 1) % 3)];
      m_sides.push_back({std::min(a, b), std::max(a, b)});
    }
  std::sort(m_sides.begin(), m_sides.end());
  m_sides.erase(std::unique(m_sides.begin(), m_sides.end()), m_sides.end());
}

/// Sharp edges are those of the shape that the mesh has now.
void MeshSurface::splitVertices(const core::BaseState& state) {
  // Vertices of the same point share their normal; points are numbered as the first vertex of each.
  std::vector<Index> firstOf(m_points, ~Index{0});
  m_normalOf.resize(m_pointOf.size());
  m_positions.resize(m_pointOf.size());
  for (std::size_t v = 0; v < m_pointOf.size(); ++v) {
    Index& first = firstOf[m_pointOf[v]];
    first = std::min(first, static_cast<Index>(v));
    m_normalOf[v] = first;
    m_positions[v] = state.pointPosition(m_pointOf[v]);
  }
  auto split = geometry::splitAtFeatures(m_positions, m_triangles, {}, m_normalOf, sharpAngle);
  for (const Index copied : split.copyOf) {
    m_pointOf.push_back(m_pointOf[copied]);
    m_valueOf.push_back(m_valueOf[copied]);
  }
  m_triangles = std::move(split.triangles);
  m_normalOf = std::move(split.normalOf);
}

std::shared_ptr<SurfaceVertices> MeshSurface::takeVertices(const core::BaseState& state) {
  const std::size_t count = m_pointOf.size();
  m_positions.resize(count);
  helper::parallelChunks(count, pointsPerTask, [&](std::size_t begin, std::size_t end) {
    for (std::size_t i = begin; i < end; ++i) m_positions[i] = state.pointPosition(m_pointOf[i]);
  });
  geometry::vertexNormals(m_positions, m_triangles, {}, m_normalOf, m_normals);
  auto vertices = unusedVertices(m_vertices);
  vertices->positions.resize(3 * count);
  vertices->normals.resize(3 * count);
  helper::parallelChunks(count, pointsPerTask, [&](std::size_t begin, std::size_t end) {
    for (std::size_t i = begin; i < end; ++i)
      for (std::size_t c = 0; c < 3; ++c) {
        vertices->positions[3 * i + c] = static_cast<float>(m_positions[i][static_cast<int>(c)]);
        vertices->normals[3 * i + c] = static_cast<float>(m_normals[i][static_cast<int>(c)]);
      }
  });
  return vertices;
}

Surface MeshSurface::surface(std::shared_ptr<const SurfaceVertices> vertices) const {
  Surface surface;
  surface.id = m_id;
  surface.mesh = m_mesh;
  surface.vertices = std::move(vertices);
  return surface;
}

}  // namespace sofa::gl
