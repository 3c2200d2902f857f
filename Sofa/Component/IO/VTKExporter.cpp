// SPDX-License-Identifier: Apache-2.0
#include "Sofa/Component/IO/VTKExporter.h"

#include "Sofa/Component/IO/ExportedMesh.h"
#include "Sofa/Core/Contract/MeshSearch.h"
#include "Sofa/Core/ObjectModel/Path.h"
#include "Sofa/Core/Service/ObjectFactory.h"

namespace sofa::component::io {
namespace {
const auto registered =
    core::Register("VTKExporter", "Sofa.Component.IO.Mesh", "writes a mesh and fields into VTK files")
        .add<VTKExporter>();
constexpr int digits = 6;
}  // namespace

void VTKExporter::init() {
  Exporter::init();
  if (!l_mstate && !l_mstate.isGiven()) l_mstate.set(core::mechanicalState(*context()));
  if (core::requireMesh(*this, l_topology)) setValid();
}

std::string VTKExporter::nextName() const {
  std::string name = baseName();
  for (const char* known : {".vtu", ".vtk"})
    if (name.ends_with(known)) {
      name.resize(name.size() - 4);
      break;
    }
  if (!d_overwrite.value()) name += (d_xmlFormat.value() ? "" : "_") + std::to_string(m_files);
  return name + (d_xmlFormat.value() ? ".vtu" : ".vtk");  // readers choose the format by the name
}

bool VTKExporter::write() {
  if (!l_topology) return false;
  ExportedMesh mesh(*l_topology, l_mstate.get(), d_position.value());
  helper::mesh::MeshView view =
      mesh.view({d_edges.value(), d_triangles.value(), d_quads.value(), d_tetras.value(), d_hexas.value()});
  if (const auto problem = checkIndices(view); !problem.empty()) {
    error("{}", problem);
    return false;
  }
  addFields(d_pointsDataFields.value(), view.points.size(), view.pointFields);
  addFields(d_cellsDataFields.value(), view.cellCount(), view.cellFields);
  const bool written = writeFile(nextName(), d_xmlFormat.value() ? vtuText(view, digits) : vtkText(view, digits));
  if (written) ++m_files;
  return written;
}

void VTKExporter::addFields(const std::vector<std::string>& tokens, std::size_t count,
                            std::vector<helper::mesh::FieldView>& fields) const {
  for (const std::string& token : tokens) {
    const auto equals = token.find('=');
    std::string path = equals == token.npos ? token : token.substr(equals + 1);
    if (!path.starts_with('@')) path.insert(0, "@");
    std::string reason;
    const core::BaseData* data = core::findDataByPath(*this, path, &reason);
    if (!data) {
      error("The field \"{}\" is not written: {} does not name a Data. The form is [name=]@component.data.", token,
            path);
      continue;
    }
    const core::TypeInfo& type = data->type();
    const void* value = data->rawValue();
    const std::size_t scalars = type.isNumeric() && type.isList() ? type.scalarCount(value) : 0;
    const auto components = static_cast<std::size_t>(type.elementSize());
    if (!type.isNumeric() || scalars != count * components) {
      error("The field \"{}\" is not written: it is a {} with {} elements, but {} are needed.", token, type.name(),
            scalars / components, count);
      continue;
    }
    auto& field = fields.emplace_back();
    field.name = equals == token.npos ? data->name() : token.substr(0, equals);
    field.components = components;
    field.integral = type.scalar() == core::TypeInfo::Scalar::integer;
    field.values.reserve(scalars);
    for (std::size_t i = 0; i < scalars; ++i) field.values.push_back(type.get(value, i));
  }
}

}  // namespace sofa::component::io
