// SPDX-License-Identifier: Apache-2.0
#include "Sofa/Component/ConstraintLagrangian/SolveEnds.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "Sofa/Core/ObjectModel/Compatibility.h"

namespace sofa::component::constraintlagrangian {

using core::ConstraintBlock;
using core::ConstraintKind;

namespace {

bool isContact(const ConstraintBlock& block) {
  return block.kind != ConstraintKind::equality && block.kind != ConstraintKind::bounded &&
         block.kind != ConstraintKind::own;
}

}  // namespace

void SolveEnds::begin(const core::ConstraintProblem& problem, std::span<const ConstraintBlock> blocks,
                      double tolerance) {
  m_problem = blocks.empty() ? nullptr : &problem;
  m_blocks = blocks;
  m_tolerance = tolerance;
  m_isReviewed = false;
}

std::span<const double> SolveEnds::violationOf(const ConstraintBlock& block,
                                               const mechanics::ComplianceOperator& compliance) {
  const auto free = m_problem->violation().subspan(static_cast<std::size_t>(block.firstRow), block.rows);
  m_d.assign(free.begin(), free.end());
  compliance.addDisplacement(*m_problem, block, m_d);
  return m_d;
}

void SolveEnds::review(const mechanics::ComplianceOperator& compliance) {
  if (!m_problem || std::exchange(m_isReviewed, true)) return;
  double violation = 0;
  for (const ConstraintBlock& block : m_blocks) {
    if (block.kind != ConstraintKind::equality) continue;
    for (const double d : violationOf(block, compliance)) violation = std::max(violation, std::abs(d));
  }
  judgeEquations(violation);
  constexpr std::size_t looked = 200;  // solves: later ones are much like them
  if (!m_toldRough && m_solves < looked) reviewContacts(compliance);
}

void SolveEnds::reviewEquations(double violation) {
  if (!m_problem || std::exchange(m_isReviewed, true)) return;
  judgeEquations(violation);
}

void SolveEnds::judgeEquations(double violation) {
  constexpr double allowed = 10;  // errors of iterations are only estimates of what is left
  if (!(violation > allowed * m_tolerance)) return;
  ++m_violated;
  if (!std::exchange(m_toldViolated, true))
    m_owner->warning(
        "Equations are left violated by {:.2g}, where the tolerance is {:.2g}: some contradict each other, or concern "
        "points that cannot move. Look for points that are held or tied twice.{} This is said once; the summary of the "
        "run counts such solves.",
        violation, m_tolerance,
        core::reproducesSofa(*m_owner)
            ? " Ties of bodies that are so stiff or heavy that a unit of force moves them by less than 6e-6 m are left "
              "out by SOFA v26.06: use compatibility=\"exact\" at the root, or a NewtonConstraintSolver."
            : "");
}

/// What is left of the motion that contacts should have stopped, in lengths; looked at only where the tolerance lets
/// much of it pass.
void SolveEnds::reviewContacts(const mechanics::ComplianceOperator& compliance) {
  constexpr double small = 0.01;
  double motion = 0;
  for (const ConstraintBlock& block : m_blocks) {
    if (!isContact(block)) continue;
    const auto row = static_cast<std::size_t>(block.firstRow);
    if (!(m_problem->lambda[row] > 0)) continue;
    for (std::size_t k = 0; k < static_cast<std::size_t>(block.rows); ++k)
      motion = std::max(motion, std::abs(m_problem->violation()[row + k]));
  }
  if (!(m_tolerance > small * motion) || motion == 0) return;
  double left = 0;
  for (const ConstraintBlock& block : m_blocks) {
    if (!isContact(block)) continue;
    const auto d = violationOf(block, compliance);
    compliance.diagonalBlock(block, m_w);
    const auto lambda = std::span(m_problem->lambda).subspan(static_cast<std::size_t>(block.firstRow), d.size());
    const mechanics::Residual r = residualOf(block, d, lambda, m_w);
    left = std::max(left, r.violation + r.force * m_w.diagonal().maxCoeff());
  }
  if (!(left > small * motion)) return;
  m_toldRough = true;
  constexpr double precise = 1e-3;
  const auto* data = m_owner->findData("tolerance");
  const double given = data ? std::stod(data->text(0)) : m_tolerance;
  const double advised = std::pow(10, std::floor(std::log10(precise * motion / m_tolerance * given)));
  m_owner->warning(
      "Contacts are solved roughly: tolerance=\"{:g}\" ends a solve whose contacts are off by {:.2g}, {:.0f} % of the "
      "motion that they have to stop. Bodies may sink in, or slide farther than friction lets them: set "
      "tolerance=\"{:.0e}\" if that matters. This is said once.",
      given, left, 100 * left / motion, advised);
}

void SolveEnds::finish(bool solved, int iterations, double error, const char* limit, const char* advice) {
  if (!m_problem) return;
  ++m_solves;
  m_iterations += iterations;
  if (!solved) ++m_unsolved;
  if (!solved && !std::exchange(m_toldUnsolved, true))
    m_owner->warning(
        "The constraints are solved approximately: stopped after {} iterations at an error of {:.2g}, where {:.2g} is "
        "small enough. Raise {}, unless constraints contradict each other. {} This is said once; the summary of the "
        "run counts such solves.",
        iterations, error, m_tolerance, limit, advice);
  m_problem = nullptr;
}

std::string SolveEnds::summary() const {
  if (m_solves == 0) return {};
  auto text = fmt::format("{} solves of constraints, {:.1f} iterations each, {} of them stopped by the iteration limit",
                          m_solves, m_iterations / static_cast<double>(m_solves), m_unsolved);
  if (m_violated > 0) text += fmt::format(", {} with equations that do not hold", m_violated);
  return text;
}

}  // namespace sofa::component::constraintlagrangian
