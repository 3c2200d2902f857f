// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cmath>
#include <cstddef>
#include <cstdint>

#if defined(__AVX__)
#include <immintrin.h>
#endif

/// Numbers side by side: a pack holds one double for each of simdWidth elements, rows or the like, in the widest
/// registers the build allows. Only gathers, scatters and transposes know the width; all else is plain arithmetic.
namespace sofa::helper {

#if defined(__AVX512F__)
inline constexpr int simdWidth = 8;
#else
inline constexpr int simdWidth = 4;
#endif

typedef double Pack __attribute__((vector_size(8 * simdWidth)));
typedef std::int64_t Mask __attribute__((vector_size(8 * simdWidth)));
/// A pack in memory wherever a double may lie.
typedef double PackAnywhere __attribute__((vector_size(8 * simdWidth), aligned(8), may_alias));

#define SOFA_INLINE [[gnu::always_inline]] inline

SOFA_INLINE Pack load(const double* from) { return *reinterpret_cast<const PackAnywhere*>(from); }
SOFA_INLINE void store(double* to, const Pack& v) { *reinterpret_cast<PackAnywhere*>(to) = v; }

SOFA_INLINE Pack broadcast(double v) { return v - Pack{}; }

SOFA_INLINE bool anyLane(const Mask& m) {
#if defined(__AVX512F__)
  return _mm512_test_epi64_mask(reinterpret_cast<__m512i>(m), reinterpret_cast<__m512i>(m)) != 0;
#else
  std::int64_t any = 0;
  for (int i = 0; i < simdWidth; ++i) any |= m[i];
  return any != 0;
#endif
}
SOFA_INLINE bool anyLane(bool m) { return m; }

SOFA_INLINE double squareRoot(double v) { return std::sqrt(v); }
SOFA_INLINE Pack squareRoot(const Pack& v) {
#if defined(__AVX512F__)
  return _mm512_maskz_sqrt_pd(0xff, v);  // the unmasked form trips a warning of g++ 12
#elif defined(__AVX__)
  return _mm256_sqrt_pd(v);
#else
  Pack r;
  for (int i = 0; i < simdWidth; ++i) r[i] = std::sqrt(v[i]);
  return r;
#endif
}
SOFA_INLINE double absolute(double v) { return std::fabs(v); }
SOFA_INLINE Pack absolute(const Pack& v) { return v < 0 ? -v : v; }
SOFA_INLINE double maximum(double a, double b) { return a < b ? b : a; }
SOFA_INLINE Pack maximum(const Pack& a, const Pack& b) { return a < b ? b : a; }

/// Sum of the lanes, first to last.
SOFA_INLINE double sumLanes(const Pack& v) {
  double s = 0;
  for (int i = 0; i < simdWidth; ++i) s += v[i];
  return s;
}

/// Lane i of pack j becomes lane j of pack i.
#if defined(__AVX512F__)
SOFA_INLINE void transpose(Pack (&v)[simdWidth]) {
  Pack a[8], b[8];
  for (int i = 0; i < 8; i += 2) {
    a[i] = __builtin_shufflevector(v[i], v[i + 1], 0, 8, 2, 10, 4, 12, 6, 14);
    a[i + 1] = __builtin_shufflevector(v[i], v[i + 1], 1, 9, 3, 11, 5, 13, 7, 15);
  }
  for (int i = 0; i < 8; i += 4)
    for (int j = i; j < i + 2; ++j) {
      b[j] = __builtin_shufflevector(a[j], a[j + 2], 0, 1, 8, 9, 4, 5, 12, 13);
      b[j + 2] = __builtin_shufflevector(a[j], a[j + 2], 2, 3, 10, 11, 6, 7, 14, 15);
    }
  for (int i = 0; i < 4; ++i) {
    v[i] = __builtin_shufflevector(b[i], b[i + 4], 0, 1, 2, 3, 8, 9, 10, 11);
    v[i + 4] = __builtin_shufflevector(b[i], b[i + 4], 4, 5, 6, 7, 12, 13, 14, 15);
  }
}
#else
SOFA_INLINE void transpose(Pack (&v)[simdWidth]) {
  const Pack a = __builtin_shufflevector(v[0], v[1], 0, 4, 2, 6), b = __builtin_shufflevector(v[0], v[1], 1, 5, 3, 7);
  const Pack c = __builtin_shufflevector(v[2], v[3], 0, 4, 2, 6), d = __builtin_shufflevector(v[2], v[3], 1, 5, 3, 7);
  v[0] = __builtin_shufflevector(a, c, 0, 1, 4, 5);
  v[1] = __builtin_shufflevector(b, d, 0, 1, 4, 5);
  v[2] = __builtin_shufflevector(a, c, 2, 3, 6, 7);
  v[3] = __builtin_shufflevector(b, d, 2, 3, 6, 7);
}
#endif

}  // namespace sofa::helper
