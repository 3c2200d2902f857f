// SPDX-License-Identifier: Apache-2.0
#include "Sofa/Component/IO/MeshExporter.h"

#include "Sofa/Component/IO/ExportedMesh.h"
#include "Sofa/Core/Service/ObjectFactory.h"

namespace sofa::component::io {
namespace {
const auto registered =
    core::Register("MeshExporter", "Sofa.Component.IO.Mesh", "writes a mesh in one of several formats")
        .add<MeshExporter>();
constexpr int exportDigits = 9;
}  // namespace

void MeshExporter::init() {
  Exporter::init();
  m_topology = core::meshTopology(*context());
  m_state = core::mechanicalState(*context());
  if (m_topology) return setValid();
  error("No mesh is visible from this node: add one (such as MeshTopology).");
  setInvalid();
}

std::string MeshExporter::nextName(const helper::mesh::MeshView& mesh) const {
  const std::string pattern = baseName();
  const std::string number = fmt::format("{:05}", fileNumber());
  std::string name;
  bool numbered = false;
  for (std::size_t i = 0; i < pattern.size(); ++i) {
    const char key = pattern[i] == '%' && i + 1 < pattern.size() ? pattern[i + 1] : '\0';
    switch (key) {
      case 'n':
        name += number;
        break;
      case 'p':
        name += std::to_string(mesh.points.size());
        break;
      case 'E':
        name += std::to_string(mesh.cellCount());
        break;
      case 'e':
        name += std::to_string(mesh.topCellCount());
        break;
      default:
        name += pattern[i];
        continue;
    }
    numbered |= key == 'n';
    ++i;
  }
  return isPeriodic() && !numbered ? name + number : name;
}

bool MeshExporter::write() {
  if (!m_topology) return false;
  const ExportedMesh mesh(*m_topology, m_state, d_position.value());
  const auto view =
      mesh.view({d_edges.value(), d_triangles.value(), d_quads.value(), d_tetras.value(), d_hexas.value()});
  if (const auto problem = checkIndices(view); !problem.empty()) {
    error("{}", problem);
    return false;
  }
  const std::string name = nextName(view);
  const auto wants = [&](const char* format) { return d_format.value().is("ALL") || d_format.value().is(format); };
  bool good = true;
  if (wants("vtkxml")) good &= writeFile(name + ".vtu", vtuText(view, exportDigits));
  if (wants("vtk")) good &= writeFile(name + ".vtk", vtkText(view, exportDigits));
  if (wants("netgen")) good &= writeFile(name + ".mesh", netgenText(view, exportDigits));
  if (wants("tetgen")) {
    good &= writeFile(name + ".node", tetgenNodeText(view, exportDigits));
    good &= writeFile(name + ".ele", tetgenEleText(view));
    good &= writeFile(name + ".face", tetgenFaceText(view));
  }
  if (wants("gmsh")) good &= writeFile(name + ".gmsh", gmshText(view, exportDigits));
  if (wants("obj")) good &= writeFile(name + ".obj", objText(view, exportDigits));
  return good;
}

}  // namespace sofa::component::io
