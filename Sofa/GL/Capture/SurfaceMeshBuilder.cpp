// SPDX-License-Identifier: Apache-2.0
#include "Sofa/GL/Capture/SurfaceMeshBuilder.h"

namespace sofa::gl {

using component::visual::VisualModelImpl;

namespace {

/// Appends a range of faces; those that name a vertex that is not there are left out.
class MeshBuilder {
 public:
  MeshBuilder(const VisualModelImpl& model, const ShadingNormals& normals, SurfaceMesh& mesh)
      : m_model(model),
        m_normals(normals),
        m_mesh(mesh),
        m_vertices(model.drawnVertices().size() + normals.copyOf().size()) {}

  void part(int number, std::size_t firstEdge, std::size_t edges, std::size_t firstTriangle, std::size_t triangles,
            std::size_t firstQuad, std::size_t quads) {
    SurfaceMesh::Part part{m_model.materialOf(number),  m_model.textureFile(number),
                           count(m_mesh.triangles) / 3, 0,
                           count(m_mesh.edges) / 2,     0};
    each(m_model.d_edges.value(), firstEdge, edges, [&](const auto& e) { add(m_mesh.edges, {e[0], e[1]}); });
    each(m_normals.drawnTriangles(m_model), firstTriangle, triangles, [&](const auto& t) {
      add(m_mesh.triangles, {t[0], t[1], t[2]});
    });
    each(m_normals.drawnQuads(m_model), firstQuad, quads, [&](const auto& q) {
      if (std::all_of(q.begin(), q.end(), [&](auto v) { return v < m_vertices; }))
        add(m_mesh.triangles, {q[0], q[1], q[2]}), add(m_mesh.triangles, {q[0], q[2], q[3]}), ++part.quads;
    });
    part.triangles = count(m_mesh.triangles) / 3 - part.firstTriangle;
    part.edges = count(m_mesh.edges) / 2 - part.firstEdge;
    m_mesh.parts.push_back(std::move(part));
  }

 private:
  static std::uint32_t count(const std::vector<std::uint32_t>& v) { return static_cast<std::uint32_t>(v.size()); }

  template <class Elements, class F>
  static void each(const Elements& elements, std::size_t first, std::size_t n, F f) {
    const std::size_t end = std::min(elements.size(), first + n);
    for (std::size_t i = first; i < end; ++i) f(elements[i]);
  }
  void add(std::vector<std::uint32_t>& indices, std::initializer_list<type::Index> element) const {
    if (std::all_of(element.begin(), element.end(), [&](auto v) { return v < m_vertices; }))
      indices.insert(indices.end(), element.begin(), element.end());
  }

  const VisualModelImpl& m_model;
  const ShadingNormals& m_normals;
  SurfaceMesh& m_mesh;
  std::size_t m_vertices;
};

}  // namespace

std::shared_ptr<const SurfaceMesh> buildSurfaceMesh(const VisualModelImpl& model, const ShadingNormals& normals) {
  auto mesh = std::make_shared<SurfaceMesh>();
  mesh->owner = model.path();
  mesh->flat = normals.areMeaningless();
  mesh->copyOf.assign(normals.copyOf().begin(), normals.copyOf().end());
  MeshBuilder builder(model, normals, *mesh);
  const auto& groups = model.d_groups.value();
  const auto index = [](int i) { return static_cast<std::size_t>(std::max(0, i)); };
  for (const auto& g : groups)
    builder.part(g.material, index(g.firstEdge), index(g.edges), index(g.firstTriangle), index(g.triangles),
                 index(g.firstQuad), index(g.quads));
  if (groups.empty())
    builder.part(model.commonMaterial(), 0, model.d_edges.value().size(), 0, model.d_triangles.value().size(), 0,
                 model.d_quads.value().size());
  const auto& texcoords = model.d_texcoords.value();
  if (texcoords.size() == model.drawnVertices().size()) {
    for (const auto& uv : texcoords) mesh->texcoords.push_back({uv[0], uv[1]});
    for (const auto copied : mesh->copyOf) mesh->texcoords.push_back(mesh->texcoords[copied]);
  }
  return mesh;
}

}  // namespace sofa::gl
