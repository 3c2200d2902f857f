// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "Sofa/FiniteElement/MaterialTangents.h"
#include "Sofa/FiniteElement/SymmetricModes.h"

/// Scalar functions of the deformation gradient F that materials are made of: value, gradient by F, and the Hessian
/// added with a weight to the upper triangle a of a 9x9 matrix (row 3 i + J, column 3 k + L). C = F^T F. Polynomials
/// have a `PairHessian` too, set up with F: add(weight, a, b, h) adds weight sum_JL a_J (d2 / dF_iJ dF_kL) b_L to
/// h[3 k + i], which is far less work than the whole Hessian. Functions of the principal stretches s offer their slopes
/// by these, and addToHessian(s, weight, h), which adds to a StretchHessian; d and o below are those of the plane (i,
/// j) across axis k. (J. Bonet, R. D. Wood, Nonlinear Continuum Mechanics for Finite Element Analysis, 2008, chapters 4
/// and 6.)
namespace sofa::fem {

/// Calls add(entry, i, J, k, L) for the entries of the upper triangle.
template <class Add>
SOFA_HOST_DEVICE void forEachTangentEntry(const Add& add) {
  for (int row = 0, entry = 0; row < 9; ++row)
    for (int column = row; column < 9; ++column, ++entry) add(entry, row / 3, row % 3, column / 3, column % 3);
}

template <class Real>
SOFA_HOST_DEVICE void addToDiagonal(const Real& v, Real (&h)[9]) {
  for (int i = 0; i < 3; ++i) h[4 * i] += v;
}

/// I1 = tr C.
struct FirstInvariant {
  template <class Real>
  SOFA_HOST_DEVICE Real value(const Matrix3<Real>& f) const {
    return squaredNorm(f);
  }
  template <class Real>
  SOFA_HOST_DEVICE void gradient(const Matrix3<Real>& f, Matrix3<Real>& g) const {
    for (int i = 0; i < 3; ++i)
      for (int j = 0; j < 3; ++j) g.m[i][j] = 2.0 * f(i, j);
  }
  template <class Real>
  SOFA_DEVICE_FUNCTION void addHessian(const Matrix3<Real>&, const Real& weight, Real (&a)[triangleSize(9)]) const {
    for (int i = 0; i < 9; ++i) a[triangleIndex(9, i, i)] += 2.0 * weight;
  }
  /// I1 = sum s_i^2: w_i = 2 s_i, and (w_i +- w_j) / (s_i +- s_j) = 2.
  template <class Real>
  SOFA_HOST_DEVICE void slopes(const Real (&s)[3], Real (&w)[3]) const {
    for (int i = 0; i < 3; ++i) w[i] = 2.0 * s[i];
  }
  template <class Real>
  SOFA_HOST_DEVICE void addToHessian(const Real (&)[3], const Real& weight, StretchHessian<Real>& h) const {
    for (int k = 0; k < 3; ++k) {
      h.stretching[triangleIndex(3, k, k)] += 2.0 * weight;
      h.own[k] += 2.0 * weight;
    }
  }
  template <class Real>
  struct PairHessian {
    SOFA_HOST_DEVICE PairHessian(const FirstInvariant&, const Matrix3<Real>&) {}
    SOFA_HOST_DEVICE void add(const Real& weight, const Real (&a)[3], const Real (&b)[3], Real (&h)[9]) const {
      addToDiagonal(2.0 * weight * dot(a, b), h);
    }
  };
};

/// I2 = (I1^2 - tr C^2) / 2.
struct SecondInvariant {
  template <class Real>
  SOFA_HOST_DEVICE Real value(const Matrix3<Real>& f) const {
    Matrix3<Real> c;
    multiplyTransposed(f, f, c);
    const Real t = trace(c);
    return 0.5 * (t * t - squaredNorm(c));
  }
  /// 2 (I1 F - F C).
  template <class Real>
  SOFA_HOST_DEVICE void gradient(const Matrix3<Real>& f, Matrix3<Real>& g) const {
    Matrix3<Real> c, fc;
    multiplyTransposed(f, f, c);
    multiply(f, c, fc);
    const Real t = trace(c);
    for (int i = 0; i < 3; ++i)
      for (int j = 0; j < 3; ++j) g.m[i][j] = 2.0 * (t * f(i, j) - fc(i, j));
  }
  template <class Real>
  SOFA_DEVICE_FUNCTION void addHessian(const Matrix3<Real>& f, const Real& weight, Real (&a)[triangleSize(9)]) const {
    Matrix3<Real> c, b;  // F^T F and F F^T
    multiplyTransposed(f, f, c);
    for (int i = 0; i < 3; ++i)
      for (int j = 0; j < 3; ++j) b.m[i][j] = f(i, 0) * f(j, 0) + f(i, 1) * f(j, 1) + f(i, 2) * f(j, 2);
    const Real t = trace(c), twice = 2.0 * weight;
    forEachTangentEntry([&](int entry, int i, int j, int k, int l) {
      Real h = 2.0 * f(i, j) * f(k, l) - f(i, l) * f(k, j);
      if (i == k) h -= c(l, j);
      if (j == l) h -= b(i, k);
      if (i == k && j == l) h += t;
      a[entry] += twice * h;
    });
  }
  /// I2 = s_1^2 s_2^2 + s_2^2 s_3^2 + s_3^2 s_1^2: w_i = 2 s_i (s_j^2 + s_k^2), w_ij = 4 s_i s_j, and
  /// (w_i +- w_j) / (s_i +- s_j) = 2 (s_k^2 +- s_i s_j), so that d = 2 s_k^2 and o = -2 s_i s_j.
  template <class Real>
  SOFA_HOST_DEVICE void slopes(const Real (&s)[3], Real (&w)[3]) const {
    for (int i = 0; i < 3; ++i) {
      const Real &j = s[(i + 1) % 3], &k = s[(i + 2) % 3];
      w[i] = 2.0 * s[i] * (j * j + k * k);
    }
  }
  template <class Real>
  SOFA_HOST_DEVICE void addToHessian(const Real (&s)[3], const Real& weight, StretchHessian<Real>& h) const {
    const Real twice = 2.0 * weight;
    for (int k = 0; k < 3; ++k) {
      const int i = (k + 1) % 3, j = (k + 2) % 3;
      h.stretching[triangleIndex(3, k, k)] += twice * (s[i] * s[i] + s[j] * s[j]);
      h.stretching[triangleIndex(3, i, j)] += 2.0 * twice * s[i] * s[j];
      h.own[k] += twice * s[k] * s[k];
      h.across[k] -= twice * s[i] * s[j];
    }
  }
  template <class Real>
  struct PairHessian {
    Matrix3<Real> f, c;
    Real t;
    SOFA_HOST_DEVICE PairHessian(const SecondInvariant&, const Matrix3<Real>& at) : f(at) {
      multiplyTransposed(f, f, c);
      t = trace(c);
    }
    SOFA_HOST_DEVICE void add(const Real& weight, const Real (&a)[3], const Real (&b)[3], Real (&h)[9]) const {
      Real fa[3], fb[3], cb[3];
      multiply(f, a, fa);
      multiply(f, b, fb);
      multiply(c, b, cb);
      const Real twice = 2.0 * weight, along = dot(a, b);
      addToDiagonal(twice * (t * along - dot(a, cb)), h);
      for (int i = 0; i < 3; ++i)
        for (int k = 0; k < 3; ++k) {
          const Real stretch = f(i, 0) * f(k, 0) + f(i, 1) * f(k, 1) + f(i, 2) * f(k, 2);
          h[3 * k + i] += twice * (2.0 * fa[i] * fb[k] - fb[i] * fa[k] - along * stretch);
        }
    }
  };
};

/// I2 as the square of what cofactors of F have, which is never negative: of a surface, whose F has rank two, the
/// square of its area now / at rest.
struct SquaredAreaRatio : SecondInvariant {
  template <class Real>
  SOFA_HOST_DEVICE Real value(const Matrix3<Real>& f) const {
    Matrix3<Real> c;
    cofactors(f, c);
    return squaredNorm(c);
  }
};

/// J = det F, negative where the material is turned inside out.
struct VolumeRatio {
  template <class Real>
  SOFA_HOST_DEVICE Real value(const Matrix3<Real>& f) const {
    return determinant(f);
  }
  template <class Real>
  SOFA_HOST_DEVICE void gradient(const Matrix3<Real>& f, Matrix3<Real>& g) const {
    cofactors(f, g);
  }
  /// d2 det F / dF_iJ dF_kL = e_ikm e_JLN F_mN.
  template <class Real>
  SOFA_DEVICE_FUNCTION void addHessian(const Matrix3<Real>& f, const Real& weight, Real (&a)[triangleSize(9)]) const {
    forEachTangentEntry([&](int entry, int i, int j, int k, int l) {
      if (i == k || j == l) return;
      const double sign = ((k - i + 3) % 3 == (l - j + 3) % 3) ? 1 : -1;
      a[entry] += sign * weight * f(3 - i - k, 3 - j - l);
    });
  }
  /// J = s_1 s_2 s_3: w_i = s_j s_k, w_ij = s_k, and (w_i +- w_j) / (s_i +- s_j) = +- s_k, so that d = 0, o = -s_k.
  template <class Real>
  SOFA_HOST_DEVICE void slopes(const Real (&s)[3], Real (&w)[3]) const {
    for (int i = 0; i < 3; ++i) w[i] = s[(i + 1) % 3] * s[(i + 2) % 3];
  }
  template <class Real>
  SOFA_HOST_DEVICE void addToHessian(const Real (&s)[3], const Real& weight, StretchHessian<Real>& h) const {
    for (int k = 0; k < 3; ++k) {
      h.stretching[triangleIndex(3, (k + 1) % 3, (k + 2) % 3)] += weight * s[k];
      h.across[k] -= weight * s[k];
    }
  }
  template <class Real>
  struct PairHessian {
    Matrix3<Real> f;
    SOFA_HOST_DEVICE PairHessian(const VolumeRatio&, const Matrix3<Real>& at) : f(at) {}
    /// e_ikm (F (a x b))_m.
    SOFA_HOST_DEVICE void add(const Real& weight, const Real (&a)[3], const Real (&b)[3], Real (&h)[9]) const {
      Real normal[3], v[3];
      cross(a, b, normal);
      multiply(f, normal, v);
      for (int m = 0; m < 3; ++m) {
        const int i = (m + 1) % 3, k = (m + 2) % 3;
        h[3 * k + i] += weight * v[m];
        h[3 * i + k] -= weight * v[m];
      }
    }
  };
};

/// Q = sum_IJ b_IJ E_IJ^2 with Green's strain E = (C - I) / 2 and symmetric weights b in the axes of the rest shape.
template <class Weight>
struct WeightedGreenStrain {
  Weight b[3][3];

  template <class Real>
  SOFA_HOST_DEVICE void strain(const Matrix3<Real>& f, Matrix3<Real>& e) const {
    multiplyTransposed(f, f, e);
    for (int i = 0; i < 3; ++i)
      for (int j = 0; j < 3; ++j) e.m[i][j] = 0.5 * (i == j ? e(i, j) - 1.0 : e(i, j));
  }
  template <class Real>
  SOFA_HOST_DEVICE Real value(const Matrix3<Real>& f) const {
    Matrix3<Real> e;
    strain(f, e);
    Real q{};
    for (int i = 0; i < 3; ++i)
      for (int j = 0; j < 3; ++j) q = q + b[i][j] * e(i, j) * e(i, j);
    return q;
  }
  /// 2 F (b o E).
  template <class Real>
  SOFA_HOST_DEVICE void gradient(const Matrix3<Real>& f, Matrix3<Real>& g) const {
    Matrix3<Real> e;
    weighted(f, e);
    multiply(f, e, g);
  }
  template <class Real>
  SOFA_DEVICE_FUNCTION void addHessian(const Matrix3<Real>& f, const Real& weight, Real (&a)[triangleSize(9)]) const {
    Matrix3<Real> s;
    weighted(f, s);
    forEachTangentEntry([&](int entry, int i, int j, int k, int l) {
      Real h = b[l][j] * f(i, l) * f(k, j);
      if (j == l)
        for (int m = 0; m < 3; ++m) h += b[m][j] * f(i, m) * f(k, m);
      if (i == k) h += s(l, j);
      a[entry] += weight * h;
    });
  }
  template <class Real>
  struct PairHessian {
    const Weight (&weights)[3][3];
    Matrix3<Real> f, s;
    SOFA_HOST_DEVICE PairHessian(const WeightedGreenStrain& strain, const Matrix3<Real>& at)
        : weights(strain.b), f(at) {
      strain.weighted(f, s);
    }
    SOFA_HOST_DEVICE void add(const Real& weight, const Real (&a)[3], const Real (&b)[3], Real (&h)[9]) const {
      Real sb[3];
      multiply(s, b, sb);
      addToDiagonal(weight * dot(a, sb), h);
      for (int i = 0; i < 3; ++i)
        for (int k = 0; k < 3; ++k) {
          Real sum{};
          for (int j = 0; j < 3; ++j)
            for (int l = 0; l < 3; ++l)
              sum += weights[l][j] * (f(i, l) * b[l] * f(k, j) * a[j] + f(i, l) * f(k, l) * a[j] * b[j]);
          h[3 * k + i] += weight * sum;
        }
    }
  };

 private:
  /// 2 b o E, componentwise.
  template <class Real>
  SOFA_HOST_DEVICE void weighted(const Matrix3<Real>& f, Matrix3<Real>& s) const {
    strain(f, s);
    for (int i = 0; i < 3; ++i)
      for (int j = 0; j < 3; ++j) s.m[i][j] = 2.0 * b[i][j] * s(i, j);
  }
};

/// T = tr C^p = the sum of the p-th powers of the squared stretches.
template <class Exponent>
struct TraceOfPower {
  Exponent p;

  template <class Real>
  SOFA_HOST_DEVICE Real value(const Matrix3<Real>& f) const {
    Real square[3];
    Matrix3<Real> axes;
    squaredStretches(f, square, axes);
    return power(square[0], p) + power(square[1], p) + power(square[2], p);
  }
  /// 2 p F C^(p-1).
  template <class Real>
  SOFA_HOST_DEVICE void gradient(const Matrix3<Real>& f, Matrix3<Real>& g) const {
    Real square[3];
    Matrix3<Real> axes, c;
    squaredStretches(f, square, axes);
    powerOfC(square, axes, c);
    multiply(f, c, g);
    for (int i = 0; i < 3; ++i)
      for (int j = 0; j < 3; ++j) g.m[i][j] = 2.0 * p * g(i, j);
  }
  /// With q = p - 1 and l_i = s_i^2: w_i = 2 p s_i l_i^q, w_ii = 2 p (2 p - 1) l_i^q, and, with [f] the divided
  /// difference (f(l_i) - f(l_j)) / (l_i - l_j), d = 2 p [l^p] and o = 2 p s_i s_j [l^q]. Where l_i and l_j agree
  /// within 1e-5 the slope halfway is as accurate.
  template <class Real>
  SOFA_HOST_DEVICE void slopes(const Real (&s)[3], Real (&w)[3]) const {
    for (int i = 0; i < 3; ++i) w[i] = 2.0 * p * s[i] * power(Real(s[i] * s[i]), p - 1.0);
  }
  template <class Real>
  SOFA_DEVICE_FUNCTION void addToHessian(const Real (&s)[3], const Real& weight, StretchHessian<Real>& h) const {
    const Real factor = 2.0 * weight * p;
    const auto q = p - 1.0;
    Real square[3], powers[3];
    for (int i = 0; i < 3; ++i) {
      square[i] = s[i] * s[i];
      powers[i] = power(square[i], q);
      h.stretching[triangleIndex(3, i, i)] += factor * (2.0 * p - 1.0) * powers[i];
    }
    for (int k = 0; k < 3; ++k) {
      const int i = (k + 1) % 3, j = (k + 2) % 3;
      const Real gap = square[i] - square[j], size = square[i] + square[j], one = Real{} + 1.0;
      const auto close = gap * gap <= 1e-10 * size * size, apart = gap * gap > 1e-10 * size * size;
      const Real width = close ? one : gap;
      Real own = (square[i] * powers[i] - square[j] * powers[j]) / width, across = (powers[i] - powers[j]) / width;
      if (!allLanes(apart)) {
        const Real middle = 0.5 * size, slope = power(middle, q - 1.0);
        own = close ? Real(p * middle * slope) : own;
        across = close ? Real(q * slope) : across;
      }
      h.own[k] += factor * own;
      h.across[k] += factor * s[i] * s[j] * across;
    }
  }

 private:
  /// C^(p-1).
  template <class Real>
  SOFA_HOST_DEVICE void powerOfC(const Real (&square)[3], const Matrix3<Real>& axes, Matrix3<Real>& c) const {
    Real powers[3];
    for (int n = 0; n < 3; ++n) powers[n] = power(square[n], p - 1.0);
    for (int i = 0; i < 3; ++i)
      for (int j = 0; j < 3; ++j)
        c.m[i][j] = powers[0] * axes(i, 0) * axes(j, 0) + powers[1] * axes(i, 1) * axes(j, 1) +
                    powers[2] * axes(i, 2) * axes(j, 2);
  }

  template <class Real>
  static SOFA_DEVICE_FUNCTION void squaredStretches(const Matrix3<Real>& f, Real (&square)[3], Matrix3<Real>& axes) {
    Matrix3<Real> c;
    multiplyTransposed(f, f, c);
    symmetricModes(c, square, axes);
  }
};

}  // namespace sofa::fem
