// SPDX-License-Identifier: Apache-2.0
#include "Sofa/Simulation/Mechanics/ConstraintAssembly.h"

#include "Sofa/Core/ObjectModel/Compatibility.h"
#include "Sofa/LinearAlgebra/CommonBlockSize.h"
#include "Sofa/Simulation/Mechanics/NodeMechanics.h"

#include <algorithm>

namespace sofa::simulation {

using core::BaseState;

void ConstraintAssembly::bind(core::Node& node) {
  m_node = &node;
  m_plan = &mechanicalPlan(node);
  m_structure = m_unknowns = 0;
}

void ConstraintAssembly::update() {
  const auto structure = m_plan->structureVersion(), unknowns = m_plan->unknownsVersion();
  if (structure == m_structure && unknowns == m_unknowns) {
    if (m_forces.isOutdated(subtree())) m_forces.plan(*m_node, subtree());
    return;
  }
  m_structure = structure;
  m_unknowns = unknowns;
  m_mappedIsPlanned = false;
  m_forces.plan(*m_node, subtree());
  findCarriers();
  m_constraints.clear();
  for (auto* constraint : subtree().lagrangianConstraints)
    if (constraint->isValid()) m_constraints.push_back({constraint, 0});
  m_corrections.clear();
  for (auto* correction : subtree().corrections)
    if (correction->isValid()) m_corrections.push_back(correction);
}

/// Calls f(constraint, block) for the blocks of every constraint.
template <class F>
void ConstraintAssembly::forEachKept(const F& f) {
  auto block = m_problem.blocks().begin();
  for (const Rows& rows : m_constraints)
    for (std::size_t k = 0; k < rows.blocks; ++k) f(*rows.constraint, *block++);
}

void ConstraintAssembly::addConstraints() {
  // States may have got another size, or the Data that name the points another value. Left out until the next update(),
  // a constraint says so once.
  std::erase_if(m_constraints, [](const Rows& rows) { return !rows.constraint->checkPoints(); });
  for (Rows& rows : m_constraints) {
    const std::size_t before = m_problem.blocks().size();
    rows.constraint->d_constraintIndex.set(static_cast<unsigned>(m_problem.rows()));
    rows.constraint->addRows(m_problem);
    rows.blocks = m_problem.blocks().size() - before;
  }
  m_problem.lambda.assign(m_problem.rows(), 0.0);
  m_problem.last.assign(m_problem.rows(), 0.0);
  forEachKept([&](auto& constraint, const auto& block) {
    constraint.kept().read(block, std::span(m_problem.last).subspan(block.firstRow, block.rows));
  });
}

/// A mapping carries rows where it alone drives a state, from one that nothing drives.
void ConstraintAssembly::findCarriers() {
  struct Driven {
    int mappings = 0;
    core::RowCarrier* carrier = nullptr;
  };
  std::unordered_map<const BaseState*, Driven> driven;
  for (const auto* state : subtree().mappedStates) driven[state];
  for (auto* mapping : subtree().mappings) {
    const auto inputs = mapping->inputs();
    for (const auto* output : mapping->outputs()) {
      auto& of = driven[output];
      ++of.mappings;
      if (!inputs.empty() && !driven.contains(inputs.front())) of.carrier = dynamic_cast<core::RowCarrier*>(mapping);
    }
  }
  m_carriers.clear();
  for (const auto* state : subtree().mappedStates) {
    const Driven& of = driven[state];
    m_carriers.push_back(of.mappings == 1 ? of.carrier : nullptr);
  }
}

void ConstraintAssembly::planMapped() {
  linearalgebra::CommonBlockSize blockSize;
  for (const auto* state : subtree().states) blockSize.include(state->derivSize());
  m_mapped.plan(subtree().mappings, blockSize.value());
}

void ConstraintAssembly::carryRows(Points points) {
  auto& jacobian = m_problem.jacobian;
  const auto& mapped = subtree().mappedStates;
  std::unordered_set<const BaseState*> needed;
  for (std::size_t k = 0; k < mapped.size(); ++k)
    if (!m_carriers[k] && !jacobian.blocks(mapped[k]).empty()) needed.insert(mapped[k]);
  if (!needed.empty()) {
    if (!std::exchange(m_mappedIsPlanned, true)) planMapped();
    m_mapped.require(needed);
    m_mapped.update();
  }
  for (std::size_t k = 0; k < mapped.size(); ++k)
    if (m_carriers[k])
      m_carriers[k]->carryRows(jacobian);
    else if (needed.contains(mapped[k]))
      project(*mapped[k], points);
}

core::ConstraintProblem& ConstraintAssembly::build(const core::ConstraintParams& params, Projection projection,
                                                   Points points) {
  update();
  m_problem.clear(params);
  m_problem.params.isExact = !core::reproducesSofa(*m_node);
  addConstraints();
  carryRows(points);
  if (projection == Projection::fixedReals) applyProjectiveConstraints();
  for (const auto* state : subtree().states) m_problem.jacobian.sort(state);
  return m_problem;
}

void ConstraintAssembly::project(BaseState& mapped, Points points) {
  const int width = mapped.derivSize();
  for (const auto& part : m_mapped.parts(&mapped)) {
    const auto& j = *part.matrix;
    core::ConstraintJacobian::Adder add(m_problem.jacobian, part.main);
    const int b = j.blockSize(), mainWidth = part.main->derivSize();
    for (const auto& entry : m_problem.jacobian.blocks(&mapped))
      for (int component = 0; component < width; ++component) {
        const double value = entry.direction[component];
        if (value == 0) continue;
        const int scalar = entry.point * width + component, row = scalar / b, r = scalar % b;
        for (int k = j.rowStart()[row]; k < j.rowStart()[row + 1]; ++k)
          for (int c = 0; c < b; ++c) {
            const int column = j.columnIndices()[k] * b + c;
            if (const double factor = j.block(k)[c * b + r]; factor != 0 || points == Points::named)
              add(entry.row, column / mainWidth, column % mainWidth, value * factor);
          }
      }
  }
}

void ConstraintAssembly::applyProjectiveConstraints() {
  for (auto* constraint : subtree().constraints) {
    const auto states = constraint->states();
    if (states.empty() || !states[0] || m_problem.jacobian.blocks(states[0]).empty()) continue;
    const int size = scalars(*states[0]);
    m_dirichlet.clear();
    m_dirichlet.setState(0, size);
    constraint->applyConstraint(&m_dirichlet);
    m_isFixed.assign(static_cast<std::size_t>(size), 0);
    for (const auto& [row, column] : m_dirichlet.discarded()) m_isFixed[static_cast<std::size_t>(column)] = 1;
    m_problem.jacobian.erase(states[0], m_isFixed);
  }
}

void ConstraintAssembly::compliance(core::ComplianceMatrix& w, double regularization) const {
  w.reset(m_problem.rows());
  for (auto* correction : m_corrections) correction->addCompliance(m_problem, w);
  if (regularization > 0)
    for (int row = 0; row < w.size(); ++row) w.add(row, row, regularization);
  w.finish();
}

linearalgebra::DenseMatrix ConstraintAssembly::denseCompliance(double regularization) const {
  core::ComplianceMatrix w;
  compliance(w, regularization);
  return w.dense();
}

bool ConstraintAssembly::listPoints(core::PointCompliances& compliances) const {
  compliances.states.clear();
  compliances.points.clear();
  for (const auto* correction : m_corrections) {
    const std::size_t first = compliances.points.size();
    const BaseState* state = correction->listPoints(m_problem, compliances.points);
    if (!state) return false;
    compliances.states.push_back({state, first});
  }
  auto& sorted = compliances.served;
  sorted.clear();
  for (const auto& of : compliances.states) sorted.push_back(of.state);
  std::ranges::sort(sorted);
  return std::ranges::adjacent_find(sorted) == sorted.end();
}

void ConstraintAssembly::beginProducts() const {
  for (auto* correction : m_corrections) correction->beginProducts(m_problem);
}

void ConstraintAssembly::diagonalBlock(const core::ConstraintBlock& block, linearalgebra::DenseMatrix& w) const {
  w.setZero(block.rows, block.rows);
  for (auto* correction : m_corrections) correction->addDiagonalBlock(m_problem, block, w);
}

void ConstraintAssembly::addDisplacement(const core::ConstraintBlock& block, std::span<double> d) const {
  for (auto* correction : m_corrections) correction->addDisplacement(m_problem, block, d);
}

void ConstraintAssembly::addForce(const core::ConstraintBlock& block, std::span<const double> change) const {
  for (auto* correction : m_corrections) correction->addForce(m_problem, block, change);
}

void ConstraintAssembly::finish(core::VecCoordId xResult, core::VecDerivId vResult) {
  for (const Rows& rows : m_constraints) rows.constraint->kept().clear();
  forEachKept([&](auto& constraint, const auto& block) {
    constraint.kept().add(block, std::span(m_problem.lambda).subspan(block.firstRow, block.rows));
  });
  for (const Rows& rows : m_constraints) rows.constraint->kept().finish();
  for (auto* correction : m_corrections) correction->correct(m_problem, xResult, vResult);
  if (m_problem.params.keepsForces) m_forces.keep(m_problem);
}

void ConstraintAssembly::forgetForces() {
  if (m_node) MultiplierForces::forget(*m_node);
}

void ConstraintAssembly::resumeForces() {
  if (!m_plan) return;
  m_forces.plan(*m_node, subtree());
  m_forces.resume();
}

}  // namespace sofa::simulation
