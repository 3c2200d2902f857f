// SPDX-License-Identifier: Apache-2.0
#include "Sofa/Component/ConstraintLagrangian/DistinctContacts.h"

#include <array>
#include <bit>
#include <cmath>

namespace sofa::component::constraintlagrangian {

using core::DetectionOutput;

namespace {
constexpr double cellWidths = 16;  // per size of a place: so wide that few places are near to a border
constexpr unsigned axes = 6;       // x, y, z of both points
constexpr type::Index noContact = ~type::Index{0};

double coordinate(const DetectionOutput& output, unsigned axis) {
  return axis < 3 ? output.point1[axis] : output.point2[axis - 3];
}

/// The hash of a cell is the sum of its numbers along the axes, each times an odd one of these, mixed at the end.
constexpr std::array<std::uint64_t, axes> factors{0x9e3779b97f4a7c15, 0xbf58476d1ce4e5b9, 0x94d049bb133111eb,
                                                  0xd6e8feb86659fd93, 0xa0761d6478bd642f, 0xe7037ed1a0b428db};

std::size_t mixed(std::uint64_t hash) { return (hash ^ (hash >> 32)) * 0xff51afd7ed558ccdu >> 32; }

/// The cell of a contact, and those beyond the borders within reach: along each axis none or one.
struct Cells {
  std::uint64_t hash = 0;
  std::array<std::uint64_t, axes> step{};  // from the hash of the cell to that of the one beyond
  unsigned borders = 0;                    // a bit for each axis

  Cells(const DetectionOutput& output, double size) {
    if (!(size > 0)) return;  // points of no extent share one
    constexpr double farthest = 1e18, near = 1.001 / cellWidths;
    for (unsigned axis = 0; axis < axes; ++axis) {
      const double place = coordinate(output, axis) / (cellWidths * size) + 0.5;  // 0 lies in the middle of a cell
      const double number = std::floor(place), behind = place - number;
      if (!(std::abs(number) < farthest)) continue;  // what is too far for a number, or is none, shares one
      hash += static_cast<std::uint64_t>(static_cast<std::int64_t>(number)) * factors[axis];
      if (behind >= near && behind <= 1 - near) continue;
      step[axis] = behind < near ? -factors[axis] : factors[axis];
      borders |= 1u << axis;
    }
  }
};
}  // namespace

double DistinctContacts::sizeOfPlaces(const core::Intersection& intersection, const core::CollisionModel& first,
                                      const core::CollisionModel& second) {
  constexpr double part = 1e-4;
  const double seen = intersection.alarmDistance() + first.d_contactDistance.value() + second.d_contactDistance.value();
  if (seen > 0) return part * seen;
  const auto extent = [](const core::CollisionModel& model) {
    return model.hasBoxes() ? (model.outerBox().max - model.outerBox().min).norm() : 0.0;
  };
  const double size = part * std::max(extent(first), extent(second));
  return std::isfinite(size) ? size : 0;
}

std::span<const DetectionOutput* const> DistinctContacts::select(const std::vector<DetectionOutput>& outputs,
                                                                 double size, From from) {
  m_size = size;
  m_kept.clear();
  m_seen.clear();
  m_before.clear();
  m_last.assign(std::bit_ceil(outputs.size() + 1), noContact);
  for (const DetectionOutput& output : outputs) {
    const Cells cells(output, size);
    const auto isSeen = [&] {
      unsigned crossed = 0;  // every subset of the borders
      do {
        std::uint64_t hash = cells.hash;
        for (unsigned axis = 0; axis < axes; ++axis)
          if (crossed & (1u << axis)) hash += cells.step[axis];
        if (isSeenIn(hash, output)) return true;
        crossed = (crossed - cells.borders) & cells.borders;
      } while (crossed != 0);
      return false;
    };
    const bool isNew = !isSeen();
    if (isNew) m_kept.push_back(&output);
    if (isNew || from == From::all) see(output, cells.hash);
  }
  return m_kept;
}

bool DistinctContacts::isSeenIn(std::uint64_t hash, const DetectionOutput& output) const {
  for (auto i = m_last[mixed(hash) & (m_last.size() - 1)]; i != noContact; i = m_before[i]) {
    const auto& [seen, cell] = m_seen[i];
    if (cell != hash) continue;
    if ((output.point1 - seen->point1).squaredNorm() + (output.point2 - seen->point2).squaredNorm() <= m_size * m_size)
      return true;
  }
  return false;
}

void DistinctContacts::see(const DetectionOutput& output, std::uint64_t hash) {
  auto& last = m_last[mixed(hash) & (m_last.size() - 1)];
  m_before.push_back(std::exchange(last, static_cast<type::Index>(m_seen.size())));
  m_seen.push_back({&output, hash});
}

}  // namespace sofa::component::constraintlagrangian
