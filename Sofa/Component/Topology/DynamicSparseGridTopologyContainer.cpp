// SPDX-License-Identifier: Apache-2.0
#include "Sofa/Component/Topology/DynamicSparseGridTopologyContainer.h"

#include "Sofa/Core/ObjectModel/Archive.h"
#include "Sofa/Core/Service/ObjectFactory.h"

namespace sofa::component::topology {

std::size_t DynamicSparseGridTopologyContainer::voxelCount() const {
  const auto& n = d_resolution.value();
  return n.minCoeff() > 0 ? geometry::gridPointCount({n[0], n[1], n[2]}) : 0;
}

void DynamicSparseGridTopologyContainer::init() {
  HexahedronSetTopologyContainer::init();
  const auto& voxels = d_idxInRegularGrid.value();
  const std::size_t count = voxelCount();
  if (count == 0 || voxels.empty() || voxels.size() != d_hexahedra->size() || std::ranges::max(voxels) >= count) {
    error(
        "No VoxelLoader found: resolution ({}) and idxInRegularGrid, a voxel of it for each of the {} hexahedra, must "
        "be "
        "given. Add a VoxelGridLoader before this component and set src to it.",
        d_resolution.text(), d_hexahedra->size());
    return setInvalid();
  }
  const bool areValuesGiven = d_valuesInGrid->size() == count;
  if (!areValuesGiven) {
    Values values(count, 0);
    for (const Index voxel : voxels) values[voxel] = 255;
    d_valuesInGrid.set(std::move(values));
  }
  if (d_valuesInTopology->size() != voxels.size()) {
    Values values;
    for (const Index voxel : voxels) values.push_back(d_valuesInGrid.value()[voxel]);
    d_valuesInTopology.set(std::move(values));
  }
  numberVoxels();
}

void DynamicSparseGridTopologyContainer::numberVoxels() {
  auto& hexahedra = d_hexahedronOfVoxel.edit();
  hexahedra.clear();
  const auto& voxels = d_idxInRegularGrid.value();
  for (std::size_t i = 0; i < voxels.size(); ++i)
    if (voxels[i] != type::invalidIndex) hexahedra[voxels[i]] = static_cast<Index>(i);
}

Index DynamicSparseGridTopologyContainer::voxelAt(const Hexahedron& hexahedron) const {
  type::Vec3 middle = type::Vec3::Zero();
  for (const Index point : hexahedron) middle += position(point) / 8;
  const type::Vec3 at = middle.cwiseQuotient(d_voxelSize.value()).array().floor();
  const auto& n = d_resolution.value();
  if (!((at.array() >= 0).all() && (at.array() < n.cast<double>().array()).all())) return type::invalidIndex;
  return static_cast<Index>(at[0] + n[0] * (at[1] + n[1] * at[2]));
}

void DynamicSparseGridTopologyContainer::follow(const core::MeshChanges& changes) {
  if (!isValid()) return;
  auto& voxels = d_idxInRegularGrid.edit();
  auto& values = d_valuesInTopology.edit();
  auto& inGrid = d_valuesInGrid.edit();
  for (const auto& [voxel, hexahedron] : d_hexahedronOfVoxel.value()) inGrid[voxel] = 0;
  std::size_t added = 0;
  for (const auto& step : changes.steps) added = step->of<Hexahedron>().added();
  for (std::size_t i = voxels.size() - std::min(added, voxels.size()); i < voxels.size(); ++i)
    voxels[i] = voxelAt(d_hexahedra.value()[i]);
  for (std::size_t i = 0; i < voxels.size(); ++i)
    if (voxels[i] != type::invalidIndex) inGrid[voxels[i]] = values[i];
  numberVoxels();
}

void DynamicSparseGridTopologyContainer::archive(core::Archive& archive) {
  HexahedronSetTopologyContainer::archive(archive);
  if (!wasChanged() || !isValid() || !archive.isGood()) return;
  auto voxels = d_idxInRegularGrid.value();
  auto inTopology = d_valuesInTopology.value(), inGrid = d_valuesInGrid.value();
  archive.io(voxels), archive.io(inTopology), archive.io(inGrid);
  const std::size_t hexahedra = d_hexahedra->size(), count = voxelCount();
  if (voxels.size() != hexahedra || inTopology.size() != hexahedra || inGrid.size() != count ||
      std::ranges::any_of(voxels, [&](Index i) { return i >= count && i != type::invalidIndex; }))
    archive.fail();
  if (!archive.isLoading() || !archive.isGood()) return;
  d_idxInRegularGrid.set(std::move(voxels));
  d_valuesInTopology.set(std::move(inTopology));
  d_valuesInGrid.set(std::move(inGrid));
  numberVoxels();
}

namespace {
const auto registered =
    core::Register("DynamicSparseGridTopologyContainer", "Sofa.Component.Topology.Container.Dynamic",
                   "hexahedra that are voxels of a grid, and can change")
        .ignores("createQuadArray", "quads are made when something needs them")
        .add<DynamicSparseGridTopologyContainer>();
}  // namespace

}  // namespace sofa::component::topology
