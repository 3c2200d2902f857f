// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <algorithm>
#include <functional>
#include <span>
#include <vector>

#include "Sofa/FiniteElement/HexaElement.h"
#include "Sofa/FiniteElement/KernelMesh.h"

namespace sofa::fem {

/// Corotational linear hexahedra, all elements of a mesh at once: f = Q^T K (rest - current in the local frame Q).
///
/// Elements of the same rest shape and Poisson's ratio share one stiffness, scaled per element by Young's modulus. A
/// rest shape with three mirror planes (a box in its own frame) decouples further: in the basis of products of
/// coordinate signs (the Walsh functions of the eight nodes) its stiffness is eight 3x3 blocks, one per symmetry type.
class HexaKernel {
 public:
  /// Stiffness of an element of given local rest shape, for Young's modulus 1.
  using Stiffness = std::function<Mat24(const HexaPoints& shape, double poisson)>;
  struct Material {
    double young = 0;
    double poisson = 0;
  };

  /// materials: one for all or one per element. update: the stiffness follows the current shape. `changed`: what is not
  /// among these and not at the end has the nodes it had (KernelMesh::follow); it takes effect where all elements share
  /// one stiffness, or none do.
  void init(std::span<const HexaNodes> elements, std::span<const Vec3> rest, std::span<const Material> materials,
            HexaFrame frame, Stiffness stiffness, bool update = false, const std::vector<Index>* changed = nullptr);
  /// The same with the stiffness of each element, in its local frame, by the element's number.
  using Matrices = std::function<Mat24(std::size_t element)>;
  void init(std::span<const HexaNodes> elements, std::span<const Vec3> rest, HexaFrame frame, Matrices matrices);

  std::size_t elementCount() const { return m_mesh.elements.size(); }
  const HexaNodes& element(std::size_t e) const { return m_mesh.elements[e]; }

  /// f += internal force at x.
  void addForce(std::span<const Vec3> x, std::span<Vec3> f) const;
  /// Fixes the frames (and, if they follow the shape, the stiffnesses) of products and matrices at x; those at rest
  /// before.
  void linearise(std::span<const Vec3> x);
  /// Both at once.
  void addForceAndLinearise(std::span<const Vec3> x, std::span<Vec3> f);
  /// df -= kFactor K dx.
  void addDForce(std::span<const Vec3> dx, std::span<Vec3> df, double kFactor) const;
  /// Elastic energy at x.
  double energy(std::span<const Vec3> x) const;

  /// Stiffness of an element in its local frame, and turned into the world by the current frame.
  Mat24 localStiffness(std::size_t e) const;
  Mat24 stiffness(std::size_t e) const;
  /// Whether every element has the stiffness of a rest shape with three mirror planes, which others share: products
  /// with eight 3x3 blocks then cost less than with the blocks of pairs of points.
  bool isMirrored() const { return !m_classes.empty() && std::ranges::all_of(m_classes, &Class::mirrored); }
  /// Which rotation takes the blocks of a stiffness from the local frame into the matrix.
  enum class Turn {
    toWorld,    ///< Q^T K Q: the tangent
    backwards,  ///< Q K Q^T, which equals it for Q = 1 alone
  };
  /// Adds df/dx, which is -K, to a core::MatrixView or what else takes whole elements.
  template <class View>
  void addStiffness(View&& view, Turn turn = Turn::toWorld) const {
    view.template addElementPacks<8>(m_mesh.elements, m_mesh.blocks, Packs{*this, turn});
  }
  std::size_t blockCount() const { return m_mesh.blocks.blockCount(); }
  /// df/dx of the elements of a block, in the form of Contribution::addElementPacks; blocks of a node with itself stay
  /// as they are, unless matrices were given.
  void stiffnessPacks(std::size_t block, Pack (&k)[36][9], Turn turn = Turn::toWorld) const;

  /// Frame where linearised, and at rest (rows: local axes in the world).
  Mat3 frame(std::size_t e) const;
  Mat3 restFrame(std::size_t e) const { return hexaRestFrame(m_frame, points(m_mesh.rest, e)); }
  /// Closest rotation to the mean, around each node, of the identity and of Q Q0^T of the elements: in a mesh whose
  /// rest frames are the world's the inverse of the body's rotation, as existing preconditioners expect.
  void nodeRotations(std::vector<Mat3>& rotations) const;

 private:
  /// For addElementPacks().
  struct Packs {
    const HexaKernel& kernel;
    Turn turn;
    void operator()(std::size_t block, Pack (&k)[36][9]) const { kernel.stiffnessPacks(block, k, turn); }
    bool withDiagonal() const { return kernel.m_withDiagonal; }
  };
  struct alignas(64) Frame {
    Matrix3<Pack> q;
  };
  struct alignas(64) Shape {
    Pack x[8][3];
  };
  struct alignas(64) PackValue {
    Pack v;
  };
  /// Upper triangle of the stiffness of simdWidth elements.
  struct alignas(64) OwnStiffness {
    Pack k[300];
  };
  /// A rest shape and Poisson's ratio, and its stiffness for Young's modulus 1.
  struct Class {
    HexaPoints shape;
    double poisson;
    Mat24 full;
    bool mirrored, turns;  ///< turns: mirrored, and resists no translation
    double blocks[8][6];   ///< of the mirrored shape: xx yy zz xy yz zx per symmetry type
  };

  static constexpr std::size_t maxClasses = 16;

  void build();
  /// Whether elements that are set up anew leave the stiffnesses that elements share as they would be found from
  /// nothing.
  bool classesStay(const std::vector<Index>& anew);
  /// Nothing is in lanes without an element.
  void clearPadding(std::size_t block);
  bool findClasses(std::vector<Index>& classOf);
  void addClass(const HexaPoints& shape, double poisson, const Mat24& stiffness);
  HexaPoints localShape(std::size_t e) const;
  void setOwnStiffness(OwnStiffness& own, std::size_t e, const HexaPoints& shape) const;
  void setElement(std::size_t e);
  const Material& material(std::size_t e) const { return m_mesh.materialOf(e); }
  HexaPoints points(std::span<const Vec3> x, std::size_t e) const;
  template <class Kernel>
  static void evaluate(Kernel& kernel, std::span<const Vec3> x, std::span<Vec3> f);
  void updateStiffness(unsigned block, const Matrix3<Pack>& q, const Pack (&x)[8][3], OwnStiffness& own) const;
  void frameByLane(unsigned block, const Pack (&x)[8][3], Matrix3<Pack>& q) const;
  void currentFrame(unsigned block, const Pack (&x)[8][3], Matrix3<Pack>& q) const;
  /// Displacement back to rest of the nodes, in the frames q.
  void backToRest(unsigned block, const Matrix3<Pack>& q, const Pack (&x)[8][3], Pack (&d)[8][3]) const;
  void multiply(unsigned block, const Pack (&u)[8][3], Pack (&y)[8][3]) const;

  HexaFrame m_frame = HexaFrame::none;
  bool m_update = false;
  bool m_withDiagonal = false;  ///< rows of given matrices may have any sum, as those of a mass have
  Stiffness m_stiffness;
  Matrices m_matrices;  ///< while they are taken in, in the place of m_stiffness
  KernelMesh<HexaNodes, Vec3, Material, largeParts> m_mesh;
  std::vector<Class> m_classes;          ///< empty: every element has its own stiffness
  std::vector<unsigned> m_classOfBlock;  ///< where there are classes
  helper::LargeVector<OwnStiffness> m_own;
  std::vector<PackValue> m_scale;      ///< Young's moduli
  helper::LargeVector<Shape> m_shape;  ///< local rest positions from node 0
  helper::LargeVector<Frame> m_frames;
};

}  // namespace sofa::fem
