// SPDX-License-Identifier: Apache-2.0
#include "Sofa/Simulation/Mechanics/MatrixPart.h"

#include <algorithm>
#include <utility>

#include "Sofa/Simulation/Mechanics/MappedJacobians.h"

namespace sofa::simulation {

using core::BaseState;
using linearalgebra::BlockMatrix;
using linearalgebra::Contribution;

void SourcedMatrix::reset(int blockSize, int rows, int columns, bool symmetricPattern) {
  m_matrix.reset(blockSize, rows, columns, symmetricPattern);
  m_sources.clear();
  m_free.clear();
  m_fixed.clear();
  m_stale = false;
}

Contribution* SourcedMatrix::add(int rowOffset, int columnOffset, int rows, int columns) {
  if (m_free.empty()) {
    auto* source = &m_matrix.add(rowOffset, columnOffset, rows, columns);
    m_sources.insert(source);
    return source;
  }
  auto* source = m_free.back();
  m_free.pop_back();
  *source = Contribution(rowOffset, columnOffset, rows, columns);
  return source;
}

void SourcedMatrix::remove(Contribution& source) {
  source = Contribution(0, 0, 0, 0);
  m_free.push_back(&source);
  m_stale = true;
}

void SourcedMatrix::setFixedPattern(std::vector<std::pair<int, int>> blocks) {
  if (blocks == m_fixed) return;
  m_fixed = std::move(blocks);
  m_matrix.setFixedPattern(m_fixed);
}

void SourcedMatrix::begin() {
  if (std::exchange(m_stale, false)) m_matrix.setFixedPattern(m_fixed);  // a new plan
  m_matrix.begin();
}

/// Locals of pairs that are there with the sizes they had, under the numbers the states have now.
void MatrixPart::keepMapped() {
  auto before = std::exchange(mapped, {});
  for (auto& [places, stiffness] : before) {
    const auto row = m_layout->places.find(stiffness->row), column = m_layout->places.find(stiffness->column);
    const auto end = m_layout->places.end();
    if (row == end || column == end) continue;
    const auto fits = [&](std::size_t place, const BaseState* state, int has) {
      return static_cast<int>(m_layout->sizes[place]) * state->derivSize() == has;
    };
    const BlockMatrix& matrix = stiffness->matrix.matrix();
    if (fits(row->second, stiffness->row, matrix.rows()) && fits(column->second, stiffness->column, matrix.columns()))
      mapped[{row->second, column->second}] = std::move(stiffness);
  }
}

void MatrixPart::forgetPatterns() {
  matrix.forgetPattern();
  for (auto& [places, stiffness] : mapped) stiffness->matrix.forgetPattern();
}

bool MatrixPart::owns(const Contribution* source) const {
  return matrix.owns(source) ||
         std::ranges::any_of(mapped, [&](const auto& stiffness) { return stiffness.second->matrix.owns(source); });
}

/// Leaves out what lay in matrices that are gone.
void MatrixPart::forgetLost(core::BlockTable& table) const {
  const std::vector slots(table.slots().begin(), table.slots().end());
  table.clear();
  for (const auto& slot : slots)
    if (owns(slot.target)) table.add(slot.row, slot.column, slot.target);
}

void MatrixPart::remove(Contribution& source) {
  if (matrix.owns(&source)) return matrix.remove(source);
  for (auto& [places, stiffness] : mapped)
    if (stiffness->matrix.owns(&source)) return stiffness->matrix.remove(source);
}

void MatrixPart::remove(const core::BlockTable& table) {
  for (const auto& slot : table.slots()) remove(*slot.target);
}

void MatrixPart::removeAll(const Force& force) {
  remove(force.stiffness);
  remove(force.damping);
}

template <class Source, class Component, class SetTargets>
void MatrixPart::reconcile(std::vector<Source>& sources, std::span<Component* const> components,
                           const SetTargets& setTargets) {
  auto before = std::exchange(sources, {});
  auto next = before.begin();  // where the component stands if the order is the old one
  for (auto* component : components) {
    auto known = std::ranges::find(next, before.end(), component, &Source::component);
    if (known == before.end()) known = std::ranges::find(before, component, &Source::component);
    if (known == before.end()) {
      sources.emplace_back().component = component;
      continue;
    }
    sources.push_back(std::move(*known));
    known->component = nullptr;
    next = known + 1;
  }
  for (const auto& source : before)
    if (source.component) removeAll(source);
  for (auto& source : sources) setTargets(source);
}

void MatrixPart::plan(const UnknownsLayout& layout, const Components& components, bool keep) {
  m_layout = &layout;
  if (keep) {
    keepMapped();
    for (auto& force : forces) {
      forgetLost(force.stiffness);
      forgetLost(force.damping);
    }
    for (auto& mass : masses) forgetLost(mass.matrix);
    for (auto& geometry : geometries) forgetLost(geometry.matrix);
  } else {
    forces.clear();
    masses.clear();
    geometries.clear();
    mapped.clear();
    matrix.reset(layout.blockSize, layout.size, layout.size, true);
  }
  projections.clear();
  projectionVersions.clear();
  m_ignored.reset(1, 0, 0);
  reconcile(forces, components.forces, [&](Force& force) {
    setTargets(force.stiffness, force.component->states());
    setTargets(force.damping, force.component->states());
  });
  reconcile(masses, components.masses, [&](Mass& mass) { setTargets(mass.matrix, mass.component->states()); });
  reconcile(geometries, components.mappings,
            [&](Geometry& geometry) { setTargets(geometry.matrix, geometry.component->inputs()); });
  std::erase_if(mapped, [](const auto& stiffness) { return !stiffness.second->matrix.hasSources(); });
}

void MatrixPart::setTargets(core::BlockTable& table, const std::vector<BaseState*>& states) {
  std::vector<BaseState*> unique;
  for (auto* state : states)
    if (state && std::ranges::find(unique, state) == unique.end()) unique.push_back(state);
  std::vector before(table.slots().begin(), table.slots().end());
  table.clear();
  for (auto* row : unique)
    for (auto* column : unique) {
      const auto known =
          std::ranges::find_if(before, [&](const auto& slot) { return slot.row == row && slot.column == column; });
      table.add(row, column, known != before.end() ? known->target : target(row, column));
      if (known != before.end()) before.erase(known);
    }
  for (const auto& slot : before) remove(*slot.target);
}

Contribution* MatrixPart::target(BaseState* row, BaseState* column) {
  const bool hasRow = m_layout->places.contains(row), hasColumn = m_layout->places.contains(column);
  if (hasRow && hasColumn) return targetInside(row, column);
  if (m_layout->mistakesOutside && (hasRow || hasColumn)) {
    BaseState* inside = hasRow ? row : column;
    return targetInside(inside, inside);
  }
  // A state another system solves: its unknowns are not here.
  return &m_ignored.add(0, 0, scalars(*row), scalars(*column));
}

Contribution* MatrixPart::targetInside(BaseState* row, BaseState* column) {
  const int rows = scalars(*row), columns = scalars(*column);
  if (m_layout->isMain(row) && m_layout->isMain(column))
    return matrix.add(m_layout->offsets.at(row), m_layout->offsets.at(column), rows, columns);
  auto& stiffness = mapped[{m_layout->places.at(row), m_layout->places.at(column)}];
  if (!stiffness) {
    stiffness = std::make_unique<MappedStiffness>();
    stiffness->row = row;
    stiffness->column = column;
    stiffness->matrix.reset(m_layout->mappedBlockSize, rows, columns);
  }
  return stiffness->matrix.add(0, 0, rows, columns);
}

void MatrixPart::begin() {
  matrix.begin();
  m_ignored.begin();
  for (auto& [places, stiffness] : mapped) stiffness->matrix.begin();
}

bool MatrixPart::mappedComplete() {
  bool complete = true;
  for (auto& [places, stiffness] : mapped) complete &= stiffness->matrix.complete();
  return complete;
}

std::unordered_set<const BaseState*> MatrixPart::mappedStates() const {
  std::unordered_set<const BaseState*> states;
  for (const auto& [places, stiffness] : mapped) {
    if (stiffness->matrix.matrix().blockCount() == 0) continue;
    for (const BaseState* state : {stiffness->row, stiffness->column})
      if (!m_layout->isMain(state)) states.insert(state);
  }
  return states;
}

const BlockMatrix& MatrixPart::computeFactors(Projection& projection) {
  if (projection.left) projection.transpose.compute(*projection.left, projection.leftTransposed);
  const BlockMatrix& stiffness = projection.stiffness->matrix.matrix();
  if (!projection.right) return stiffness;
  projection.product.compute(stiffness, *projection.right, projection.mappedTimesRight);
  return projection.mappedTimesRight;
}

void MatrixPart::projectMapped() {
  for (auto& projection : projections) {
    const BlockMatrix& right = computeFactors(*projection);
    if (projection->left && m_layout->mappedBlockSize != m_layout->blockSize) {
      projection->whole.compute(projection->leftTransposed, right, projection->sum);
      linearalgebra::addMatrix(projection->sum, matrix.matrix(), projection->rowOffset, projection->columnOffset);
    } else if (projection->left) {
      linearalgebra::addProduct(projection->leftTransposed, right, matrix.matrix(), projection->rowOffset,
                                projection->columnOffset);
    } else {
      linearalgebra::addMatrix(right, matrix.matrix(), projection->rowOffset, projection->columnOffset);
    }
  }
}

}  // namespace sofa::simulation
