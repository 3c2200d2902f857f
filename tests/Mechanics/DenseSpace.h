// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <Eigen/Core>

#include "Sofa/Mechanics/Krylov/KrylovSpace.h"

namespace sofa::tests {

/// A linear system of a dense matrix and plain vectors, with no scene around it.
struct DenseSpace {
  using Vector = Eigen::VectorXd*;
  Eigen::MatrixXd matrix;
  int products = 0;

  double dot(Vector a, Vector b) const { return a->dot(*b); }
  void clear(Vector x) const { x->setZero(matrix.rows()); }
  void copy(Vector y, Vector x) const { *y = *x; }
  void scale(Vector x, double factor) const { *x *= factor; }
  void addScaled(Vector y, Vector x, double factor) const { *y += factor * *x; }
  void sum(Vector y, Vector a, Vector b, double factor) const { *y = *a + factor * *b; }
  void multiply(Vector y, Vector x) {
    ++products;
    *y = matrix * *x;
  }
  double stepAndResidual(Vector x, Vector p, Vector r, Vector q, double factor) const {
    *x += factor * *p;
    *r -= factor * *q;
    return r->squaredNorm();
  }
};
static_assert(mechanics::KrylovSpace<DenseSpace>);

}  // namespace sofa::tests
