#pragma once
#include <algorithm>
#include <array>
#include <span>
#include <vector>

#include "Sofa/Helper/Parallel.h"
#include "Sofa/Type/Vec.h"

namespace sofa::fem {

/// Linear tetrahedra between whose nodes a value u of Dimension components flows: f_k = sum over l of c_kl (u_k - u_l)
/// with the conductivities -c of the edges of each element. All elements of a mesh at once: those that share an edge
/// count as one, and each point reads its neighbours and writes only itself.
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
    m_start.assign(1, 0);
    m_neighbours.clear();
    for (auto& row : neighbours) {
      std::ranges::stable_sort(row, {}, &Neighbour::point);
      for (const Neighbour& neighbour : row)
        if (m_neighbours.size() > m_start.back() && m_neighbours.back().point == neighbour.point)
          m_neighbours.back().c += neighbour.c;
        else
          m_neighbours.push_back(neighbour);
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
    constexpr std::size_t chunk = 1024;
    helper::parallelChunks(pointCount(), chunk, [&](std::size_t begin, std::size_t end) {
      for (std::size_t i = begin; i < end; ++i) {
        const Point own = du[i];
        Point flow = Point::Zero();
        for (std::size_t k = m_start[i]; k < m_start[i + 1]; ++k)
          flow += m_neighbours[k].c * (own - du[m_neighbours[k].point]);
        df[i] += kFactor * flow;
      }
    });
  }
  /// Of which -f is the gradient.
  double energy(std::span<const Point> x) const {
    double twice = 0;  // each edge counts from both its ends
    for (std::size_t i = 0; i < pointCount(); ++i)
      for (std::size_t k = m_start[i]; k < m_start[i + 1]; ++k)
        twice -= 0.5 * m_neighbours[k].c * (x[i] - x[m_neighbours[k].point]).squaredNorm();
    return twice / 2;
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
  struct Neighbour {
    type::Index point;
    double c;  ///< of all elements that share the edge
  };

  template <class Visit>
  static void forEachEdge(const Visit& visit) {
    for (int a = 0, k = 0; a < 4; ++a)
      for (int b = a + 1; b < 4; ++b, ++k) visit(k, a, b);
  }
  std::size_t pointCount() const { return m_start.size() - 1; }

  std::vector<type::Tetrahedron> m_elements;
  std::vector<Coefficients> m_coefficients;
  std::vector<std::size_t> m_start{0};  ///< first neighbour of each point, and the end
  std::vector<Neighbour> m_neighbours;
};

}  // namespace sofa::fem
