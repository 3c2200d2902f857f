#include "Sofa/Simulation/Mechanics/ConstraintAssembly.h"

#include <algorithm>
#include <numeric>

namespace sofa::simulation {

using core::BaseState;

void ConstraintAssembly::bind(core::Context& node) {
  m_plan = &static_cast<Node&>(node).mechanicalPlan();
  m_structure = m_unknowns = 0;
}

void ConstraintAssembly::update() {
  const auto structure = m_plan->structureVersion(), unknowns = m_plan->unknownsVersion();
  if (structure == m_structure && unknowns == m_unknowns) return;
  m_structure = structure;
  m_unknowns = unknowns;
  int blockSize = 0;
  for (const auto* state : flat().states) blockSize = std::gcd(blockSize, state->derivSize());
  m_mapped.plan(flat().mappings, std::max(blockSize, 1));
  m_constraints.clear();
  for (auto* constraint : flat().lagrangianConstraints)
    if (constraint->isValid() && constraint->checkPoints()) m_constraints.push_back(constraint);
  m_corrections = flat().corrections;
}

const core::ConstraintJacobian& ConstraintAssembly::build(const core::ConstraintParams& params) {
  update();
  m_jacobian.clear();
  for (auto* constraint : m_constraints) {
    constraint->d_constraintIndex.set(static_cast<unsigned>(m_jacobian.rowCount()));
    constraint->buildRows(params, m_jacobian);
  }
  std::unordered_set<const BaseState*> needed;
  for (auto* state : flat().mappedStates)
    if (!m_jacobian.entries(state).empty()) needed.insert(state);
  if (!needed.empty()) {
    m_mapped.require(needed);
    m_mapped.update();
    for (auto* state : flat().mappedStates)
      if (needed.erase(state)) project(*state);
  }
  applyProjectiveConstraints();
  for (const auto* state : flat().states) m_jacobian.sort(state);
  return m_jacobian;
}

void ConstraintAssembly::project(BaseState& mapped) {
  for (const auto& part : m_mapped.parts(&mapped)) {
    const auto& j = *part.matrix;
    const int b = j.blockSize();
    for (const auto& entry : m_jacobian.entries(&mapped)) {
      const int row = entry.column / b, r = entry.column % b;
      for (int k = j.rowStart()[row]; k < j.rowStart()[row + 1]; ++k)
        for (int c = 0; c < b; ++c)
          if (const double value = j.block(k)[c * b + r]; value != 0)
            m_jacobian.add(part.main, entry.row, j.columnIndices()[k] * b + c, entry.value * value);
    }
  }
}

void ConstraintAssembly::applyProjectiveConstraints() {
  for (auto* constraint : flat().constraints) {
    const auto states = constraint->states();
    if (states.empty() || !states[0] || m_jacobian.entries(states[0]).empty()) continue;
    m_dirichlet.clear();
    m_dirichlet.setState(0, static_cast<int>(states[0]->size()) * states[0]->derivSize());
    constraint->applyConstraint(&m_dirichlet);
    std::erase_if(m_jacobian.editEntries(states[0]), [&](const auto& entry) {
      return std::ranges::any_of(m_dirichlet.discarded(), [&](const auto& d) { return d.second == entry.column; });
    });
  }
}

}  // namespace sofa::simulation
