// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "Sofa/FiniteElement/Simd.h"
#include "Sofa/FiniteElement/SmallMatrix.h"
#include "Sofa/Type/Vec.h"

/// Rotations of elements: orthogonal frames of nodes and polar factors. The templates take one element (double) or one
/// element per lane (Pack); the functions of single matrices also treat degenerate input as existing scenes expect.
namespace sofa::fem {

using type::Mat2;
using type::Mat3;
using type::Vec3;

/// Norms and determinants up to this count as null.
inline constexpr double nullLimit = 2.220446049250313e-16;

/// What the rotation R (rest to current) of an element is taken from; H = sum (x - centroid)(X - rest centroid)^T.
enum class ElementRotation {
  identity,
  polar,           ///< polar(H)
  stablePolar,     ///< polarStable(H)
  nodes,           ///< frames of nodes 0, 1, 2 now and at rest (three dimensions)
  nodesWorldRest,  ///< the same with the world axes for the frame at rest
};

template <class Real>
SOFA_INLINE Real norm(const Real* a) {
  return squareRoot(a[0] * a[0] + a[1] * a[1] + a[2] * a[2]);
}

/// Rows: unit(a), unit(unit(a) x b) x unit(a), unit(unit(a) x b). False if some lane has a null or not finite axis.
template <class Real>
SOFA_INLINE bool frameOfAxes(const Real* a, const Real* b, Matrix3<Real>& q) {
  const Real length = norm(a);
  for (int i = 0; i < 3; ++i) q.m[0][i] = a[i] / length;
  cross(q.m[0], b, q.m[2]);
  const Real height = norm(q.m[2]);
  for (int i = 0; i < 3; ++i) q.m[2][i] /= height;
  cross(q.m[2], q.m[0], q.m[1]);
  return !(anyLane(!(length > nullLimit)) || anyLane(!(height > nullLimit)));
}

/// Largest column sum (1-norm) times largest row sum (infinity norm) of absolute values.
template <class Real>
SOFA_INLINE Real normProduct(const Matrix3<Real>& a) {
  Real rowMax{}, columnMax{};
  for (int i = 0; i < 3; ++i) {
    rowMax = maximum(rowMax, absolute(a(i, 0)) + absolute(a(i, 1)) + absolute(a(i, 2)));
    columnMax = maximum(columnMax, absolute(a(0, i)) + absolute(a(1, i)) + absolute(a(2, i)));
  }
  return rowMax * columnMax;
}

/// Orthogonal polar factor by scaled Newton iteration (Higham, Computing the polar decomposition, 1986), improper where
/// det < 0. The result is accurate to rounding: the iteration stops once the last step is of relative size 1e-8, and
/// converges quadratically. False if a lane is singular or not finite; q then holds the iterate reached.
template <class Real>
SOFA_INLINE bool polarFactor(const Matrix3<Real>& a, Matrix3<Real>& q) {
  q = a;
  for (int iteration = 0; iteration < 100; ++iteration) {
    Matrix3<Real> c;
    cofactors(q, c);
    const Real det = q(0, 0) * c(0, 0) + q(0, 1) * c(0, 1) + q(0, 2) * c(0, 2);
    if (anyLane(!(absolute(det) > 0))) return false;
    const Real gamma = squareRoot(squareRoot(normProduct(c) / normProduct(q)) / absolute(det));
    const Real keep = 0.5 * gamma, add = 0.5 / (gamma * det);
    Real step{}, size{};
    for (int j = 0; j < 3; ++j) {
      Real stepColumn{}, sizeColumn{};
      for (int i = 0; i < 3; ++i) {
        const Real next = keep * q(i, j) + add * c(i, j);
        stepColumn += absolute(next - q(i, j));
        sizeColumn += absolute(next);
        q.m[i][j] = next;
      }
      step = maximum(step, stepColumn);
      size = maximum(size, sizeColumn);
    }
    if (!anyLane(!(step <= 1e-8 * size))) return true;
  }
  return false;
}

/// Frame of three points (rows: along p1-p0, in the plane, normal). A vector of null norm is left unnormalised.
Mat3 frame(const Vec3& p0, const Vec3& p1, const Vec3& p2);
/// Rows: mean edges of a hexahedron along its local x, y, z.
template <class Points>
Mat3 hexaAxes(const Points& p) {
  Mat3 a;
  a.row(0) = 0.25 * (p[1] - p[0] + p[2] - p[3] + p[5] - p[4] + p[6] - p[7]);
  a.row(1) = 0.25 * (p[3] - p[0] + p[2] - p[1] + p[7] - p[4] + p[6] - p[5]);
  a.row(2) = 0.25 * (p[4] - p[0] + p[5] - p[1] + p[7] - p[3] + p[6] - p[2]);
  return a;
}
/// Frame whose first row is along a and whose third is normal to a and b.
Mat3 frameOfAxes(const Vec3& a, const Vec3& b);

/// Polar factor; improper if det < 0, the iterate reached if det is exactly 0.
Mat3 polar(const Mat3& m);
Mat2 polar(const Mat2& m);

/// Closest rotation, also for inverted or flat input (Irving, Teran, Fedkiw 2004): one null singular value gives a
/// proper rotation; two null ones the (not orthogonal) matrix that existing scenes rely on.
Mat3 polarStable(const Mat3& m);
Mat2 polarStable(const Mat2& m);

inline bool isOrthogonal(const Mat3& q) { return (q * q.transpose() - Mat3::Identity()).cwiseAbs().maxCoeff() < 1e-10; }

}  // namespace sofa::fem
