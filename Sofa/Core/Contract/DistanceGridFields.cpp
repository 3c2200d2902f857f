// SPDX-License-Identifier: Apache-2.0
#include "Sofa/Core/Contract/DistanceGridFields.h"

#include "Sofa/Core/ObjectModel/Compatibility.h"
#include "Sofa/Geometry/DistanceGridFile.h"
#include "Sofa/Helper/File.h"
#include "Sofa/Helper/Mesh/FormatError.h"
#include "Sofa/Helper/ResourcePath.h"

namespace sofa::core {

using geometry::DistanceGrid;

std::shared_ptr<const DistanceGrid> DistanceGridFields::load(double sampling) const {
  const std::string& filename = d_filename.value();
  geometry::DistanceGridOptions options;
  options.size = {d_nx.value(), d_ny.value(), d_nz.value()};
  options.box = {d_box.value()[0], d_box.value()[1]};
  options.scale = d_scale.value();
  options.sampling = sampling;
  try {
    std::shared_ptr<const DistanceGrid> grid;
    if (filename == geometry::distanceCube) {
      grid = std::make_shared<DistanceGrid>(geometry::makeDistanceCube(options));
    } else {
      const auto& paths = helper::ResourcePath::data();
      const auto file = paths.find(filename, m_owner->folder());
      const auto bytes = file && !filename.empty() ? helper::readFile(*file) : std::nullopt;
      if (!bytes) {
        m_owner->error("filename: surface '{}' not found. It was searched in {}", filename,
                       paths.describe(m_owner->folder()));
        return nullptr;
      }
      grid = std::make_shared<DistanceGrid>(geometry::readDistanceGrid(*bytes, *file, options));
    }
    tellOfCells(*grid);
    return grid;
  } catch (const helper::mesh::FormatError& problem) {
    m_owner->error("filename: no distance grid from '{}': {}", filename, problem.what());
  }
  return nullptr;
}

void DistanceGridFields::tellOfCells(const DistanceGrid& grid) const {
  constexpr double telling = 1.05;
  const type::Vec3& width = grid.cellWidth();
  if (width.maxCoeff() > telling * width.minCoeff() && reproducesSofa(*m_owner))
    tellDefect(*m_owner,
               fmt::format("directions are taken per cell, and cells are {:.3g} x {:.3g} x {:.3g}: forces do not point "
                           "straight to the surface",
                           width[0], width[1], width[2]),
               "Choose nx, ny and nz in the proportions of the box");
}

type::Vec3 DistanceGridFields::slope(const DistanceGrid& grid, const type::Vec3& p) const {
  return reproducesSofa(*m_owner) ? grid.cellGradient(p) : grid.gradient(p);
}

void DistanceGridFields::dump(const DistanceGrid& grid, const std::string& filename) {
  if (filename.empty()) return;
  try {
    m_results.write(filename, geometry::writeDistanceGrid(grid, filename));
  } catch (const helper::mesh::FormatError& problem) {
    m_owner->error("dumpfilename: {}.", problem.what());
  }
}

}  // namespace sofa::core
