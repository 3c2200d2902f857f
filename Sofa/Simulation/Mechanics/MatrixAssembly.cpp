// SPDX-License-Identifier: Apache-2.0
#include "Sofa/Simulation/Mechanics/MatrixAssembly.h"

#include <algorithm>

#include "Sofa/Core/Contract/KeptSystem.h"
#include "Sofa/Core/ObjectModel/Archive.h"
#include "Sofa/Core/ObjectModel/Compatibility.h"
#include "Sofa/Core/ObjectModel/ComponentScope.h"
#include "Sofa/LinearAlgebra/CommonBlockSize.h"
#include "Sofa/LinearAlgebra/NonzeroPlaces.h"
#include "Sofa/Simulation/Mechanics/ChainQuirk.h"
#include "Sofa/Simulation/Mechanics/NodeMechanics.h"
#include "Sofa/Simulation/Mechanics/StateSizes.h"
#include "Sofa/Simulation/NodeContents.h"

namespace sofa::simulation {

using core::BaseState;
using linearalgebra::AssembledMatrix;
using linearalgebra::BlockMatrix;
using linearalgebra::Contribution;

void MatrixAssembly::bind(core::Node& node) {
  m_node = &node;
  m_plan = &mechanicalPlan(*m_node);
  m_structure = m_unknowns = m_contactsVersion = 0;
}

bool MatrixAssembly::isOutdated() {
  if (!m_plan || m_structure == 0) return true;
  if (m_structure == m_plan->structureVersion() && m_unknowns == m_plan->unknownsVersion()) return false;
  // Mapped states come, go and change with contacts: only the unknowns matter.
  const UnknownsLayout now = findLayout();
  return now.states != m_layout.states || now.offsets != m_layout.offsets || now.size != m_layout.size;
}

const MatrixPart* MatrixAssembly::summands() const {
  const bool hasGeometric = std::ranges::any_of(
      m_bodies.geometries, [](const auto& geometry) { return geometry.component->hasGeometricStiffness(); });
  const bool isMapped = std::ranges::any_of(
      m_bodies.mapped, [](const auto& stiffness) { return stiffness.second->matrix.matrix().blockCount() != 0; });
  return hasGeometric || isMapped || m_layout.mistakesOutside || !m_contacts.forces.empty() ? nullptr : &m_bodies;
}

void MatrixAssembly::update() {
  updateProjections();
  const auto structure = m_plan->structureVersion(), unknowns = m_plan->unknownsVersion(),
             contacts = m_plan->contactsVersion();
  const bool bodies = structure != m_structure || unknowns != m_unknowns;
  if (bodies) {
    const UnknownsLayout before = std::exchange(m_layout, findLayout());
    planBodies(m_structure != 0 && before.states == m_layout.states && before.offsets == m_layout.offsets &&
               before.size == m_layout.size && before.blockSize == m_layout.blockSize &&
               before.mappedBlockSize == m_layout.mappedBlockSize);
    // Blocks of elements that went would stay, unlike in a run that is resumed: sums come in another order then.
    if (const auto anew = m_plan->timesAnew(); std::exchange(m_timesAnew, anew) != anew) m_bodies.forgetPatterns();
  }
  if (bodies || contacts != m_contactsVersion) m_contacts.plan(m_layout, {.forces = subtree().contacts}, false);
  m_structure = structure;
  m_unknowns = unknowns;
  m_contactsVersion = contacts;
}

void MatrixAssembly::updateProjections() {
  if (std::exchange(m_graphVersion, m_node->graphVersion()) == m_node->graphVersion()) return;
  const auto before = std::exchange(m_projections, {});
  for (Node* node : m_node->root()->order())
    for (const auto& part : contents(*node).parts())
      if (part.projection) m_projections.push_back(part.projection);
  if (m_projections == before) return;
  forgetFirst();
  m_bodies.projectionVersions.clear();
  m_contacts.projectionVersions.clear();
}

UnknownsLayout MatrixAssembly::findLayout() {
  UnknownsLayout layout;
  const std::unordered_set<const BaseState*> mapped(subtree().mappedStates.begin(), subtree().mappedStates.end());
  linearalgebra::CommonBlockSize blockSize, mappedBlockSize;
  for (auto* state : subtree().states) {
    layout.places.emplace(state, layout.sizes.size());
    layout.sizes.push_back(state->size());
    mappedBlockSize.include(state->derivSize());
    if (mapped.contains(state)) continue;
    blockSize.include(state->derivSize());
    layout.states.push_back(state);
    layout.offsets.emplace(state, layout.size);
    layout.size += scalars(*state);
  }
  layout.mistakesOutside = m_isChain && layout.places.size() > layout.offsets.size() && !layout.states.empty() &&
                           core::reproducesSofa(*layout.states.front());
  layout.blockSize = blockSize.value();
  layout.mappedBlockSize = mappedBlockSize.value();
  return layout;
}

void MatrixAssembly::planBodies(bool keep) {
  std::vector<core::BaseMapping*> mappings;
  for (auto* mapping : subtree().mappings)
    if (mapping->d_mapForces.value() || mapping->d_mapConstraints.value() || mapping->d_mapMasses.value())
      mappings.push_back(mapping);
  m_bodies.plan(m_layout, {.forces = subtree().bodyForces, .masses = subtree().masses, .mappings = mappings}, keep);
  // With mapped states the projections, made at the next build, say which: the pattern is not to change twice.
  if (!keep || m_bodies.mapped.empty()) m_bodies.matrix.setFixedPattern(fixedBlocks(m_bodies));
  planConstraints();
  m_jacobians.plan(subtree().mappings, m_layout.mappedBlockSize);
  m_jacobians.require({});
  m_needed.clear();
  forgetFirst();
}

void MatrixAssembly::planConstraints() {
  m_constraints.clear();
  for (auto* component : subtree().constraints) {
    const auto states = component->states();
    if (states.empty() || !states[0]) continue;
    const auto offset = m_layout.offsets.find(states[0]);
    m_constraints.push_back({component, states[0], offset == m_layout.offsets.end() ? -1 : offset->second});
  }
}

void MatrixAssembly::build(const core::MechanicalParams& params, const Options& options, const core::Component& owner) {
  const helper::ProfileScope scope("MatrixAssembly");
  checkNotedSizes(*m_node->root());
  update();
  m_jacobiansCurrent = false;
  buildPart(m_bodies, params, options);
  buildPart(m_contacts, params, options);
  addContacts();
  if (m_layout.mistakesOutside) misplaceOutside(owner);
  if (options.projectiveConstraints) applyDirichlet(owner);
  reportOutOfRange(options);
}

void MatrixAssembly::buildPart(MatrixPart& part, const core::MechanicalParams& params, const Options& options) {
  for (int pass = 0; pass < 4; ++pass) {
    part.begin();
    contribute(part, params, options);
    bool complete = part.mappedComplete();
    if (options.mappedComponents && !part.mapped.empty()) planProjections(part, complete);
    complete &= part.matrix.complete();
    if (complete) break;
  }
  if (options.mappedComponents) part.projectMapped();
}

void MatrixAssembly::contribute(MatrixPart& part, const core::MechanicalParams& params, const Options& options) {
  if (options.stiffness)
    for (auto& force : part.forces) {
      const double factor = force.component->stiffnessFactor(params);
      if (factor == 0) continue;
      const core::ComponentScope scope(*force.component);
      force.stiffness.setFactor(factor);
      force.stiffness.setParams(params);
      force.component->buildStiffnessMatrix(&force.stiffness);
    }
  if (options.mass)
    for (auto& mass : part.masses) {
      const double factor = mass.component->massFactor(params);
      if (factor == 0) continue;
      const core::ComponentScope scope(*mass.component);
      mass.matrix.setFactor(factor);
      mass.matrix.setParams(params);
      mass.component->buildMassMatrix(&mass.matrix);
    }
  if (options.damping && params.bFactor != 0)
    for (auto& force : part.forces) {
      const core::ComponentScope scope(*force.component);
      force.damping.setFactor(params.bFactor);
      force.damping.setParams(params);
      force.component->buildDampingMatrix(&force.damping);
    }
  if (options.geometricStiffness && params.kFactor != 0)
    for (auto& geometry : part.geometries) {
      const core::ComponentScope scope(*geometry.component);
      geometry.matrix.setFactor(params.kFactor);
      geometry.matrix.setParams(params);
      geometry.component->buildGeometricStiffnessMatrix(&geometry.matrix, childForce(*geometry.component, params.f));
    }
}

void MatrixAssembly::updateJacobians(bool otherStates) {
  if (otherStates) {
    auto needed = m_bodies.mappedStates();
    needed.merge(m_contacts.mappedStates());
    if (needed != m_needed) {
      m_needed = needed;
      m_jacobians.require(std::move(needed));
      m_jacobiansCurrent = false;
    }
  }
  if (std::exchange(m_jacobiansCurrent, true)) return;
  m_jacobianPatterns += m_jacobians.update();
  for (auto& [key, placed] : m_placed) placeJacobian(key, placed);
}

void MatrixAssembly::planProjections(MatrixPart& part, bool mappedComplete) {
  const std::size_t count = part.mapped.size() + 1;
  bool changed = part.projectionVersions.size() != count;
  updateJacobians(changed || !mappedComplete);
  part.projectionVersions.resize(count);
  const auto follow = [&](std::size_t& version, std::size_t now) { changed |= std::exchange(version, now) != now; };
  follow(part.projectionVersions.back(), m_jacobianPatterns);
  std::size_t i = 0;
  for (const auto& [places, stiffness] : part.mapped)
    follow(part.projectionVersions[i++], stiffness->matrix.matrix().patternVersion());
  if (changed) makeTerms(part);
}

core::MatrixProjection* MatrixAssembly::projectionOf(const BaseState* row, const BaseState* column) const {
  const auto at = std::ranges::find_if(m_projections, [&](const core::MatrixProjection* projection) {
    return (projection->areJacobiansConstant() || projection->keepsPlacesOfNonzeros()) &&
           projection->concerns(row, column);
  });
  return at == m_projections.end() ? nullptr : *at;
}

const BlockMatrix* MatrixAssembly::jacobian(const MatrixPart::MappedStiffness& stiffness, bool left,
                                            const MappedJacobians::Part& part) {
  const auto* projection = part.matrix ? projectionOf(stiffness.row, stiffness.column) : nullptr;
  if (!projection || !(projection->areJacobiansConstant() || core::reproducesSofa(*stiffness.row))) return part.matrix;
  const ConstantKey key{m_layout.places.at(stiffness.row), m_layout.places.at(stiffness.column),
                        m_layout.places.at(part.main), left};
  const BlockMatrix& first = m_first.try_emplace(key, *part.matrix).first->second;
  if (projection->areJacobiansConstant()) return &first;
  BlockMatrix& placed = m_placed.try_emplace(key, first).first->second;
  placeJacobian(key, placed);
  return &placed;
}

void MatrixAssembly::forgetFirst() {
  m_first.clear();
  m_placed.clear();
}

void MatrixAssembly::placeJacobian(const ConstantKey& key, BlockMatrix& placed) {
  const auto& states = subtree().states;
  const BaseState *row = states[key.row], *column = states[key.column];
  const auto parts = m_jacobians.parts(key.left ? row : column);
  const auto part = std::ranges::find(parts, states[key.main], &MappedJacobians::Part::main);
  if (part == parts.end() || linearalgebra::placeNonzeros(m_first.at(key), *part->matrix, placed)) return;
  auto* projection = projectionOf(row, column);
  if (!projection || std::ranges::find(m_told, projection) != m_told.end()) return;
  m_told.push_back(projection);
  core::tellDefect(*projection,
                   fmt::format("the entries of a Jacobian that are not zero stand where those of the first step stood, "
                               "and it has others now: forces on {} enter the matrix wrongly",
                               row->path()),
                   "Use MatrixProjectionMethod, or leave this out");
}

/// Places of contacts that parted would make the elimination another one than in the run before.
void MatrixAssembly::reset() {
  for (MatrixPart* part : {&m_bodies, &m_contacts}) part->forgetPatterns();
  if (m_first.empty()) return;
  forgetFirst();
  m_bodies.projectionVersions.clear();
  m_contacts.projectionVersions.clear();
}

void MatrixAssembly::archive(core::Archive& archive) {
  std::uint64_t count = m_first.size();
  archive.io(count);
  const auto archiveKey = [&](ConstantKey& key) {
    for (auto* part : {&key.row, &key.column, &key.main}) archive.io(*part);
    archive.io(key.left);
  };
  if (!archive.isLoading()) {
    for (auto& [key, matrix] : m_first) {
      ConstantKey copy = key;
      archiveKey(copy);
      core::archiveMatrix(archive, matrix);
    }
    return;
  }
  if (count == 0 && m_first.empty()) return;
  update();
  forgetFirst();
  m_bodies.projectionVersions.clear();
  m_contacts.projectionVersions.clear();
  for (std::uint64_t i = 0; i < count && archive.isGood(); ++i) {
    ConstantKey key{};
    BlockMatrix matrix;
    archiveKey(key);
    core::archiveMatrix(archive, matrix);
    const auto& states = subtree().states;
    if (!archive.isGood() || std::max({key.row, key.column, key.main}) >= states.size()) return archive.fail();
    if (matrix.blockSize() != m_layout.mappedBlockSize ||
        matrix.rows() != scalars(*states[key.left ? key.row : key.column]) ||
        matrix.columns() != scalars(*states[key.main]))
      return archive.fail();
    m_first.insert_or_assign(key, std::move(matrix));
  }
}

/// Blocks there must be room for in any case: constraints put ones on the diagonal of the bodies.
std::vector<std::pair<int, int>> MatrixAssembly::fixedBlocks(const MatrixPart& part) const {
  std::vector<std::pair<int, int>> blocks;
  if (&part == &m_bodies)
    for (int i = 0; i < m_layout.size / m_layout.blockSize; ++i) blocks.emplace_back(i, i);
  return blocks;
}

void MatrixAssembly::makeTerms(MatrixPart& part) {
  part.projections.clear();
  auto blocks = fixedBlocks(part);
  const auto jacobiansOf = [&](BaseState* state) {
    if (m_layout.isMain(state)) return std::vector<MappedJacobians::Part>{{state, nullptr}};
    const auto parts = m_jacobians.parts(state);
    return std::vector<MappedJacobians::Part>(parts.begin(), parts.end());
  };
  for (const auto& [places, stiffness] : part.mapped) {
    if (stiffness->matrix.matrix().blockCount() == 0) continue;
    for (const auto& left : jacobiansOf(stiffness->row))
      for (const auto& right : jacobiansOf(stiffness->column)) {
        // What drives a state may itself be solved elsewhere.
        if (!m_layout.isMain(left.main) || !m_layout.isMain(right.main)) continue;
        auto& projection = *part.projections.emplace_back(std::make_unique<MatrixPart::Projection>());
        projection.stiffness = stiffness.get();
        projection.left = jacobian(*stiffness, true, left);
        projection.right = jacobian(*stiffness, false, right);
        projection.rowOffset = m_layout.offsets.at(left.main) / m_layout.blockSize;
        projection.columnOffset = m_layout.offsets.at(right.main) / m_layout.blockSize;
        const BlockMatrix& product = MatrixPart::computeFactors(projection);
        auto some = projection.left ? linearalgebra::productBlocks(projection.leftTransposed, product)
                                    : linearalgebra::blocksOf(product);
        linearalgebra::joinBlocks(some, m_layout.blockSize / m_layout.mappedBlockSize);
        for (const auto& [row, column] : some)
          blocks.emplace_back(row + projection.rowOffset, column + projection.columnOffset);
      }
  }
  part.matrix.setFixedPattern(std::move(blocks));
}

void MatrixAssembly::addContacts() {
  const BlockMatrix& contacts = m_contacts.matrix.matrix();
  m_usesSum = false;
  if (contacts.blockCount() == 0) return;
  BlockMatrix& bodies = m_bodies.matrix.matrix();
  if (m_bodyPattern != bodies.patternVersion() || m_contactPattern != contacts.patternVersion()) planSum();
  m_usesSum = !m_contactsFit;
  const auto length = static_cast<std::size_t>(contacts.blockLength());
  if (m_usesSum) {
    m_sum.setZero();
    for (std::size_t k = 0; k < m_bodyPlaces.size(); ++k)
      std::copy_n(bodies.block(k), length, m_sum.block(m_bodyPlaces[k]));
  }
  BlockMatrix& target = sum();
  for (std::size_t k = 0; k < m_contactPlaces.size(); ++k) {
    const double* from = contacts.block(k);
    double* to = target.block(m_contactPlaces[k]);
    for (std::size_t i = 0; i < length; ++i) to[i] += from[i];
  }
}

void MatrixAssembly::planSum() {
  const BlockMatrix &bodies = m_bodies.matrix.matrix(), &contacts = m_contacts.matrix.matrix();
  m_bodyPattern = bodies.patternVersion();
  m_contactPattern = contacts.patternVersion();
  const auto places = [](const BlockMatrix& from, const BlockMatrix& in, std::vector<std::size_t>& found) {
    found.clear();
    for (int row = 0; row < from.blockRows(); ++row)
      for (int k = from.rowStart()[row]; k < from.rowStart()[row + 1]; ++k)
        found.push_back(in.find(row, from.columnIndices()[k]));
  };
  places(contacts, bodies, m_contactPlaces);
  m_contactsFit = std::ranges::find(m_contactPlaces, BlockMatrix::notStored) == m_contactPlaces.end();
  if (m_contactsFit) return;
  std::vector<int> rowStart{0}, columns;
  for (int row = 0; row < bodies.blockRows(); ++row) {
    const auto of = [&](const BlockMatrix& m) {
      return m.columnIndices().subspan(m.rowStart()[row], m.rowStart()[row + 1] - m.rowStart()[row]);
    };
    std::ranges::set_union(of(bodies), of(contacts), std::back_inserter(columns));
    rowStart.push_back(static_cast<int>(columns.size()));
  }
  m_sum.setPattern(bodies.blockSize(), std::move(rowStart), std::move(columns), bodies.blockColumns());
  places(bodies, m_sum, m_bodyPlaces);
  places(contacts, m_sum, m_contactPlaces);
}

void MatrixAssembly::misplaceOutside(const core::Component& owner) {
  const auto isOutside = [&](const core::BlockTable& table) {
    return std::ranges::any_of(table.slots(), [&](const auto& slot) {
      return m_layout.places.contains(slot.row) != m_layout.places.contains(slot.column);
    });
  };
  const core::Component* found = nullptr;
  const auto look = [&](const core::Component& component, const core::BlockTable& table) {
    if (!found && isOutside(table)) found = &component;
  };
  m_bodies.forTables(look);
  m_contacts.forTables(look);
  if (!found) return;
  misplaceBelowBand(sum());
  if (!std::exchange(m_toldOfOutside, true))
    core::tellDefect(owner,
                     fmt::format("a part of the stiffness of {}, between a chain that BTDLinearSolver solves and "
                                 "something else, acts between other frames of the chain",
                                 found->path()),
                     "Use SparseLDLSolver, or CGLinearSolver, instead");
}

void MatrixAssembly::applyDirichlet(const core::Component& owner) {
  m_dirichlet.clear();
  for (const auto& constraint : m_constraints) {
    if (constraint.offset >= 0) {
      m_dirichlet.setState(constraint.offset, scalars(*constraint.state));
      constraint.component->applyConstraint(&m_dirichlet);
    } else if (std::ranges::find(m_told, constraint.component) == m_told.end()) {
      m_told.push_back(constraint.component);
      constraint.component->error(
          "Requested mechanical state ({}) is probably mapped or unknown from the graph: only main mechanical states "
          "have an associated submatrix. The constraint is left out of the assembled system of {}: constrain the state "
          "that drives this one.",
          constraint.state->path(), owner.path());
    }
  }
  const auto discarded = m_dirichlet.discarded();
  if (m_discardedPattern != matrix().patternVersion() || !std::ranges::equal(discarded, m_discarded)) planDirichlet();
  double* values = sum().values().data();
  for (const std::size_t k : m_zeros) values[k] = 0;
  for (const std::size_t k : m_ones) values[k] = 1;
}

void MatrixAssembly::planDirichlet() {
  m_discarded.assign(m_dirichlet.discarded().begin(), m_dirichlet.discarded().end());
  m_discardedPattern = matrix().patternVersion();
  m_zeros.clear();
  m_ones.clear();
  const BlockMatrix& a = matrix();
  const int b = a.blockSize();
  const auto start = a.rowStart(), columns = a.columnIndices();
  for (const auto& [row, column] : m_discarded) {
    for (int k = start[row / b]; k < start[row / b + 1]; ++k)
      for (int c = 0; c < b; ++c) m_zeros.push_back(std::size_t(k) * a.blockLength() + c * b + row % b);
    // The pattern is symmetric: the rows that meet this column are those this row meets.
    for (int k = start[column / b]; k < start[column / b + 1]; ++k) {
      const std::size_t mirror = a.find(columns[k], column / b);
      for (int r = 0; r < b; ++r) m_zeros.push_back(mirror * a.blockLength() + (column % b) * b + r);
    }
    if (const std::size_t k = a.find(row / b, column / b); k != BlockMatrix::notStored)
      m_ones.push_back(k * a.blockLength() + (column % b) * b + row % b);
  }
  std::sort(m_zeros.begin(), m_zeros.end());
  m_zeros.erase(std::unique(m_zeros.begin(), m_zeros.end()), m_zeros.end());
}

void MatrixAssembly::reportOutOfRange(const Options& options) {
  const auto check = [&](const core::Component& component, const core::BlockTable& table) {
    for (const auto& slot : table.slots()) {
      const auto& out = slot.target->outOfRange();
      if (out.count == 0 || !m_layout.places.contains(slot.row) || !m_layout.places.contains(slot.column)) continue;
      const bool known = std::ranges::find(m_told, &component) != m_told.end();
      if (known && !options.checkIndices) continue;
      if (!known) m_told.push_back(&component);
      component.error(
          "Trying to accumulate a matrix entry out of the allowed submatrix: entry ({}, {}) of a {} x {} matrix; {} "
          "such "
          "entries are left out.",
          out.row, out.column, slot.target->rows(), slot.target->columns(), out.count);
    }
  };
  m_bodies.forTables(check);
  m_contacts.forTables(check);
}

}  // namespace sofa::simulation
