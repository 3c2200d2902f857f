// SPDX-License-Identifier: Apache-2.0
#include "Sofa/Component/IO/StringMeshCreator.h"

#include "Sofa/Core/Service/ObjectFactory.h"
#include "Sofa/Helper/Mesh/FormatError.h"

namespace sofa::component::io {
namespace {
const auto registered =
    core::Register("StringMeshCreator", "Sofa.Component.IO.Mesh", "makes the points and edges of a string")
        .add<StringMeshCreator>();
constexpr unsigned maxResolution = 1u << 26;
}  // namespace

StringMeshCreator::StringMeshCreator() { addOption(d_resolution); }

helper::mesh::MeshData StringMeshCreator::readMesh(std::string_view, const std::filesystem::path&) {
  const unsigned n = d_resolution.value();
  if (n < 2 || n > maxResolution)
    throw helper::mesh::FormatError(fmt::format("resolution is {}; it should be from 2 to {}", n, maxResolution));
  helper::mesh::MeshData mesh;
  mesh.positions.reserve(n);
  for (unsigned i = 0; i < n; ++i) mesh.positions.emplace_back(static_cast<double>(i) / (n - 1), 0, 0);
  for (unsigned i = 1; i < n; ++i) mesh.edges.emplace_back(i - 1, i);
  return mesh;
}

bool StringMeshCreator::isTransformed() const {
  if (d_translation.isSet() || d_rotation.isSet() || d_scale.isSet() || d_transformation.isSet())
    warning("The transformation of a string has no effect; put it into the MechanicalObject.");
  return false;
}

}  // namespace sofa::component::io
