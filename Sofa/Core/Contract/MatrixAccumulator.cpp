// SPDX-License-Identifier: Apache-2.0
#include "Sofa/Core/Contract/MatrixAccumulator.h"

namespace sofa::core {

void MatrixView::checkValidity(const Component* component) const {
  if (isValid() || !component) return;
  const auto name = [](const BaseState* state) { return state ? state->path() : std::string("(none)"); };
  component->error(
      "The force derivative in mechanical state '{}' with respect to state variable in mechanical state '{}' is "
      "invalid: "
      "only the states this component acts on have a matrix.",
      name(m_rowState), name(m_columnState));
}

void ZeroDirichletCondition::discardRowCol(int row, int column) {
  if (row < 0 || column < 0 || row >= m_size || column >= m_size) return;
  m_discarded.emplace_back(m_offset + row, m_offset + column);
}

}  // namespace sofa::core
