// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <array>
#include <span>

#include "Sofa/FiniteElement/IsotropicMaterial.h"
#include "Sofa/FiniteElement/Rotation.h"

/// The linear tetrahedron, one element at a time: frames, gradients, and the literal corotational element with its
/// variants (plasticity, stiffness following the deformation) that the packed kernel does not hold.
namespace sofa::fem {

using type::Index;
using type::Vec6;
using Mat12 = type::Mat<12>;
using TetraNodes = type::Tetrahedron;
using TetraPoints = std::array<Vec3, 4>;

/// What the element's frame Q (world to local) is taken from.
enum class TetraFrame {
  none,              ///< identity: small displacements
  nodes,             ///< orthonormal frame of nodes 0, 1, 2 ("large")
  nodesWorldRest,    ///< the same, but the frame at rest counts as the identity whatever the rest shape
  edges,             ///< polar factor of the matrix of edges from node 0 (rows) ("polar")
  edgesOrStable,     ///< the same, but polarStable of the deformation gradient where that is inverted or flat ("svd")
  gradient,          ///< transposed polar factor of the deformation gradient
  covariance,        ///< transposed polar factor of sum (x - centroid)(X - rest centroid)^T
  covarianceStable,  ///< transposed polarStable of the same
};

/// When the strain-displacement matrix follows the deformation.
enum class TetraUpdate {
  rest,     ///< never
  current,  ///< recomputed from the current local positions at each force evaluation
  partial,  ///< frame `nodes` only: normal strain entries recomputed, shear entries kept at rest
};

struct TetraPlasticity {
  double maxThreshold = 0;  ///< 0: elastic
  double yieldThreshold = 0;
  double creep = 0;
};

/// Six times the signed volume.
inline double sixfoldVolume(const TetraPoints& p) { return (p[1] - p[0]).cross(p[2] - p[0]).dot(p[3] - p[0]); }

/// Gradients of the shape functions times the sixfold signed volume.
TetraPoints scaledGradients(const TetraPoints& p);

/// F: sum of (x_n - x_0) grad N_n^T.
Mat3 deformationGradient(const TetraPoints& x, const TetraPoints& rest);

Mat3 tetraFrame(TetraFrame kind, const TetraPoints& x, const TetraPoints& rest);
Mat3 tetraRestFrame(TetraFrame kind, const TetraPoints& rest);

/// Linear corotational tetrahedron: K = J D J^T / (36 V) in a local frame, strains in Voigt order xx yy zz xy yz zx.
class TetraElement {
 public:
  TetraElement(TetraFrame kind, const TetraPoints& rest, const Lame& material);

  /// Internal force on each node at x.
  TetraPoints force(const TetraPoints& x, TetraUpdate update) const;
  /// Fixes frame and strain-displacement matrix at x, for products and stiffness; those at rest before.
  void linearise(const TetraPoints& x, TetraUpdate update);
  /// Lets the plastic strain follow the strain at x, once.
  void flow(const TetraPoints& x, TetraUpdate update, const TetraPlasticity& plasticity);
  /// K dx in world axes.
  TetraPoints product(const TetraPoints& dx) const;
  Mat12 stiffness() const;
  /// Elastic energy at x: of the strain less the plastic one.
  double energy(const TetraPoints& x, TetraUpdate update) const;

  /// Rotation since rest, where it was linearised and at x.
  Mat3 rotation() const { return m_tangent.frame.transpose() * m_restFrame; }
  Mat3 rotation(const TetraPoints& x) const { return tetraFrame(m_kind, x, m_rest).transpose() * m_restFrame; }
  Vec6& plasticStrain() { return m_plastic; }

 private:
  using Displacement = type::Mat<12, 1>;
  using StrainDisplacement = type::Mat<12, 6>;

  struct Configuration {
    Mat3 frame;
    StrainDisplacement strain = StrainDisplacement::Zero();
  };

  Configuration configuration(const TetraPoints& x, TetraUpdate update) const;
  Displacement displacement(const Mat3& frame, const TetraPoints& x) const;
  static void setGradients(StrainDisplacement& strain, const TetraPoints& gradients);
  void updateGradients(Configuration& now, const TetraPoints& x, TetraUpdate update) const;
  Vec6 stress(const Vec6& strain) const;

  TetraFrame m_kind;
  Lame m_material;  ///< divided by 36 V
  TetraPoints m_rest;
  TetraPoints m_localRest;  ///< relative to node 0, in the rest frame
  Mat3 m_restFrame;
  StrainDisplacement m_restStrain = StrainDisplacement::Zero();
  Configuration m_tangent;  ///< where it was linearised
  Vec6 m_plastic = Vec6::Zero();
};

}  // namespace sofa::fem
