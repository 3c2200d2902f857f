#pragma once
#include <array>
#include <optional>

#include "Sofa/FiniteElement/ShellTriangle.h"
#include "Sofa/Type/Rigid.h"

namespace sofa::fem {

using Mat18 = type::Mat<18>;
using Vec18 = type::Vec<18>;  ///< per corner a displacement (or force) and a turn (or moment)

/// What is computed of the derivative of the forces: all of it, its symmetric part, or a negative semi-definite matrix
/// without the terms that come of forces.
enum class ShellTangent { exact, symmetric, material };

/// A flat triangle of a thin shell between three frames, whose rotations may be large while strains stay small.
///
/// A frame goes with the triangle: its z axis is the normal, and in the plane it is turned so that the corners come
/// nearest to where they are at rest. In it, d holds for each corner how far it is from its place at rest and the
/// rotation vector of how far its frame has turned. The energy is d . K d / 2, forces are its exact gradient, and the
/// symmetric tangent is its exact second derivative (B. Haugen, Buckling and stability problems for thin shell
/// structures using high performance finite elements, 1994; C. A. Felippa, B. Haugen, A unified formulation of
/// small-strain corotational finite elements, 2005): rotations do not commute, so that the derivative of the forces has
/// besides, at each frame, minus half of the cross product of its moment with its spin. Moments balance where the whole
/// is at rest.
class CorotationalShell {
 public:
  using Frames = std::array<type::RigidCoord<3>, 3>;

  CorotationalShell() = default;
  /// The corners must not lie on a line.
  CorotationalShell(const Frames& rest, const ShellMaterial& material);

  /// d . K d / 2 (J); 0 where the triangle has no area.
  double energy(const Frames& now) const;
  /// Forces and moments on the corners, in world axes; none where the triangle has no area.
  std::optional<Vec18> force(const Frames& now) const;
  /// The derivative of the forces by displacements and spins.
  Mat18 tangent(const Frames& now, ShellTangent kind) const;
  /// Mean over the triangle of the stress on its faces, in world axes (Pa): on the side of the normal and on the other
  /// one; 0 where the triangle has no area.
  std::array<type::Mat3, 2> faceStress(const Frames& now) const;

 private:
  using Mat3 = type::Mat3;
  using Vec3 = type::Vec3;
  /// The triangle at a place: everything in its frame.
  struct Place {
    Mat3 toFrame;               ///< rows: axes of the frame
    std::array<Vec3, 3> place;  ///< of the corners, from their middle
    Vec18 d = Vec18::Zero();
  };
  struct Forces {
    Vec18 elastic;             ///< K d
    Vec18 spins;               ///< the same, with moments that belong to spins instead of changes of rotation vectors
    std::array<Mat3, 3> turn;  ///< changes of rotation vectors by spins
  };
  using Mat3x18 = type::Mat<3, 18>;
  using Mat18x3 = type::Mat<18, 3>;

  bool find(const Frames& now, Place& at) const;
  Forces forces(const Place& at) const;
  Mat3x18 frameTurn(const Place& at) const;
  Mat18 strainTangent(const Place& at, const Forces& f, bool materialOnly) const;
  Mat18 frameTurnTangent(const Place& at, const Vec3& moment) const;
  Mat18 stiffness() const;
  Vec18 product(const Vec18& d) const;

  ShellMaterial m_material;
  PlaneTriangle m_rest;            ///< from the middle of the corners
  std::array<Mat3, 3> m_restTurn;  ///< of each corner: from the frame of the triangle to that of the corner
  Mat9 m_membrane = Mat9::Zero(), m_plate = Mat9::Zero();
};

}  // namespace sofa::fem
