// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <memory>

#include "Sofa/Component/IO/MeshLoader.h"
#include "Sofa/Helper/Mesh/VtkFile.h"

namespace sofa::component::io {

/// Reads a polygon mesh or an unstructured grid from a VTK file: legacy .vtk, ASCII or binary, or XML .vtu and .vtp
/// (docs/manual/topology.md, "VTK"). Arrays per point and per cell become Data of the loader, named as in the file.
class MeshVTKLoader : public MeshLoader {
 protected:
  helper::mesh::MeshData readMesh(std::string_view bytes, const std::filesystem::path& file) override;
  void clearMesh() override;

 private:
  void addArray(const helper::mesh::VtkArray& array);
  template <class T>
  void setArray(const helper::mesh::VtkArray& array);

  std::vector<std::unique_ptr<core::BaseData>> m_arrays;
};

}  // namespace sofa::component::io
