// SPDX-License-Identifier: Apache-2.0
#include "Sofa/Component/IO/MeshLoader.h"

#include "Sofa/Component/IO/FileSearch.h"
#include "Sofa/Core/ObjectModel/ComponentDescription.h"
#include "Sofa/Core/ObjectModel/ValueText.h"
#include "Sofa/Helper/Mesh/FormatError.h"
#include "Sofa/Helper/Mesh/MeshOperations.h"

namespace sofa::component::io {

MeshLoader::MeshLoader() {
  for (auto* data : std::initializer_list<core::BaseData*>{&d_translation, &d_rotation, &d_scale, &d_transformation})
    addInput(data);
  for (auto* data : std::initializer_list<core::BaseData*>{&d_filename, &d_flipNormals, &d_triangulate,
                                                           &d_createSubelements, &d_onlyAttachedPoints})
    addOption(*data);
  for (auto* data : std::initializer_list<core::BaseData*>{
           &d_positions,        &d_normals,         &d_polylines,    &d_edges,
           &d_triangles,        &d_quads,           &d_polygons,     &d_tetrahedra,
           &d_hexahedra,        &d_prisms,          &d_pyramids,     &d_highOrderEdgePositions,
           &d_edgesGroups,      &d_trianglesGroups, &d_quadsGroups,  &d_polygonsGroups,
           &d_tetrahedraGroups, &d_hexahedraGroups, &d_prismsGroups, &d_pyramidsGroups})
    addOutput(data);
}

void MeshLoader::addOption(core::BaseData& data) {
  addInput(&data);
  m_options.track(data);
}

void MeshLoader::parseExtra(core::ComponentDescription& description) {
  DataEngine::parseExtra(description);
  std::string bad;
  if (const auto scale = description.takeFloat("scale", &bad))
    d_scale.set(d_scale.value() * static_cast<double>(*scale));
  if (!bad.empty()) core::tellNoNumber(*this, bad, "the scale stays as it is");
  updateNow();
}

void MeshLoader::init() {
  updateNow();
  if (!m_middleNodes.empty() && d_highOrderEdgePositions.outputs().empty())
    warning("'{}': {}. onlyAttachedPoints=\"1\" leaves them out.", d_filename.value(), m_middleNodes);
}

void MeshLoader::doUpdate() {
  if (!m_loaded || m_options.anyChanged()) load();
  transform();
}

std::optional<std::filesystem::path> MeshLoader::file() const { return findFile(*this, d_filename.value()); }

void MeshLoader::load() {
  m_loaded = true;
  m_options.clear();
  clearMesh();
  std::optional<std::filesystem::path> file;
  std::optional<std::string> bytes;
  if (needsFile()) {
    file = this->file();
    if (file) bytes = readWholeFile(*this, *file);
    if (!bytes) return setInvalid();
  }
  try {
    setMesh(readMesh(bytes.value_or(""), file.value_or("")));
    setValid();
  } catch (const helper::mesh::FormatError& problem) {
    if (file)
      error("Cannot read file '{}': {}", file->string(), problem.what());
    else
      error("{}", problem.what());
    setInvalid();
  }
}

void MeshLoader::setMesh(helper::mesh::MeshData mesh) {
  for (const auto& text : mesh.errors) error("'{}': {}", d_filename.value(), text);
  for (const auto& text : mesh.warnings) warning("'{}': {}", d_filename.value(), text);
  if (d_triangulate.value()) helper::mesh::triangulateQuads(mesh, d_flipNormals.value());
  if (d_createSubelements.value()) helper::mesh::createSubelements(mesh);
  if (d_onlyAttachedPoints.value()) helper::mesh::keepAttachedPoints(mesh);
  m_middleNodes = helper::mesh::tellMiddleNodes(mesh);
  m_points = std::move(mesh.positions);
  m_fileNormals = std::move(mesh.normals);
  d_edges.set(std::move(mesh.edges));
  d_triangles.set(std::move(mesh.triangles));
  d_quads.set(std::move(mesh.quads));
  d_tetrahedra.set(std::move(mesh.tetrahedra));
  d_hexahedra.set(std::move(mesh.hexahedra));
  d_prisms.set(std::move(mesh.prisms));
  d_pyramids.set(std::move(mesh.pyramids));
  d_polylines.set(std::move(mesh.polylines));
  d_polygons.set(std::move(mesh.polygons));
  d_highOrderEdgePositions.set(std::move(mesh.highOrderEdgePositions));
  d_edgesGroups.set(std::move(mesh.edgesGroups));
  d_trianglesGroups.set(std::move(mesh.trianglesGroups));
  d_quadsGroups.set(std::move(mesh.quadsGroups));
  d_polygonsGroups.set(std::move(mesh.polygonsGroups));
  d_tetrahedraGroups.set(std::move(mesh.tetrahedraGroups));
  d_hexahedraGroups.set(std::move(mesh.hexahedraGroups));
  d_prismsGroups.set(std::move(mesh.prismsGroups));
  d_pyramidsGroups.set(std::move(mesh.pyramidsGroups));
}

namespace {

/// The affine part of a 4x4 matrix. One whose last row is not 0 0 0 1 acts by the inverse of its affine part: SOFA
/// never applies such a matrix, but undoes it when the points are first read, and scenes show the result.
struct Affine {
  type::Mat3 linear;
  type::Vec3 shift;
};

Affine affineOf(const type::Mat4& matrix, const MeshLoader& loader) {
  const Affine affine{matrix.topLeftCorner<3, 3>(), matrix.topRightCorner<3, 1>()};
  if (matrix.row(3) == type::Mat<1, 4>(0, 0, 0, 1)) return affine;
  if (affine.linear.determinant() == 0) {
    loader.warning("transformation: the last row is not 0 0 0 1 and the matrix is singular; it is ignored");
    return {type::Mat3::Identity(), type::Vec3::Zero()};
  }
  loader.warning("transformation: the last row is not 0 0 0 1; the inverse of the upper rows is applied");
  const type::Mat3 inverse = affine.linear.inverse();
  return {inverse, -(inverse * affine.shift)};
}

}  // namespace

void MeshLoader::transform() {
  std::vector<Vec3>& positions = d_positions.edit();
  positions = m_points;
  const bool transformed = isTransformed();
  if (transformed && d_transformation.value() != type::Mat4::Identity()) {
    const Affine affine = affineOf(d_transformation.value(), *this);
    for (auto& p : positions) p = affine.linear * p + affine.shift;
  } else if (transformed) {
    const Vec3& scale = d_scale.value();
    const bool moves =
        scale != Vec3::Ones() || d_rotation.value() != Vec3::Zero() || d_translation.value() != Vec3::Zero();
    const type::Mat3 rotation = type::toMatrix(type::fromEulerDegrees(d_rotation.value()));
    if (moves)
      for (auto& p : positions) p = rotation * scale.cwiseProduct(p) + d_translation.value();
  }
  auto normals = m_fileNormals;
  if (normals.size() != positions.size())
    helper::mesh::completeNormals(normals, positions, d_triangles.value(), d_quads.value());
  d_normals.set(std::move(normals));
}

}  // namespace sofa::component::io
