// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "Sofa/Helper/Mesh/MeshWriter.h"

namespace sofa::helper::mesh {

/// VTK XML files with binary arrays. The XML comes first; the arrays lie behind it as raw bytes, each behind its size
/// in bytes (UInt64), in the byte order of this machine: reals as Float64, node numbers and ends of cells as Int64,
/// types of cells as UInt8. A field whose role is normals or texture coordinates is announced as such.
std::string vtuBytes(const MeshView& mesh);  ///< unstructured grid (.vtu), any cells
std::string vtpBytes(const MeshView& mesh);  ///< polygons (.vtp): points, edges, triangles and quads

}  // namespace sofa::helper::mesh
