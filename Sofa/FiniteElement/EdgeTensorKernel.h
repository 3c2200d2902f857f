// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <span>
#include <vector>

#include "Sofa/FiniteElement/ElementBlocks.h"

namespace sofa::fem {

/// Linear elasticity of small displacements u = x - X kept per edge of a mesh: tensors T with the forces
///   f_1 += T (u_1 - u_0),  f_0 -= T^T (u_1 - u_0)
/// on the ends 0, 1 of each edge (Cotin, Delingette, Ayache, A Hybrid Elastic Model Allowing Real-Time Cutting,
/// Deformations and Force-Feedback for Surgery Training and Simulation, 2000). Of an element with stiffness blocks K_ab
/// the edge (a, b) gets K_ba; the sum over all elements is symmetric, one tensor alone is not.
class EdgeTensorKernel {
 public:
  using Mat3 = type::Mat3;

  /// tensors: one per edge. Node indices must lie below rest.size().
  void init(std::span<const type::Edge> edges, std::span<const Vec3> rest, std::span<const Mat3> tensors);

  std::size_t elementCount() const { return m_edges.size(); }
  const type::Edge& element(std::size_t e) const { return m_edges[e]; }

  /// f += internal force at x.
  void addForce(std::span<const Vec3> x, std::span<Vec3> f) const;
  /// The tangent is the same everywhere.
  void linearise(std::span<const Vec3>) {}
  void addForceAndLinearise(std::span<const Vec3> x, std::span<Vec3> f) { addForce(x, f); }
  /// df += kFactor (df/dx) dx.
  void addDForce(std::span<const Vec3> dx, std::span<Vec3> df, double kFactor) const;
  /// Elastic energy at x (J).
  double energy(std::span<const Vec3> x) const;

  /// Adds df/dx to a core::MatrixView or what else takes whole elements.
  template <class View>
  void addStiffness(View&& view) const {
    view.template addElementPacks<2>(m_edges, m_blocks,
                                     [this](std::size_t block, Pack(&k)[3][9]) { stiffnessPacks(block, k); });
  }
  std::size_t blockCount() const { return m_blocks.blockCount(); }
  /// df/dx of the edges of a block, in the form of Contribution::addElementPacks.
  void stiffnessPacks(std::size_t block, Pack (&k)[3][9]) const;

 private:
  using Nodes = SmallPartBlocks<type::Edge>::Nodes;
  struct alignas(64) Tensor {
    Pack t[3][3];
  };
  struct alignas(64) RestEnds {
    Pack x[2][3];
  };

  static void forces(const Tensor& tensor, const Pack (&u)[3], const Pack& factor, Nodes& f);

  std::vector<type::Edge> m_edges;
  SmallPartBlocks<type::Edge> m_blocks;
  std::vector<Tensor> m_tensors;  ///< 0 in lanes without edge
  std::vector<RestEnds> m_rest;
};

}  // namespace sofa::fem
