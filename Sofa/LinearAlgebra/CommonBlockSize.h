// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <numeric>

namespace sofa::linearalgebra {

/// The blocks in which a matrix between several vectors is stored: the largest of 1, 2, 3 and 6 rows that divides the
/// width of the points of all of them.
class CommonBlockSize {
 public:
  /// A vector with `width` numbers a point.
  void include(int width) { m_common = std::gcd(m_common, width); }
  int value() const {
    if (m_common == 0) return 1;  // no vector
    for (const int size : {6, 3, 2})
      if (m_common % size == 0) return size;
    return 1;
  }

 private:
  int m_common = 0;
};

}  // namespace sofa::linearalgebra
