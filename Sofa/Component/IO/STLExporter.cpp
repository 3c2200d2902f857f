// SPDX-License-Identifier: Apache-2.0
#include "Sofa/Component/IO/STLExporter.h"

#include "Sofa/Component/IO/ExportedMesh.h"
#include "Sofa/Core/Contract/VisibleSurface.h"
#include "Sofa/Core/Service/ObjectFactory.h"

namespace sofa::component::io {
namespace {
const auto registered =
    core::Register("STLExporter", "Sofa.Component.IO.Mesh", "writes a surface as an .stl file").add<STLExporter>();
constexpr int stlDigits = 9;
}  // namespace

void STLExporter::init() {
  Exporter::init();
  for (const auto& component : context()->components())
    if (!m_visual && dynamic_cast<core::VisibleSurface*>(component.get())) m_visual = component.get();
  m_topology = core::meshTopology(*context());
  m_state = core::mechanicalState(*context());
  if (m_visual || m_topology || !d_position.value().empty()) return setValid();
  error("There is no surface to write: add a visual model or a topology to this node, or give position and triangle.");
  setInvalid();
}

bool STLExporter::write() {
  helper::mesh::MeshView view;
  std::optional<ExportedMesh> mesh;
  if (!d_position.value().empty()) {
    view.points = d_position.value();
    view.triangles = d_triangle.value();
    view.quads = d_quad.value();
  } else if (m_visual) {
    m_visual->updateVisual();
    const auto faces = dynamic_cast<const core::VisibleSurface&>(*m_visual).visibleFaces();
    view.points = faces.vertices;
    view.triangles = faces.triangles;
    view.quads = faces.quads;
  } else if (m_topology) {
    mesh.emplace(*m_topology, m_state, d_position.value());
    view = mesh->view({.edges = false, .triangles = true, .quads = true, .tetrahedra = false, .hexahedra = false});
  }
  if (const auto problem = checkIndices(view); !problem.empty()) {
    error("{}", problem);
    return false;
  }
  std::string name = baseName();
  if (name.ends_with(".stl")) name.resize(name.size() - 4);
  if (isPeriodic()) name += fmt::format("{:05}", fileNumber());
  return writeFile(name + ".stl", d_binaryFormat.value() ? stlBytes(view) : stlText(view, stlDigits));
}

}  // namespace sofa::component::io
