// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "Sofa/Compatibility/DataFileName.h"
#include "Sofa/Compatibility/Object.h"
#include "Sofa/Component/IO/FileSearch.h"
#include "Sofa/Component/IO/MeshLoader.h"
#include "Sofa/Helper/Mesh/FormatError.h"

namespace sofa::core::loader {

/// A loader of meshes written for SOFA: doLoad() fills these lists; what becomes of them is as for all loaders.
class MeshLoader : public compatibility::Author<component::io::MeshLoader> {
 public:
  /// The file as the scene names it, and where it is.
  class FileName {
   public:
    explicit FileName(const MeshLoader& loader) : m_loader(loader) {}
    const std::string& getValue() const { return m_loader.nameData().value(); }
    std::string getFullPath() const {
      const auto file = m_loader.file();
      return file ? file->string() : getValue();
    }

   private:
    const MeshLoader& m_loader;
  };
  FileName d_filename{*this};

  /// Reads the file. False if that failed, after an error message.
  virtual bool doLoad() = 0;
  /// Before doLoad(): for lists of derived classes.
  virtual void doClearBuffers() {}

 private:
  const core::Data<std::string>& nameData() const { return component::io::MeshLoader::d_filename; }

  helper::mesh::MeshData m_mesh;

 public:
  template <class T>
  using List = sofa::Data<std::vector<T>>;
  List<type::Vec3> d_positions{&m_mesh.positions}, d_normals{&m_mesh.normals};
  List<type::Edge> d_edges{&m_mesh.edges};
  List<type::Triangle> d_triangles{&m_mesh.triangles};
  List<type::Quad> d_quads{&m_mesh.quads};
  List<type::Tetrahedron> d_tetrahedra{&m_mesh.tetrahedra};
  List<type::Hexahedron> d_hexahedra{&m_mesh.hexahedra};
  List<std::vector<type::Index>> d_polylines{&m_mesh.polylines}, d_polygons{&m_mesh.polygons};

 protected:
  template <class List>
  void addTriangle(List& triangles, const type::Triangle& triangle) {
    triangles.push_back(triangle);
  }
  template <class List>
  void addTetrahedron(List& tetrahedra, const type::Tetrahedron& tetrahedron) {
    tetrahedra.push_back(tetrahedron);
  }
  bool canLoad() const { return file().has_value(); }

  helper::mesh::MeshData readMesh(std::string_view, const std::filesystem::path&) final {
    m_mesh = {};
    doClearBuffers();
    if (!doLoad()) throw helper::mesh::FormatError("its loader gave up");
    checkIndices(m_mesh.edges);
    checkIndices(m_mesh.triangles);
    checkIndices(m_mesh.quads);
    checkIndices(m_mesh.tetrahedra);
    checkIndices(m_mesh.hexahedra);
    checkIndices(m_mesh.polylines);
    checkIndices(m_mesh.polygons);
    return std::move(m_mesh);
  }

 private:
  template <class Elements>
  void checkIndices(const Elements& elements) const {
    for (const auto& element : elements)
      for (const type::Index i : element)
        if (i >= m_mesh.positions.size())
          throw helper::mesh::FormatError(
              fmt::format("an element names point {}, there are {}", i, m_mesh.positions.size()));
  }
};

}  // namespace sofa::core::loader
