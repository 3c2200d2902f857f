#include "Sofa/Simulation/Mechanics/MatrixAssembly.h"

#include <algorithm>
#include <numeric>

#include "Sofa/Core/Contract/KeptSystem.h"
#include "Sofa/Core/ObjectModel/Archive.h"
#include "Sofa/Core/ObjectModel/ComponentScope.h"

namespace sofa::simulation {

using core::BaseState;
using linearalgebra::AssembledMatrix;
using linearalgebra::BlockMatrix;
using linearalgebra::Contribution;

void MatrixAssembly::bind(core::Context& node) {
  m_node = &static_cast<Node&>(node);
  m_graphVersion = ~std::size_t{0};
}

bool MatrixAssembly::sizesChanged() const {
  for (std::size_t i = 0; i < m_flat.states.size(); ++i)
    if (m_sizes[i] != m_flat.states[i]->size()) return true;
  return false;
}

bool MatrixAssembly::isOutdated() {
  if (!m_node || m_graphVersion == ~std::size_t{0}) return true;
  if (m_graphVersion == m_node->graphVersion()) return sizesChanged();
  // Contacts come and go: only the unknowns matter.
  const auto flat = MechanicalGraph::build(*m_node, {}).flat;
  std::size_t main = 0;
  for (auto* state : flat.states) {
    if (std::ranges::find(flat.mappedStates, state) != flat.mappedStates.end()) continue;
    if (main >= m_states.size() || m_states[main] != state || m_sizes[m_places.at(state)] != state->size()) return true;
    ++main;
  }
  return main != m_states.size();
}

void MatrixAssembly::update() {
  if (m_graphVersion != m_node->graphVersion()) {
    m_flat = MechanicalGraph::build(*m_node, {}).flat;
    m_graphVersion = m_node->graphVersion();
  } else if (!sizesChanged()) {
    return;
  }
  plan();
}

void MatrixAssembly::plan() {
  m_states.clear();
  m_sizes.clear();
  m_offsets.clear();
  m_places.clear();
  m_size = 0;
  int blockSize = 0, mostScalars = 0;
  for (auto* state : m_flat.states) {
    m_places.emplace(state, m_sizes.size());
    m_sizes.push_back(state->size());
    blockSize = std::gcd(blockSize, state->derivSize());
    mostScalars = std::max(mostScalars, scalars(*state));
    if (std::ranges::find(m_flat.mappedStates, state) != m_flat.mappedStates.end()) continue;
    m_states.push_back(state);
    m_offsets.emplace(state, m_size);
    m_size += scalars(*state);
  }
  m_blockSize = std::max(blockSize, 1);
  m_main.reset(m_blockSize, m_size, m_size, true);
  m_main.setFixedPattern(diagonal());
  m_ignoredMatrix.reset(1, 0, 0);
  m_locals.clear();
  m_terms.clear();
  m_termVersions.clear();
  m_discardedPattern = 0;
  planContributors();
  m_jacobians.plan(m_flat.mappings, m_blockSize);
  m_constant.clear();
  m_projections.clear();
  m_node->root()->collectDown(m_projections);
}

void MatrixAssembly::planContributors() {
  m_forces.clear();
  m_masses.clear();
  m_geometries.clear();
  m_constraints.clear();
  for (auto* component : m_flat.forceFields) {
    auto& force = m_forces.emplace_back();
    force.component = component;
    addTargets(force.stiffness, component->states());
    addTargets(force.damping, component->states());
  }
  for (auto* component : m_flat.masses) {
    auto& mass = m_masses.emplace_back();
    mass.component = component;
    addTargets(mass.matrix, component->states());
  }
  for (auto* component : m_flat.mappings) {
    if (!component->d_mapForces.value() && !component->d_mapConstraints.value() && !component->d_mapMasses.value())
      continue;
    auto& geometry = m_geometries.emplace_back();
    geometry.component = component;
    addTargets(geometry.matrix, component->inputs());
  }
  for (auto* component : m_flat.constraints) {
    const auto states = component->states();
    if (states.empty() || !states[0]) continue;
    const auto offset = m_offsets.find(states[0]);
    m_constraints.push_back({component, states[0], offset == m_offsets.end() ? -1 : offset->second});
  }
}

void MatrixAssembly::addTargets(core::BlockTable& table, const std::vector<BaseState*>& states) {
  std::vector<BaseState*> unique;
  for (auto* state : states)
    if (state && std::ranges::find(unique, state) == unique.end()) unique.push_back(state);
  for (auto* row : unique)
    for (auto* column : unique) table.add(row, column, target(row, column));
}

Contribution* MatrixAssembly::target(BaseState* row, BaseState* column) {
  const auto rowOffset = m_offsets.find(row), columnOffset = m_offsets.find(column);
  const int rows = scalars(*row), columns = scalars(*column);
  if (rowOffset != m_offsets.end() && columnOffset != m_offsets.end())
    return &m_main.add(rowOffset->second, columnOffset->second, rows, columns);
  const auto rowPlace = m_places.find(row), columnPlace = m_places.find(column);
  // A state another system solves: its unknowns are not here.
  if (rowPlace == m_places.end() || columnPlace == m_places.end()) return &m_ignoredMatrix.add(0, 0, rows, columns);
  auto& local = m_locals[{rowPlace->second, columnPlace->second}];
  if (!local) {
    local = std::make_unique<Local>();
    local->row = row;
    local->column = column;
    local->matrix.reset(m_blockSize, rows, columns);
  }
  return &local->matrix.add(0, 0, rows, columns);
}

void MatrixAssembly::build(const core::MechanicalParams& params, const Options& options, const core::Component& owner) {
  const helper::ProfileScope scope("MatrixAssembly");
  update();
  for (int pass = 0; pass < 4; ++pass) {
    m_main.begin();
    m_ignoredMatrix.begin();
    for (auto& [places, local] : m_locals) local->matrix.begin();
    contribute(params, options);
    bool complete = true;
    for (auto& [places, local] : m_locals) complete &= local->matrix.complete();
    if (options.mappedComponents && !m_locals.empty()) planTerms(complete);
    complete &= m_main.complete();
    if (complete) break;
  }
  if (options.mappedComponents) projectMapped();
  if (options.projectiveConstraints) applyDirichlet(owner);
  reportOutOfRange(options);
}

void MatrixAssembly::contribute(const core::MechanicalParams& params, const Options& options) {
  if (options.stiffness)
    for (auto& force : m_forces) {
      const double factor = force.component->stiffnessFactor(params);
      if (factor == 0) continue;
      const core::ComponentScope scope(*force.component);
      force.stiffness.setFactor(factor);
      force.stiffness.setParams(params);
      force.component->buildStiffnessMatrix(&force.stiffness);
    }
  if (options.mass)
    for (auto& mass : m_masses) {
      const double factor = mass.component->massFactor(params);
      if (factor == 0) continue;
      const core::ComponentScope scope(*mass.component);
      mass.matrix.setFactor(factor);
      mass.matrix.setParams(params);
      mass.component->buildMassMatrix(&mass.matrix);
    }
  if (options.damping && params.bFactor != 0)
    for (auto& force : m_forces) {
      const core::ComponentScope scope(*force.component);
      force.damping.setFactor(params.bFactor);
      force.damping.setParams(params);
      force.component->buildDampingMatrix(&force.damping);
    }
  if (options.geometricStiffness && params.kFactor != 0)
    for (auto& geometry : m_geometries) {
      const core::ComponentScope scope(*geometry.component);
      geometry.matrix.setFactor(params.kFactor);
      geometry.matrix.setParams(params);
      geometry.component->buildGeometricStiffnessMatrix(&geometry.matrix);
    }
}

void MatrixAssembly::planTerms(bool localsComplete) {
  if (!localsComplete || m_termVersions.size() != m_locals.size()) {
    std::unordered_set<const BaseState*> needed;
    for (const auto& [places, local] : m_locals) {
      if (local->matrix.matrix().blockCount() == 0) continue;
      for (const BaseState* state : {local->row, local->column})
        if (!m_offsets.contains(state)) needed.insert(state);
    }
    m_jacobians.require(std::move(needed));
  }
  bool changed = m_jacobians.update();
  changed |= m_termVersions.size() != m_locals.size();
  m_termVersions.resize(m_locals.size());
  std::size_t i = 0;
  for (const auto& [places, local] : m_locals) {
    const std::size_t version = local->matrix.matrix().patternVersion();
    changed |= std::exchange(m_termVersions[i++], version) != version;
  }
  if (changed) makeTerms();
}

bool MatrixAssembly::isConstant(const Local& local) const {
  return std::ranges::any_of(m_projections, [&](const core::MatrixProjection* projection) {
    return projection->areJacobiansConstant() && projection->concerns(local.row, local.column);
  });
}

const BlockMatrix* MatrixAssembly::jacobian(const Local& local, bool left, const MappedJacobians::Part& part) {
  if (!part.matrix || !isConstant(local)) return part.matrix;
  const ConstantKey key{m_places.at(local.row), m_places.at(local.column), m_places.at(part.main), left};
  return &m_constant.try_emplace(key, *part.matrix).first->second;
}

void MatrixAssembly::archive(core::Archive& archive) {
  std::uint64_t count = m_constant.size();
  archive.io(count);
  const auto archiveKey = [&](ConstantKey& key) {
    for (auto* part : {&key.row, &key.column, &key.main}) archive.io(*part);
    archive.io(key.left);
  };
  if (!archive.isLoading()) {
    for (auto& [key, matrix] : m_constant) {
      ConstantKey copy = key;
      archiveKey(copy);
      core::archiveMatrix(archive, matrix);
    }
    return;
  }
  if (count == 0) return;
  update();
  m_constant.clear();
  for (std::uint64_t i = 0; i < count && archive.isGood(); ++i) {
    ConstantKey key{};
    BlockMatrix matrix;
    archiveKey(key);
    core::archiveMatrix(archive, matrix);
    const auto& states = m_flat.states;
    if (!archive.isGood() || std::max({key.row, key.column, key.main}) >= states.size()) return archive.fail();
    if (matrix.blockSize() != m_blockSize || matrix.rows() != scalars(*states[key.left ? key.row : key.column]) ||
        matrix.columns() != scalars(*states[key.main]))
      return archive.fail();
    m_constant.insert_or_assign(key, std::move(matrix));
  }
}

/// Blocks there must be room for in any case: constraints put ones there.
std::vector<std::pair<int, int>> MatrixAssembly::diagonal() const {
  std::vector<std::pair<int, int>> blocks;
  for (int i = 0; i < m_size / m_blockSize; ++i) blocks.emplace_back(i, i);
  return blocks;
}

void MatrixAssembly::makeTerms() {
  m_terms.clear();
  auto blocks = diagonal();
  const auto partsOf = [&](BaseState* state) {
    if (m_offsets.contains(state)) return std::vector<MappedJacobians::Part>{{state, nullptr}};
    const auto parts = m_jacobians.parts(state);
    return std::vector<MappedJacobians::Part>(parts.begin(), parts.end());
  };
  for (const auto& [places, local] : m_locals) {
    if (local->matrix.matrix().blockCount() == 0) continue;
    for (const auto& left : partsOf(local->row))
      for (const auto& right : partsOf(local->column)) {
        // What drives a state may itself be solved elsewhere.
        if (!m_offsets.contains(left.main) || !m_offsets.contains(right.main)) continue;
        auto& term = *m_terms.emplace_back(std::make_unique<Term>());
        term.local = local.get();
        term.left = jacobian(*local, true, left);
        term.right = jacobian(*local, false, right);
        term.rowOffset = m_offsets.at(left.main) / m_blockSize;
        term.columnOffset = m_offsets.at(right.main) / m_blockSize;
        const BlockMatrix& product = computeFactors(term);
        for (const auto& [row, column] :
             term.left ? linearalgebra::productBlocks(term.leftTransposed, product) : linearalgebra::blocksOf(product))
          blocks.emplace_back(row + term.rowOffset, column + term.columnOffset);
      }
  }
  m_main.setFixedPattern(std::move(blocks));
}

const BlockMatrix& MatrixAssembly::computeFactors(Term& term) {
  if (term.left) term.transpose.compute(*term.left, term.leftTransposed);
  const BlockMatrix& local = term.local->matrix.matrix();
  if (!term.right) return local;
  term.product.compute(local, *term.right, term.localTimesRight);
  return term.localTimesRight;
}

void MatrixAssembly::projectMapped() {
  for (auto& term : m_terms) {
    const BlockMatrix& right = computeFactors(*term);
    if (term->left)
      linearalgebra::addProduct(term->leftTransposed, right, m_main.matrix(), term->rowOffset, term->columnOffset);
    else
      linearalgebra::addMatrix(right, m_main.matrix(), term->rowOffset, term->columnOffset);
  }
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
  double* values = m_main.matrix().values().data();
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
      if (out.count == 0) continue;
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
  for (const auto& force : m_forces) {
    check(*force.component, force.stiffness);
    check(*force.component, force.damping);
  }
  for (const auto& mass : m_masses) check(*mass.component, mass.matrix);
  for (const auto& geometry : m_geometries) check(*geometry.component, geometry.matrix);
}

}  // namespace sofa::simulation
