// SPDX-License-Identifier: Apache-2.0
// Surfaces in the formats PLY, glTF and COLLADA, read by Assimp.
#include <assimp/scene.h>

#include <array>
#include <assimp/Importer.hpp>
#include <cmath>
#include <map>

#include "Sofa/Helper/Mesh/FormatError.h"
#include "Sofa/Helper/Mesh/MeshFormats.h"

namespace {

using namespace sofa;
using helper::mesh::FormatError;
using helper::mesh::MeshData;

/// The meshes of a scene as one, each where its node places it.
class Collector {
 public:
  /// Points of meshes for drawing are there once for each normal or texture coordinate; `joins` makes those at the same
  /// place one.
  explicit Collector(bool joins) : m_joins(joins) {}

  void add(const aiScene& scene, const aiNode& node, const aiMatrix4x4& above) {
    const aiMatrix4x4 placed = above * node.mTransformation;
    for (unsigned m = 0; m < node.mNumMeshes; ++m) add(*scene.mMeshes[node.mMeshes[m]], placed);
    for (unsigned c = 0; c < node.mNumChildren; ++c) add(scene, *node.mChildren[c], placed);
  }
  MeshData take() { return std::move(m_mesh); }

 private:
  void add(const aiMesh& mesh, const aiMatrix4x4& placed) {
    std::vector<type::Index> points;
    points.reserve(mesh.mNumVertices);
    for (unsigned v = 0; v < mesh.mNumVertices; ++v) points.push_back(pointAt(placed * mesh.mVertices[v]));
    helper::mesh::FaceSink faces(m_mesh, placed.Determinant() < 0);  // a mirror turns faces over
    std::vector<type::Index> corners;
    for (unsigned f = 0; f < mesh.mNumFaces; ++f) {
      const aiFace& face = mesh.mFaces[f];
      corners.clear();
      for (unsigned k = 0; k < face.mNumIndices; ++k) {
        if (face.mIndices[k] >= points.size())
          throw FormatError(fmt::format("face {} names point {} of {}", f, face.mIndices[k], points.size()));
        corners.push_back(points[face.mIndices[k]]);
      }
      if (corners.size() == 2)
        m_mesh.edges.emplace_back(corners[0], corners[1]);
      else if (corners.size() == 4)
        faces.quad(corners[0], corners[1], corners[2], corners[3]);
      else
        faces.fan(corners.data(), corners.size());
    }
  }
  type::Index pointAt(const aiVector3D& p) {
    if (!std::isfinite(p.x) || !std::isfinite(p.y) || !std::isfinite(p.z))
      throw FormatError("a coordinate of a point is not finite");
    const auto next = static_cast<type::Index>(m_mesh.positions.size());
    if (m_joins) {
      const auto [place, isNew] = m_places.try_emplace({p.x, p.y, p.z}, next);
      if (!isNew) return place->second;
    }
    m_mesh.positions.emplace_back(p.x, p.y, p.z);
    return next;
  }

  bool m_joins;
  MeshData m_mesh;
  std::map<std::array<ai_real, 3>, type::Index> m_places;
};

MeshData read(const std::filesystem::path& file, bool joins) {
  Assimp::Importer importer;
  const aiScene* scene = importer.ReadFile(file.string(), 0);
  if (!scene || !scene->mRootNode) {
    const std::string why = importer.GetErrorString();
    throw FormatError(why.empty() ? "Assimp finds no scene in it" : helper::mesh::excerpt(why, 300));
  }
  Collector collector(joins);
  collector.add(*scene, *scene->mRootNode, aiMatrix4x4());
  return collector.take();
}

const helper::mesh::RegisterMeshFormat ply{
    {{"ply"}, "Polygon File Format", [](std::string_view, const std::filesystem::path& file) {
       return read(file, false);
     }}};
const helper::mesh::RegisterMeshFormat scenes{
    {{"gltf", "glb", "dae"}, "glTF and COLLADA", [](std::string_view, const std::filesystem::path& file) {
       return read(file, true);
     }}};

}  // namespace
