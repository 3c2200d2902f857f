// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <mutex>
#include <optional>
#include <span>
#include <vector>

#include "Sofa/FiniteElement/KernelMesh.h"
#include "Sofa/FiniteElement/TetraElement.h"

namespace sofa::fem {

/// Corotational linear tetrahedra of isotropic materials, all elements of a mesh at once.
///
/// An isotropic law commutes with rotations, so with g_n = R grad N_n (rest gradients turned into the world) both the
/// force and its frozen-rotation tangent are the small-strain product in world axes:
///   H = sum_n u_n g_n^T,  f_n = -V (lambda tr(H) I + mu (H + H^T)) g_n,
/// with u = dx for the tangent and H - I for H of positions in the force. With gradients scaled by sqrt(mu V) an
/// element is nine doubles and a ratio lambda / mu. (Mueller, Gross, Interactive Virtual Materials, 2004, for the
/// method.) Elements whose frame is not orthogonal (collapsed ones) are computed one by one by TetraElement.
class TetraKernel {
 public:
  /// materials: one for all or one per element. Node indices must lie below rest.size(). Takes time by what is not as
  /// it was, besides a look at each element, which then stays linearised where it was. `changed`, ascending: all that
  /// have other nodes than before, so that a look at these, at those at the end and at the points is enough.
  void init(std::span<const TetraNodes> elements, std::span<const Vec3> rest, std::span<const Lame> materials,
            TetraFrame frame, const std::vector<Index>* changed = nullptr);

  std::size_t elementCount() const { return m_mesh.elements.size(); }
  const TetraNodes& element(std::size_t e) const { return m_mesh.elements[e]; }

  /// f += internal force at x.
  void addForce(std::span<const Vec3> x, std::span<Vec3> f) const;
  /// Fixes the rotations of products and stiffnesses at x; none before.
  void linearise(std::span<const Vec3> x);
  /// Both at once.
  void addForceAndLinearise(std::span<const Vec3> x, std::span<Vec3> f);
  /// df -= kFactor K dx.
  void addDForce(std::span<const Vec3> dx, std::span<Vec3> df, double kFactor) const;
  /// Elastic energy at x.
  double energy(std::span<const Vec3> x) const;

  /// Stiffness (positive semi-definite) of an element in world axes.
  Mat12 stiffness(std::size_t e) const;
  /// Adds df/dx, which is -K, to a core::MatrixView or what else takes whole elements.
  template <class View>
  void addStiffness(View&& view) const {
    view.template addElementPacks<4>(m_mesh.elements, m_mesh.blocks, Packs{*this});
  }

  /// Whether many products with one tangent are faster by PairStiffness.
  static constexpr bool hasPairs = true;
  std::size_t blockCount() const { return m_mesh.blocks.blockCount(); }
  /// df/dx of the elements of a block, in the form of Contribution::addElementPacks; blocks of a node with itself stay
  /// as they are.
  void stiffnessPacks(std::size_t block, Pack (&k)[10][9]) const;

  /// Rotation of an element since rest, where it was linearised and at x.
  Mat3 rotation(std::size_t e) const;
  Mat3 rotation(std::size_t e, std::span<const Vec3> x) const;

 private:
  /// For addElementPacks().
  struct Vectors {
    Pack g[4][3];
  };
  struct Packs {
    const TetraKernel& kernel;
    void operator()(std::size_t block, Pack (&k)[10][9]) const { kernel.stiffnessPacks(block, k); }
    std::optional<double> ratio() const { return kernel.commonRatio(); }
    Vectors vectors(std::size_t block) const { return kernel.allGradients(block); }
  };
  /// Gradients of nodes 1..3 times sqrt(mu V); node 0 has minus their sum.
  struct alignas(64) Gradients {
    Pack g[3][3];
  };
  struct alignas(64) PackValue {
    Pack v;
  };
  /// Strains in the order xx yy zz xy yz zx, the shear ones doubled, times sqrt(mu V).
  struct alignas(64) Strain {
    Pack v[6];
  };
  struct Exception {
    std::size_t index;
    TetraElement element;
  };
  /// Elements that an evaluation found without an orthogonal frame.
  struct Collapsed {
    std::mutex mutex;
    std::vector<std::size_t> elements;
  };

  /// Calls use(frameOfBlock), where frameOfBlock(block, x, q) sets the frames of a block, or returns false.
  template <class Use>
  void withFrames(const Use& use) const;
  /// Gradients of a block at x; `scale` becomes 0 in lanes that are `collapsed`, and so do their gradients.
  template <class FrameOfBlock>
  void turnedGradients(unsigned block, const Pack (&x)[4][3], const FrameOfBlock& frameOfBlock, Gradients& world,
                       Pack& scale, Collapsed& collapsed) const;
  /// Those and the strain. Never inlined: the compiler would round here and there in other ways, and bodies would not
  /// be exactly at rest.
  template <class FrameOfBlock>
  [[gnu::noinline]] void turnedStrain(unsigned block, const Pack (&x)[4][3], const FrameOfBlock& frameOfBlock,
                                      Gradients& world, Pack& scale, Strain& strain, Collapsed& collapsed) const;
  [[gnu::noinline]] static void strain(const Pack (&x)[4][3], const Gradients& world, const Pack& scale,
                                       Strain& strain);
  void addBlockForces(unsigned block, const Gradients& world, Strain& strain, Pack (&f)[4][3]) const;
  template <class Kernel>
  static void evaluate(Kernel& kernel, std::span<const Vec3> x, std::span<Vec3> f);
  /// Elements that are as they were, in the same place of the list: what the kernel knows of them stays good.
  std::vector<char> staying(std::span<const TetraNodes> elements, std::span<const Vec3> rest,
                            std::span<const Lame> materials, TetraFrame frame) const;
  /// Makes room for the values of all blocks; those that are there stay.
  void fitBlocks();
  /// Nothing is in lanes without an element.
  void clearPadding(std::size_t block);
  TetraElement single(std::size_t e) const { return {m_frame, points(m_mesh.rest, e), material(e)}; }
  void keepExceptions(Collapsed& collapsed, std::span<const Vec3> x);
  void setRest(std::size_t e);
  /// Measures what rounding leaves of the strain of a block at rest.
  void setRestStrain(std::size_t block);
  void setRatio(std::size_t e);
  void frameByLane(unsigned block, const Pack (&x)[4][3], Matrix3<Pack>& q, Pack& scale, Collapsed& collapsed) const;
  /// lambda / mu where it is the same in all elements, none of which is exceptional.
  std::optional<double> commonRatio() const;
  Vectors allGradients(std::size_t block) const;
  void setExceptionalLanes(std::size_t block, Pack (&k)[10][9]) const;
  const Exception* exception(std::size_t e) const;
  const Lame& material(std::size_t e) const { return m_mesh.materialOf(e); }
  const Pack& ratio(unsigned block) const { return m_ratio[m_ratioStride * block].v; }
  TetraPoints points(std::span<const Vec3> x, std::size_t e) const;
  TetraPoints gradients(const helper::LargeVector<Gradients>& from, std::size_t e) const;

  TetraFrame m_frame = TetraFrame::none;
  bool m_properRest = true;  ///< no element is inverted at rest
  KernelMesh<TetraNodes, Vec3, Lame, largeParts> m_mesh;
  helper::LargeVector<Gradients> m_restGradients;  ///< in the rest frame
  helper::LargeVector<Gradients> m_gradients;      ///< in the world, where linearised
  std::vector<PackValue> m_scale;                  ///< sqrt(mu V)
  std::vector<Strain> m_restStrain;  ///< what rounding leaves of it: bodies at rest pull with exactly nothing
  std::vector<PackValue> m_ratio;    ///< lambda / mu, one pack if the same everywhere
  std::size_t m_ratioStride = 0;
  std::vector<Exception> m_exceptions;  ///< ascending index, where linearised
};

}  // namespace sofa::fem
