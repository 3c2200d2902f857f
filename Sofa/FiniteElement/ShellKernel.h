// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <span>
#include <vector>

#include "Sofa/FiniteElement/CorotationalShell.h"
#include "Sofa/FiniteElement/FirstElement.h"

namespace sofa::fem {

/// All triangles or quads of a thin shell between frames: CorotationalShell, in parallel, with sums in the order of the
/// mesh.
template <class Element>
class ShellKernel {
 public:
  static constexpr int corners = static_cast<int>(Element{}.size());
  using Shell = CorotationalShell<corners>;
  using Frame = type::RigidCoord<3>;

  /// materials: one for all or one per element. Node indices must lie below rest.size(), triangles must have an area,
  /// quads be convex. tangent: of products and matrices where they need not be definite.
  void init(std::span<const Element> elements, std::span<const Frame> rest, std::span<const ShellMaterial> materials,
            ShellTangent tangent = ShellTangent::symmetric);

  std::size_t elementCount() const { return m_elements.size(); }
  const Element& element(std::size_t e) const { return m_elements[e]; }

  /// f += forces at x.
  void addForce(std::span<const Frame> x, std::span<type::Vec6> f) const;
  /// Fixes the place of products and matrices; the rest shape before.
  void linearise(std::span<const Frame> x, bool positiveDefinite = false);
  void addForceAndLinearise(std::span<const Frame> x, std::span<type::Vec6> f, bool positiveDefinite = false) {
    linearise(x, positiveDefinite);
    addForce(x, f);
  }
  /// df += kFactor (df/dx) dx.
  void addDForce(std::span<const type::Vec6> dx, std::span<type::Vec6> df, double kFactor) const;
  /// The first of the elements that addForce found without area.
  std::optional<unsigned> collapsedElement() const { return m_collapsed.value(); }
  /// CorotationalShell::faceStress of an element.
  std::array<type::Mat3, 2> faceStress(std::span<const Frame> x, std::size_t e) const {
    return m_shells[e].faceStress(frames(x, e));
  }
  /// J.
  double energy(std::span<const Frame> x) const;
  /// Adds df/dx to a core::MatrixView or what else takes whole elements.
  template <class View>
  void addStiffness(View&& view) const {
    view.template addElements<corners, 6>(m_elements, [this](std::size_t e, Matrix& k) { k = m_tangents[e]; });
  }

 private:
  using Vector = typename Shell::Vector;
  using Matrix = typename Shell::Matrix;

  typename Shell::Frames frames(std::span<const Frame> x, std::size_t e) const {
    typename Shell::Frames result;
    for (int a = 0; a < corners; ++a) result[a] = x[m_elements[e][a]];
    return result;
  }
  /// Computes what the corners of all elements get by chunks, then adds it in order.
  template <class Body>
  void accumulate(std::span<type::Vec6> f, const Body& body) const;

  std::vector<Element> m_elements;
  std::vector<Shell> m_shells;
  std::vector<Matrix> m_tangents;
  ShellTangent m_tangent = ShellTangent::symmetric;
  mutable FirstElement m_collapsed;
  mutable std::vector<Vector> m_parts;  ///< of each element, while they are summed
};

}  // namespace sofa::fem
