// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <string_view>

#include "Sofa/Helper/Mesh/MeshData.h"

namespace sofa::helper::mesh {

/// Values that a VTK file gives per point or per cell.
struct VtkArray {
  std::string name;
  std::size_t components = 1;
  bool integral = false;
  std::vector<double> values;  ///< component by component, point by point
};

struct VtkMesh : MeshData {
  std::vector<VtkArray> pointData;
  std::vector<VtkArray> cellData;
};

struct VtkOptions {
  bool flip = false;               ///< triangles and quads turned
  bool forceLittleEndian = false;  ///< binary legacy data in the order of PC processors instead of the norm's
};

/// Reads a VTK file, legacy (ASCII or binary) or XML (ASCII or binary arrays, also compressed by zlib), with a polygon
/// mesh or an unstructured grid. The content tells the kind, not the name. Throws FormatError.
VtkMesh readVtk(std::string_view bytes, const VtkOptions& options);

/// The two kinds; readVtk() chooses.
VtkMesh readVtkLegacy(std::string_view bytes, const VtkOptions& options);
VtkMesh readVtkXml(std::string_view bytes, const VtkOptions& options);

}  // namespace sofa::helper::mesh
