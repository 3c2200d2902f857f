// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cstddef>
#include <memory>
#include <vector>

/// Dense kernels of the sparse factorisations; matrices lie column by column with a stride between columns.
namespace sofa::linearalgebra::kernels {

/// Memory in which one thread brings pieces of matrices into the order the processor wants.
class PackBuffer {
 public:
  PackBuffer();
  double* a() { return m_a.get(); }
  double* b() { return m_b.get(); }

 private:
  struct Free {
    void operator()(double* memory) const;
  };
  std::unique_ptr<double[], Free> m_a, m_b;
};

/// What a product is subtracted from.
enum class From { present, zero };
/// C -= L diag(d) L1^T, or C = -L diag(d) L1^T, where L1 are the first `columns` rows of L (rows x depth), and C is
/// rows x columns. Only what lies on and below C's diagonal is defined afterwards. Runs in parallel when more than one
/// buffer is given; same bits.
void subtractLowerProduct(From from, int rows, int columns, int depth, const double* l, std::size_t lStride,
                          const double* d, double* c, std::size_t cStride, std::vector<PackBuffer>& buffers,
                          bool parallel);

/// Factorises the rows x columns trapezoid A, symmetric in its upper square, as L D L1^T in place, without pivoting: L
/// has an implicit unit diagonal, and the pivots go to d. Returns the first column whose pivot is 0 or not finite, at
/// which it stops, or -1.
int factoriseTrapezoid(int rows, int columns, double* a, std::size_t stride, double* d,
                       std::vector<PackBuffer>& buffers, bool parallel);

/// Eight right-hand sides side by side.
typedef double Pack __attribute__((vector_size(64)));
constexpr int packWidth = 8;

/// Solves L1 x = x with the unit lower square of the trapezoid, and sets t = L2 x with the rows below it.
template <class T>
void forwardSubstitute(int rows, int columns, const double* l, T* x, T* t);
/// x = L1^-T (x - L2^T t).
template <class T>
void backSubstitute(int rows, int columns, const double* l, T* x, const T* t);

}  // namespace sofa::linearalgebra::kernels
