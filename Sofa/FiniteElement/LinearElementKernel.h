#pragma once
#include <span>
#include <vector>

#include "Sofa/FiniteElement/LinearElement.h"
#include "Sofa/FiniteElement/Rotation.h"

namespace sofa::fem {

/// Corotational (or, with identity rotations, linear) elements of any kind in a space of any dimension, all elements of
/// a mesh. One element at a time; TetraKernel and HexaKernel are the fast forms for solids.
template <class Element, int Dimension>
class LinearElementKernel {
 public:
  static constexpr int nodeCount = ReferenceElement<Element>::nodeCount;
  using Point = type::Vec<Dimension>;
  using Points = ElementPoints<Element, Dimension>;
  using Matrix = ElementMatrix<Element, Dimension>;
  using Rotation = type::Mat<Dimension>;

  /// materials: one for all or one per element.
  void init(std::span<const Element> elements, std::span<const Point> rest, std::span<const Lame> materials,
            ElementRotation rotation);

  std::size_t elementCount() const { return m_elements.size(); }
  /// f += internal force at x.
  void addForce(std::span<const Point> x, std::span<Point> f) const;
  /// Fixes the rotations of products and stiffnesses at x; none before.
  void linearise(std::span<const Point> x);
  /// Both at once.
  void addForceAndLinearise(std::span<const Point> x, std::span<Point> f);
  /// df -= kFactor K dx.
  void addDForce(std::span<const Point> dx, std::span<Point> df, double kFactor) const;
  /// Elastic energy at x.
  double energy(std::span<const Point> x) const;

  const Element& element(std::size_t e) const { return m_elements[e]; }
  /// Stiffness at rest, and turned by the rotation where linearised.
  const Matrix& restStiffness(std::size_t e) const { return m_data[e].stiffness; }
  Matrix stiffness(std::size_t e) const;
  /// Adds df/dx, which is -K, to a core::MatrixView or what else takes whole elements.
  template <class View>
  void addStiffness(View&& view) const {
    view.template addElements<nodeCount, Dimension>(m_elements,
                                                    [this](std::size_t e, Matrix& k) { k = -stiffness(e); });
  }
  const Rotation& rotation(std::size_t e) const { return m_data[e].rotation; }

 private:
  using Vector = type::Vec<nodeCount * Dimension>;
  struct ElementData {
    Matrix stiffness;
    Points rest;        ///< from the centroid
    Rotation rotation;  ///< where linearised
  };
  Points points(std::span<const Point> x, std::size_t e) const;
  /// Of positions from the centroid.
  Rotation rotationOf(const Points& x, const Points& rest) const;
  static Vector displacement(const ElementData& data, const Rotation& rotation, const Points& x);
  template <class Kernel>
  static void evaluate(Kernel& kernel, std::span<const Point> x, std::span<Point> f);

  ElementRotation m_rotation = ElementRotation::identity;
  std::vector<Element> m_elements;
  std::vector<ElementData> m_data;
};

}  // namespace sofa::fem
