// SPDX-License-Identifier: Apache-2.0
#include "Sofa/Simulation/Run/ExportSource.h"

#include "Sofa/Core/Contract/MeshTopology.h"
#include "Sofa/Core/Contract/VisibleSurface.h"
#include "Sofa/Helper/Mesh/VtkXmlWriter.h"
#include "Sofa/Simulation/Run/ExportFields.h"

namespace sofa::simulation {
namespace {

using helper::mesh::FieldView;
using helper::mesh::MeshView;

/// Cells that name points which are not there, as while a mesh changes, would make a file that readers crash on.
void dropCellsThatDoNotFit(MeshView& mesh) {
  if (mesh.cellCount() > 0 && mesh.largestNode() >= mesh.points.size())
    mesh = MeshView{.points = mesh.points, .pointFields = std::move(mesh.pointFields)};
  mesh.pointsAreCells = mesh.cellCount() == 0;
}

class StateSource final : public ExportSource {
 public:
  StateSource(Node& root, const Node& node, const core::BaseState& state)
      : m_state(state.weak_from_this()), m_path(state.path()), m_fields(root, state) {
    if (const auto* topology = core::meshTopology(node)) m_topology = topology->weak_from_this();
  }

  std::string path() const override { return m_path; }
  const char* extension() const override { return ".vtu"; }
  std::optional<std::string> bytes() override {
    const auto alive = m_state.lock();
    if (!alive) return {};
    const auto& state = dynamic_cast<const core::BaseState&>(*alive);
    m_points.resize(state.size());
    for (std::size_t i = 0; i < m_points.size(); ++i) m_points[i] = state.pointPosition(i);
    MeshView mesh;
    mesh.points = m_points;
    const auto topology = std::dynamic_pointer_cast<const core::BaseMeshTopology>(m_topology.lock());
    if (topology && topology->nbPoints() == m_points.size()) addCells(*topology, mesh);
    dropCellsThatDoNotFit(mesh);
    mesh.pointFields = motionFields(state);
    m_fields.addTo(mesh);
    return vtuBytes(mesh);
  }

 private:
  /// Only the cells of the highest dimension: the others are their faces and edges.
  static void addCells(const core::BaseMeshTopology& topology, MeshView& mesh) {
    mesh.tetrahedra = topology.tetrahedra();
    mesh.hexahedra = topology.hexahedra();
    mesh.prisms = topology.prisms();
    mesh.pyramids = topology.pyramids();
    if (mesh.cellCount() > 0) return;
    mesh.triangles = topology.triangles();
    mesh.quads = topology.quads();
    if (mesh.cellCount() == 0) mesh.edges = topology.edges();
  }

  std::weak_ptr<const core::Base> m_state, m_topology;
  std::string m_path;
  FieldSources m_fields;
  std::vector<type::Vec3> m_points;
};

class SurfaceSource final : public ExportSource {
 public:
  explicit SurfaceSource(const std::shared_ptr<core::Component>& component)
      : m_component(component), m_path(component->path()) {}

  std::string path() const override { return m_path; }
  const char* extension() const override { return ".vtp"; }
  std::optional<std::string> bytes() override {
    const auto component = m_component.lock();
    if (!component) return {};
    component->updateVisual();
    const auto faces = dynamic_cast<const core::VisibleSurface&>(*component).visibleFaces();
    MeshView mesh;
    mesh.points = faces.vertices;
    mesh.edges = faces.edges;
    mesh.triangles = faces.triangles;
    mesh.quads = faces.quads;
    dropCellsThatDoNotFit(mesh);
    addField(mesh, "normal", faces.normals, FieldView::Role::normals);
    addField(mesh, "texture_coordinates", faces.texcoords, FieldView::Role::texcoords);
    return vtpBytes(mesh);
  }

 private:
  template <class Vectors>
  static void addField(MeshView& mesh, const char* name, const Vectors& vectors, FieldView::Role role) {
    if (vectors.empty() || vectors.size() != mesh.points.size()) return;
    FieldView field{.name = name, .components = static_cast<std::size_t>(vectors[0].size()), .role = role};
    field.values.reserve(vectors.size() * field.components);
    for (const auto& v : vectors)
      for (const auto x : v) field.values.push_back(static_cast<double>(x));
    mesh.pointFields.push_back(std::move(field));
  }

  std::weak_ptr<core::Component> m_component;
  std::string m_path;
};

}  // namespace

std::vector<std::unique_ptr<ExportSource>> findExportSources(Node& root) {
  std::vector<std::unique_ptr<ExportSource>> sources;
  for (Node* node : root.order()) {
    if (const auto* state = core::localMechanicalState(*node))
      sources.push_back(std::make_unique<StateSource>(root, *node, *state));
    for (const auto& component : node->components())
      if (dynamic_cast<const core::VisibleSurface*>(component.get()))
        sources.push_back(std::make_unique<SurfaceSource>(component));
  }
  return sources;
}

}  // namespace sofa::simulation
