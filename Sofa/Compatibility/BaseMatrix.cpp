// SPDX-License-Identifier: Apache-2.0
#include "Sofa/Compatibility/BaseMatrix.h"

namespace sofa::compatibility {

void OldForm::announce(const core::Component& component, std::string_view written, std::string_view replacement) {
  if (std::exchange(m_announced, true)) return;
  component.deprecated(
      "This component assembles with {}, which is outdated and slower than necessary: write {} instead; it receives an "
      "object to which unscaled values are added in the numbering of the state (docs/assembly.md).",
      written, replacement);
}

void OldForm::refuse(const core::Component& component, const std::string& operation) {
  if (!m_refused.insert(operation).second) return;
  component.error(
      "{} is not a supported operation in the compatibility layer of matrices: only add(i, j, value) and add(i, j, "
      "block) are, and clearRowCol(i) in applyConstraint. It has no effect.",
      operation);
}

OldMatrices::OldMatrices(const core::BlockTable& table, const core::Component& component, OldForm& form) {
  const auto slots = table.slots();
  matrices.reserve(slots.size());  // the accessor keeps pointers
  for (const auto& slot : slots) {
    matrices.emplace_back(core::MatrixView(slot.target, slot.row, slot.column), component, form);
    accessor.add(slot.row, slot.column, &matrices.back());
  }
}

}  // namespace sofa::compatibility
