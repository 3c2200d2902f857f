#include "Sofa/Component/ConstraintLagrangian/DistinctContacts.h"

#include <array>
#include <bit>
#include <cmath>

namespace sofa::component::constraintlagrangian {

using core::DetectionOutput;

namespace {
constexpr double same = 9.99999993922529e-9;  // m^2: 1e-8 in single precision
constexpr double reach = 1.001e-4;            // m, farther than points of the same place are apart
constexpr double cellWidth = 8 * reach;       // so wide that few places are near to a border
constexpr unsigned axes = 6;                  // x, y, z of both points
constexpr type::Index noContact = ~type::Index{0};

double coordinate(const DetectionOutput& output, unsigned axis) {
  return axis < 3 ? output.point1[axis] : output.point2[axis - 3];
}

/// 0 lies in the middle of a cell. All that is too far for a number, or is none, shares one.
std::uint64_t cellOf(double x) {
  constexpr double farthest = 1e18;
  const double cell = std::floor(x / cellWidth + 0.5);
  return std::abs(cell) < farthest ? static_cast<std::uint64_t>(static_cast<std::int64_t>(cell)) : 0;
}

/// The hash of a cell is the sum of its numbers along the axes, each times an odd one of these, mixed at the end.
constexpr std::array<std::uint64_t, axes> factors{0x9e3779b97f4a7c15, 0xbf58476d1ce4e5b9, 0x94d049bb133111eb,
                                                  0xd6e8feb86659fd93, 0xa0761d6478bd642f, 0xe7037ed1a0b428db};

std::size_t mixed(std::uint64_t hash) { return (hash ^ (hash >> 32)) * 0xff51afd7ed558ccdu >> 32; }
}  // namespace

std::span<const DetectionOutput* const> DistinctContacts::select(const std::vector<DetectionOutput>& outputs,
                                                                 From from) {
  m_kept.clear();
  m_seen.clear();
  m_before.clear();
  m_last.assign(std::bit_ceil(outputs.size() + 1), noContact);
  for (const DetectionOutput& output : outputs) {
    const bool isNew = !isSeen(output);
    if (isNew) m_kept.push_back(&output);
    if (isNew || from == From::all) see(output);
  }
  return m_kept;
}

/// Looks through the cells within reach: along each axis one, or two at a border.
bool DistinctContacts::isSeen(const DetectionOutput& output) const {
  std::uint64_t base = 0;
  std::array<std::uint64_t, axes> step{};  // from the hash of the lower cell to that of the upper one
  unsigned borders = 0;
  for (unsigned axis = 0; axis < axes; ++axis) {
    const double x = coordinate(output, axis);
    const std::uint64_t lower = cellOf(x - reach), upper = cellOf(x + reach);
    base += lower * factors[axis];
    if (lower == upper) continue;
    step[axis] = (upper - lower) * factors[axis];
    borders |= 1u << axis;
  }
  unsigned crossed = 0;  // every subset of the borders
  do {
    std::uint64_t hash = base;
    for (unsigned axis = 0; axis < axes; ++axis)
      if (crossed & (1u << axis)) hash += step[axis];
    if (isSeenIn(hash, output)) return true;
    crossed = (crossed - borders) & borders;
  } while (crossed != 0);
  return false;
}

bool DistinctContacts::isSeenIn(std::uint64_t hash, const DetectionOutput& output) const {
  for (auto i = m_last[mixed(hash) & (m_last.size() - 1)]; i != noContact; i = m_before[i]) {
    const auto& [seen, cell] = m_seen[i];
    if (cell != hash) continue;
    if ((output.point1 - seen->point1).squaredNorm() + (output.point2 - seen->point2).squaredNorm() < same) return true;
  }
  return false;
}

void DistinctContacts::see(const DetectionOutput& output) {
  std::uint64_t hash = 0;
  for (unsigned axis = 0; axis < axes; ++axis) hash += cellOf(coordinate(output, axis)) * factors[axis];
  auto& last = m_last[mixed(hash) & (m_last.size() - 1)];
  m_before.push_back(std::exchange(last, static_cast<type::Index>(m_seen.size())));
  m_seen.push_back({&output, hash});
}

}  // namespace sofa::component::constraintlagrangian
