// SPDX-License-Identifier: Apache-2.0
// How fast is this machine, now? Prints one number per kind of work, in milliseconds (median of 21 runs), single
// thread:
//   spmv   y = A x, A of 3x3 double blocks, 60 000 block rows with 27 blocks each (memory-bound)
//   elem   corotational-like element loop: gather 4 points, two 3x3 products, scatter, 60 000 elements (latency and
//   arithmetic)
// Build: g++ -O3 -march=native calibrate.cpp -o calibrate
#include <algorithm>
#include <chrono>
#include <cstdio>
#include <vector>
using Clock = std::chrono::steady_clock;
template <class F>
double median(F f) {
  std::vector<double> t;
  for (int i = 0; i < 21; ++i) {
    auto s = Clock::now();
    f();
    t.push_back(std::chrono::duration<double, std::milli>(Clock::now() - s).count());
  }
  std::sort(t.begin(), t.end());
  return t[t.size() / 2];
}
int main() {
  const int n = 60000, k = 27;
  std::vector<double> a(std::size_t(n) * k * 9, 0.5), x(n * 3, 1.0), y(n * 3);
  std::vector<int> col(std::size_t(n) * k);
  unsigned r = 12345;
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < k; ++j) {
      r = r * 1664525u + 1013904223u;
      col[std::size_t(i) * k + j] = std::clamp(i + int(r >> 22) - 512, 0, n - 1);
    }
  const double spmv = median([&] {
    for (int i = 0; i < n; ++i) {
      double s0 = 0, s1 = 0, s2 = 0;
      for (int j = 0; j < k; ++j) {
        const double* b = &a[(std::size_t(i) * k + j) * 9];
        const double* v = &x[3 * col[std::size_t(i) * k + j]];
        s0 += b[0] * v[0] + b[1] * v[1] + b[2] * v[2];
        s1 += b[3] * v[0] + b[4] * v[1] + b[5] * v[2];
        s2 += b[6] * v[0] + b[7] * v[1] + b[8] * v[2];
      }
      y[3 * i] = s0;
      y[3 * i + 1] = s1;
      y[3 * i + 2] = s2;
    }
  });
  const double elem = median([&] {
    for (int e = 0; e < n; ++e) {
      double m[9], q[9];
      const int* c = &col[std::size_t(e) * k];
      for (int d = 0; d < 9; ++d) m[d] = x[3 * c[1 + d / 3] + d % 3] - x[3 * c[0] + d % 3];
      for (int i = 0; i < 3; ++i)
        for (int j = 0; j < 3; ++j) {
          q[3 * i + j] = 0;
          for (int l = 0; l < 3; ++l) q[3 * i + j] += m[3 * i + l] * m[3 * j + l];
        }
      for (int d = 0; d < 9; ++d) {
        y[3 * c[1 + d / 3] + d % 3] += 1e-9 * q[d];
        y[3 * c[0] + d % 3] -= 1e-9 * q[d];
      }
    }
  });
  std::printf("{\"spmv_ms\": %.3f, \"elem_ms\": %.3f, \"check\": %.3f}\n", spmv, elem, y[n]);
}
