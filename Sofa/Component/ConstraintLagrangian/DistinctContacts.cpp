#include "Sofa/Component/ConstraintLagrangian/DistinctContacts.h"

#include <bit>

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

/// Cells are numbered in floating point, which holds far places too; 0 lies in the middle of one.
double cellOf(double x) { return std::floor(x / cellWidth + 0.5); }

/// The finaliser of SplitMix64 (Steele, Lea, Flood: Fast Splittable Pseudorandom Number Generators, 2014). The hash of
/// a cell is the sum over its axes.
std::uint64_t hashOf(double cell, unsigned axis) {
  std::uint64_t bits = std::bit_cast<std::uint64_t>(cell) + (axis + 1) * 0x9e3779b97f4a7c15u;
  bits = (bits ^ (bits >> 30)) * 0xbf58476d1ce4e5b9u;
  bits = (bits ^ (bits >> 27)) * 0x94d049bb133111ebu;
  return bits ^ (bits >> 31);
}
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
    const double x = coordinate(output, axis), lower = cellOf(x - reach), upper = cellOf(x + reach);
    const std::uint64_t hash = hashOf(lower, axis);
    base += hash;
    if (lower == upper) continue;
    step[axis] = hashOf(upper, axis) - hash;
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
  for (auto i = m_last[hash & (m_last.size() - 1)]; i != noContact; i = m_before[i])
    if ((output.point1 - m_seen[i]->point1).squaredNorm() + (output.point2 - m_seen[i]->point2).squaredNorm() < same)
      return true;
  return false;
}

void DistinctContacts::see(const DetectionOutput& output) {
  std::uint64_t hash = 0;
  for (unsigned axis = 0; axis < axes; ++axis) hash += hashOf(cellOf(coordinate(output, axis)), axis);
  auto& last = m_last[hash & (m_last.size() - 1)];
  m_before.push_back(std::exchange(last, static_cast<type::Index>(m_seen.size())));
  m_seen.push_back(&output);
}

}  // namespace sofa::component::constraintlagrangian
