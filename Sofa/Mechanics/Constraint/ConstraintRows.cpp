// SPDX-License-Identifier: Apache-2.0
#include "Sofa/Mechanics/Constraint/ConstraintRows.h"

namespace sofa::mechanics {

void ConstraintRows::clear() {
  lambda.clear();
  m_blocks.clear();
  m_violation.clear();
}

int ConstraintRows::addBlock(ConstraintBlock block, std::span<const double> violation) {
  block.rows = static_cast<int>(violation.size());
  block.firstRow = rows();
  m_blocks.push_back(block);
  m_violation.insert(m_violation.end(), violation.begin(), violation.end());
  return block.firstRow;
}

}  // namespace sofa::mechanics
