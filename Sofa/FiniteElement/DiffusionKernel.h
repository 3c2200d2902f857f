#pragma once
#include <array>
#include <span>
#include <vector>

#include "Sofa/FiniteElement/ElementBlocks.h"

namespace sofa::fem {

/// Linear tetrahedra between whose nodes a value u of Dimension components flows: f_k = sum over l of c_kl (u_k - u_l)
/// with the conductivities -c of the edges of each element. All elements of a mesh at once.
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
    m_blocks.build(m_elements, pointCount);
    m_packs.assign(m_blocks.blockCount(), EdgePacks());
    for (std::size_t e = 0; e < m_elements.size(); ++e)
      for (std::size_t k = 0; k < 6; ++k)
        m_packs[m_blocks.slot(e) / simdWidth].c[k][m_blocks.slot(e) % simdWidth] = m_coefficients[e][k];
  }

  std::size_t elementCount() const { return m_elements.size(); }
  const type::Tetrahedron& element(std::size_t e) const { return m_elements[e]; }

  void addForce(std::span<const Point> u, std::span<Point> f) const { addDForce(u, f, 1); }
  void linearise(std::span<const Point>) {}
  void addForceAndLinearise(std::span<const Point> u, std::span<Point> f) { addForce(u, f); }
  /// df += kFactor (df/du) du.
  void addDForce(std::span<const Point> du, std::span<Point> df, double kFactor) const {
    m_blocks.accumulate(du, df, [&](unsigned block, const Nodes& u, Nodes& out) {
      for (auto& node : out)
        for (Pack& component : node) component = Pack{};
      forEachEdge([&](int k, int a, int b) {
        for (int i = 0; i < Dimension; ++i) {
          const Pack flow = kFactor * m_packs[block].c[k] * (u[a][i] - u[b][i]);
          out[a][i] += flow;
          out[b][i] -= flow;
        }
      });
    });
  }
  /// Of which -f is the gradient.
  double energy(std::span<const Point> x) const {
    return m_blocks.sum(x, [&](unsigned block, const Nodes& u) {
      Pack sum{};
      forEachEdge([&](int k, int a, int b) {
        for (int i = 0; i < Dimension; ++i) {
          const Pack difference = u[a][i] - u[b][i];
          sum -= 0.5 * m_packs[block].c[k] * difference * difference;
        }
      });
      return sum;
    });
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
  using Nodes = typename ElementBlocks<type::Tetrahedron>::Nodes;
  struct alignas(64) EdgePacks {
    Pack c[6];
  };

  template <class Visit>
  SOFA_INLINE static void forEachEdge(const Visit& visit) {
    for (int a = 0, k = 0; a < 4; ++a)
      for (int b = a + 1; b < 4; ++b, ++k) visit(k, a, b);
  }

  std::vector<type::Tetrahedron> m_elements;
  std::vector<Coefficients> m_coefficients;
  ElementBlocks<type::Tetrahedron> m_blocks;
  std::vector<EdgePacks> m_packs;  ///< coefficients of each block
};

}  // namespace sofa::fem
