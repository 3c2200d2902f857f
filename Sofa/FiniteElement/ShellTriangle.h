#pragma once
#include <array>

#include "Sofa/Type/Vec.h"

/// Stiffness of a flat triangle of a thin shell in its own plane z = 0: a membrane and a plate.
namespace sofa::fem {

/// Corners in the plane, counterclockwise.
using PlaneTriangle = std::array<type::Vec2, 3>;
using Mat9 = type::Mat<9>;

struct ShellMaterial {
  double young = 0;      ///< Pa
  double poisson = 0;    ///< above -1 and below 0.5
  double thickness = 0;  ///< m
  double drilling = 1;   ///< above 0: how much of OPT's stiffness beyond constant strains counts
};

/// E / (1 - nu^2) [1 nu 0; nu 1 0; 0 0 (1 - nu) / 2]: stresses of plane stress from strains (xx, yy, 2 xy).
type::Mat3 planeStress(double young, double poisson);

/// Membrane with a turn about the normal ("drilling") at each corner: displacements (u, v, turn) per corner. It holds
/// constant strains and, put together to rectangles, bending in the plane, whatever their sides
/// (C. A. Felippa, A study of optimal membrane triangles with drilling freedoms, 2003: the triangle OPT).
Mat9 membraneStiffness(const PlaneTriangle& x, const ShellMaterial& material);

/// Mean of the strain (xx, yy, 2 xy) over the triangle from the displacements of membraneStiffness.
type::Mat<3, 9> membraneStrain(const PlaneTriangle& x);

/// Plate of Kirchhoff's theory, which holds at the corners and along the sides: displacements (w, turn about x, turn
/// about y) per corner (J.-L. Batoz, K.-J. Bathe, L.-W. Ho, A study of three-node triangular plate bending elements,
/// 1980: the triangle DKT).
Mat9 plateStiffness(const PlaneTriangle& x, const ShellMaterial& material);

/// (xx, yy, 2 xy) of the curvature, -w,xx -w,yy -2 w,xy, at the area coordinates (1 - a - b, a, b) from the
/// displacements of plateStiffness.
type::Mat<3, 9> plateCurvature(const PlaneTriangle& x, double a, double b);

}  // namespace sofa::fem
