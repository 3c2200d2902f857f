// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <Eigen/Eigenvalues>

#include "Sofa/Type/EigenView.h"
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

/// Adds a function of |F|^2 and det F.
template <int Order>
void addThroughVolume(const type::Mat3& f, const type::Jet<2, Order>& w, type::Jet<9, Order>& result) {
  using Vector = type::Vec<9>;
  const Vector slope = 2 * Vector(f.data());
  Vector cofactors;
  cofactors << f.col(1).cross(f.col(2)), f.col(2).cross(f.col(0)), f.col(0).cross(f.col(1));
  result.value += w.value;
  result.gradient += w.gradient[0] * slope + w.gradient[1] * cofactors;
  if constexpr (Order > 1) {
    const Vector bySlope = w.hessian(0, 0) * slope + w.hessian(0, 1) * cofactors,
                 byCofactors = w.hessian(1, 0) * slope + w.hessian(1, 1) * cofactors;
    result.hessian.noalias() += slope * bySlope.transpose();
    result.hessian.noalias() += cofactors * byCofactors.transpose();
    for (int i = 0; i < 9; ++i) result.hessian(i, i) += 2 * w.gradient[0];
    // d2 det F / df_a df_b is the matrix of the cross product with the third column.
    for (int a = 0; a < 3; ++a) {
      const int b = (a + 1) % 3;
      const type::Vec3 third = w.gradient[1] * f.col((a + 2) % 3);
      for (int i = 0; i < 3; ++i) {
        const int j = (i + 1) % 3, k = (i + 2) % 3;
        result.hessian(3 * a + i, 3 * b + j) += third[k];
        result.hessian(3 * a + j, 3 * b + i) -= third[k];
        result.hessian(3 * b + j, 3 * a + i) += third[k];
        result.hessian(3 * b + i, 3 * a + j) -= third[k];
      }
    }
  }
}

/// F = U diag(stretches) V^T with rotations U and V; the first stretch is negative where F turns inside out.
struct Stretches {
  type::Mat3 u, v;
  type::Vec3 values;

  explicit Stretches(const type::Mat3& f) {
    const Eigen::SelfAdjointEigenSolver<Eigen::Matrix3d> squares(eigen(f.transpose() * f));
    v = squares.eigenvectors();
    if (v.determinant() < 0) v.col(0) = -v.col(0);
    const type::Mat3 turned = f * v;  // its columns grow
    const double scale = turned.col(2).norm();
    u.col(2) = scale > 0 ? type::Vec3(turned.col(2) / scale) : type::Vec3(0, 0, 1);
    const type::Vec3 across = turned.col(1) - u.col(2) * u.col(2).dot(turned.col(1));
    u.col(1) = across.norm() > 1e-14 * scale ? across.normalized() : u.col(2).unitOrthogonal();
    u.col(0) = u.col(1).cross(u.col(2));
    for (int i = 0; i < 3; ++i) values[i] = u.col(i).dot(turned.col(i));
  }
};

/// Takes the negative eigenvalues from `hessian`, which is that of a function w of |F|^2 and det F alone: in the axes
/// of the stretches three of its eigenvectors turn, three shear, and three stretch (B. Smith, F. de Goes, T. Kim,
/// Analytic Eigensystems for Isotropic Distortion Energies, 2019).
inline void makePositiveThroughVolume(const type::Mat3& f, const type::Jet<2, 2>& w, type::Mat<9, 9>& hessian) {
  const Stretches s(f);
  const double a = 2 * w.gradient[0], b = w.gradient[1];
  const auto remove = [&](double eigenvalue, const type::Mat3& mode) {
    const type::Vec<9> e(mode.data());
    hessian.noalias() -= (eigenvalue * e) * e.transpose();
  };
  type::Mat3 stretching;
  type::Vec3 cofactors;
  for (int i = 0; i < 3; ++i) cofactors[i] = s.values[(i + 1) % 3] * s.values[(i + 2) % 3];
  for (int k = 0; k < 3; ++k) {
    const int i = (k + 1) % 3, j = (k + 2) % 3;
    for (const double sign : {1.0, -1.0})
      if (const double eigenvalue = a + sign * b * s.values[k]; eigenvalue < 0)
        remove(eigenvalue / 2, s.u.col(i) * s.v.col(j).transpose() - sign * s.u.col(j) * s.v.col(i).transpose());
    stretching(k, k) = a;
    stretching(i, j) = stretching(j, i) = b * s.values[k];
  }
  const type::Vec3 slope = 2 * s.values;
  stretching += slope * (w.hessian(0, 0) * slope + w.hessian(0, 1) * cofactors).transpose() +
                cofactors * (w.hessian(1, 0) * slope + w.hessian(1, 1) * cofactors).transpose();
  const Eigen::SelfAdjointEigenSolver<Eigen::Matrix3d> modes(eigen(stretching));
  const type::Mat3 axes = modes.eigenvectors();
  for (int m = 0; m < 3 && modes.eigenvalues()[m] < 0; ++m)
    remove(modes.eigenvalues()[m], s.u * axes.col(m).asDiagonal() * s.v.transpose());
}

}  // namespace sofa::component::solidmechanics
