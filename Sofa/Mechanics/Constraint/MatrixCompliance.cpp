// SPDX-License-Identifier: Apache-2.0
#include "Sofa/Mechanics/Constraint/MatrixCompliance.h"

#include <algorithm>

namespace sofa::mechanics {

void MatrixCompliance::diagonalBlock(const ConstraintBlock& block, linearalgebra::DenseMatrix& w) const {
  w.resize(block.rows, block.rows);
  for (int i = 0; i < block.rows; ++i)
    for (int j = 0; j < block.rows; ++j) w(i, j) = m_w(block.firstRow + i, block.firstRow + j);
}

void MatrixCompliance::addDisplacement(const ConstraintRows& problem, const ConstraintBlock& block,
                                       std::span<double> d) const {
  m_w.addColumnDots(block.firstRow, problem.lambda, d.first(block.rows));
}

void MatrixCompliance::multiply(std::span<const double> x, std::span<double> out) const {
  std::ranges::fill(out, 0.0);
  m_w.addColumnDots(0, x, out.first(m_w.size()));
}

}  // namespace sofa::mechanics
