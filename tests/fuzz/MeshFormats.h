// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <string_view>

#include "Sofa/Component/Playback/StateFile.h"
#include "Sofa/Helper/Mesh/GidFile.h"
#include "Sofa/Helper/Mesh/GmshFile.h"
#include "Sofa/Helper/Mesh/MeshOperations.h"
#include "Sofa/Helper/Mesh/MeshText.h"
#include "Sofa/Helper/Mesh/ObjFile.h"
#include "Sofa/Helper/Mesh/OffFile.h"
#include "Sofa/Helper/Mesh/SphereFile.h"
#include "Sofa/Helper/Mesh/StlFile.h"
#include "Sofa/Helper/Mesh/TrianFile.h"
#include "Sofa/Helper/Mesh/VtkFile.h"
#include "Sofa/Helper/Mesh/XspFile.h"

/// Parsers of files as fuzz targets, shared by the fuzzers and the test of seeded mutations.
namespace sofa::fuzz {

enum class Format { obj, objSeams, mtl, gmsh, vtk, stl, off, sph, gid, trian, xsp, state };

/// Reads `bytes` and derives what loaders do. A file that is refused is fine; anything else than FormatError is a
/// finding. Returns the number of reals and indices that the result holds.
inline std::size_t parse(Format format, std::string_view bytes) {
  using namespace helper::mesh;
  const auto derive = [](MeshData mesh) {
    createSubelements(mesh);
    triangulateQuads(mesh, true);
    completeNormals(mesh.normals, mesh.positions, mesh.triangles, mesh.quads);
    keepAttachedPoints(mesh);
    return 3 * mesh.positions.size() + 8 * mesh.cellCount();
  };
  try {
    switch (format) {
      case Format::obj:
        return derive(readObj(bytes, {}));
      case Format::objSeams:
        return derive(readObj(bytes, {true, true, true}));
      case Format::mtl:
        return 20 * readObjMaterials(bytes).size();
      case Format::gmsh:
        return derive(readGmsh(bytes));
      case Format::vtk:
        return derive(readVtk(bytes, {}));
      case Format::stl:
        return derive(readStl(bytes, {}));
      case Format::off:
        return derive(readOff(bytes, false));
      case Format::sph:
        return 4 * readSpheres(bytes).centers.size();
      case Format::gid:
        return derive(readGid(bytes, false));
      case Format::trian: {
        auto surface = readTrian(bytes, true);
        const std::size_t reals = 3 * surface.neighbors.size() + 2 * surface.borderEdges.size();
        return reals + derive(std::move(surface.mesh));
      }
      case Format::xsp: {
        const auto content = readXsp(bytes);
        return 3 * content.positions.size() + 5 * content.springs.size();
      }
      case Format::state: {
        std::size_t reals = 0;
        for (const auto& frame : component::playback::readStateFrames(bytes))
          reals += frame.positions.size() + frame.velocities.size();
        return reals;
      }
    }
  } catch (const FormatError&) {
  }
  return 0;
}

}  // namespace sofa::fuzz
