// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <span>
#include <vector>

#include "Sofa/FiniteElement/ElementBlocks.h"

namespace sofa::fem {

/// Plates of four nodes along the world's x and y axes, of small displacements: plane stress in x and y by 2x2 Gauss
/// points, transverse shear in z by one; rotations do not count. Each is taken for a rectangle of the half sizes
/// l = |x1 - x0|/2 and h = |x3 - x0|/2 of its current shape. All elements of a mesh at once.
/// (O. C. Zienkiewicz, R. L. Taylor, The Finite Element Method, vol. 2, 2000, chapter 5.)
class QuadPlateKernel {
 public:
  struct Material {
    double young = 0;      ///< Pa
    double poisson = 0;    ///< between -1 and 1
    double thickness = 0;  ///< m
  };

  /// materials: one per element. Node indices must lie below rest.size().
  void init(std::span<const type::Quad> elements, std::span<const Vec3> rest, std::span<const Material> materials);

  std::size_t elementCount() const { return m_elements.size(); }
  const type::Quad& element(std::size_t e) const { return m_elements[e]; }

  /// f += K(x) (rest - x).
  void addForce(std::span<const Vec3> x, std::span<Vec3> f) const;
  /// Fixes the sizes of products and matrices at x; those at rest before.
  void linearise(std::span<const Vec3> x);
  void addForceAndLinearise(std::span<const Vec3> x, std::span<Vec3> f) {
    linearise(x);
    addForce(x, f);
  }
  /// df -= kFactor K dx.
  void addDForce(std::span<const Vec3> dx, std::span<Vec3> df, double kFactor) const;
  /// (rest - x) K(x) (rest - x) / 2 (J).
  double energy(std::span<const Vec3> x) const;
  /// Adds -K to a core::MatrixView or what else takes whole elements.
  template <class View>
  void addStiffness(View&& view) const {
    view.template addElementPacks<4>(m_elements, m_blocks,
                                     [this](std::size_t block, Pack(&k)[10][9]) { stiffnessPacks(block, k); });
  }
  /// -K of the elements of a block, in the form of Contribution::addElementPacks.
  void stiffnessPacks(std::size_t block, Pack (&k)[10][9]) const;

 private:
  using Nodes = SmallPartBlocks<type::Quad>::Nodes;
  struct Size {
    Pack l, h;
  };
  struct alignas(64) Element {
    Pack rest[4][3];                    ///< from node 0
    Pack stretch, across, shear, tilt;  ///< moduli times thickness
    Size size;                          ///< where linearised
  };

  static Size sizeAt(const Nodes& x);
  static void multiply(const Element& element, const Size& size, const Nodes& u, Nodes& f);
  static void backToRest(const Element& element, const Nodes& x, Nodes& u);

  std::vector<type::Quad> m_elements;
  SmallPartBlocks<type::Quad> m_blocks;
  std::vector<Element> m_packs;
};

}  // namespace sofa::fem
