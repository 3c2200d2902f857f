// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <optional>

#include "Sofa/FiniteElement/ShellSection.h"

/// Stiffness of a flat, convex quad of a thin shell in its own plane z = 0: a membrane and a plate.
namespace sofa::fem {

using PlaneQuad = PlanePolygon<4>;

/// The first corner at which a quad in space is not convex, seen along the normal of its diagonals: none may be
/// straight.
std::optional<std::size_t> reflexCorner(const std::array<type::Vec3, 4>& x);

/// Membrane with a turn about the normal ("drilling") at each corner: displacements (u, v, turn) per corner. They are
/// bilinear with incompatible modes, which let it bend in its plane (R. L. Taylor, P. J. Beresford, E. L. Wilson, A
/// non-conforming element for stress analysis, 1976). Turns at the corners that differ from the turn of the material
/// cost energy (T. J. R. Hughes, F. Brezzi, On drilling degrees of freedom, 1989; with such modes A. Ibrahimbegovic, E.
/// L. Wilson, Thick shell and solid finite elements with independent rotation fields, 1991): in the mean by the modulus
/// of shear, what is left by `drilling` of it. It holds constant strains and, as a rectangle, bending in the plane,
/// whatever its sides.
PlaneMatrix<4> membraneStiffness(const PlaneQuad& x, const ShellMaterial& material);

/// Mean of the strain (xx, yy, 2 xy) over the quad from the displacements of membraneStiffness.
inline PlaneStrain<4> meanStrain(const PlaneQuad& x) { return borderStrain<4>(x, 0); }

/// Plate of Kirchhoff's theory, which holds at the corners and along the sides: displacements (w, turn about x, turn
/// about y) per corner (the quad DKQ, see kirchhoffCurvature).
PlaneMatrix<4> plateStiffness(const PlaneQuad& x, const ShellMaterial& material);

/// (xx, yy, 2 xy) of the curvature at the coordinates a and b from -1 to 1 from the displacements of plateStiffness.
PlaneStrain<4> plateCurvature(const PlaneQuad& x, double a, double b);

/// Its mean over the quad.
PlaneStrain<4> meanCurvature(const PlaneQuad& x);

}  // namespace sofa::fem
