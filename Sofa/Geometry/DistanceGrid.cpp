// SPDX-License-Identifier: Apache-2.0
#include "Sofa/Geometry/DistanceGrid.h"

#include <algorithm>
#include <cmath>
#include <stdexcept>

namespace sofa::geometry {

using type::Vec3;

DistanceGrid::DistanceGrid(const Size& size, const type::BoundingBox& box)
    : m_size(size), m_box(box), m_sampleBox(box) {
  const Vec3 extent = box.max - box.min;
  if (std::min({size[0], size[1], size[2]}) < 2 || !(extent.minCoeff() > 0) || !extent.allFinite())
    throw std::invalid_argument("a distance grid needs two points and an extent along each axis");
  for (int a = 0; a < 3; ++a) m_cellWidth[a] = extent[a] / (size[std::size_t(a)] - 1);
  m_distances.assign(index(0, 0, size[2]), 0);
}

DistanceGrid DistanceGrid::ofCube(const Size& size, const type::BoundingBox& box, double halfSide) {
  DistanceGrid grid(size, box);
  for (int k = 0; k < size[2]; ++k)
    for (int j = 0; j < size[1]; ++j)
      for (int i = 0; i < size[0]; ++i) {
        const Vec3 beyond = grid.point(i, j, k).cwiseAbs() - Vec3::Constant(halfSide);
        grid.m_distances[grid.index(i, j, k)] = beyond.cwiseMax(0).norm() + std::min(beyond.maxCoeff(), 0.0);
      }
  return grid;
}

Vec3 DistanceGrid::point(int i, int j, int k) const { return m_box.min + Vec3(i, j, k).cwiseProduct(m_cellWidth); }

auto DistanceGrid::locate(const Vec3& p) const -> Cell {
  Cell cell{0, (p - m_box.min).cwiseQuotient(m_cellWidth)};
  std::array<int, 3> at{};
  for (int a = 0; a < 3; ++a) {
    // What is no number ends in cell 0, as what is below it.
    const double last = m_size[std::size_t(a)] - 2, lower = std::floor(cell.fractions[a]);
    const double clamped = lower > 0 ? std::min(lower, last) : 0;
    at[std::size_t(a)] = static_cast<int>(clamped);
    cell.fractions[a] -= clamped;
  }
  cell.corner = index(at[0], at[1], at[2]);
  return cell;
}

std::array<double, 8> DistanceGrid::corners(std::size_t corner) const {
  std::array<double, 8> d{};
  for (std::size_t c = 0; c < 8; ++c) d[c] = m_distances[corner + index(c & 1, c >> 1 & 1, c >> 2)];
  return d;
}

bool DistanceGrid::covers(const Vec3& p) const {
  const Vec3 margin = 0.1 * m_cellWidth;
  return ((p - m_box.min - margin).array() >= 0).all() && ((m_box.max - margin - p).array() >= 0).all();
}

double DistanceGrid::interpolate(const Vec3& p) const {
  const Cell cell = locate(p);
  auto d = corners(cell.corner);
  for (int a = 0; a < 3; ++a)  // pairs along x become one value each, then those along y, then along z
    for (std::size_t c = 0; c < std::size_t{4} >> a; ++c)
      d[c] = d[2 * c] + cell.fractions[a] * (d[2 * c + 1] - d[2 * c]);
  return d[0];
}

Vec3 DistanceGrid::cellGradient(const Vec3& p) const {
  const Cell cell = locate(p);
  const auto d = corners(cell.corner);
  Vec3 gradient = Vec3::Zero();
  for (int a = 0; a < 3; ++a) {
    const int b = (a + 1) % 3, c = (a + 2) % 3;
    for (std::size_t m = 0; m < 4; ++m) {  // the four edges along the axis
      const std::size_t low = (m & 1) << b | (m >> 1) << c, high = low | std::size_t{1} << a;
      const double fb = cell.fractions[b], fc = cell.fractions[c];
      gradient[a] += ((m & 1) != 0 ? fb : 1 - fb) * ((m >> 1) != 0 ? fc : 1 - fc) * (d[high] - d[low]);
    }
  }
  return gradient;
}

double DistanceGrid::distance(const Vec3& p) const {
  if (covers(p)) return interpolate(p);
  const Vec3 nearest = p.cwiseMax(m_box.min).cwiseMin(m_box.max);
  const double there = interpolate(nearest);
  return std::sqrt((p - nearest).squaredNorm() + there * there);
}

void DistanceGrid::scale(double factor) {
  m_box = {m_box.min * factor, m_box.max * factor};
  m_cellWidth *= factor;
  for (double& d : m_distances) d *= factor;
  for (Vec3& p : m_samples) p *= factor;
  m_sampleBox = {m_sampleBox.min * factor, m_sampleBox.max * factor};
}

void DistanceGrid::setSamples(std::vector<Vec3> samples) {
  m_samples = std::move(samples);
  m_sampleBox = m_samples.empty() ? m_box : type::BoundingBox{};
  for (const Vec3& p : m_samples) m_sampleBox.include(p);
}

void DistanceGrid::sampleSurface(double spacing) {
  std::vector<Vec3> found;
  const auto isFree = [&](const Vec3& p) {
    for (const Vec3& q : found)
      if ((p - q).squaredNorm() < spacing * spacing) return false;
    return true;
  };
  constexpr int iterations = 8;
  for (int k = 0; k + 1 < m_size[2]; ++k)
    for (int j = 0; j + 1 < m_size[1]; ++j)
      for (int i = 0; i + 1 < m_size[0]; ++i) {
        const auto d = corners(index(i, j, k));
        const auto [lowest, highest] = std::minmax_element(d.begin(), d.end());
        if (*lowest >= 0 || *highest < 0) continue;
        const Vec3 low = point(i, j, k), middle = low + 0.5 * m_cellWidth;
        Vec3 p = middle;
        for (int n = 0; n < iterations; ++n) {
          const Vec3 g = gradient(p);
          if (g.squaredNorm() > 0) p -= interpolate(p) / g.squaredNorm() * g;
        }
        // What ran off belongs to another cell, which finds it by itself.
        if (((p - middle).cwiseAbs() - 0.75 * m_cellWidth).maxCoeff() > 0) continue;
        if (isFree(p)) found.push_back(p);
      }
  setSamples(std::move(found));
}

}  // namespace sofa::geometry
