// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "Sofa/Component/IO/Exporter.h"
#include "Sofa/Core/Contract/VisibleSurface.h"

namespace sofa::component::io {

/// Writes the visual models of its node and all below as a Wavefront .obj file, a group for each, and their materials
/// as an .mtl file beside it.
class VisualModelOBJExporter : public Exporter {
 public:
  void init() override;
  bool write() override;

 private:
  /// Numbers that the next surface's points, normals and texture coordinates count from.
  struct Counts {
    std::size_t points = 1, normals = 1, texcoords = 1;
  };
  void addSurface(std::string& text, const core::VisibleSurface::Faces& faces, Counts& counts) const;
};

}  // namespace sofa::component::io
