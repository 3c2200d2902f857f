// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cmath>
#include <cstddef>

#include "Sofa/FiniteElement/SmallMatrix.h"

/// Corotational linear tetrahedra as functors on plain arrays. In the frame Q of an element (rows: its axes, from nodes
/// 0, 1, 2; M. Nesme et al., Efficient, Physically Plausible Finite Elements, 2005) and with gradients g_n of the shape
/// functions at rest,
///   u_n = Q (x_n - x_0) - X_n,  H = sum_n u_n g_n^T,  f_n = -Q^T (lambda tr(H) I + mu (H + H^T)) V g_n.
/// Products have u_n = Q (dx_n - dx_0) and the frame of the linearisation.
namespace sofa::cuda {

/// What the kernels read of the elements of a mesh: arrays of `count` values one after the other, element by element.
template <class Real>
struct Tetrahedra {
  std::size_t count;
  const unsigned* nodes;     ///< 4 arrays
  const Real* rest;          ///< 9 arrays: X_1, X_2, X_3, from node 0 and in the rest frame
  const Real* gradients;     ///< 9 arrays: g_1, g_2, g_3 in the rest frame; g_0 is minus their sum
  const Real* coefficients;  ///< 2 arrays: lambda V, mu V
  bool turns;                ///< whether elements have frames of their own
};

template <class Real>
SOFA_HOST_DEVICE void normalize(Real (&v)[3]) {
  const Real n = sqrt(v[0] * v[0] + v[1] * v[1] + v[2] * v[2]);
  for (int k = 0; k < 3; ++k) v[k] = n > 0 ? v[k] / n : Real(0);
}

/// Axes of the first edge and of the plane of two edges. Of edges without length, or on one line, the axes that are not
/// defined are zero.
template <class Real>
SOFA_HOST_DEVICE void frameOfEdges(const Real (&e)[3][3], Real (&q)[3][3]) {
  for (int k = 0; k < 3; ++k) q[0][k] = e[0][k];
  normalize(q[0]);
  fem::cross(q[0], e[1], q[2]);
  normalize(q[2]);
  fem::cross(q[2], q[0], q[1]);
}

/// Forces on the nodes of one element from the displacements of nodes 1, 2, 3 in its frame.
template <class Real>
SOFA_HOST_DEVICE void elementForces(const Tetrahedra<Real>& t, std::size_t element, const Real (&u)[3][3],
                                    const Real (&q)[3][3], Real scale, Real* forces) {
  Real g[3][3], h[3][3] = {};
  for (int n = 0; n < 3; ++n)
    for (int j = 0; j < 3; ++j) {
      g[n][j] = t.gradients[std::size_t(3 * n + j) * t.count + element];
      for (int i = 0; i < 3; ++i) h[i][j] += u[n][i] * g[n][j];
    }
  const Real lambda = scale * t.coefficients[element], mu = scale * t.coefficients[t.count + element];
  const Real pressure = lambda * (h[0][0] + h[1][1] + h[2][2]);
  Real first[3] = {};
  for (int n = 0; n < 3; ++n) {
    Real local[3];
    for (int i = 0; i < 3; ++i) {
      local[i] = pressure * g[n][i];
      for (int j = 0; j < 3; ++j) local[i] += mu * (h[i][j] + h[j][i]) * g[n][j];
    }
    for (int k = 0; k < 3; ++k) {
      const Real f = -(q[0][k] * local[0] + q[1][k] * local[1] + q[2][k] * local[2]);
      forces[12 * element + 3 * std::size_t(n + 1) + std::size_t(k)] = f;
      first[k] -= f;
    }
  }
  for (int k = 0; k < 3; ++k) forces[12 * element + std::size_t(k)] = first[k];
}

template <class Real>
SOFA_HOST_DEVICE void edgesFromFirst(const Tetrahedra<Real>& t, std::size_t element, const Real* x, Real (&e)[3][3]) {
  const Real* origin = x + 3 * std::size_t(t.nodes[element]);
  for (int n = 0; n < 3; ++n) {
    const Real* p = x + 3 * std::size_t(t.nodes[std::size_t(n + 1) * t.count + element]);
    for (int k = 0; k < 3; ++k) e[n][k] = p[k] - origin[k];
  }
}

/// Of one element: frames at x are kept in `frames` if it is given, forces in `forces` (12 reals per element) likewise.
template <class Real>
struct TetraForces {
  Tetrahedra<Real> t;
  const Real* x;
  Real* frames;
  Real* forces;
  SOFA_HOST_DEVICE void operator()(std::size_t element) const {
    Real e[3][3], q[3][3] = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}, u[3][3];
    edgesFromFirst(t, element, x, e);
    if (t.turns) frameOfEdges(e, q);
    if (frames)
      for (int i = 0; i < 3; ++i)
        for (int k = 0; k < 3; ++k) frames[std::size_t(3 * i + k) * t.count + element] = q[i][k];
    if (!forces) return;
    for (int n = 0; n < 3; ++n)
      for (int i = 0; i < 3; ++i)
        u[n][i] = q[i][0] * e[n][0] + q[i][1] * e[n][1] + q[i][2] * e[n][2] -
                  t.rest[std::size_t(3 * n + i) * t.count + element];
    elementForces(t, element, u, q, Real(1), forces);
  }
};

/// Of one element: forces = factor df/dx dx with the frames that were kept.
template <class Real>
struct TetraProducts {
  Tetrahedra<Real> t;
  const Real* dx;
  const Real* frames;
  Real factor;
  Real* forces;
  SOFA_HOST_DEVICE void operator()(std::size_t element) const {
    Real e[3][3], q[3][3], u[3][3];
    edgesFromFirst(t, element, dx, e);
    for (int i = 0; i < 3; ++i)
      for (int k = 0; k < 3; ++k) q[i][k] = frames[std::size_t(3 * i + k) * t.count + element];
    for (int n = 0; n < 3; ++n)
      for (int i = 0; i < 3; ++i) u[n][i] = q[i][0] * e[n][0] + q[i][1] * e[n][1] + q[i][2] * e[n][2];
    elementForces(t, element, u, q, factor, forces);
  }
};

/// f += the forces of the elements around a point, in their order: the same sum in every run, without atomics. The
/// corners around point i are those from begin[i] to begin[i + 1], each 4 element + node.
template <class Real>
struct GatherForces {
  const unsigned *begin, *corners;
  const Real* forces;
  Real* f;
  SOFA_HOST_DEVICE void operator()(std::size_t point) const {
    Real sum[3] = {};
    for (unsigned c = begin[point]; c < begin[point + 1]; ++c)
      for (int k = 0; k < 3; ++k) sum[k] += forces[3 * std::size_t(corners[c]) + std::size_t(k)];
    for (int k = 0; k < 3; ++k) f[3 * point + std::size_t(k)] += sum[k];
  }
};

}  // namespace sofa::cuda
