// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <array>

#include "Sofa/FiniteElement/IsotropicMaterial.h"
#include "Sofa/FiniteElement/Rotation.h"

namespace sofa::fem {

/// Stress from strain in a plane, both as xx, yy, xy with the shear strain 2 e_xy: the upper triangle of the symmetric
/// matrix, row by row.
template <class Real>
struct PlaneLaw {
  Real entry[6]{};

  template <class Strain>
  SOFA_HOST_DEVICE void stress(const Strain (&e)[3], Strain (&s)[3]) const {
    s[0] = entry[0] * e[0] + entry[1] * e[1] + entry[2] * e[2];
    s[1] = entry[1] * e[0] + entry[3] * e[1] + entry[4] * e[2];
    s[2] = entry[2] * e[0] + entry[4] * e[1] + entry[5] * e[2];
  }
};

/// Isotropic: plane stress from coefficients of two dimensions, plane strain from those of three.
inline PlaneLaw<double> planeLaw(const Lame& l) {
  return {{l.lambda + 2 * l.mu, l.lambda, 0, l.lambda + 2 * l.mu, 0, l.mu}};
}

/// From what the strain of a triangle is taken.
struct TriangleRule {
  enum class Gradients {
    rest,          ///< gradients of the shape at rest: linear elasticity in the frame
    current,       ///< those of the current shape
    currentAlongX  ///< the same, with the edge 01 taken for parallel to the x axis of the frame
  };
  bool turns = true;  ///< frame: x along the edge 01, z along the normal; else the axes of the world, without z
  Gradients gradients = Gradients::current;

  bool operator==(const TriangleRule&) const = default;
};

/// The constant strain triangle with membrane forces, or one in each lane of packs. In the plane of its frame the
/// displacement from node 0 is u_n = (x_n - x_0) - (X_n - X_0), the strain e = sum B_n u_n with
///   B_n = [g_x 0; 0 g_y; g_y g_x]  of the gradient g of the shape function of node n = 1, 2,
/// and the force f_n = -w B_n^T (law e), w being the area at rest times the thickness; node 0 has minus the sum of the
/// others. Frame and gradients count as constant in the tangent.
template <class Real>
struct TriangleElement {
  struct Rest {
    Real edge[2][2];  ///< 01, 02 in the frame at rest
    Real weight;      ///< area times thickness; 0 where there is no element
  };
  struct Tangent {
    Real frame[2][3];     ///< rows: the axes in the plane
    Real gradient[2][2];  ///< of nodes 1, 2
  };

  /// Frame, gradients and strain at x. Elements whose gradients do not exist have none and no strain, and are flagged
  /// in the mask that is returned.
  SOFA_INLINE static auto evaluate(const Real (&x)[3][3], const Rest& rest, const TriangleRule& rule, Tangent& t,
                                   Real (&strain)[3]) {
    using Gradients = TriangleRule::Gradients;
    Real edge[2][2];
    setFrame(x, rule.turns, t, edge);
    const bool alongX = rule.turns || rule.gradients == Gradients::currentAlongX;
    const bool atRest = rule.gradients == Gradients::rest;
    const Real(&b)[2] = atRest ? rest.edge[0] : edge[0];
    const Real(&c)[2] = atRest ? rest.edge[1] : edge[1];
    const Real inFrame = edge[0][0] * edge[1][1];  // not a number where there is no frame
    const Real twiceArea = 0 * inFrame + (alongX ? b[0] * c[1] : atRest ? b[0] * c[1] - b[1] * c[0] : areaInSpace(x));
    auto collapsed = isFlat(twiceArea, b, c);
    if (rule.turns && atRest) collapsed = collapsed || isFlat(inFrame, edge[0], edge[1]);
    const Real g[2][2] = {{c[1], -c[0]}, {alongX ? Real{} : -b[1], b[0]}};
    Real u[2][2];
    for (int n = 0; n < 2; ++n)
      for (int i = 0; i < 2; ++i) {
        t.gradient[n][i] = g[n][i] / twiceArea;
        u[n][i] = edge[n][i] - rest.edge[n][i];
      }
    if (rule.turns) u[0][1] = Real{};  // both edges lie along x; this is rounding
    if (anyLane(collapsed)) [[unlikely]]
      for (int n = 0; n < 2; ++n) {
        for (Real& v : t.frame[n]) v = collapsed ? Real{} : v;
        for (Real& v : t.gradient[n]) v = collapsed ? Real{} : v;
        for (Real& v : u[n]) v = collapsed ? Real{} : v;
      }
    strainOf(t, u, strain);
    return collapsed;
  }

  /// Sets the edges at rest to those at x, to the bit as evaluate() takes them: there is exactly no strain at x then.
  /// Returns the mask of elements without a frame, which keep theirs.
  SOFA_INLINE static auto setRestEdges(const Real (&x)[3][3], const TriangleRule& rule, Rest& rest) {
    Tangent t;
    Real edge[2][2];
    setFrame(x, rule.turns, t, edge);
    const Real sum = edge[0][0] + edge[0][1] + edge[1][0] + edge[1][1];
    for (int n = 0; n < 2; ++n)
      for (int i = 0; i < 2; ++i) rest.edge[n][i] = sum == sum ? edge[n][i] : rest.edge[n][i];
    return sum != sum;
  }

  /// Strain of displacements in the frame.
  SOFA_INLINE static void strainOf(const Tangent& t, const Real (&u)[2][2], Real (&strain)[3]) {
    const auto& g = t.gradient;
    strain[0] = g[0][0] * u[0][0] + g[1][0] * u[1][0];
    strain[1] = g[0][1] * u[0][1] + g[1][1] * u[1][1];
    strain[2] = g[0][1] * u[0][0] + g[1][1] * u[1][0] + g[0][0] * u[0][1] + g[1][0] * u[1][1];
  }

  /// Nodal forces -factor B^T law strain, in the world.
  SOFA_INLINE static void forces(const Tangent& t, const PlaneLaw<Real>& law, const Real (&strain)[3],
                                 const Real& factor, Real (&f)[3][3]) {
    Real s[3];
    law.stress(strain, s);
    for (int n = 0; n < 2; ++n) {
      const Real* g = t.gradient[n];
      const Real x = -factor * (g[0] * s[0] + g[1] * s[2]), y = -factor * (g[1] * s[1] + g[0] * s[2]);
      for (int i = 0; i < 3; ++i) f[n + 1][i] = t.frame[0][i] * x + t.frame[1][i] * y;
    }
    for (int i = 0; i < 3; ++i) f[0][i] = -(f[1][i] + f[2][i]);
  }

  /// df = -factor K dx.
  SOFA_INLINE static void product(const Tangent& t, const PlaneLaw<Real>& law, const Real (&dx)[3][3],
                                  const Real& factor, Real (&df)[3][3]) {
    Real u[2][2], strain[3];
    for (int n = 0; n < 2; ++n)
      for (int i = 0; i < 2; ++i) {
        u[n][i] = Real{};
        for (int k = 0; k < 3; ++k) u[n][i] += t.frame[i][k] * (dx[n + 1][k] - dx[0][k]);
      }
    strainOf(t, u, strain);
    forces(t, law, strain, factor, df);
  }

  /// Blocks -w B_a^T law B_b in the world of the pairs (00, 01, 02, 11, 12, 22), entry (i, j) at 3 j + i.
  SOFA_INLINE static void stiffness(const Tangent& t, const PlaneLaw<Real>& law, const Real& weight, Real (&k)[6][9]) {
    Real s12[9];
    block(t, law, weight, 0, 0, k[3]);
    block(t, law, weight, 0, 1, s12);
    block(t, law, weight, 1, 1, k[5]);
    for (int i = 0; i < 3; ++i)
      for (int j = 0; j < 3; ++j) {
        const int at = 3 * j + i, mirrored = 3 * i + j;
        k[4][at] = s12[at];
        k[1][at] = -(k[3][at] + s12[mirrored]);
        k[2][at] = -(s12[at] + k[5][at]);
        k[0][at] = k[3][at] + s12[at] + s12[mirrored] + k[5][at];
      }
  }

 private:
  SOFA_INLINE static void setFrame(const Real (&x)[3][3], bool turns, Tangent& t, Real (&edge)[2][2]) {
    Real e[2][3];
    for (int n = 0; n < 2; ++n)
      for (int i = 0; i < 3; ++i) e[n][i] = x[n + 1][i] - x[0][i];
    if (turns) {
      Matrix3<Real> q;
      frameOfAxes(e[0], e[1], q);
      for (int i = 0; i < 2; ++i)
        for (int j = 0; j < 3; ++j) t.frame[i][j] = q.m[i][j];
    } else {
      for (int i = 0; i < 2; ++i)
        for (int j = 0; j < 3; ++j) t.frame[i][j] = i == j ? 1 + Real{} : Real{};
    }
    for (int n = 0; n < 2; ++n)
      for (int i = 0; i < 2; ++i)
        edge[n][i] = t.frame[i][0] * e[n][0] + t.frame[i][1] * e[n][1] + t.frame[i][2] * e[n][2];
  }

  /// Whether nothing but rounding is left of twice the area of a triangle with edges a, b in the plane.
  SOFA_INLINE static auto isFlat(const Real& twiceArea, const Real (&a)[2], const Real (&b)[2]) {
    const Real rounding = 1e-15 * (a[0] * a[0] + a[1] * a[1] + b[0] * b[0] + b[1] * b[1]);
    return !(absolute(twiceArea) > rounding);
  }

  /// Twice the area in space.
  SOFA_INLINE static Real areaInSpace(const Real (&x)[3][3]) {
    Real e[2][3], normal[3];
    for (int n = 0; n < 2; ++n)
      for (int i = 0; i < 3; ++i) e[n][i] = x[n + 1][i] - x[0][i];
    cross(e[0], e[1], normal);
    return norm(normal);
  }

  SOFA_INLINE static void block(const Tangent& t, const PlaneLaw<Real>& law, const Real& weight, int a, int b,
                                Real (&k)[9]) {
    const Real *g = t.gradient[a], *h = t.gradient[b];
    // Columns of law B_b, then B_a^T of them.
    const Real columns[2][3] = {{h[0], Real{}, h[1]}, {Real{}, h[1], h[0]}};
    Real plane[2][2];
    for (int j = 0; j < 2; ++j) {
      Real s[3];
      law.stress(columns[j], s);
      plane[0][j] = -weight * (g[0] * s[0] + g[1] * s[2]);
      plane[1][j] = -weight * (g[1] * s[1] + g[0] * s[2]);
    }
    const auto& q = t.frame;
    for (int j = 0; j < 3; ++j) {
      const Real x = plane[0][0] * q[0][j] + plane[0][1] * q[1][j], y = plane[1][0] * q[0][j] + plane[1][1] * q[1][j];
      for (int i = 0; i < 3; ++i) k[3 * j + i] = q[0][i] * x + q[1][i] * y;
    }
  }
};

}  // namespace sofa::fem
