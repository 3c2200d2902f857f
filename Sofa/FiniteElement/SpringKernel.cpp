// SPDX-License-Identifier: Apache-2.0
#include "Sofa/FiniteElement/SpringKernel.h"

#include <cstring>
#include <limits>

#include "Sofa/FiniteElement/PointRows.h"
#include "Sofa/Helper/Parallel.h"

namespace sofa::fem {
namespace {

/// Below this part of its length at rest, or, without one, this length (m), a spring has no direction and does nothing.
constexpr double shortestPart = 1e-9;
constexpr double never = std::numeric_limits<double>::infinity();

/// second - first of the components from First on.
template <int First, int Dimension, class Vector, class Block>
SOFA_INLINE void rowDifferences(const Vector& first, const Vector& second, const Block& block, Pack (&out)[Dimension]) {
  constexpr int length = rowLength(Dimension, First);
  Row rows[simdWidth];
  for (int l = 0; l < simdWidth; ++l)
    rows[l] = loadRow<length>(linearPart(second[block.second[l]]) + First) -
              loadRow<length>(linearPart(first[block.first[l]]) + First);
  Pack components[3];
  rowsToLanes(rows, components);
  for (int c = 0; c < length; ++c) out[First + c] = components[c];
  if constexpr (First + 3 < Dimension) rowDifferences<First + 3>(first, second, block, out);
}

/// second - first.
template <int Dimension, class Vector, class Block>
SOFA_INLINE void differences(const Vector& first, const Vector& second, const Block& block, Pack (&out)[Dimension]) {
  rowDifferences<0>(first, second, block, out);
}

/// Adds the forces of the first `count` springs of a block to their first points and takes them from their second
/// ones, spring by spring, the components from First on.
template <int First, int Dimension, class Vector, class Block>
SOFA_INLINE void addOpposites(const Block& block, int count, const Pack (&force)[Dimension], Vector& f1, Vector& f2) {
  constexpr int length = rowLength(Dimension, First);
  Row rows[simdWidth];
  lanesToRows(force[First], length > 1 ? force[First + (length > 1 ? 1 : 0)] : Pack{},
              length > 2 ? force[First + (length > 2 ? 2 : 0)] : Pack{}, Pack{}, rows);
  for (int l = 0; l < count; ++l) {
    double* first = linearPart(f1[block.first[l]]) + First;
    for (int c = 0; c < length; ++c) first[c] += rows[l][c];
    double* second = linearPart(f2[block.second[l]]) + First;
    for (int c = 0; c < length; ++c) second[c] -= rows[l][c];
  }
  if constexpr (First + 3 < Dimension) addOpposites<First + 3>(block, count, force, f1, f2);
}

}  // namespace

template <class DataTypes>
void SpringKernel<DataTypes>::clear() {
  m_size = 0;
  m_blocks.clear();
  m_tangents.clear();
  for (Side& side : m_sides) side = {};
}

template <class DataTypes>
void SpringKernel<DataTypes>::reserve(std::size_t count) {
  const std::size_t blocks = (count + simdWidth - 1) / simdWidth;
  m_blocks.reserve(blocks);
  m_tangents.reserve(blocks);
}

template <class DataTypes>
void SpringKernel<DataTypes>::add(const LinearSpring& spring, bool elongationOnly, bool enabled, bool compressionOnly) {
  const int lane = static_cast<int>(m_size % simdWidth);
  if (lane == 0) {
    m_blocks.emplace_back();
    m_tangents.emplace_back();
    m_blocks.back().threshold = m_blocks.back().limit = broadcast(never);
  }
  Block& block = m_blocks.back();
  for (int l = lane; l < simdWidth; ++l) {  // padding lanes read the points of the last spring
    block.first[l] = spring.first;
    block.second[l] = spring.second;
  }
  block.stiffness[lane] = spring.stiffness;
  block.damping[lane] = spring.damping;
  block.restLength[lane] = spring.restLength;
  const double shortest = spring.restLength > 0 ? shortestPart * spring.restLength : shortestPart;
  block.threshold[lane] = !enabled ? never : elongationOnly ? std::max(shortest, spring.restLength) : shortest;
  block.limit[lane] = compressionOnly ? spring.restLength : never;
  ++m_size;
  for (Side& side : m_sides)
    if (!side.ends.isEmpty()) side = {};
}

template <class DataTypes>
double SpringKernel<DataTypes>::length(const typename DataTypes::Coord& first,
                                       const typename DataTypes::Coord& second) {
  Pack u[dimension];
  for (int c = 0; c < dimension; ++c) u[c] = broadcast(linearPart(second)[c] - linearPart(first)[c]);
  return squareRoot(dot(u, u))[0];
}

template <class DataTypes>
LinearSpring SpringKernel<DataTypes>::spring(std::size_t i) const {
  const Block& block = m_blocks[i / simdWidth];
  const std::size_t lane = i % simdWidth;
  return {block.first[lane], block.second[lane], block.stiffness[lane], block.damping[lane], block.restLength[lane]};
}

template <class DataTypes>
SOFA_INLINE Pack SpringKernel<DataTypes>::evaluate(const Block& block, const VecCoord& x1, const VecCoord& x2,
                                                   const VecDeriv& v1, const VecDeriv& v2, Tangent& tangent) const {
  Pack u[dimension], v[dimension];
  differences(x1, x2, block, u);
  differences(v1, v2, block, v);
  const Pack zero{};
  const Pack length = squareRoot(dot(u, u));
  const Mask active = (length > block.threshold) & (length <= block.limit);
  const Pack inverse = active ? 1 / length : zero;
  for (int c = 0; c < dimension; ++c) tangent.direction[c] = u[c] * inverse;
  const Pack elongation = active ? length - block.restLength : zero;
  const Pack intensity = block.stiffness * elongation + block.damping * dot(tangent.direction, v);
  tangent.transverse = intensity * inverse;
  tangent.axial = active ? block.stiffness - tangent.transverse : zero;
  return intensity;
}

template <class DataTypes>
SOFA_INLINE void SpringKernel<DataTypes>::makePositive(Tangent& tangent) {
  const Pack zero{};
  const Pack negative = tangent.transverse < zero ? tangent.transverse : zero;
  tangent.transverse -= negative;
  tangent.axial += negative;
}

template <class DataTypes>
void SpringKernel<DataTypes>::addForce(VecDeriv& f1, VecDeriv& f2, const VecCoord& x1, const VecCoord& x2,
                                       const VecDeriv& v1, const VecDeriv& v2) const {
  accumulate(f1, f2, [&](std::size_t b, Pack(&force)[dimension]) {
    Tangent tangent;
    const Pack intensity = evaluate(m_blocks[b], x1, x2, v1, v2, tangent);
    for (int c = 0; c < dimension; ++c) force[c] = intensity * tangent.direction[c];
  });
}

template <class DataTypes>
void SpringKernel<DataTypes>::linearise(const VecCoord& x1, const VecCoord& x2, const VecDeriv& v1, const VecDeriv& v2,
                                        bool positive) {
  for (Side& side : m_sides) side.isCurrent = false;
  helper::parallelChunks(m_blocks.size(), runLength, [&](std::size_t begin, std::size_t end) {
    for (std::size_t b = begin; b < end; ++b) {
      evaluate(m_blocks[b], x1, x2, v1, v2, m_tangents[b]);
      if (positive) makePositive(m_tangents[b]);
    }
  });
}

template <class DataTypes>
void SpringKernel<DataTypes>::addForceAndLinearise(VecDeriv& f1, VecDeriv& f2, const VecCoord& x1, const VecCoord& x2,
                                                   const VecDeriv& v1, const VecDeriv& v2, bool positive) {
  for (Side& side : m_sides) side.isCurrent = false;
  accumulate(f1, f2, [&](std::size_t b, Pack(&force)[dimension]) {
    Tangent& tangent = m_tangents[b];
    const Pack intensity = evaluate(m_blocks[b], x1, x2, v1, v2, tangent);
    for (int c = 0; c < dimension; ++c) force[c] = intensity * tangent.direction[c];
    if (positive) makePositive(tangent);
  });
}

template <class DataTypes>
void SpringKernel<DataTypes>::addDForce(VecDeriv& df1, VecDeriv& df2, const VecDeriv& dx1, const VecDeriv& dx2,
                                        double kFactor) const {
  if (m_size == 0) return;
  if (&df1 == &df2) return collect(side(true, true), dx1, dx2, kFactor, df1);
  collect(side(true, false), dx1, dx2, kFactor, df1);
  collect(side(false, true), dx2, dx1, kFactor, df2);
}

/// Adds what all springs do to the points of one side: seen from either end, the other one pulls with T (dx - dx').
template <class DataTypes>
void SpringKernel<DataTypes>::collect(Side& side, const VecDeriv& own, const VecDeriv& others, double kFactor,
                                      VecDeriv& df) const {
  if (!std::exchange(side.isCurrent, true)) takeTangents(side);
  const auto& slices = side.ends.slices();
  const std::size_t size = std::min(own.size(), others.size());
  helper::parallelChunks(slices.size(), 64, [&](std::size_t begin, std::size_t end) {
    for (std::size_t s = begin; s < end; ++s)
      if (slices[s].last + std::size_t{1} < size)
        collectSlice<true>(side, slices[s], own, others, kFactor, df);
      else
        collectSlice<false>(side, slices[s], own, others, kFactor, df);
  });
}

template <class DataTypes>
template <bool Beyond>
SOFA_INLINE void SpringKernel<DataTypes>::collectSlice(const Side& side, const PointEnds::Slice& slice,
                                                       const VecDeriv& own, const VecDeriv& others, double kFactor,
                                                       VecDeriv& df) const {
  Pack x[dimension], sum[dimension] = {};
  gatherPoints<Beyond>(own, slice.point, x);
  for (unsigned pack = slice.firstPack; pack < slice.lastPack; ++pack) {
    const Tangent& tangent = side.tangents[pack];
    Pack u[dimension];
    gatherPoints<Beyond>(others, side.ends.others(pack), u);
    for (int c = 0; c < dimension; ++c) u[c] -= x[c];
    const Pack along = tangent.axial * dot(tangent.direction, u);
    for (int c = 0; c < dimension; ++c) sum[c] += along * tangent.direction[c] + tangent.transverse * u[c];
  }
  addToPoints(sum, kFactor, slice.point, slice.count, df);
}

/// By way of lines, one for each spring: the ends of a pack would read each entry from a line of the caches of its own.
template <class DataTypes>
void SpringKernel<DataTypes>::takeTangents(Side& side) const {
  constexpr std::size_t entries = sizeof(Tangent) / sizeof(Pack);
  static_assert(entries <= lineSize);
  const std::size_t packs = side.ends.packCount();
  side.tangents.resize(packs);
  m_lines.resize(m_blocks.size() * simdWidth + 1);
  m_lines.back() = {};  // of lanes without a spring; another one lay there if there were more of them
  helper::parallelChunks(m_blocks.size(), 128, [&](std::size_t begin, std::size_t end) {
    for (std::size_t b = begin; b < end; ++b) {
      Pack values[lineSize] = {};
      std::memcpy(values, &m_tangents[b], sizeof(Tangent));
      for (std::size_t first = 0; first < lineSize; first += simdWidth) {
        auto& part = *reinterpret_cast<Pack(*)[simdWidth]>(values + first);
        helper::transpose(part);
        for (int lane = 0; lane < simdWidth; ++lane) helper::store(m_lines[b * simdWidth + lane].v + first, part[lane]);
      }
    }
  });
  helper::parallelChunks(packs, 128, [&](std::size_t begin, std::size_t end) {
    for (std::size_t p = begin; p < end; ++p) {
      Pack values[lineSize];
      for (std::size_t first = 0; first < lineSize; first += simdWidth) {
        auto& part = *reinterpret_cast<Pack(*)[simdWidth]>(values + first);
        for (int lane = 0; lane < simdWidth; ++lane) {
          const unsigned number = side.ends.numbers(p)[lane];
          part[lane] = helper::load(m_lines[number == PointEnds::none ? m_lines.size() - 1 : number / 2].v + first);
        }
        helper::transpose(part);
      }
      std::memcpy(&side.tangents[p], values, sizeof(Tangent));
    }
  });
}

template <class DataTypes>
typename SpringKernel<DataTypes>::Matrix SpringKernel<DataTypes>::tangent(std::size_t i) const {
  const Tangent& t = m_tangents[i / simdWidth];
  const std::size_t lane = i % simdWidth;
  type::Vec<dimension> n;
  for (int c = 0; c < dimension; ++c) n[c] = t.direction[c][lane];
  return t.axial[lane] * n * n.transpose() + t.transverse[lane] * Matrix::Identity();
}

template <class DataTypes>
double SpringKernel<DataTypes>::energy(const VecCoord& x1, const VecCoord& x2) const {
  double sum = 0;
  for (const Block& block : m_blocks) {
    Pack u[dimension];
    differences(x1, x2, block, u);
    const Pack length = squareRoot(dot(u, u));
    const Mask active = (length > block.threshold) & (length <= block.limit);
    const Pack elongation = active ? length - block.restLength : Pack{};
    sum += sumLanes(0.5 * block.stiffness * elongation * elongation);
  }
  return sum;
}

/// Adds the forces body(block, force) computes to the first points, and their opposites to the second ones.
template <class DataTypes>
template <class Body>
void SpringKernel<DataTypes>::accumulate(VecDeriv& f1, VecDeriv& f2, const Body& body) const {
  if (helper::threadCount() == 1 || m_blocks.size() <= runLength) {
    Force forces[runLength];
    for (std::size_t begin = 0; begin < m_blocks.size(); begin += runLength) {
      const std::size_t end = std::min(begin + runLength, m_blocks.size());
      for (std::size_t b = begin; b < end; ++b) body(b, forces[b - begin].f);
      scatter(begin, end, forces, f1, f2);
    }
    return;
  }
  m_forces.resize(m_blocks.size());
  helper::parallelChunks(m_blocks.size(), runLength, [&](std::size_t begin, std::size_t end) {
    for (std::size_t b = begin; b < end; ++b) body(b, m_forces[b].f);
  });
  if (&f1 == &f2) {
    gather(side(true, true).ends, f1);
  } else {
    gather(side(true, false).ends, f1);
    gather(side(false, true).ends, f2);
  }
}

template <class DataTypes>
void SpringKernel<DataTypes>::scatter(std::size_t begin, std::size_t end, const Force* forces, VecDeriv& f1,
                                      VecDeriv& f2) const {
  const std::size_t full = std::min(end, m_size / simdWidth);
  for (std::size_t b = begin; b < full; ++b) addOpposites<0>(m_blocks[b], simdWidth, forces[b - begin].f, f1, f2);
  if (full < end) addOpposites<0>(m_blocks[full], static_cast<int>(m_size % simdWidth), forces[full - begin].f, f1, f2);
}

template <class DataTypes>
void SpringKernel<DataTypes>::gather(const PointEnds& ends, VecDeriv& f) const {
  helper::parallelChunks(ends.slices().size(), 128, [&](std::size_t begin, std::size_t end) {
    for (std::size_t s = begin; s < end; ++s) {
      const PointEnds::Slice& slice = ends.slices()[s];
      for (unsigned pack = slice.firstPack; pack < slice.lastPack; ++pack)
        for (int lane = 0; lane < slice.count; ++lane) {
          const unsigned number = ends.numbers(pack)[lane], spring = number / 2;
          if (number == PointEnds::none) continue;
          const Force& force = m_forces[spring / simdWidth];
          double* sum = linearPart(f[slice.point[lane]]);
          const double sign = number % 2 == 0 ? 1 : -1;
          for (int c = 0; c < dimension; ++c) sum[c] += sign * force.f[c][spring % simdWidth];
        }
    }
  });
}

template <class DataTypes>
typename SpringKernel<DataTypes>::Side& SpringKernel<DataTypes>::side(bool withFirst, bool withSecond) const {
  Side& result = m_sides[withFirst && withSecond ? 2 : withFirst ? 0 : 1];
  if (!result.ends.isEmpty()) return result;
  std::vector<PointEnds::End> ends;
  ends.reserve((withFirst && withSecond ? 2 : 1) * m_size);
  for (unsigned i = 0; i < m_size; ++i) {
    const Block& block = m_blocks[i / simdWidth];
    const Index first = block.first[i % simdWidth], second = block.second[i % simdWidth];
    if (withFirst) ends.push_back({first, second, 2 * i});
    if (withSecond) ends.push_back({second, first, 2 * i + 1});
  }
  result.ends.build(ends);
  return result;
}

template class SpringKernel<type::Vec1Types>;
template class SpringKernel<type::Vec2Types>;
template class SpringKernel<type::Vec3Types>;
template class SpringKernel<type::Vec6Types>;
template class SpringKernel<type::Rigid3Types>;

}  // namespace sofa::fem
