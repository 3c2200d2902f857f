// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "Sofa/Type/Jet.h"

namespace sofa::component::solidmechanics {

/// Derivatives by the deformation gradient F, column after column, of functions of what follows from F (J. Bonet,
/// R. D. Wood, Nonlinear Continuum Mechanics for Finite Element Analysis, 2008, chapter 6). With a function w of
/// variables i(F), those are sum_k w_k di_k/dF and sum_kl w_kl di_k/dF (x) di_l/dF + sum_k w_k d2i_k/dF2: a few
/// variables are differentiated automatically instead of all entries of F, at a fraction of the price.
///
/// Order 1: the gradient alone.

/// Adds a function of the entries of C = F^T F on and above its diagonal, row by row.
template <int Columns, int Order>
void addThroughMetric(const type::Mat<3, Columns>& f, const type::Jet<Columns*(Columns + 1) / 2, Order>& w,
                      type::Jet<3 * Columns, Order>& result) {
  constexpr int size = Columns * (Columns + 1) / 2;
  type::Mat<size, 3 * Columns> slopes = type::Mat<size, 3 * Columns>::Zero();
  for (int a = 0, k = 0; a < Columns; ++a)
    for (int b = a; b < Columns; ++b, ++k) {
      slopes.template block<1, 3>(k, 3 * a) += f.col(b).transpose();
      slopes.template block<1, 3>(k, 3 * b) += f.col(a).transpose();
    }
  result.value += w.value;
  result.gradient.noalias() += slopes.transpose() * w.gradient;
  if constexpr (Order > 1) {
    const type::Mat<size, 3 * Columns> curved = w.hessian * slopes;
    result.hessian.noalias() += slopes.transpose() * curved;
    for (int a = 0, k = 0; a < Columns; ++a)
      for (int b = a; b < Columns; ++b, ++k)
        for (int i = 0; i < 3; ++i) {
          result.hessian(3 * a + i, 3 * b + i) += w.gradient[k];
          result.hessian(3 * b + i, 3 * a + i) += w.gradient[k];
        }
  }
}

}  // namespace sofa::component::solidmechanics
