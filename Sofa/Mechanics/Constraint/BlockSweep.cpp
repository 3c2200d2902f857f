// SPDX-License-Identifier: Apache-2.0
#include "Sofa/Mechanics/Constraint/BlockSweep.h"

#include <algorithm>
#include <cmath>

#include "Sofa/Helper/Parallel.h"

namespace sofa::mechanics {

namespace {

/// How much the change of a block's multipliers moves its rows; `w` its block of W, `own` its own tolerance or 0.
template <class Matrix, class Forces>
double errorOf(double own, const Matrix& w, const Forces& force, const auto& before, double tolerance, bool& verified) {
  double error = 0;
  for (std::size_t l = 0; l < force.size(); ++l) {
    double line = 0;
    for (std::size_t m = 0; m < force.size(); ++m) {
      const double change = w(static_cast<int>(l), static_cast<int>(m)) * (force[m] - before[m]);
      line += change * change;
    }
    line = std::sqrt(line);
    if (line > tolerance) verified = false;
    error += line;
  }
  if (own == 0) return error;
  if (error > own) verified = false;
  return error * (tolerance / own);
}

}  // namespace

void BlockSweep::fit(const ConstraintRows& problem) {
  m_violations.resize(static_cast<std::size_t>(problem.rows()));
  m_blockErrors.resize(problem.blocks().size());
}

void BlockSweep::prepare(const ConstraintRows& problem, const ComplianceOperator& compliance) {
  const auto blocks = problem.blocks();
  fit(problem);
  if (m_laws.size() < blocks.size()) m_laws.resize(blocks.size());
  const auto* points = dynamic_cast<const PointwiseCompliance*>(&compliance);
  m_contacts.resize(points ? blocks.size() : 0);
  const auto prepareLaw = [&](std::size_t place, std::size_t b) {
    static thread_local linearalgebra::DenseMatrix w;
    compliance.diagonalBlock(blocks[b], w);
    m_laws[place].prepare(blocks[b], w);
  };
  if (!points) {
    for (std::size_t b = 0; b < blocks.size(); ++b) prepareLaw(b, b);
    return;
  }
  constexpr std::size_t chunk = 256;
  helper::parallelChunks(blocks.size(), chunk, [&](std::size_t begin, std::size_t end) {
    for (std::size_t place = begin; place < end; ++place) {
      const std::size_t b = points->schedule().order()[place];
      prepareLaw(place, b);
      setContact(m_contacts[place], problem, *points, b);
    }
  });
}

void BlockSweep::setContact(Contact& contact, const ConstraintRows& problem, const PointwiseCompliance& points,
                            std::size_t b) {
  const ConstraintBlock& block = problem.blocks()[b];
  contact = {.friction = block.friction, .tolerance = block.tolerance, .block = static_cast<int>(b)};
  contact.isContact = block.kind == ConstraintKind::frictionCone;
  if (!contact.isContact) return;
  std::copy_n(problem.violation().begin() + block.firstRow, block.rows, contact.violation.begin());
  contact.row = block.firstRow;
  contact.terms = points.termsOfThree(block);
}

bool BlockSweep::solveBlock(ConstraintRows& problem, ComplianceOperator& compliance, double tolerance, std::size_t b,
                            BlockLaw& law) {
  static thread_local std::vector<double> before;
  const ConstraintBlock& block = problem.blocks()[b];
  const std::size_t row = block.firstRow, n = block.rows;
  const std::span<double> force(problem.lambda.data() + row, n), violation(m_violations.data() + row, n);
  before.assign(force.begin(), force.end());
  std::ranges::copy(problem.violation().subspan(row, n), violation.begin());
  compliance.addDisplacement(problem, block, violation);
  law.resolve(block, violation, force);
  bool verified = true;
  m_blockErrors[b] = errorOf(block.tolerance, law.compliance(), force, before, tolerance, verified);
  compliance.forcesChanged(block, before, force);
  return verified;
}

bool BlockSweep::solveContact(ConstraintRows& problem, PointwiseCompliance& compliance, double tolerance,
                              std::size_t place) {
  constexpr std::size_t n = 3;
  const Contact& contact = m_contacts[place];
  const BlockLaw& law = m_laws[place];
  double* const lambda = problem.lambda.data() + contact.row;
  const std::array<double, n> before{lambda[0], lambda[1], lambda[2]};
  std::array<double, n> force = before, violation = contact.violation;
  compliance.addDisplacement(contact.terms, violation.data());
  std::ranges::copy(violation, m_violations.begin() + contact.row);
  law.resolveCone(contact.friction, violation.data(), force.data());
  m_blockErrors[contact.block] = 0;
  if (force == before) return true;
  std::ranges::copy(force, lambda);
  const std::array<double, n> change{force[0] - before[0], force[1] - before[1], force[2] - before[2]};
  compliance.push(contact.terms, change.data());
  bool verified = true;
  m_blockErrors[contact.block] =
      errorOf(contact.tolerance, type::Mat3(law.compliance().data()), force, before, tolerance, verified);
  return verified;
}

bool BlockSweep::solvePlace(ConstraintRows& problem, PointwiseCompliance& compliance, double tolerance,
                            std::size_t place) {
  const Contact& contact = m_contacts[place];
  return contact.isContact ? solveContact(problem, compliance, tolerance, place)
                           : solveBlock(problem, compliance, tolerance, contact.block, m_laws[place]);
}

bool BlockSweep::runScheduled(ConstraintRows& problem, PointwiseCompliance& compliance, double tolerance) {
  std::atomic<bool> verified = true;
  compliance.schedule().run([&](std::size_t place) {
    if (!solvePlace(problem, compliance, tolerance, place) && verified.load(std::memory_order_relaxed))
      verified = false;
  });
  return verified;
}

BlockSweep::Result BlockSweep::runGroup(ConstraintRows& problem, ComplianceOperator& compliance, double tolerance,
                                        std::span<const int> blocks) {
  Result result;
  auto* points = dynamic_cast<PointwiseCompliance*>(&compliance);
  for (const int b : blocks) {
    const bool small = points ? solvePlace(problem, *points, tolerance, points->schedule().placeOf(b))
                              : solveBlock(problem, compliance, tolerance, b, m_laws[b]);
    if (!small) result.verified = false;
    result.error += m_blockErrors[b];
  }
  return result;
}

BlockSweep::Result BlockSweep::run(ConstraintRows& problem, ComplianceOperator& compliance, double tolerance,
                                   const InteractionGroups* groups) {
  Result result;
  fit(problem);
  if (auto* points = dynamic_cast<PointwiseCompliance*>(&compliance)) {
    result.verified = runScheduled(problem, *points, tolerance);
  } else if (groups) {
    m_verified.resize(groups->size());
    forEachGroup(*groups, [&](std::size_t g) {
      m_verified[g] = runGroup(problem, compliance, tolerance, groups->blocks(g)).verified;
    });
    result.verified = std::ranges::all_of(m_verified, [](char verified) { return verified != 0; });
  } else {
    for (std::size_t b = 0; b < problem.blocks().size(); ++b)
      if (!solveBlock(problem, compliance, tolerance, b, m_laws[b])) result.verified = false;
  }
  for (const double error : m_blockErrors) result.error += error;
  return result;
}

}  // namespace sofa::mechanics
