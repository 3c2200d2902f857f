// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "Sofa/FiniteElement/ShellSection.h"

/// Stiffness of a flat triangle of a thin shell in its own plane z = 0: a membrane and a plate.
namespace sofa::fem {

using PlaneTriangle = PlanePolygon<3>;

/// Membrane with a turn about the normal ("drilling") at each corner: displacements (u, v, turn) per corner. It holds
/// constant strains and, put together to rectangles, bending in the plane, whatever their sides
/// (C. A. Felippa, A study of optimal membrane triangles with drilling freedoms, 2003: the triangle OPT).
PlaneMatrix<3> membraneStiffness(const PlaneTriangle& x, const ShellMaterial& material);

/// Mean of the strain (xx, yy, 2 xy) over the triangle from the displacements of membraneStiffness.
inline PlaneStrain<3> meanStrain(const PlaneTriangle& x) { return borderStrain<3>(x, 1.5); }

/// Plate of Kirchhoff's theory, which holds at the corners and along the sides: displacements (w, turn about x, turn
/// about y) per corner (the triangle DKT, see kirchhoffCurvature).
PlaneMatrix<3> plateStiffness(const PlaneTriangle& x, const ShellMaterial& material);

/// (xx, yy, 2 xy) of the curvature at the area coordinates (1 - a - b, a, b) from the displacements of plateStiffness.
PlaneStrain<3> plateCurvature(const PlaneTriangle& x, double a, double b);

/// Its mean over the triangle.
inline PlaneStrain<3> meanCurvature(const PlaneTriangle& x) { return plateCurvature(x, 1.0 / 3, 1.0 / 3); }

}  // namespace sofa::fem
