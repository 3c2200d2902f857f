#pragma once
#include <span>
#include <vector>

#include "Sofa/FiniteElement/CorotationalShell.h"
#include "Sofa/FiniteElement/FirstElement.h"

namespace sofa::fem {

/// All triangles of a thin shell between frames: CorotationalShell, in parallel, with sums in the order of the mesh.
class ShellKernel {
 public:
  using Frame = type::RigidCoord<3>;

  /// materials: one for all or one per element. Node indices must lie below rest.size(), triangles must have an area.
  /// tangent: of products and matrices where they need not be definite.
  void init(std::span<const type::Triangle> elements, std::span<const Frame> rest,
            std::span<const ShellMaterial> materials, ShellTangent tangent = ShellTangent::symmetric);

  std::size_t elementCount() const { return m_elements.size(); }
  const type::Triangle& element(std::size_t e) const { return m_elements[e]; }

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
  /// The first of the triangles that addForce found without area.
  std::optional<unsigned> collapsedElement() const { return m_collapsed.value(); }
  /// CorotationalShell::faceStress of a triangle.
  std::array<type::Mat3, 2> faceStress(std::span<const Frame> x, std::size_t e) const {
    return m_shells[e].faceStress(frames(x, e));
  }
  /// J.
  double energy(std::span<const Frame> x) const;
  /// Adds df/dx to a core::MatrixView or what else takes whole elements.
  template <class View>
  void addStiffness(View&& view) const {
    view.template addElements<3, 6>(m_elements, [this](std::size_t e, Mat18& k) { k = m_tangents[e]; });
  }

 private:
  CorotationalShell::Frames frames(std::span<const Frame> x, std::size_t e) const {
    const auto& t = m_elements[e];
    return {x[t[0]], x[t[1]], x[t[2]]};
  }
  /// Computes what the corners of all triangles get by chunks, then adds it in order.
  template <class Body>
  void accumulate(std::span<type::Vec6> f, const Body& body) const;

  std::vector<type::Triangle> m_elements;
  std::vector<CorotationalShell> m_shells;
  std::vector<Mat18> m_tangents;
  ShellTangent m_tangent = ShellTangent::symmetric;
  mutable FirstElement m_collapsed;
  mutable std::vector<Vec18> m_parts;  ///< of each triangle, while they are summed
};

}  // namespace sofa::fem
