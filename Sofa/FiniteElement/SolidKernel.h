// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <functional>

#include "Sofa/FiniteElement/ElementBlocks.h"
#include "Sofa/FiniteElement/LinearElement.h"
#include "Sofa/FiniteElement/PointMaterial.h"
#include "Sofa/FiniteElement/SolidElement.h"

namespace sofa::fem {

/// What the change of volume that the material sees is averaged over: nothing, or onto constants or linear functions in
/// each element (AveragedVolume.h).
enum class VolumeAverage { none, constant, linear };

struct SolidOptions {
  VolumeAverage volume = VolumeAverage::none;
  bool planeStress = false;  ///< in the plane: no stress across it, instead of no strain
  double thickness = 1;      ///< in the plane (m)
};

/// All elements of a mesh that fill their space, of any kind and material, with large displacements:
/// f_n = -sum_q V_q P(F_q) grad N_n. The stiffness of each element is kept from one linearisation to the next.
/// Dimension 2: plane strain or plane stress.
template <class Element, int Dimension>
class SolidKernel {
  using Reference = ReferenceElement<Element>;

 public:
  static constexpr int nodeCount = Reference::nodeCount;
  static constexpr int pointCount = static_cast<int>(std::tuple_size_v<decltype(solidQuadrature<Element>())>);
  static constexpr int pairs = triangleSize(nodeCount);
  using Point = type::Vec<Dimension>;
  using Matrix = ElementMatrix<Element, Dimension>;
  using Shape = type::Vec<nodeCount>;
  /// Axes of the material in an element, as columns, where the shape functions have these values.
  using Axes = std::function<type::Mat<Dimension>(std::size_t element, const Shape& shape)>;

  /// False if an element has no volume, or turns inside out, at one of its points; `badElement` says which.
  bool init(std::span<const Element> elements, std::span<const Point> rest,
            std::shared_ptr<const PointMaterial> material, const SolidOptions& options = {}, const Axes& axes = {});
  /// Another material in the same elements.
  void setMaterial(std::shared_ptr<const PointMaterial> material) { m_material = std::move(material); }

  std::size_t elementCount() const { return m_elements.size(); }
  const Element& element(std::size_t e) const { return m_elements[e]; }
  /// Number of points it was made for.
  std::size_t restSize() const { return m_restSize; }
  std::size_t badElement() const { return m_badElement; }

  void addForce(std::span<const Point> x, std::span<Point> f) const;
  double energy(std::span<const Point> x) const;
  /// positiveDefinite: negative curvatures of the material count as none, point by point; where the volume is averaged
  /// or no stress acts across, those of an element.
  void linearise(std::span<const Point> x, bool positiveDefinite = false);
  void addForceAndLinearise(std::span<const Point> x, std::span<Point> f, bool positiveDefinite = false) {
    addForce(x, f);
    linearise(x, positiveDefinite);
  }
  void addDForce(std::span<const Point> dx, std::span<Point> df, double kFactor) const;
  template <class View>
  void addStiffness(View&& view) const {
    if constexpr (Dimension == 3)
      view.template addElementPacks<nodeCount>(m_elements, m_blocks, [this](std::size_t block, auto& k) {
        std::memcpy(&k, &m_stiffness[block].k, sizeof(k));
      });
    else
      view.template addElements<nodeCount, Dimension>(m_elements, [this](std::size_t e, Matrix& k) {
        k = stiffness(m_blocks.slot(e) / simdWidth, static_cast<int>(m_blocks.slot(e) % simdWidth));
      });
  }
  /// Whether many products with one tangent are faster by PairStiffness.
  static constexpr bool hasPairs = Dimension == 3;
  /// Cauchy's stress xx yy zz xy yz xz at the points, in the axes of the world (Pa): in each element the function of
  /// its shape functions that is nearest to the stress at its quadrature points, and of elements that share a point the
  /// mean.
  std::vector<type::Vec6> stress(std::span<const Point> x) const;

 private:
  static constexpr int modeCount = 1 + Dimension;
  using Nodes = typename SmallPartBlocks<Element>::Nodes;
  using Gradients = Matrix3<Pack>[pointCount];
  struct alignas(64) Rest {
    Pack gradient[pointCount][nodeCount][Dimension];  ///< of the shape functions, in the axes of the material
    Pack weight[pointCount];                          ///< volume of the point; 0 in the padding
    Pack volume[pointCount];                          ///< the same, and not 0
    Pack mode[pointCount][modeCount];                 ///< orthonormal functions onto which volumes are averaged
  };
  struct alignas(64) Stiffness {
    Pack k[pairs][Dimension * Dimension];  ///< df/dx as in Contribution::addElementPacks
  };

  bool setElement(std::size_t block, int lane, std::size_t e, std::span<const Point> rest, const Axes& axes);
  void setModes(Rest& rest, int lane, const std::array<Point, pointCount>& at);
  void deformation(const Rest& rest, const Nodes& x, Gradients& f) const;
  void relaxAcross(Matrix3<Pack>& f) const;
  void averageVolumes(const Rest& rest, const Gradients& f, Pack (&theta)[pointCount]) const;
  void projectPressures(const Rest& rest, const Pack (&byTheta)[pointCount], Pack (&pressure)[pointCount]) const;
  void stresses(const Rest& rest, const Gradients& f, Matrix3<Pack> (&p)[pointCount]) const;
  Pack blockEnergy(const Rest& rest, const Nodes& x) const;
  bool isPositiveByPoints() const {
    return m_options.volume == VolumeAverage::none && !(Dimension == 2 && m_options.planeStress);
  }
  void setStiffness(const Rest& rest, const Nodes& x, bool positivePoints, Stiffness& k) const;
  void addAveraged(const Rest& rest, const Gradients& f, Stiffness& k) const;
  void addPoint(const Rest& rest, int q, const TangentOfF<Pack>& a, Stiffness& k) const;
  void addModes(const Pack (&mixed)[modeCount][nodeCount][Dimension],
                const Pack (&growth)[modeCount][nodeCount][Dimension], Stiffness& k) const;
  Matrix stiffness(std::size_t block, int lane) const;
  void makeElementsPositive(Stiffness& k, std::size_t block) const;
  int modes() const { return m_options.volume == VolumeAverage::constant ? 1 : modeCount; }

  SolidOptions m_options;
  std::shared_ptr<const PointMaterial> m_material;
  std::vector<Element> m_elements;
  std::size_t m_restSize = 0;
  SmallPartBlocks<Element> m_blocks;
  std::vector<Rest> m_rest;
  std::vector<Stiffness> m_stiffness;
  std::vector<std::array<type::Mat<Dimension>, pointCount>> m_axes;  ///< of each element; empty: those of the world
  std::size_t m_badElement = 0;
};

extern template class SolidKernel<type::Triangle, 2>;
extern template class SolidKernel<type::Triangle6, 2>;
extern template class SolidKernel<type::Quad, 2>;
extern template class SolidKernel<type::Quad8, 2>;
extern template class SolidKernel<type::Quad9, 2>;
extern template class SolidKernel<type::Tetrahedron, 3>;
extern template class SolidKernel<type::Tetrahedron10, 3>;
extern template class SolidKernel<type::Hexahedron, 3>;
extern template class SolidKernel<type::Hexahedron20, 3>;
extern template class SolidKernel<type::Hexahedron27, 3>;

}  // namespace sofa::fem
