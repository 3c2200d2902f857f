// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "Sofa/Helper/Mesh/MeshData.h"

/// What loaders derive from a mesh once it is read (docs/manual/topology.md, "Mesh loaders").
namespace sofa::helper::mesh {

/// Every quad becomes the triangles (0,1,2) and (0,2,3), appended and turned if `flip`; no quad is left.
void triangulateQuads(MeshData& mesh, bool flip);

/// Appends the faces and edges of the elements that are not in the lists yet, in the order of docs/manual/topology.md,
/// "Mesh loaders".
void createSubelements(MeshData& mesh);

std::size_t countUnattachedPoints(const MeshData& mesh);
/// What is to be told about nodes of elements of high order that no element uses, since only the corners are taken;
/// empty if there are none.
std::string tellMiddleNodes(const MeshData& mesh);

/// Drops the points that no element uses, and renumbers. Returns how many were dropped.
std::size_t keepAttachedPoints(MeshData& mesh);

/// Makes `normals` one per point: to those that are there the unit normals of the triangles and quad corners around the
/// point are added, then the sum is normalised; zero where there is nothing to add.
void completeNormals(std::vector<type::Vec3>& normals, const std::vector<type::Vec3>& positions,
                     const std::vector<type::Triangle>& triangles, const std::vector<type::Quad>& quads);

}  // namespace sofa::helper::mesh
