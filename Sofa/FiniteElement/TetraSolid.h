// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "Sofa/FiniteElement/TetraKernel.h"

namespace sofa::fem {

/// A mesh of corotational tetrahedra in any of its variants: packed where the law is elastic and the gradients stay
/// those at rest, element by element where plasticity or a stiffness that follows the deformation needs it.
class TetraSolid {
 public:
  struct Options {
    TetraFrame frame = TetraFrame::nodes;
    TetraUpdate update = TetraUpdate::rest;
    TetraPlasticity plasticity;
  };

  /// materials: one for all or one per element. Node indices must lie below rest.size(). `changed`: see TetraKernel.
  void init(std::span<const TetraNodes> elements, std::span<const Vec3> rest, std::span<const Lame> materials,
            const Options& options, const std::vector<Index>* changed = nullptr);

  std::size_t elementCount() const { return m_packed ? m_kernel.elementCount() : m_elements.size(); }
  const TetraNodes& element(std::size_t e) const { return m_packed ? m_kernel.element(e) : m_elements[e]; }

  /// f += internal force at x.
  void addForce(std::span<const Vec3> x, std::span<Vec3> f) const;
  /// Fixes the rotations of products and stiffnesses at x.
  void linearise(std::span<const Vec3> x);
  void addForceAndLinearise(std::span<const Vec3> x, std::span<Vec3> f);
  /// Lets plastic strains follow the strains at x, once.
  void flow(std::span<const Vec3> x);
  void addDForce(std::span<const Vec3> dx, std::span<Vec3> df, double kFactor) const;
  double energy(std::span<const Vec3> x) const;
  Mat12 stiffness(std::size_t e) const;
  /// Rotation of an element since rest, where it was linearised and at x.
  Mat3 rotation(std::size_t e) const;
  Mat3 rotation(std::size_t e, std::span<const Vec3> x) const;
  void clearPlasticity();
  /// Six entries per element; empty without plasticity. What is set must be of that size.
  std::vector<double> plasticStrains();
  void setPlasticStrains(const std::vector<double>& strains);

  /// Adds df/dx, which is -K, to a core::MatrixView or what else takes whole elements.
  template <class View>
  void addStiffness(View&& view) const {
    if (m_packed) return m_kernel.addStiffness(view);
    view.template addElements<4, 3>(m_elements, [this](std::size_t e, Mat12& k) { k = -stiffness(e); });
  }
  /// The kernel of all elements, if there is one.
  const TetraKernel* packedKernel() const { return m_packed ? &m_kernel : nullptr; }
  static constexpr bool hasPairs = true;  ///< as in TetraKernel, if packed
  /// Closest rotation to the mean of the rotations around each node; that of the first element where there is none
  /// around.
  void nodeRotations(std::vector<Mat3>& rotations) const;

 private:
  TetraPoints points(std::span<const Vec3> x, std::size_t e) const;

  Options m_options;
  bool m_packed = true;
  TetraKernel m_kernel;
  // If not packed:
  std::vector<TetraNodes> m_elements;
  std::vector<TetraElement> m_single;
};

}  // namespace sofa::fem
