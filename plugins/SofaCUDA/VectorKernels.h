// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cmath>
#include <cstddef>

#include "Sofa/FiniteElement/SmallMatrix.h"

/// What is done with whole vectors, as functors on plain arrays of reals: k(i) does the work of entry i. Reductions
/// take the entries i of one lane after the other, k(i, value), and join the values of lanes: k.join(value, other).
/// Sums are in double whatever the vectors hold.
namespace sofa::cuda {

template <class Real>
struct Scale {
  Real* v;
  Real factor;
  SOFA_HOST_DEVICE void operator()(std::size_t i) const { v[i] *= factor; }
};

/// out = a + factor b.
template <class Real>
struct Sum {
  Real* out;
  const Real *a, *b;
  Real factor;
  SOFA_HOST_DEVICE void operator()(std::size_t i) const { out[i] = a[i] + factor * b[i]; }
};

/// Points of |v|^2 < limit become zero.
template <class Real>
struct Threshold {
  Real* v;
  double limit;
  SOFA_HOST_DEVICE void operator()(std::size_t point) const {
    Real* p = v + 3 * point;
    if (double(p[0]) * p[0] + double(p[1]) * p[1] + double(p[2]) * p[2] < limit) p[0] = p[1] = p[2] = 0;
  }
};

/// The listed points become zero.
template <class Real>
struct ClearPoints {
  Real* v;
  const unsigned* points;
  SOFA_HOST_DEVICE void operator()(std::size_t i) const {
    Real* p = v + 3 * std::size_t(points[i]);
    p[0] = p[1] = p[2] = 0;
  }
};

/// The same vector is added to every point.
template <class Real>
struct AddConstant {
  Real* v;
  Real c[3];
  SOFA_HOST_DEVICE void operator()(std::size_t point) const {
    for (int k = 0; k < 3; ++k) v[3 * point + k] += c[k];
  }
};

/// f += m g with the mass of each point.
template <class Real>
struct AddWeight {
  Real* f;
  const Real* mass;
  Real g[3];
  SOFA_HOST_DEVICE void operator()(std::size_t point) const {
    for (int k = 0; k < 3; ++k) f[3 * point + k] += mass[point] * g[k];
  }
};

/// out += factor m v, scalar by scalar.
template <class Real>
struct AddMassProduct {
  Real* out;
  const Real *mass, *v;
  Real factor;
  SOFA_HOST_DEVICE void operator()(std::size_t i) const { out[i] += factor * (mass[i / 3] * v[i]); }
};

/// a = f / m, scalar by scalar; points without mass are left out if `skipMassless`.
template <class Real>
struct DivideByMass {
  Real* a;
  const Real *mass, *f;
  bool skipMassless;
  SOFA_HOST_DEVICE void operator()(std::size_t i) const {
    if (!skipMassless || mass[i / 3] != 0) a[i] = f[i] / mass[i / 3];
  }
};

struct SumOfDoubles {
  using Value = double;
  SOFA_HOST_DEVICE static Value identity() { return 0; }
  SOFA_HOST_DEVICE static void join(Value& value, Value other) { value += other; }
};

template <class Real>
struct Dot : SumOfDoubles {
  const Real *a, *b;
  SOFA_HOST_DEVICE Dot(const Real* a, const Real* b) : a(a), b(b) {}
  SOFA_HOST_DEVICE void operator()(std::size_t i, Value& sum) const { sum += double(a[i]) * double(b[i]); }
};

template <class Real>
struct SquaredDistance : SumOfDoubles {
  const Real *a, *b;
  SOFA_HOST_DEVICE SquaredDistance(const Real* a, const Real* b) : a(a), b(b) {}
  SOFA_HOST_DEVICE void operator()(std::size_t i, Value& sum) const {
    const double d = double(a[i]) - double(b[i]);
    sum += d * d;
  }
};

/// s += alpha p, r -= alpha q; the sum is r.r.
template <class Real>
struct StepAndResidual : SumOfDoubles {
  Real *s, *r;
  const Real *p, *q;
  Real alpha;
  SOFA_HOST_DEVICE StepAndResidual(Real* s, Real* r, const Real* p, const Real* q, Real alpha)
      : s(s), r(r), p(p), q(q), alpha(alpha) {}
  SOFA_HOST_DEVICE void operator()(std::size_t i, Value& sum) const {
    s[i] += alpha * p[i];
    r[i] -= alpha * q[i];
    sum += double(r[i]) * double(r[i]);
  }
};

/// The largest |v|, or one that is not finite if there is any.
template <class Real>
struct LargestMagnitude {
  using Value = double;
  const Real* v;
  SOFA_HOST_DEVICE explicit LargestMagnitude(const Real* v) : v(v) {}
  SOFA_HOST_DEVICE static Value identity() { return 0; }
  SOFA_HOST_DEVICE static void join(Value& value, Value other) {
    if (other > value || other != other) value = other;  // what is not a number stays: nothing is larger than it
  }
  SOFA_HOST_DEVICE void operator()(std::size_t i, Value& largest) const { join(largest, fabs(double(v[i]))); }
};

struct Bounds {
  double min[3], max[3];
};

/// The box of points.
template <class Real>
struct BoundsOf {
  using Value = Bounds;
  const Real* x;
  SOFA_HOST_DEVICE explicit BoundsOf(const Real* x) : x(x) {}
  SOFA_HOST_DEVICE static Value identity() {
    return {{HUGE_VAL, HUGE_VAL, HUGE_VAL}, {-HUGE_VAL, -HUGE_VAL, -HUGE_VAL}};
  }
  SOFA_HOST_DEVICE static void join(Value& value, const Value& other) {
    for (int k = 0; k < 3; ++k) {
      if (other.min[k] < value.min[k]) value.min[k] = other.min[k];
      if (other.max[k] > value.max[k]) value.max[k] = other.max[k];
    }
  }
  SOFA_HOST_DEVICE void operator()(std::size_t point, Value& box) const {
    for (int k = 0; k < 3; ++k) {
      const double c = x[3 * point + k];
      if (c < box.min[k]) box.min[k] = c;
      if (c > box.max[k]) box.max[k] = c;
    }
  }
};

}  // namespace sofa::cuda
