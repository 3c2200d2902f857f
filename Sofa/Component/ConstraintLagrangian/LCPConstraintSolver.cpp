// SPDX-License-Identifier: Apache-2.0
#include "Sofa/Component/ConstraintLagrangian/LCPConstraintSolver.h"

#include <algorithm>
#include <cmath>

#include "Sofa/Component/ConstraintLagrangian/ProductCompliance.h"
#include "Sofa/Core/ObjectModel/Compatibility.h"
#include "Sofa/Core/Service/ObjectFactory.h"
#include "Sofa/Helper/Interrupt.h"
#include "Sofa/Helper/Profiler.h"

namespace sofa::component::constraintlagrangian {

using core::ConstraintBlock;
using core::ConstraintKind;
using core::ConstraintProblem;

namespace {
std::span<double> forcesOf(ConstraintProblem& problem, const ConstraintBlock& contact) {
  return std::span(problem.lambda).subspan(contact.firstRow, contact.rows);
}
}  // namespace

void LCPConstraintSolver::init() {
  checkRequiredData();
  if (!m_residual.check()) return;
  if (!d_buildLcp.value() && d_initialGuess.value() && core::reproducesSofa(*this))
    core::tellDefect(*this,
                     "with build_lcp=\"0\" and initial_guess=\"1\" the multipliers of the last step move a point of an "
                     "UncoupledConstraintCorrection only once a force changes there",
                     "Use build_lcp=\"1\" or initial_guess=\"0\"");
  m_assembly.bind(*context());
  setValid();
}

linearalgebra::DenseMatrix LCPConstraintSolver::lastCompliance() const {
  return m_isAssembled ? m_compliance.matrix().dense() : m_assembly.denseCompliance(d_regularizationTerm.value());
}

bool LCPConstraintSolver::findContacts(const ConstraintProblem& problem) {
  ConstraintBlock contact;
  contact.friction = d_mu.value();
  contact.kind = contact.friction > 0 ? ConstraintKind::frictionCone : ConstraintKind::unilateral;
  contact.rows = contact.friction > 0 ? 3 : 1;
  const bool fits = std::ranges::all_of(problem.blocks(), [&](const auto& b) { return b.kind == contact.kind; });
  if (!fits && !std::exchange(m_toldOfRows, true))
    error(
        "With mu=\"{}\" every {} treated as a contact {} friction, but some constraints are others. Give mu and the mu "
        "of "
        "the response together, or use a BlockGaussSeidelConstraintSolver.",
        contact.friction, contact.rows == 3 ? "three rows are" : "row is", contact.rows == 3 ? "with" : "without");
  if (fits) compareFriction(problem);
  m_contacts.clear();
  if (problem.rows() % contact.rows != 0) return false;
  for (; contact.firstRow < problem.rows(); contact.firstRow += contact.rows) m_contacts.push_back(contact);
  if (fits && !core::reproducesSofa(*this)) m_contacts.assign(problem.blocks().begin(), problem.blocks().end());
  return true;
}

void LCPConstraintSolver::compareFriction(const ConstraintProblem& problem) {
  if (m_toldOfFriction || !core::reproducesSofa(*this)) return;
  const auto other = std::ranges::find_if(problem.blocks(), [&](const ConstraintBlock& block) {
    return block.kind == ConstraintKind::frictionCone && block.friction != d_mu.value();
  });
  if (other == problem.blocks().end()) return;
  m_toldOfFriction = true;
  core::tellDefect(
      *this,
      fmt::format("mu=\"{:g}\" of this solver is the friction of all contacts: the mu={:g} that some ask for has no "
                  "effect",
                  d_mu.value(), other->friction),
      fmt::format("Set mu=\"{:g}\" here, or use a BlockGaussSeidelConstraintSolver, which takes that of each contact",
                  other->friction));
}

auto LCPConstraintSolver::solveContact(ConstraintProblem& problem, mechanics::ComplianceOperator& compliance,
                                       std::size_t c) -> Sweep {
  const ConstraintBlock& contact = m_contacts[c];
  const std::size_t rows = contact.rows;
  const auto force = forcesOf(problem, contact);
  const auto& w = m_laws[c].compliance();
  const double minW = d_minW.value();
  double before[3], violation[3];
  std::ranges::copy(force, before);
  std::ranges::copy(problem.violation().subspan(contact.firstRow, rows), violation);
  compliance.addDisplacement(problem, contact, std::span(violation, rows));
  if (minW != 0 && std::abs(w(0, 0)) <= minW)
    std::ranges::fill(force, 0.0);
  else
    m_laws[c].resolve(contact, std::span(violation, rows), force);
  Sweep result;
  double error = 0;
  for (std::size_t row = 0; row < rows; ++row) {
    double change = 0;
    for (std::size_t column = 0; column < rows; ++column) change += w(row, column) * (force[column] - before[column]);
    error += change * change;
    if (row == 0) result.penetration = std::max(0.0, -(violation[0] + change));
  }
  result.error = std::sqrt(error);
  compliance.forcesChanged(contact, std::span(before, rows), force);
  return result;
}

auto LCPConstraintSolver::sweep(ConstraintProblem& problem, mechanics::ComplianceOperator& compliance) -> Sweep {
  m_sweeps.resize(m_contacts.size());
  const auto solve = [&](std::size_t c) { m_sweeps[c] = solveContact(problem, compliance, c); };
  if (m_sharesSweeps)
    forEachGroup(m_groups, [&](std::size_t g) {
      for (const int c : m_groups.blocks(g)) solve(static_cast<std::size_t>(c));
    });
  else
    for (std::size_t c = 0; c < m_contacts.size(); ++c) solve(c);
  Sweep result;
  for (const Sweep& one : m_sweeps) {  // in the order of contacts, whatever shared them
    result.error += one.error;
    result.penetration += one.penetration;
  }
  return result;
}

void LCPConstraintSolver::dropLargeForces(ConstraintProblem& problem) const {
  const double largest = d_maxF.value();
  if (largest == 0) return;
  for (const auto& contact : m_contacts)
    if (const auto force = forcesOf(problem, contact); std::abs(force[0]) >= largest) std::ranges::fill(force, 0.0);
}

void LCPConstraintSolver::sweepUntilSolved(ConstraintProblem& problem, mechanics::ComplianceOperator& compliance) {
  if (m_laws.size() < m_contacts.size()) m_laws.resize(m_contacts.size());
  linearalgebra::DenseMatrix diagonal;
  for (std::size_t c = 0; c < m_contacts.size(); ++c) {
    compliance.diagonalBlock(m_contacts[c], diagonal);
    m_laws[c].prepare(m_contacts[c], diagonal);
  }
  const double tolerance = scaledTolerance();
  auto& graph = d_graph.edit();
  graph.clear();
  Sweep last;
  int sweeps = 0;
  bool isSolved = false;
  for (; sweeps < d_maxIt.value() && !isSolved; ++sweeps) {
    helper::checkInterrupt();
    last = sweep(problem, compliance);
    graph["Error"].push_back(last.error);
    graph["Violation"].push_back(last.penetration);
    isSolved = m_residual.isSolved(compliance, last.error < tolerance);
  }
  if (isSolved) dropLargeForces(problem);
  if (!m_residual.decides())
    m_residual.ends().finish(isSolved, sweeps, last.error, "maxIt", "A NewtonConstraintSolver needs fewer iterations.");
  if (!isSolved || d_displayDebug.value())
    info("{} contacts, {} sweeps: error {}, {} {}.", m_contacts.size(), sweeps, last.error,
         isSolved ? "below" : "no convergence to", tolerance);
}

void LCPConstraintSolver::solve(const core::ConstraintParams& params, core::VecCoordId xResult,
                                core::VecDerivId vResult) {
  const helper::ProfileScope scope("ConstraintSolver");
  if (!m_assembly.isBound()) return warning("It is not initialised yet: no constraint is solved in this step.");
  core::ConstraintParams wanted = params;
  wanted.order = core::ConstraintOrder::positionAndVelocity;  // whatever the loop asks for
  wanted.keepsForces = false;                                 // its multipliers have no part in the geometric stiffness
  using Assembly = simulation::ConstraintAssembly;
  // Without W it matters which points a change of force reaches, also those that it does not move.
  ConstraintProblem& problem = m_assembly.build(wanted, Assembly::Projection::none,
                                                d_buildLcp.value() ? Assembly::Points::moved : Assembly::Points::named);
  const bool isSolvable = problem.rows() > 0 && findContacts(problem);
  m_isAssembled = isSolvable && d_buildLcp.value();
  if (m_isAssembled) m_compliance.build(m_assembly, d_regularizationTerm.value());
  core::BuildConstraintSystemEndEvent built;
  context()->broadcast(built);
  m_residual.begin(problem,
                   isSolvable ? std::span<const ConstraintBlock>(m_contacts) : std::span<const ConstraintBlock>(),
                   scaledTolerance());
  if (isSolvable) {
    m_sharesSweeps = m_isAssembled && mechanics::areWorthSharing(problem.rows());
    if (m_sharesSweeps) m_groups.find(m_contacts, m_compliance.matrix());
    if (d_initialGuess.value() && !isPlain()) problem.lambda = problem.last;
    if (m_isAssembled) {
      sweepUntilSolved(problem, m_compliance);
    } else {
      ProductCompliance compliance(m_assembly, d_regularizationTerm.value());
      sweepUntilSolved(problem, compliance);
    }
  }
  m_residual.finish();
  if (d_computeConstraintForces.value()) d_constraintForces.set(problem.lambda);
  core::SolveConstraintSystemEndEvent solved;
  context()->broadcast(solved);
  m_assembly.finish(xResult, vResult);
}

auto LCPConstraintSolver::lastSolve() const -> LastSolve {
  const auto& problem = m_assembly.problem();
  if (problem.rows() == 0) return {};
  return {&problem, d_tolerance.value()};
}

const core::ComplianceMatrix* LCPConstraintSolver::lastMatrix() const {
  return m_isAssembled && m_assembly.problem().rows() > 0 ? &m_compliance.matrix() : nullptr;
}

namespace {
const auto registered = core::Register("LCPConstraintSolver", "Sofa.Component.Constraint.Lagrangian.Solver",
                                       "multipliers of contacts with one coefficient of friction")
                            .ignores("group", "the constraints of all groups are solved")
                            .ignores("showCellWidth", "multipliers are not drawn")
                            .ignores("showTranslation", "multipliers are not drawn")
                            .add<LCPConstraintSolver>();
}

}  // namespace sofa::component::constraintlagrangian
