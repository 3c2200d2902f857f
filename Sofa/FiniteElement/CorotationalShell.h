// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <array>
#include <optional>

#include "Sofa/FiniteElement/ShellSection.h"
#include "Sofa/Type/Rigid.h"

namespace sofa::fem {

/// What is computed of the derivative of the forces: all of it, its symmetric part, or a negative semi-definite matrix
/// without the terms that come of forces.
enum class ShellTangent { exact, symmetric, material };

/// A flat triangle or quad of a thin shell between frames, whose rotations may be large while strains stay small.
///
/// A frame goes with the element: its z axis is the normal, of a quad that of both diagonals, and in the plane it is
/// turned so that the corners, of a quad the ends of the diagonals from each other, come nearest to where they are at
/// rest. In it, d holds for each corner how far it is from its place at rest and the
/// rotation vector of how far its frame has turned. The energy is d . K d / 2, forces are its exact gradient, and the
/// symmetric tangent is its exact second derivative (B. Haugen, Buckling and stability problems for thin shell
/// structures using high performance finite elements, 1994; C. A. Felippa, B. Haugen, A unified formulation of
/// small-strain corotational finite elements, 2005): rotations do not commute, so that the derivative of the forces has
/// besides, at each frame, minus half of the cross product of its moment with its spin. Moments balance where the whole
/// is at rest.
///
/// A warped quad is the flat one in the middle of its corners, whose own corners are the ends of rigid links from the
/// frames (R. L. Taylor, Finite element analysis of linear shell problems, 1987).
template <int corners>
class CorotationalShell {
 public:
  static constexpr int size = 6 * corners;
  using Frames = std::array<type::RigidCoord<3>, corners>;
  using Vector = type::Vec<size>;  ///< per corner a displacement (or force) and a turn (or moment)
  using Matrix = type::Mat<size>;

  CorotationalShell() = default;
  /// A triangle must have an area, a quad must be convex.
  CorotationalShell(const Frames& rest, const ShellMaterial& material);

  /// d . K d / 2 (J); 0 where the element has no area.
  double energy(const Frames& now) const;
  /// Forces and moments on the corners, in world axes; none where the element has no area.
  std::optional<Vector> force(const Frames& now) const;
  /// The derivative of the forces by displacements and spins.
  Matrix tangent(const Frames& now, ShellTangent kind) const;
  /// Mean over the element of the stress on its faces, in world axes (Pa): on the side of the normal and on the other
  /// one; 0 where the element has no area.
  std::array<type::Mat3, 2> faceStress(const Frames& now) const;

 private:
  using Mat3 = type::Mat3;
  using Vec3 = type::Vec3;
  /// The element at a place: everything in its frame.
  struct Place {
    Mat3 toFrame;                     ///< rows: axes of the frame
    std::array<Vec3, corners> place;  ///< of the corners, from their middle
    std::array<Vec3, corners> link;   ///< of a quad: from the frames to the corners, in world axes
    Vector d = Vector::Zero();
  };
  struct Forces {
    Vector elastic;                  ///< K d
    Vector spins;                    ///< the same, with moments that belong to spins, not changes of rotation vectors
    std::array<Mat3, corners> turn;  ///< changes of rotation vectors by spins
  };
  using Rows = type::Mat<3, size>;
  using Columns = type::Mat<size, 3>;
  using Points = std::array<Vec3, corners>;

  static std::array<Vec3, 2> directions(const Points& x);
  static double twiceArea(const Points& place);
  static Vec3 far(const Points& place, int a);
  static Columns wholeSpin(const Points& place);
  static Vector balanced(const Forces& f, const Rows& turn, const Columns& spin);
  static Vector toWorld(const Place& at, const Vector& inFrame);
  static void addMoments(const Place& at, Vector& force);
  static void addLinks(const Place& at, const Vector* force, Matrix& k);

  void findRestPlane(const Frames& rest);
  bool find(const Frames& now, Place& at) const;
  Forces forces(const Place& at) const;
  double inertia(const Place& at) const;
  Rows frameTurn(const Place& at) const;
  Matrix strainTangent(const Place& at, const Forces& f, bool materialOnly) const;
  Matrix frameTurnTangent(const Place& at, const Vec3& moment) const;
  void addForceTerms(const Place& at, const Forces& f, const Rows& turn, const Columns& spin, Matrix& k) const;
  Matrix stiffness() const;
  Vector product(const Vector& d) const;

  ShellMaterial m_material;
  PlanePolygon<corners> m_rest;          ///< from the middle of the corners
  PlanePolygon<corners> m_arm;           ///< what the frame is turned by: m_rest, or a quad's ends of diagonals
  std::array<Mat3, corners> m_restTurn;  ///< of each corner: from the frame of the element to that of the corner
  Points m_link;                         ///< of a quad: from the frames to the corners, in the axes of the frames
  PlaneMatrix<corners> m_membrane = PlaneMatrix<corners>::Zero(), m_plate = PlaneMatrix<corners>::Zero();
};

}  // namespace sofa::fem
