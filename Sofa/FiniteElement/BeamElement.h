// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "Sofa/Type/Rigid.h"

/// The straight beam between two frames, after Euler and Bernoulli: sections stay plane and normal to the axis
/// (J. S. Przemieniecki, Theory of Matrix Structural Analysis, 1968, chapter 5, without shear).
namespace sofa::fem {

using Mat12 = type::Mat<12>;
using Vec12 = type::Vec<12>;

/// A circular tube along the local x axis.
struct BeamSection {
  double youngModulus = 0;  ///< Pa
  double poissonRatio = 0;
  double radius = 0;       ///< m
  double radiusInner = 0;  ///< m; 0: solid
  double length = 0;       ///< m
};

/// Stiffness in the frame of the first end; displacements are (u_a, r_a, u_b, r_b), rotations as vectors (radians).
class BeamStiffness {
 public:
  BeamStiffness() = default;
  explicit BeamStiffness(const BeamSection& section);

  Mat12 matrix() const;
  /// matrix() * d.
  Vec12 product(const Vec12& d) const;
  /// Force on the second end and on the first, when only the second is displaced.
  struct EndForces {
    type::Vec6 first, second;
  };
  EndForces forces(const type::Vec3& displacement, const type::Vec3& rotation) const;

 private:
  double m_axial = 0;     ///< E A / L
  double m_torsion = 0;   ///< G J / L
  double m_shear = 0;     ///< 12 E I / L^3
  double m_coupling = 0;  ///< 6 E I / L^2
  double m_near = 0;      ///< 4 E I / L
  double m_far = 0;       ///< 2 E I / L
};

/// A beam whose frame follows that of its first end, at rest between the given frames.
class CorotationalBeam {
 public:
  CorotationalBeam() = default;
  CorotationalBeam(const type::RigidCoord<3>& restA, const type::RigidCoord<3>& restB);

  /// How the second end has moved as seen from the first, in the frame of the first.
  struct Displacement {
    type::Vec3 translation, rotation;
  };
  Displacement displacement(const type::RigidCoord<3>& a, const type::RigidCoord<3>& b) const;

 private:
  type::Vec3 m_restArm = type::Vec3::Zero();       ///< from a to b, in the frame of a
  type::Quat m_restTurn = type::Quat::Identity();  ///< from a to b, in the frame of a
};

/// The stiffness in world axes: both ends are turned with `rotation`, the frame of the first end.
Mat12 beamWorldStiffness(const Mat12& local, const type::Mat3& rotation);

}  // namespace sofa::fem
