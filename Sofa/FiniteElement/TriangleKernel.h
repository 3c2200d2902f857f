// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <span>
#include <vector>

#include "Sofa/FiniteElement/FirstElement.h"
#include "Sofa/FiniteElement/KernelMesh.h"
#include "Sofa/FiniteElement/TriangleElement.h"

namespace sofa::fem {

/// What a triangle is made of.
struct TriangleMaterial {
  PlaneLaw<double> law;  ///< Pa
  double thickness = 1;  ///< m
};

/// Constant strain triangles of linear elastic membranes in space, all elements of a mesh at once, in parallel. Sums
/// are the same to the last bit for any number of threads.
class TriangleKernel {
 public:
  using Element = TriangleElement<double>;
  /// An element where it is: strain and stress (Pa) in the axes of its frame, xx, yy, xy with twice the shear strain.
  struct State {
    Element::Tangent shape;
    double strain[3], stress[3];
  };

  /// materials: one for all or one per element. Node indices must lie below rest.size(). `changed`: see ElementKernel.
  void init(std::span<const type::Triangle> elements, std::span<const Vec3> rest,
            std::span<const TriangleMaterial> materials, TriangleRule rule,
            const std::vector<Index>* changed = nullptr);
  /// Sets the edges 01, 02 of an element at rest, in its frame, and with them its area (m, m).
  void setRestEdges(std::size_t e, const type::Vec<2>& first, const type::Vec<2>& second);
  /// Multiplies all lengths at rest.
  void scaleRest(double factor);

  std::size_t elementCount() const { return m_mesh.elements.size(); }
  const type::Triangle& element(std::size_t e) const { return m_mesh.elements[e]; }
  const TriangleRule& rule() const { return m_rule; }

  /// f += internal force at x.
  void addForce(std::span<const Vec3> x, std::span<Vec3> f) const;
  /// Fixes frames and gradients of products and stiffnesses at x; those at rest before.
  void linearise(std::span<const Vec3> x);
  /// Both at once.
  void addForceAndLinearise(std::span<const Vec3> x, std::span<Vec3> f);
  /// df -= kFactor K dx.
  void addDForce(std::span<const Vec3> dx, std::span<Vec3> df, double kFactor) const;
  /// Energy of the strains at x (J).
  double energy(std::span<const Vec3> x) const;
  State state(std::size_t e, std::span<const Vec3> x) const;

  /// Adds df/dx, which is -K, to a core::MatrixView or what else takes whole elements.
  template <class View>
  void addStiffness(View&& view) const {
    view.template addElementPacks<3>(m_mesh.elements, m_mesh.blocks,
                                     [this](std::size_t block, Pack(&k)[6][9]) { stiffnessPacks(block, k); });
  }
  std::size_t blockCount() const { return m_mesh.blocks.blockCount(); }
  /// df/dx of the elements of a block, in the form of Contribution::addElementPacks.
  void stiffnessPacks(std::size_t block, Pack (&k)[6][9]) const {
    Packs::stiffness(m_tangents[block].v, law(block), m_rest[block].v.weight, k);
  }

  /// The first of the elements that forces or tangents found without area, where they have no strain; none if
  /// there was none.
  std::optional<unsigned> collapsedElement() const { return m_collapsed.value(); }

 private:
  using Packs = TriangleElement<Pack>;
  using Nodes = SmallPartBlocks<type::Triangle>::Nodes;
  template <class Value>
  struct alignas(64) Aligned {
    Value v;
  };

  const PlaneLaw<Pack>& law(std::size_t block) const { return m_laws[m_lawStride * block].v; }
  void setAllBlocks();
  /// The rest shapes and materials of the elements of some blocks, which are linearised there.
  void setBlocks(const std::vector<unsigned>& anew);
  void setElement(std::size_t block, int lane, std::size_t e, bool isPadding);
  void setEdges(std::size_t block, Mask lanes);
  void evaluate(unsigned block, const Nodes& x, Packs::Tangent& t, Pack (&strain)[3]) const;

  TriangleRule m_rule;
  bool m_ownRest = false;  ///< shapes at rest are not those of the points
  KernelMesh<type::Triangle, Vec3, TriangleMaterial, smallParts> m_mesh;
  std::vector<Aligned<Packs::Rest>> m_rest;
  std::vector<Aligned<Packs::Tangent>> m_tangents;
  std::vector<Aligned<PlaneLaw<Pack>>> m_laws;
  std::size_t m_lawStride = 0;
  mutable FirstElement m_collapsed;
};

}  // namespace sofa::fem
