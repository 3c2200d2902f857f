#include "Sofa/FiniteElement/SpringKernel.h"

#include <limits>

#include "Sofa/Helper/Parallel.h"

namespace sofa::fem {
namespace {

/// Below this length a spring has no direction and does nothing.
constexpr double shortest = 1e-9;
constexpr double never = std::numeric_limits<double>::infinity();

template <class Value>
SOFA_INLINE auto* linearPart(Value& value) {
  if constexpr (requires { value.center; })
    return value.center.data();
  else
    return value.data();
}

/// Up to three components as a row, zero beyond them.
template <int Count>
SOFA_INLINE Row loadRow(const double* v) {
  return Row{v[0], Count > 1 ? v[Count > 1 ? 1 : 0] : 0, Count > 2 ? v[Count > 2 ? 2 : 0] : 0, 0};
}

/// Points are read and written by whole rows, three components at a time: how many there are from `first` on.
constexpr int rowLength(int dimension, int first) { return std::min(3, dimension - first); }

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
  for (Ends& ends : m_ends) ends = {};
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
  block.threshold[lane] = !enabled ? never : elongationOnly ? std::max(shortest, spring.restLength) : shortest;
  block.limit[lane] = compressionOnly ? spring.restLength : never;
  ++m_size;
  for (Ends& ends : m_ends) ends = {};
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
  accumulate(df1, df2, [&](std::size_t b, Pack(&force)[dimension]) {
    const Tangent& tangent = m_tangents[b];
    Pack u[dimension];
    differences(dx1, dx2, m_blocks[b], u);
    const Pack along = kFactor * tangent.axial * dot(tangent.direction, u);
    const Pack across = kFactor * tangent.transverse;
    for (int c = 0; c < dimension; ++c) force[c] = along * tangent.direction[c] + across * u[c];
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
    gather(ends(true, true), f1);
  } else {
    gather(ends(true, false), f1);
    gather(ends(false, true), f2);
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
void SpringKernel<DataTypes>::gather(const Ends& ends, VecDeriv& f) const {
  helper::parallelChunks(ends.points.size(), 1024, [&](std::size_t begin, std::size_t end) {
    for (std::size_t p = begin; p < end; ++p) {
      double* sum = linearPart(f[ends.points[p]]);
      for (unsigned i = ends.start[p]; i < ends.start[p + 1]; ++i) {
        const unsigned spring = ends.ends[i] / 2;
        const Force& force = m_forces[spring / simdWidth];
        const double sign = ends.ends[i] % 2 == 0 ? 1 : -1;
        for (int c = 0; c < dimension; ++c) sum[c] += sign * force.f[c][spring % simdWidth];
      }
    }
  });
}

template <class DataTypes>
const typename SpringKernel<DataTypes>::Ends& SpringKernel<DataTypes>::ends(bool withFirst, bool withSecond) const {
  Ends& result = m_ends[withFirst && withSecond ? 2 : withFirst ? 0 : 1];
  if (!result.start.empty()) return result;
  Index last = 0;
  const auto forEachEnd = [&](const auto& visit) {
    for (unsigned i = 0; i < m_size; ++i) {
      const Block& block = m_blocks[i / simdWidth];
      if (withFirst) visit(block.first[i % simdWidth], 2 * i);
      if (withSecond) visit(block.second[i % simdWidth], 2 * i + 1);
    }
  };
  forEachEnd([&](Index point, unsigned) { last = std::max(last, point); });
  std::vector<unsigned> next(last + 2, 0);
  forEachEnd([&](Index point, unsigned) { ++next[point + 1]; });
  result.start.push_back(0);
  for (Index p = 0; p <= last; ++p) {
    const unsigned count = next[p + 1];
    next[p + 1] = next[p] + count;
    if (count == 0) continue;
    result.points.push_back(p);
    result.start.push_back(next[p + 1]);
  }
  result.ends.resize(next[last + 1]);
  forEachEnd([&](Index point, unsigned end) { result.ends[next[point]++] = end; });
  return result;
}

template class SpringKernel<type::Vec1Types>;
template class SpringKernel<type::Vec2Types>;
template class SpringKernel<type::Vec3Types>;
template class SpringKernel<type::Vec6Types>;
template class SpringKernel<type::Rigid3Types>;

}  // namespace sofa::fem
