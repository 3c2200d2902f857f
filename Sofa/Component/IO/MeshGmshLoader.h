// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "Sofa/Component/IO/MeshLoader.h"

namespace sofa::component::io {

/// Reads a mesh from a Gmsh .msh file of format 1, 2 or 4 in ASCII (docs/manual/topology.md, "Gmsh"). Unless
/// createSubelements is given, the faces and edges of all elements are added. flipNormals has no effect on this format.
class MeshGmshLoader : public MeshLoader {
 protected:
  void parseExtra(core::ComponentDescription& description) override;
  helper::mesh::MeshData readMesh(std::string_view bytes, const std::filesystem::path& file) override;
};

}  // namespace sofa::component::io
