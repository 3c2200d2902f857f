// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "LinearAlgebra/SampleMatrices.h"

namespace sofa::test {

/// Iterations of preconditioned conjugate gradients from 0 until |r| <= tolerance |b|; x is the solution.
/// precondition(r, z) sets z.
template <class Precondition>
int conjugateGradients(const BlockMatrix& a, const Vector& b, Vector& x, const Precondition& precondition,
                       double tolerance = 1e-8, int limit = 5000) {
  x.setZero(b.size());
  Vector r = b, z(b.size()), q(b.size());
  precondition(r, z);
  Vector p = z;
  double rz = r.dot(z);
  int iteration = 0;
  for (; iteration < limit && !(r.norm() <= tolerance * b.norm()); ++iteration) {
    a.multiply(span(std::as_const(p)), span(q));
    const double alpha = rz / p.dot(q);
    x += alpha * p;
    r -= alpha * q;
    precondition(r, z);
    const double next = r.dot(z);
    p = z + next / rz * p;
    rz = next;
  }
  return iteration;
}

/// A load across the beam, which bends it; none on its clamped rows.
inline Vector bendingLoad(int across, int along) {
  Vector b = Vector::Zero(3 * across * across * along);
  for (Eigen::Index i = 3 * across * across + 1; i < b.size(); i += 3) b[i] = -0.01;
  return b;
}

}  // namespace sofa::test
