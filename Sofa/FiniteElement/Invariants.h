// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "Sofa/FiniteElement/SmallMatrix.h"

/// Scalar functions of the deformation gradient F that materials are made of: value, gradient by F, and the Hessian
/// added with a weight to the upper triangle a of a 9x9 matrix (row 3 i + J, column 3 k + L). C = F^T F. Polynomials
/// have a `PairHessian` too, set up with F: add(weight, a, b, h) adds weight sum_JL a_J (d2 / dF_iJ dF_kL) b_L to
/// h[3 k + i], which is far less work than the whole Hessian.
/// (J. Bonet, R. D. Wood, Nonlinear Continuum Mechanics for Finite Element Analysis, 2008, chapters 4 and 6.)
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
  /// With n_a the principal axes and l_a the squared stretches, d(C^q) = sum_ab D_ab n_a (n_a.dC n_b) n_b and D_ab the
  /// divided difference of l^q (Daleckii and Krein, 1965), its limit where the two agree within 1e-8.
  template <class Real>
  SOFA_DEVICE_FUNCTION void addHessian(const Matrix3<Real>& f, const Real& weight, Real (&a)[triangleSize(9)]) const {
    Real square[3];
    Matrix3<Real> axes, c, v;  // v: columns F n_a
    squaredStretches(f, square, axes);
    powerOfC(square, axes, c);
    multiply(f, axes, v);
    const Real factor = 2.0 * weight * p;
    const auto q = p - 1.0;
    Matrix3<Real> d;
    for (int m = 0; m < 3; ++m)
      for (int n = 0; n < 3; ++n) {
        const Real gap = square[m] - square[n], size = square[m] + square[n];
        const auto close = gap * gap <= 1e-16 * size * size;
        const Real slope = q * power(Real(0.5 * size), q - 1.0);
        d.m[m][n] = close ? slope : (power(square[m], q) - power(square[n], q)) / (close ? size : gap);
      }
    forEachTangentEntry([&](int entry, int i, int j, int k, int l) {
      // dC = F^T dF + dF^T F with dF = e_k (x) e_L; F d(C^q), entry (i, J).
      Real h{};
      for (int m = 0; m < 3; ++m)
        for (int n = 0; n < 3; ++n) h += d(m, n) * v(i, m) * axes(j, n) * (v(k, m) * axes(l, n) + axes(l, m) * v(k, n));
      if (i == k) h += c(l, j);
      a[entry] += factor * h;
    });
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

  /// Eigenvalues of C and its eigenvectors as columns, by Jacobi's rotations (Golub, Van Loan, Matrix Computations,
  /// 2013, section 8.5). Eight sweeps leave nothing above rounding.
  template <class Real>
  static SOFA_DEVICE_FUNCTION void squaredStretches(const Matrix3<Real>& f, Real (&square)[3], Matrix3<Real>& axes) {
    using Functions = NumberFunctions<Real>;
    Matrix3<Real> c;
    multiplyTransposed(f, f, c);
    axes = {};
    for (int i = 0; i < 3; ++i) axes.m[i][i] = Real{} + 1.0;
    for (int rotation = 0; rotation < 24; ++rotation) {
      const int i = rotation % 3 == 2 ? 1 : 0, j = rotation % 3 == 0 ? 1 : 2, k = 3 - i - j;
      const Real size = Functions::absolute(c(i, i)) + Functions::absolute(c(j, j));
      const auto null = Functions::absolute(c(i, j)) <= 1e-300 + 1e-18 * size;
      const Real one = Real{} + 1.0, zero{};
      const Real theta = (c(j, j) - c(i, i)) / (2.0 * (null ? one : c(i, j)));
      const Real inverse = Functions::absolute(theta) + Functions::squareRoot(theta * theta + 1.0);
      const Real t = null ? zero : (theta < 0 ? -one : one) / inverse;
      const Real cosine = 1.0 / Functions::squareRoot(t * t + 1.0), sine = t * cosine;
      c.m[i][i] = c(i, i) - t * c(i, j);
      c.m[j][j] = c(j, j) + t * c(i, j);
      const Real ik = cosine * c(i, k) - sine * c(j, k), jk = sine * c(i, k) + cosine * c(j, k);
      c.m[i][j] = c.m[j][i] = zero;
      c.m[i][k] = c.m[k][i] = ik;
      c.m[j][k] = c.m[k][j] = jk;
      for (int r = 0; r < 3; ++r) {
        const Real left = axes(r, i), right = axes(r, j);
        axes.m[r][i] = cosine * left - sine * right;
        axes.m[r][j] = sine * left + cosine * right;
      }
    }
    for (int i = 0; i < 3; ++i) square[i] = c(i, i);
  }
};

}  // namespace sofa::fem
