// SPDX-License-Identifier: Apache-2.0
#include "Sofa/GL/Device/GpuSurface.h"

namespace sofa::gl {
namespace {

/// Coordinates beyond this overflow in the products with matrices; NaN fails the comparison, too.
constexpr float largestCoordinate = 1e15f;

bool usable(const float* position) {
  return std::abs(position[0]) < largestCoordinate && std::abs(position[1]) < largestCoordinate &&
         std::abs(position[2]) < largestCoordinate;
}

/// Without branches, since nearly always all are.
bool allUsable(const std::vector<float>& positions) {
  int bad = 0;
  for (const float x : positions) bad |= !(std::abs(x) < largestCoordinate);
  return bad == 0;
}

/// Appends the elements of n vertices whose vertices are all usable; the number of them.
std::size_t appendUsable(const std::vector<std::uint32_t>& elements, std::size_t n, std::size_t first,
                         std::size_t count, const std::vector<float>& positions, std::vector<std::uint32_t>& kept) {
  const std::size_t before = kept.size();
  for (std::size_t e = first; e < first + count; ++e) {
    const auto* vertex = &elements[n * e];
    if (std::all_of(vertex, vertex + n, [&](auto v) { return usable(&positions[3 * v]); }))
      kept.insert(kept.end(), vertex, vertex + n);
  }
  return (kept.size() - before) / n;
}

/// The sides of faces, sorted, each once.
class OutlineWriter {
 public:
  OutlineWriter(const std::vector<std::uint32_t>& triangles, const std::vector<float>& positions)
      : m_triangles(triangles), m_positions(positions) {}

  void part(const SurfaceMesh::Part& part, std::vector<std::uint32_t>& lines) {
    m_sides.clear();
    const std::size_t quads = std::min(part.quads, part.triangles / 2);
    const std::size_t firstQuad = part.firstTriangle + part.triangles - 2 * quads;
    for (std::size_t t = part.firstTriangle; t < firstQuad; ++t) {
      const auto* v = &m_triangles[3 * t];
      face<3>({v[0], v[1], v[2]});
    }
    for (std::size_t q = 0; q < quads; ++q) {
      const auto* v = &m_triangles[3 * (firstQuad + 2 * q)];
      face<4>({v[0], v[1], v[2], v[5]});
    }
    std::sort(m_sides.begin(), m_sides.end());
    m_sides.erase(std::unique(m_sides.begin(), m_sides.end()), m_sides.end());
    for (const auto& side : m_sides) lines.insert(lines.end(), side.begin(), side.end());
  }

 private:
  template <std::size_t N>
  void face(const std::array<std::uint32_t, N>& corners) {
    if (!std::all_of(corners.begin(), corners.end(), [&](auto v) { return usable(&m_positions[3 * v]); })) return;
    for (std::size_t i = 0; i < N; ++i) {
      const std::uint32_t a = corners[i], b = corners[(i + 1) % N];
      m_sides.push_back({std::min(a, b), std::max(a, b)});
    }
  }

  const std::vector<std::uint32_t>& m_triangles;
  const std::vector<float>& m_positions;
  std::vector<std::array<std::uint32_t, 2>> m_sides;
};

}  // namespace

void GpuSurface::update(const Surface& surface, RenderStatistics& statistics) {
  unusedFrames = 0;
  const bool meshChanged = surface.mesh != m_mesh, verticesChanged = surface.vertices != m_vertices;
  if (!meshChanged && !verticesChanged) return;
  m_mesh = surface.mesh;
  m_vertices = surface.vertices;
  ++m_version;
  const bool wereFinite = m_allFinite;
  const std::size_t before = m_vertexCount;
  if (verticesChanged) updateVertices(*m_vertices, statistics);
  if (meshChanged) {
    m_hasTexcoords = m_mesh->texcoords.size() == m_vertexCount && m_vertexCount > 0;
    if (m_hasTexcoords) m_texcoords.upload(m_mesh->texcoords, statistics);
  }
  m_hasTexcoords = m_hasTexcoords && m_mesh->texcoords.size() == m_vertexCount;
  setAttribute(texcoordAttribute, m_texcoords, 2, GL_FLOAT, m_hasTexcoords);
  if (meshChanged || m_vertexCount != before || !wereFinite || !m_allFinite) updateIndices(*m_vertices, statistics);
}

void GpuSurface::updateVertices(const SurfaceVertices& vertices, RenderStatistics& statistics) {
  m_vertexCount = vertices.positions.size() / 3;
  m_center.reset();
  m_allFinite = allUsable(vertices.positions);
  m_hasNormals = m_vertexCount > 0 && vertices.normals.size() == vertices.positions.size();
  m_hasColors = m_vertexCount > 0 && vertices.colors.size() == 4 * m_vertexCount;
  m_positions.upload(vertices.positions, statistics);
  if (m_hasNormals) m_normals.upload(vertices.normals, statistics);
  if (m_hasColors) m_colors.upload(vertices.colors, statistics);
  m_hasTranslucentColors = false;
  for (std::size_t i = 0; m_hasColors && i < m_vertexCount && !m_hasTranslucentColors; ++i)
    m_hasTranslucentColors = vertices.colors[4 * i + 3] < 255;
  setAttribute(positionAttribute, m_positions, 3, GL_FLOAT, true);
  setAttribute(normalAttribute, m_normals, 3, GL_FLOAT, m_hasNormals);
  setAttribute(colorAttribute, m_colors, 4, GL_UNSIGNED_BYTE, m_hasColors);
}

void GpuSurface::setAttribute(SurfaceAttribute attribute, const Buffer& buffer, GLint components, GLenum type,
                              bool present) {
  for (auto* array : {&m_triangleArray, &m_outlineArray, &m_edgeArray}) {
    if (present)
      array->attribute(attribute, buffer, components, type, type == GL_UNSIGNED_BYTE);
    else
      array->noAttribute(attribute);
  }
}

void GpuSurface::updateIndices(const SurfaceVertices& vertices, RenderStatistics& statistics) {
  m_ranges.clear();
  m_outlineRanges.clear();
  if (!namesOnlyVertices(m_mesh->triangles) || !namesOnlyVertices(m_mesh->edges)) {
    m_ranges.resize(m_mesh->parts.size());
    return;
  }
  if (m_allFinite) {
    for (const auto& part : m_mesh->parts)
      m_ranges.push_back({part.firstTriangle, part.triangles, part.firstEdge, part.edges});
    m_triangles.upload(m_mesh->triangles, statistics);
    m_edges.upload(m_mesh->edges, statistics);
  } else {
    std::vector<std::uint32_t> triangles, edges;
    for (const auto& part : m_mesh->parts) {
      Range range{triangles.size() / 3, 0, edges.size() / 2, 0};
      range.triangles =
          appendUsable(m_mesh->triangles, 3, part.firstTriangle, part.triangles, vertices.positions, triangles);
      range.edges = appendUsable(m_mesh->edges, 2, part.firstEdge, part.edges, vertices.positions, edges);
      m_ranges.push_back(range);
    }
    m_triangles.upload(triangles, statistics);
    m_edges.upload(edges, statistics);
  }
  m_triangleArray.indices(m_triangles);
  m_edgeArray.indices(m_edges);
}

/// A mesh and vertices of different steps may name vertices that are not there.
bool GpuSurface::namesOnlyVertices(const std::vector<std::uint32_t>& indices) const {
  return indices.empty() || *std::max_element(indices.begin(), indices.end()) < m_vertexCount;
}

void GpuSurface::updateOutlines(RenderStatistics& statistics) {
  std::vector<std::uint32_t> lines;
  OutlineWriter writer(m_mesh->triangles, m_vertices->positions);
  const bool usable = namesOnlyVertices(m_mesh->triangles);
  for (const auto& part : m_mesh->parts) {
    const std::size_t first = lines.size() / 2;
    if (usable) writer.part(part, lines);
    m_outlineRanges.push_back({first, lines.size() / 2 - first});
  }
  m_outlines.upload(lines, statistics);
  m_outlineArray.indices(m_outlines);
}

const type::Vec3& GpuSurface::center() {
  if (m_center) return *m_center;
  type::BoundingBox box;
  const auto& positions = m_vertices->positions;
  for (std::size_t i = 0; i + 2 < positions.size(); i += 3)
    if (usable(&positions[i])) box.include(type::Vec3(positions[i], positions[i + 1], positions[i + 2]));
  m_center = box.empty() ? type::Vec3(type::Vec3::Zero()) : type::Vec3(0.5 * (box.min + box.max));
  return *m_center;
}

void GpuSurface::setAttributes(VertexArray& array, const std::array<GLint, 4>& locations) const {
  struct Source {
    const Buffer& buffer;
    GLint components;
    GLenum type;
    bool present;
  };
  const Source sources[] = {{m_positions, 3, GL_FLOAT, true},
                            {m_normals, 3, GL_FLOAT, m_hasNormals},
                            {m_texcoords, 2, GL_FLOAT, m_hasTexcoords},
                            {m_colors, 4, GL_UNSIGNED_BYTE, m_hasColors}};
  for (std::size_t i = 0; i < locations.size(); ++i) {
    if (locations[i] < 0) continue;
    const auto location = static_cast<GLuint>(locations[i]);
    if (sources[i].present)
      array.attribute(location, sources[i].buffer, sources[i].components, sources[i].type, true);
    else
      array.noAttribute(location);
  }
}

void GpuSurface::drawTriangles(std::size_t part, RenderStatistics& statistics, VertexArray* array, GLenum mode) {
  const Range& range = m_ranges[part];
  if (range.triangles == 0) return;
  if (array) array->indices(m_triangles);
  (array ? *array : m_triangleArray).bind();
  glDrawElements(mode, static_cast<GLsizei>(3 * range.triangles), GL_UNSIGNED_INT,
                 reinterpret_cast<const void*>(range.firstTriangle * 3 * sizeof(std::uint32_t)));
  ++statistics.drawCalls;
  statistics.triangles += range.triangles;
}

void GpuSurface::drawOutlines(std::size_t part, RenderStatistics& statistics) {
  if (m_outlineRanges.empty()) updateOutlines(statistics);
  drawLines(m_outlineArray, m_outlineRanges[part], statistics);
}

void GpuSurface::drawEdges(std::size_t part, RenderStatistics& statistics, VertexArray* array) {
  if (array) array->indices(m_edges);
  drawLines(array ? *array : m_edgeArray, {m_ranges[part].firstEdge, m_ranges[part].edges}, statistics);
}

void GpuSurface::drawLines(VertexArray& array, const Lines& lines, RenderStatistics& statistics) {
  if (lines.count == 0) return;
  array.bind();
  glDrawElements(GL_LINES, static_cast<GLsizei>(2 * lines.count), GL_UNSIGNED_INT,
                 reinterpret_cast<const void*>(lines.first * 2 * sizeof(std::uint32_t)));
  ++statistics.drawCalls;
}

void GpuSurface::drawVertices(RenderStatistics& statistics, VertexArray* array) {
  // Points that are not finite end outside the view.
  if (m_vertexCount == 0) return;
  (array ? *array : m_triangleArray).bind();
  glDrawArrays(GL_POINTS, 0, static_cast<GLsizei>(m_vertexCount));
  ++statistics.drawCalls;
}

}  // namespace sofa::gl
