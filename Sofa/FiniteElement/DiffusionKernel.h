// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <algorithm>
#include <array>
#include <span>
#include <vector>

#include "Sofa/Helper/LargeVector.h"
#include "Sofa/Helper/Parallel.h"
#include "Sofa/Helper/Simd.h"
#include "Sofa/Type/Vec.h"

namespace sofa::fem {

/// Linear tetrahedra between whose nodes a value u of Dimension components flows: f_k = sum over l of c_kl (u_k - u_l)
/// with the conductivities -c of the edges of each element. All elements of a mesh at once: those that share an edge
/// count as one, and each point reads its neighbours and writes only itself, simdWidth points side by side.
template <int Dimension>
class DiffusionKernel {
 public:
  using Point = type::Vec<Dimension>;
  /// c of the edges (0,1) (0,2) (0,3) (1,2) (1,3) (2,3).
  using Coefficients = std::array<double, 6>;

  /// Node indices must lie below pointCount.
  void init(std::span<const type::Tetrahedron> elements, std::span<const Coefficients> coefficients,
            std::size_t pointCount) {
    m_elements.assign(elements.begin(), elements.end());
    m_coefficients.assign(coefficients.begin(), coefficients.end());
    std::vector<std::vector<Neighbour>> neighbours(pointCount);
    for (std::size_t e = 0; e < m_elements.size(); ++e)
      forEachEdge([&](int k, int a, int b) {
        const type::Index i = m_elements[e][static_cast<std::size_t>(a)],
                          j = m_elements[e][static_cast<std::size_t>(b)];
        const double c = m_coefficients[e][static_cast<std::size_t>(k)];
        neighbours[i].push_back({j, c});
        neighbours[j].push_back({i, c});
      });
    m_pointCount = pointCount;
    m_start.assign(1, 0);
    m_neighbours.clear();
    for (std::size_t first = 0; first < pointCount; first += simdWidth) {
      for (std::size_t lane = 0; lane < simdWidth && first + lane < pointCount; ++lane)
        setLane(first + lane, lane, neighbours[first + lane]);
      m_start.push_back(m_neighbours.size());
    }
  }

  std::size_t elementCount() const { return m_elements.size(); }
  const type::Tetrahedron& element(std::size_t e) const { return m_elements[e]; }

  void addForce(std::span<const Point> u, std::span<Point> f) const { addDForce(u, f, 1); }
  void linearise(std::span<const Point>) {}
  void addForceAndLinearise(std::span<const Point> u, std::span<Point> f) { addForce(u, f); }
  /// df += kFactor (df/du) du.
  void addDForce(std::span<const Point> du, std::span<Point> df, double kFactor) const {
    constexpr std::size_t chunk = 128;
    helper::parallelChunks(groupCount(), chunk, [&](std::size_t begin, std::size_t end) {
      for (std::size_t group = begin; group < end; ++group) {
        Pack flow[Dimension] = {};
        forEachNeighbour(group, du, [&](const Pack& c, const Pack(&difference)[Dimension]) {
          for (int i = 0; i < Dimension; ++i) flow[i] += c * difference[i];
        });
        const std::size_t first = group * simdWidth, count = std::min<std::size_t>(simdWidth, m_pointCount - first);
        for (std::size_t lane = 0; lane < count; ++lane)
          for (int i = 0; i < Dimension; ++i) df[first + lane][i] += kFactor * flow[i][lane];
      }
    });
  }
  /// Of which -f is the gradient.
  double energy(std::span<const Point> x) const {
    Pack sum{};  // each edge counts from both its ends
    for (std::size_t group = 0; group < groupCount(); ++group)
      forEachNeighbour(group, x, [&](const Pack& c, const Pack(&difference)[Dimension]) {
        for (int i = 0; i < Dimension; ++i) sum -= c * difference[i] * difference[i];
      });
    return helper::sumLanes(sum) / 4;
  }
  /// Adds df/du to a core::MatrixView or what else takes whole elements.
  template <class View>
  void addStiffness(View&& view) const {
    view.template addElements<4, Dimension>(m_elements, [this](std::size_t e, type::Mat<4 * Dimension>& k) {
      k.setZero();
      forEachEdge([&](int edge, int a, int b) {
        for (int i = 0; i < Dimension; ++i) {
          const double c = m_coefficients[e][static_cast<std::size_t>(edge)];
          const int row = Dimension * a + i, column = Dimension * b + i;
          k(row, row) += c;
          k(column, column) += c;
          k(row, column) = k(column, row) = -c;
        }
      });
    });
  }

 private:
  using Pack = helper::Pack;
  static constexpr std::size_t simdWidth = helper::simdWidth;
  struct Neighbour {
    type::Index point;
    double c;  ///< of all elements that share the edge
  };
  /// One neighbour of each of simdWidth points; those that have no more have themselves, with c = 0.
  struct alignas(64) Neighbours {
    Pack c;
    type::Index points[simdWidth];
  };

  template <class Visit>
  static void forEachEdge(const Visit& visit) {
    for (int a = 0, k = 0; a < 4; ++a)
      for (int b = a + 1; b < 4; ++b, ++k) visit(k, a, b);
  }
  std::size_t groupCount() const { return m_start.size() - 1; }

  /// Puts the neighbours of a point, one for each edge of each element, into a lane of the group being made.
  void setLane(std::size_t point, std::size_t lane, std::vector<Neighbour>& neighbours) {
    std::ranges::stable_sort(neighbours, {}, &Neighbour::point);
    std::size_t place = m_start.back();
    for (std::size_t k = 0; k < neighbours.size(); ++k) {
      const bool isNew = k == 0 || neighbours[k].point != neighbours[k - 1].point;
      if (isNew && k > 0) ++place;
      if (place == m_neighbours.size()) addRow(point - lane);
      m_neighbours[place].points[lane] = neighbours[k].point;
      m_neighbours[place].c[lane] += neighbours[k].c;
    }
  }
  void addRow(std::size_t first) {
    Neighbours& row = m_neighbours.emplace_back();
    for (std::size_t lane = 0; lane < simdWidth; ++lane)
      row.points[lane] = static_cast<type::Index>(std::min(first + lane, m_pointCount - 1));
  }
  /// Calls visit(c, own value less that of the neighbour) for the neighbours of a group of points.
  template <class Visit>
  void forEachNeighbour(std::size_t group, std::span<const Point> u, const Visit& visit) const {
    Pack own[Dimension], other[Dimension], difference[Dimension];
    for (std::size_t lane = 0; lane < simdWidth; ++lane)
      for (int i = 0; i < Dimension; ++i) own[i][lane] = u[std::min(group * simdWidth + lane, m_pointCount - 1)][i];
    for (std::size_t k = m_start[group]; k < m_start[group + 1]; ++k) {
      for (std::size_t lane = 0; lane < simdWidth; ++lane)
        for (int i = 0; i < Dimension; ++i) other[i][lane] = u[m_neighbours[k].points[lane]][i];
      for (int i = 0; i < Dimension; ++i) difference[i] = own[i] - other[i];
      visit(m_neighbours[k].c, difference);
    }
  }

  std::size_t m_pointCount = 0;
  std::vector<type::Tetrahedron> m_elements;
  std::vector<Coefficients> m_coefficients;
  std::vector<std::size_t> m_start{0};  ///< first of m_neighbours of each group of simdWidth points, and the end
  helper::LargeVector<Neighbours> m_neighbours;
};

}  // namespace sofa::fem
