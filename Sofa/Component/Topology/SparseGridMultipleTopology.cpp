// SPDX-License-Identifier: Apache-2.0
#include "Sofa/Component/Topology/SparseGridRamificationTopology.h"

namespace sofa::component::topology {
namespace {

using geometry::CellFilling;
using geometry::CellKind;

/// A sparse grid of several surfaces in one box, each with a stiffness and a mass of its own: what a later surface
/// encloses has its values; a cell that a surface cuts has the mean of its own and of what was there.
class SparseGridMultipleTopology final : public SparseGridRamificationTopology {
 public:
  core::Data<std::vector<std::string>> d_fileTopologies{
      this, "fileTopologies", {}, "files of the surfaces; those that lie inside of others come after them"};
  core::Data<std::vector<float>> d_stiffnessCoefs{
      this, "stiffnessCoefs", {}, "factor of the stiffness within each surface; default: 1"};
  core::Data<std::vector<float>> d_massCoefs{this, "massCoefs", {}, "factor of the mass; default: 1"};
  core::Data<bool> d_computeRamifications{
      this, "computeRamifications", true,
      "if true, parts of the body that are apart in a cell have cells of their own"};
  core::Data<bool> d_erasePreviousCoef{this, "erasePreviousCoef", false,
                                       "if true, cells that a surface cuts have its values, not a mean"};

 protected:
  std::optional<geometry::SparseGrid> finest(Surface& all) const override;
  std::unique_ptr<geometry::GridCells> coarsened(geometry::SparseGrid cells, const Surface& surface) const override {
    return d_computeRamifications.value() ? SparseGridRamificationTopology::coarsened(std::move(cells), surface)
                                          : SparseGridTopology::coarsened(std::move(cells), surface);
  }

 private:
  std::optional<std::vector<Surface>> surfaces() const;
  CellFilling fillingOf(std::size_t surface) const;
  void merge(const geometry::CellKinds& cells, const CellFilling& own, geometry::CellKinds& merged,
             std::vector<CellFilling>& filling) const;
};

std::optional<std::vector<SparseGridMultipleTopology::Surface>> SparseGridMultipleTopology::surfaces() const {
  std::vector<Surface> found;
  for (const auto& file : d_fileTopologies.value()) {
    auto surface = surfaceOf(file);
    if (!surface) return {};
    found.push_back(std::move(*surface));
  }
  if (!found.empty()) return found;
  error("There is no surface: set fileTopologies to the files of closed surfaces.");
  return {};
}

CellFilling SparseGridMultipleTopology::fillingOf(std::size_t surface) const {
  const auto at = [&](const auto& values) { return surface < values.size() ? values[surface] : 1.f; };
  return {at(d_stiffnessCoefs.value()), at(d_massCoefs.value())};
}

void SparseGridMultipleTopology::merge(const geometry::CellKinds& cells, const CellFilling& own,
                                       geometry::CellKinds& merged, std::vector<CellFilling>& filling) const {
  for (std::size_t i = 0; i < cells.kinds.size(); ++i) {
    if (cells.kinds[i] == CellKind::outside) continue;
    if (cells.kinds[i] == CellKind::inside || !d_fillWeighted.value()) {
      merged.kinds[i] = CellKind::inside;
      filling[i] = own;
      continue;
    }
    if (merged.kinds[i] == CellKind::outside) merged.kinds[i] = CellKind::boundary;
    filling[i] = d_erasePreviousCoef.value() ? own : (filling[i] += own) / 2;
  }
}

std::optional<geometry::SparseGrid> SparseGridMultipleTopology::finest(Surface& all) const {
  const auto found = surfaces();
  if (!found) return {};
  for (const auto& surface : *found) {
    const auto first = static_cast<Index>(all.vertices.size());
    all.vertices.insert(all.vertices.end(), surface.vertices.begin(), surface.vertices.end());
    for (auto polygon : surface.polygons) {
      for (Index& corner : polygon) corner += first;
      all.polygons.push_back(std::move(polygon));
    }
  }
  const auto box = lattice(all.vertices);
  if (!box) return {};
  const std::size_t wanted = found->size();
  for (const auto* coefs : {&d_stiffnessCoefs, &d_massCoefs})
    if (coefs->value().size() != wanted)
      warning("{} has {} values for {} surfaces: {}.", coefs->name(), coefs->value().size(), wanted,
              coefs->value().size() < wanted ? "1 is used for the others" : "the last ones are not used");
  geometry::CellKinds merged(*box, CellKind::outside);
  std::vector<CellFilling> filling(merged.kinds.size(), {0, 0});
  for (std::size_t s = 0; s < wanted; ++s)
    merge(geometry::cellKinds(*box, (*found)[s].vertices, (*found)[s].polygons), fillingOf(s), merged, filling);
  return geometry::SparseGrid(std::move(merged), d_onlyInsideCells.value(), filling);
}

const auto registered =
    historyOfSparseGrids(core::Register("SparseGridMultipleTopology", "Sofa.Component.Topology.Container.Grid",
                                        "a sparse grid of several surfaces with stiffnesses of their own"))
        .wasCalled("SparseGridMultiple", "SOFA v24.12")
        .add<SparseGridMultipleTopology>();

}  // namespace
}  // namespace sofa::component::topology
