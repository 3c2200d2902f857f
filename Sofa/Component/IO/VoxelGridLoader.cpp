// SPDX-License-Identifier: Apache-2.0
#include "Sofa/Component/IO/VoxelGridLoader.h"

#include <bitset>

#include "Sofa/Component/IO/FileSearch.h"
#include "Sofa/Core/Service/ObjectFactory.h"

namespace sofa::component::io {
namespace {

using Count = type::Vec<3, std::int64_t>;

constexpr int bytes = 256;

/// Which of the values a voxel can have are kept.
std::bitset<bytes> activeValues(const std::vector<int>& kept, const std::vector<int>& background) {
  std::bitset<bytes> active;
  if (kept.empty()) active.set();
  for (const int value : kept)
    if (value >= 0 && value < bytes) active.set(static_cast<std::size_t>(value));
  if (kept.empty())
    for (const int value : background)
      if (value >= 0 && value < bytes) active.reset(static_cast<std::size_t>(value));
  return active;
}

/// Numbers of the corners of a voxel among the corners of all of them.
std::array<std::size_t, 8> cornersOf(std::int64_t x, std::int64_t y, std::int64_t z, const Count& n) {
  constexpr int offsets[8][3] = {{0, 0, 0}, {1, 0, 0}, {1, 1, 0}, {0, 1, 0},
                                 {0, 0, 1}, {1, 0, 1}, {1, 1, 1}, {0, 1, 1}};
  std::array<std::size_t, 8> corners;
  for (std::size_t k = 0; k < 8; ++k) {
    const auto* o = offsets[k];
    corners[k] = static_cast<std::size_t>(x + o[0] + (n[0] + 1) * (y + o[1] + (n[1] + 1) * (z + o[2])));
  }
  return corners;
}

}  // namespace

VoxelGridLoader::VoxelGridLoader() {
  for (auto* data : std::initializer_list<core::BaseData*>{&d_filename, &d_resolution, &d_voxelSize, &d_roi, &d_header,
                                                           &d_bgValue, &d_dataValue})
    addInput(data);
  for (auto* data : std::initializer_list<core::BaseData*>{&d_positions, &d_hexahedra, &d_idxInRegularGrid})
    addOutput(data);
}

void VoxelGridLoader::parseExtra(core::ComponentDescription& description) {
  DataEngine::parseExtra(description);
  updateNow();
}

void VoxelGridLoader::doUpdate() {
  d_positions.set({});
  d_hexahedra.set({});
  d_idxInRegularGrid.set({});
  const auto found = voxels();
  if (!found) return setInvalid();
  addHexahedra(*found);
  setValid();
}

std::optional<std::string> VoxelGridLoader::voxels() const {
  const auto& n = d_resolution.value();
  if (n.minCoeff() < 1 || n.maxCoeff() > 65535) {
    error("resolution is {} {} {}; it should be the number of voxels, from 1 to 65535 along each axis.", n[0], n[1],
          n[2]);
    return std::nullopt;
  }
  const auto file = findFile(*this, d_filename.value());
  auto content = file ? readWholeFile(*this, *file) : std::nullopt;
  if (!content) return std::nullopt;
  const auto header = static_cast<std::size_t>(std::max(0, d_header.value()));
  const auto count = static_cast<std::size_t>(n.cast<std::int64_t>().prod());
  if (content->size() < header || content->size() - header < count) {
    error(
        "The file '{}' has {} bytes; {} voxels of a byte each behind a header of {} bytes need more: check resolution "
        "and "
        "header.",
        file->string(), content->size(), count, header);
    return std::nullopt;
  }
  content->erase(0, header);
  return content;
}

void VoxelGridLoader::addHexahedra(const std::string& voxels) {
  const Count n = d_resolution.value().cast<std::int64_t>();
  const Count first = d_roi.value().head<3>().cast<std::int64_t>().cwiseMax(0);
  const Count last = d_roi.value().tail<3>().cast<std::int64_t>().cwiseMin((n.array() - 1).matrix());
  const auto active = activeValues(d_dataValue.value(), d_bgValue.value());
  auto& hexahedra = d_hexahedra.edit();
  auto& numbers = d_idxInRegularGrid.edit();
  std::vector<std::array<std::size_t, 8>> corners;
  for (std::int64_t z = first[2]; z <= last[2]; ++z)
    for (std::int64_t y = first[1]; y <= last[1]; ++y)
      for (std::int64_t x = first[0]; x <= last[0]; ++x) {
        const auto voxel = static_cast<std::size_t>(x + n[0] * (y + n[1] * z));
        if (!active[static_cast<unsigned char>(voxels[voxel])]) continue;
        numbers.push_back(static_cast<type::Index>(voxel));
        corners.push_back(cornersOf(x, y, z, n));
      }
  std::vector<std::size_t> used;
  for (const auto& hexahedron : corners) used.insert(used.end(), hexahedron.begin(), hexahedron.end());
  std::ranges::sort(used);
  used.erase(std::ranges::unique(used).begin(), used.end());
  for (const auto& hexahedron : corners) {
    auto& element = hexahedra.emplace_back();
    for (std::size_t k = 0; k < 8; ++k)
      element[k] = static_cast<type::Index>(std::ranges::lower_bound(used, hexahedron[k]) - used.begin());
  }
  auto& positions = d_positions.edit();
  for (const std::size_t corner : used) {
    const auto row = static_cast<std::size_t>(n[0] + 1), rows = static_cast<std::size_t>(n[1] + 1);
    const type::Vec3 place(static_cast<double>(corner % row), static_cast<double>(corner / row % rows),
                           static_cast<double>(corner / row / rows));
    positions.push_back(place.cwiseProduct(d_voxelSize.value()));
  }
}

namespace {
const auto registered =
    core::Register("VoxelGridLoader", "Sofa.Component.IO.Mesh", "makes hexahedra of the voxels of a raw file")
        .ignores("generateHexa", "hexahedra are always made: their points are those of the voxels")
        .ignores("segmentationHeader", "there is no second file, of a segmentation")
        .add<VoxelGridLoader>();
}  // namespace

}  // namespace sofa::component::io
