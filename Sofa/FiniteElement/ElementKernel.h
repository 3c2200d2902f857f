// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <span>
#include <vector>

#include "Sofa/FiniteElement/ElementBlocks.h"
#include "Sofa/FiniteElement/ElementMechanics.h"
#include "Sofa/FiniteElement/KernelMesh.h"
#include "Sofa/FiniteElement/LinearElement.h"
#include "Sofa/FiniteElement/Rotation.h"

namespace sofa::fem {

/// What takes whole elements and does not look at blocks of a node with itself, as PairStiffness.
template <class View>
concept LeavesOutDiagonal = requires {
  requires std::remove_cvref_t<View>::leavesOutDiagonal;
};

/// All elements of a mesh, of any kind and in a space of any dimension, with any strain and material: ElementMechanics
/// over packs of elements, in parallel, with sums that are the same to the last bit for any number of threads.
/// Material: see Material.h; for linear strains HookeLaw.
template <class Element, int Dimension, class Strain, template <class> class Material>
class ElementKernel {
  using Reference = ReferenceElement<Element>;

 public:
  static constexpr int nodeCount = Reference::nodeCount;
  static constexpr int pointCount = static_cast<int>(std::tuple_size_v<decltype(Reference::quadrature())>);
  using Mechanics = ElementMechanics<nodeCount, pointCount, Dimension, Strain, Material<Pack>, Pack>;
  using Point = type::Vec<Dimension>;
  using Matrix = ElementMatrix<Element, Dimension>;
  using Rotation = type::Mat<Dimension>;

  /// materials: one for all or one per element. Node indices must lie below rest.size(). A strain that turns takes the
  /// rotations of elements from `rotation`. `changed`: what is not among these and not at the end has the nodes it had
  /// (KernelMesh::follow), and stays linearised where it was.
  void init(std::span<const Element> elements, std::span<const Point> rest, std::span<const Material<double>> materials,
            ElementRotation rotation = ElementRotation::identity, const std::vector<Index>* changed = nullptr);

  std::size_t elementCount() const { return m_mesh.elements.size(); }
  const Element& element(std::size_t e) const { return m_mesh.elements[e]; }

  /// f += internal force at x.
  void addForce(std::span<const Point> x, std::span<Point> f) const;
  /// Elastic energy at x (J).
  double energy(std::span<const Point> x) const;
  /// Fixes the point at which products and matrices are taken; the rest shape before. positiveDefinite: negative
  /// curvatures of the material count as none, point by point (J. Teran et al., Robust Quasistatic Finite Elements and
  /// Flesh Simulation, 2005), which matters for large strains only.
  void linearise(std::span<const Point> x, bool positiveDefinite = false);
  /// Both at once.
  void addForceAndLinearise(std::span<const Point> x, std::span<Point> f, bool positiveDefinite = false);
  /// df += kFactor (df/dx) dx.
  void addDForce(std::span<const Point> dx, std::span<Point> df, double kFactor) const;

  /// -df/dx of an element.
  Matrix stiffness(std::size_t e) const;
  /// Adds df/dx to a core::MatrixView or what else takes whole elements.
  template <class View>
  void addStiffness(View&& view) const {
    if constexpr (Dimension == 3)
      view.template addElementPacks<nodeCount>(m_mesh.elements, m_mesh.blocks, [this](std::size_t block, auto& k) {
        LeavesOutDiagonal<View> ? distinctStiffnessPacks(block, k) : stiffnessPacks(block, k);
      });
    else
      view.template addElements<nodeCount, Dimension>(m_mesh.elements,
                                                      [this](std::size_t e, Matrix& k) { k = -stiffness(e); });
  }
  /// Whether many products with one tangent are faster by PairStiffness.
  static constexpr bool hasPairs = Dimension == 3 && !Strain::isLinear;
  std::size_t blockCount() const { return m_mesh.blocks.blockCount(); }
  using Stiffness = Pack[Mechanics::pairs][Dimension * Dimension];
  /// df/dx of the elements of a block, in the form of Contribution::addElementPacks.
  void stiffnessPacks(std::size_t block, Stiffness& k) const;
  /// The same; blocks of a node with itself come out as zero.
  void distinctStiffnessPacks(std::size_t block, Stiffness& k) const;
  /// Where a strain turns, R at the last linearisation.
  Rotation rotation(std::size_t e) const;

 private:
  using Nodes = typename SmallPartBlocks<Element>::Nodes;
  using Turn = SquareMatrix<Pack, Dimension>;
  template <class Value>
  struct alignas(64) Aligned {
    Value v;
  };

  void setAllBlocks();
  /// The rest shapes and materials of the elements of a block.
  void setBlock(std::size_t block);
  void setElement(std::size_t block, int lane, std::size_t e);
  void resetTangents();
  void resetTangent(std::size_t block);
  const Material<Pack>& material(std::size_t block) const { return m_materials[m_materialStride * block].v; }
  Turn rotationOf(std::size_t block, const Nodes& x) const;
  bool packedRotation(std::size_t block, const Nodes& x, Turn& r) const;
  Rotation rotationInLane(std::size_t block, int lane, const Nodes& x) const;
  /// In which of three forms the tangents are: written out; what the products of few invariants take; or in the axes of
  /// the stretches, of isotropic materials.
  enum class Form { full, compact, spectral };
  static Form form(bool positiveDefinite);
  /// Calls use with those that are in use. Kernel: this class, const or not.
  template <class Kernel, class Use>
  static void withTangents(Kernel& kernel, const Use& use) {
    if constexpr (Mechanics::hasCompactTangent)
      if (kernel.m_form == Form::compact) return use(kernel.m_compact);
    if constexpr (Mechanics::hasSpectralTangent)
      use(kernel.m_spectral);
    else
      use(kernel.m_tangents);
  }
  void prepareTangents(bool positiveDefinite);
  void setTangent(std::size_t block, const Nodes& x, const Turn& rotation, bool positiveDefinite);

  ElementRotation m_rotation = ElementRotation::identity;
  KernelMesh<Element, Point, Material<double>, smallParts> m_mesh;
  helper::LargeVector<Aligned<typename Mechanics::Rest>> m_rest;
  std::vector<Aligned<Pack[Strain::turns ? nodeCount : 1][Dimension]>> m_shape;  ///< rest positions from the centroid
  std::vector<Aligned<Material<Pack>>> m_materials;
  std::size_t m_materialStride = 0;
  Form m_form = Form::full;
  bool m_isPositive = false;  ///< whether the tangents have no negative curvatures
  helper::LargeVector<Aligned<typename Mechanics::Tangent>> m_tangents;
  helper::LargeVector<Aligned<typename Mechanics::CompactTangent>> m_compact;
  helper::LargeVector<Aligned<typename Mechanics::SpectralTangents>> m_spectral;
};

extern template class ElementKernel<type::Edge, 1, CorotationalStrain, HookeLaw>;
extern template class ElementKernel<type::Edge, 2, CorotationalStrain, HookeLaw>;
extern template class ElementKernel<type::Edge, 3, CorotationalStrain, HookeLaw>;
extern template class ElementKernel<type::Triangle, 2, CorotationalStrain, HookeLaw>;
extern template class ElementKernel<type::Triangle, 3, CorotationalStrain, HookeLaw>;
extern template class ElementKernel<type::Quad, 2, CorotationalStrain, HookeLaw>;
extern template class ElementKernel<type::Quad, 3, CorotationalStrain, HookeLaw>;
extern template class ElementKernel<type::Prism, 3, CorotationalStrain, HookeLaw>;
extern template class ElementKernel<type::Pyramid, 3, CorotationalStrain, HookeLaw>;

}  // namespace sofa::fem
