// SPDX-License-Identifier: Apache-2.0
#include "Sofa/FiniteElement/PairStiffness.h"

#include <numeric>

namespace sofa::fem {

void PairStiffness::clear(std::size_t pointCount) {
  m_points.clear(pointCount);
  m_parts.clear();
  m_slices.clear();
  m_neighbours.clear();
  m_sums.clear();
}

void PairStiffness::finish() {
  m_points.finish();
  m_values.resize(m_sums.size());
}

namespace {
/// The number of each point in the part that is being built; what others left is not looked at.
thread_local std::vector<Index> localNumber;
}  // namespace

PairStiffness::PartBuilder::PartBuilder(PairStiffness& to, std::vector<Index> points, unsigned firstBlock)
    : m_to(to), m_points(std::move(points)), m_neighbours(m_points.size()) {
  m_part.firstBlock = firstBlock;
  m_part.firstSlice = static_cast<unsigned>(to.m_slices.size());
  localNumber.resize(std::max<std::size_t>(localNumber.size(), m_points.back() + std::size_t{1}));
  for (std::size_t i = 0; i < m_points.size(); ++i) localNumber[m_points[i]] = static_cast<Index>(i);
}

std::uint32_t PairStiffness::PartBuilder::place(Index first, Index second) {
  constexpr std::size_t usual = 8;  // neighbours of higher numbers of a point of tetrahedra
  auto& neighbours = m_neighbours[localNumber[first]];
  const auto point = static_cast<std::uint16_t>(rowStride * localNumber[second]);
  for (const Neighbour& n : neighbours)
    if (n.point == point) return n.pair;
  if (neighbours.empty()) neighbours.reserve(usual);
  return neighbours.emplace_back(point, ++m_part.pairs).pair;
}

/// Points with as many neighbours come side by side, so that few lanes stay empty.
void PairStiffness::PartBuilder::finish(unsigned lastBlock) {
  std::vector<std::uint16_t> order(m_points.size());
  std::iota(order.begin(), order.end(), std::uint16_t{0});
  std::ranges::stable_sort(order, std::greater(), [&](std::uint16_t i) { return m_neighbours[i].size(); });
  while (!order.empty() && m_neighbours[order.back()].empty()) order.pop_back();
  for (std::size_t i = 0; i < order.size(); i += simdWidth)
    addSlice(std::span(order).subspan(i, std::min<std::size_t>(simdWidth, order.size() - i)));
  m_part.lastBlock = lastBlock;
  m_part.lastSlice = static_cast<unsigned>(m_to.m_slices.size());
  m_to.m_parts.push_back(m_part);
  m_to.m_points.addPart(m_points);
}

void PairStiffness::PartBuilder::addSlice(std::span<const std::uint16_t> points) {
  Slice slice;
  slice.firstPack = static_cast<unsigned>(m_to.m_sums.size());
  const std::size_t packs = m_neighbours[points.front()].size();
  const std::uint32_t nothing = m_part.pairs + 1;
  for (int lane = 0; lane < simdWidth; ++lane)
    slice.point[lane] = static_cast<std::uint16_t>(rowStride * points[std::min<std::size_t>(lane, points.size() - 1)]);
  for (std::size_t i = 0; i < packs; ++i) {
    auto& neighbours = m_to.m_neighbours.emplace_back();
    auto& sums = m_to.m_sums.emplace_back();
    for (std::size_t lane = 0; lane < simdWidth; ++lane) {
      neighbours.point[lane] = slice.point[lane];  // without a neighbour: itself, with a tangent of zero
      sums[lane] = nothing;
      if (lane >= points.size() || i >= m_neighbours[points[lane]].size()) continue;
      const Neighbour& n = m_neighbours[points[lane]][i];
      neighbours.point[lane] = n.point;
      sums[lane] = n.pair;
    }
  }
  slice.lastPack = static_cast<unsigned>(m_to.m_sums.size());
  m_to.m_slices.push_back(slice);
}

void PairStiffness::takeSums(const Part& part, const BlockSums& sums) {
  for (unsigned pack = m_slices[part.firstSlice].firstPack; pack < m_slices[part.lastSlice - 1].lastPack; ++pack)
    sums.take(m_sums[pack], m_values[pack].k);
}

void PairStiffness::addProduct(std::span<const Vec3> dx, std::span<Vec3> df, double factor) const {
  const auto addPart = [&](std::size_t p, const double* rows, double* sums) {
    for (unsigned s = m_parts[p].firstSlice; s < m_parts[p].lastSlice; ++s) {
      const Slice& slice = m_slices[s];
      Pack x[3], f[3] = {};
      gatherRows(rows, slice.point, x);
      for (unsigned pack = slice.firstPack; pack < slice.lastPack; ++pack) {
        const Pack(&k)[9] = m_values[pack].k;
        prefetchFar(&m_values[pack]);
        Pack d[3], back[3];
        gatherRows(rows, m_neighbours[pack].point, d);
        for (int c = 0; c < 3; ++c) d[c] = factor * (d[c] - x[c]);
        for (int r = 0; r < 3; ++r) {
          f[r] += k[r] * d[0] + k[3 + r] * d[1] + k[6 + r] * d[2];
          back[r] = -(k[3 * r] * d[0] + k[3 * r + 1] * d[1] + k[3 * r + 2] * d[2]);
        }
        scatterRows(sums, m_neighbours[pack].point, back);
      }
      scatterRows(sums, slice.point, f);
    }
  };
  m_points.accumulate(dx, df, addPart);
}

}  // namespace sofa::fem
