// SPDX-License-Identifier: Apache-2.0
#include "Sofa/Geometry/DistanceGridFile.h"

#include <cmath>
#include <limits>

#include "Sofa/Geometry/GridMesh.h"
#include "Sofa/Helper/Mesh/ByteOrder.h"
#include "Sofa/Helper/Mesh/MeshFormats.h"
#include "Sofa/Helper/Mesh/MeshText.h"

namespace sofa::geometry {
namespace {

using helper::mesh::FormatError;
using helper::mesh::MeshText;
using type::Vec3;

bool hasExtent(const type::BoundingBox& box) { return (box.max - box.min).minCoeff() > 0; }

void check(const DistanceGrid::Size& size) {
  if (std::ranges::min(size) < 2 || gridPointCount(size) == 0)
    throw FormatError(fmt::format("a distance grid of {} x {} x {} points cannot be: take 2 to {} along each axis",
                                  size[0], size[1], size[2], 512));
}

/// The box that is given, large enough for the surface, else one a tenth larger than that on each side.
type::BoundingBox boxAround(const type::BoundingBox& surface, const type::BoundingBox& given) {
  type::BoundingBox box = given;
  if (hasExtent(given)) {
    box.include(surface);
    return box;
  }
  const Vec3 margin = 0.1 * (surface.max - surface.min);
  box = {surface.min - margin, surface.max + margin};
  if (!hasExtent(box)) throw FormatError("the surface has no extent along an axis: give a box");
  return box;
}

DistanceGrid ofMesh(const helper::mesh::MeshData& mesh, const DistanceGridOptions& options) {
  std::vector<Vec3> vertices = mesh.positions;
  type::BoundingBox box;
  for (Vec3& p : vertices) {
    p *= options.scale;
    if (!p.allFinite()) throw FormatError("points of the surface are not finite numbers");
    box.include(p);
  }
  std::vector<type::Triangle> triangles = mesh.triangles;
  const auto addFan = [&](const auto& face) {
    for (std::size_t i = 2; i < face.size(); ++i) triangles.push_back({face[0], face[i - 1], face[i]});
  };
  for (const auto& quad : mesh.quads) addFan(quad);
  for (const auto& polygon : mesh.polygons) addFan(polygon);
  if (triangles.empty()) throw FormatError("there are no faces, so there is no surface");
  DistanceGrid grid = DistanceGrid::ofSurface(options.size, boxAround(box, options.box), vertices, triangles);
  if (grid.distances()[0] == std::numeric_limits<double>::max())
    throw FormatError("no line between points of the grid crosses the surface: take more points");
  grid.setSamples(std::move(vertices));
  return grid;
}

DistanceGrid ofRawBytes(std::string_view bytes, const DistanceGridOptions& options) {
  if (!hasExtent(options.box)) throw FormatError("a file of distances alone needs box, two corners with an extent");
  DistanceGrid grid(options.size, options.box);
  if (bytes.size() != grid.distances().size_bytes())
    throw FormatError(fmt::format("{} bytes are not the {} x {} x {} reals of nx, ny, nz, which take {}", bytes.size(),
                                  options.size[0], options.size[1], options.size[2], grid.distances().size_bytes()));
  std::memcpy(grid.distances().data(), bytes.data(), bytes.size());
  for (double& d : grid.distances()) d *= options.scale;
  return grid;
}

/// Structured points of a legacy VTK file.
class StructuredPoints {
 public:
  explicit StructuredPoints(std::string_view bytes) : m_in(bytes) {}

  DistanceGrid read() {
    m_in.restOfLine();  // # vtk DataFile Version x.y
    m_in.restOfLine();  // title
    m_isBinary = m_in.word() == "BINARY";
    std::string_view type;
    for (std::string_view word = m_in.word(); word != "LOOKUP_TABLE"; word = m_in.word()) {
      if (word.empty()) m_in.fail("there are no SCALARS with a LOOKUP_TABLE");
      if (word == "DATASET" && m_in.peekWord() != "STRUCTURED_POINTS")
        m_in.fail("distances are read from a DATASET of STRUCTURED_POINTS only");
      if (word == "DIMENSIONS")
        for (int& n : m_size) n = static_cast<int>(m_in.index(1 << 16, "number of points"));
      if (word == "ORIGIN") m_origin = m_in.point("the origin");
      if (word == "SPACING" || word == "ASPECT_RATIO") m_spacing = m_in.point("the spacing");
      if (word == "SCALARS") m_in.word(), type = m_in.word();
    }
    m_in.restOfLine();
    check(m_size);
    Vec3 extent;
    for (int a = 0; a < 3; ++a) extent[a] = m_spacing[a] * (m_size[std::size_t(a)] - 1);
    if (!(extent.minCoeff() > 0)) m_in.fail("SPACING must be above 0 along each axis");
    DistanceGrid grid(m_size, {m_origin, m_origin + extent});
    if (type != "double" && type != "float") m_in.fail("SCALARS must be float or double");
    type == "double" ? fill<double>(grid.distances()) : fill<float>(grid.distances());
    return grid;
  }

 private:
  template <class Real>
  void fill(std::span<double> values) {
    if (!m_isBinary) {
      for (double& d : values) d = m_in.real("a distance");
      return;
    }
    const std::string_view bytes = m_in.rest();
    if (bytes.size() < values.size() * sizeof(Real))
      m_in.fail(fmt::format("the file ends before the {} distances do", values.size()));
    for (std::size_t i = 0; i < values.size(); ++i)
      values[i] = helper::mesh::load<Real>(bytes.data() + i * sizeof(Real), std::endian::big);
  }

  MeshText m_in;
  bool m_isBinary = false;
  DistanceGrid::Size m_size{0, 0, 0};
  Vec3 m_origin = Vec3::Zero(), m_spacing = Vec3::Ones();
};

}  // namespace

DistanceGrid makeDistanceCube(const DistanceGridOptions& options) {
  check(options.size);
  const Vec3 corner = Vec3::Constant(options.scale);
  if (!(options.scale > 0)) throw FormatError("scale, half of the side of the cube, must be above 0");
  DistanceGrid grid = DistanceGrid::ofCube(options.size, boxAround({-corner, corner}, options.box), options.scale);
  if (options.sampling > 0) {
    grid.sampleSurface(options.sampling);
    return grid;
  }
  constexpr int steps = 4;  // between two corners
  std::vector<Vec3> points;
  for (int k = 0; k <= steps; ++k)
    for (int j = 0; j <= steps; ++j)
      for (int i = 0; i <= steps; ++i)
        if (const Vec3 p = 2.0 / steps * Vec3(i, j, k) - Vec3::Ones(); p.cwiseAbs().maxCoeff() == 1)
          points.push_back(options.scale * p);
  grid.setSamples(std::move(points));
  return grid;
}

DistanceGrid readDistanceGrid(std::string_view bytes, const std::filesystem::path& file,
                              const DistanceGridOptions& options) {
  const std::string extension = file.extension().string();
  if (extension == ".fmesh") throw FormatError("meshes of FlowVR are not read: convert it to .obj");
  check(options.size);
  const auto read = [&] {
    if (extension == ".raw") return ofRawBytes(bytes, options);
    if (extension != ".vtk" || bytes.find("STRUCTURED_POINTS") == bytes.npos)
      return ofMesh(helper::mesh::readMesh(bytes, file), options);
    DistanceGrid grid = StructuredPoints(bytes).read();
    grid.scale(options.scale);
    return grid;
  };
  DistanceGrid grid = read();
  for (const double d : grid.distances())
    if (!std::isfinite(d)) throw FormatError("not all distances are finite numbers");
  if (options.sampling > 0) grid.sampleSurface(options.sampling);
  return grid;
}

std::string writeDistanceGrid(const DistanceGrid& grid, const std::filesystem::path& file) {
  std::string bytes;
  const auto append = [&](std::endian order) {
    for (const double d : grid.distances()) {
      const double stored = helper::mesh::load<double>(reinterpret_cast<const char*>(&d), order);
      bytes.append(reinterpret_cast<const char*>(&stored), sizeof stored);
    }
  };
  if (file.extension() == ".raw") {
    append(std::endian::native);
    return bytes;
  }
  if (file.extension() != ".vtk") throw FormatError("distance grids are written to files that end with .raw or .vtk");
  const auto& n = grid.size();
  const Vec3 &low = grid.box().min, &step = grid.cellWidth();
  bytes = fmt::format(
      "# vtk DataFile Version 3.0\ndistances from a surface\nBINARY\nDATASET STRUCTURED_POINTS\nDIMENSIONS {} {} {}\n"
      "ORIGIN {} {} {}\nSPACING {} {} {}\nPOINT_DATA {}\nSCALARS distance double 1\nLOOKUP_TABLE default\n",
      n[0], n[1], n[2], low[0], low[1], low[2], step[0], step[1], step[2], grid.distances().size());
  append(std::endian::big);
  return bytes;
}

}  // namespace sofa::geometry
