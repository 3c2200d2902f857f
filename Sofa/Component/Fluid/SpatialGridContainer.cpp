// SPDX-License-Identifier: Apache-2.0
#include "Sofa/Component/Fluid/SpatialGridContainer.h"

#include <numeric>
#include <set>

#include "Sofa/Component/Fluid/ParticleCount.h"
#include "Sofa/Core/Contract/DrawList.h"
#include "Sofa/Core/Service/ObjectFactory.h"

namespace sofa::component::fluid {

using type::Index;
using type::Vec3;

namespace {

using Cell = std::array<std::int64_t, 3>;
constexpr std::int64_t blockWidth = 8;  // cells

Cell cellOf(const Vec3& p, double width) {
  constexpr double last = 1e15;
  const auto along = [&](double x) {
    return std::isfinite(x) ? static_cast<std::int64_t>(std::clamp(std::floor(x / width), -last, last)) : 0;
  };
  return {along(p.x()), along(p.y()), along(p.z())};
}

/// By blocks of cells, and inside of a block along Morton's curve, which keeps what is near in space near in memory.
std::array<std::int64_t, 4> rankOf(const Cell& cell) {
  std::array<std::int64_t, 4> rank{};
  for (std::size_t axis = 0; axis < 3; ++axis) {
    const std::int64_t inBlock = ((cell[axis] % blockWidth) + blockWidth) % blockWidth;
    rank[2 - axis] = (cell[axis] - inBlock) / blockWidth;
    for (unsigned bit = 0; bit < 3; ++bit) rank[3] |= ((inBlock >> bit) & 1) << (3 * bit + axis);
  }
  return rank;
}

}  // namespace

void SpatialGridContainer::init() {
  m_state = dynamic_cast<core::State<type::Vec3Types>*>(core::mechanicalState(*context()));
  if (!m_state) {
    error("No mechanical state of type Vec3d is visible from this node: add a MechanicalObject.");
    return setInvalid();
  }
  if (!(d_cellWidth.value() > 0)) {
    error("cellWidth is {}; it must be larger than 0. 1 is used.", d_cellWidth.value());
    d_cellWidth.set(1);
  }
  d_listening.set(d_sortPoints.value());
  setValid();
}

void SpatialGridContainer::handleEvent(core::Event& event) {
  if (core::eventAs<core::AnimateBeginEvent>(event) && isValid() && d_sortPoints.value() && m_state) sortPoints();
}

void SpatialGridContainer::sortPoints() {
  const auto& x = m_state->positions();
  std::vector<std::array<std::int64_t, 4>> ranks(x.size());
  for (std::size_t i = 0; i < x.size(); ++i) ranks[i] = rankOf(cellOf(x[i], d_cellWidth.value()));
  std::vector<Index> order(x.size());
  std::iota(order.begin(), order.end(), Index{0});
  std::ranges::stable_sort(order, {}, [&](Index i) { return ranks[i]; });
  if (std::ranges::is_sorted(order)) return;
  const auto permute = [&](auto id) {
    if (!m_state->has(id) || m_state->hostRead(id).size() != 3 * order.size()) return;
    const std::vector<double> before(m_state->hostRead(id).begin(), m_state->hostRead(id).end());
    const auto after = m_state->hostWrite(id);
    for (std::size_t i = 0; i < order.size(); ++i) std::copy_n(before.begin() + 3 * order[i], 3, after.begin() + 3 * i);
  };
  for (const auto id : {core::vec::position, core::vec::restPosition, core::vec::resetPosition}) permute(id);
  for (const auto id :
       {core::vec::velocity, core::vec::resetVelocity, core::vec::force, core::vec::externalForce, core::vec::dx})
    permute(id);
  std::vector<Index> newIndex(order.size());
  for (std::size_t i = 0; i < order.size(); ++i) newIndex[order[i]] = static_cast<Index>(i);
  for (auto* rememberer : context()->allLocal<RemembersParticles>()) rememberer->particlesRenumbered(newIndex);
}

void SpatialGridContainer::draw(core::DrawList& list) const {
  if (!d_showGrid.value() || !m_state || !list.shows(type::DisplayFlags::BehaviorModels)) return;
  std::set<Cell> cells;
  for (const Vec3& p : m_state->positions()) cells.insert(cellOf(p, d_cellWidth.value()));
  for (const Cell& c : cells) {
    const Vec3 low = d_cellWidth.value() * Vec3(double(c[0]), double(c[1]), double(c[2]));
    list.box({low, low + Vec3::Constant(d_cellWidth.value())}, 1, {0.5f, 0.5f, 0.5f, 1});
  }
}

void checkGrid(const core::Component& owner, double distance) {
  const auto* grid = owner.context()->local<SpatialGridContainer>();
  if (!grid)
    owner.error(
        "There is no SpatialGridContainer in this node. Pairs are searched without it; add one of cellWidth {}.",
        distance);
  else if (grid->d_cellWidth.value() < distance)
    owner.warning(
        "The cells of {} are {} wide, less than the {} that particles act over. All pairs are found here; SOFA misses "
        "some. Set its cellWidth to {}.",
        grid->path(), grid->d_cellWidth.value(), distance, distance);
}

namespace {
const auto registered =
    core::Register("SpatialGridContainer", "SofaSphFluid", "cells that tell which particles are near")
        .add<SpatialGridContainer>(true);
}  // namespace

}  // namespace sofa::component::fluid
